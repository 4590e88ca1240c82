/// What this program calls itself.
package enum Version {
  package static let name = "mfa-cli"
  package static let number = "0.1.0"
  /// The `User-Agent` of every request.
  package static let userAgent = "\(name)/\(number)"
}
