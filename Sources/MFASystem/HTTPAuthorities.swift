/// The hosts, with their port, that a listener answers for.
///
/// A page in a browser can make its own host name point here (DNS rebinding), but it can't change the name that is
/// sent. An address is no name: no page owns it.
package struct HTTPAuthorities: Sendable {
  private let bound: InternetAddress
  private let port: UInt16
  /// Those that nearly everybody sends.
  private let usual: [String]

  init(bound: InternetAddress, port: UInt16) {
    self.bound = bound
    self.port = port
    var hosts = [bound.authorityText]
    if bound.isLoopback { hosts += ["127.0.0.1", "localhost", "[::1]"] }
    if bound.isUnspecified { hosts.append("localhost") }
    usual = hosts.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
  }

  /// - Parameter address: the address that the listener is bound to; nil when it is none.
  package init?(address: String, port: UInt16) {
    guard let bound = InternetAddress(address) else { return nil }
    self.init(bound: bound, port: port)
  }

  /// Whether `authority`, in whatever case, is ours. Without a port it means 80 (RFC 9110, section 4.2.1).
  func contains(_ authority: String) -> Bool {
    if usual.contains(authority) { return true }
    let authority = authority.lowercased()
    if usual.contains(authority) { return true }
    // Another spelling of the same address, or any one, where it listens on all of them.
    let host = host(of: authority)
    guard host.hasPrefix("[") || !host.contains(":"), let address = InternetAddress(host) else {
      return false
    }
    return bound.isUnspecified || address == bound
  }

  /// What stands before our port; empty when that is not the port.
  private func host(of authority: String) -> String {
    let suffix = ":\(port)"
    if authority.hasSuffix(suffix) { return String(authority.dropLast(suffix.count)) }
    return port == 80 ? authority : ""
  }
}
