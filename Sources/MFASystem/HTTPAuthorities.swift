/// The hosts, with their port, that a listener answers for.
///
/// A page in a browser can make its own host name point here (DNS rebinding), but it can't change the name that is
/// sent. An address is no name: no page owns it.
package struct HTTPAuthorities: Sendable {
  private let bound: InternetAddress
  private let port: UInt16
  /// Those that nearly everybody sends.
  private let usual: [String]
  /// Names that the user allows besides, in lower case. Whoever maps ports or has a proxy in front gives them another
  /// port.
  private let allowed: [String]

  init(bound: InternetAddress, port: UInt16, allowed: [String] = []) {
    self.bound = bound
    self.port = port
    self.allowed = allowed.map { $0.lowercased() }
    var hosts = [bound.authorityText]
    if bound.isLoopback { hosts += ["127.0.0.1", "localhost", "[::1]"] }
    if bound.isUnspecified { hosts.append("localhost") }
    usual = hosts.flatMap { port == 80 ? [$0, "\($0):80"] : ["\($0):\(port)"] }
  }

  /// - Parameter address: the address that the listener is bound to; nil when it is none.
  package init?(address: String, port: UInt16, allowed: [String] = []) {
    guard let bound = InternetAddress(address) else { return nil }
    self.init(bound: bound, port: port, allowed: allowed)
  }

  /// Whether `authority`, in whatever case, is ours. Without a port it means 80 (RFC 9110, section 4.2.1).
  func contains(_ authority: String) -> Bool {
    if usual.contains(authority) { return true }
    let authority = authority.lowercased()
    if usual.contains(authority) || isAllowed(authority) { return true }
    // Another spelling of the same address, or any one, where it listens on all of them.
    let host = host(of: authority)
    guard host.hasPrefix("[") || !host.contains(":"), let address = InternetAddress(host) else {
      return false
    }
    return bound.isUnspecified || address == bound
  }

  /// Whether a page of this origin is one of our own (RFC 6454, section 6.2). A proxy in front may add TLS.
  ///
  /// Beyond this machine's own names it has to be the host that the request itself names: where any address is
  /// answered for, a page from anywhere on the same port would pass for one of ours.
  func containsOrigin(_ origin: String, askedAs host: String?) -> Bool {
    let origin = origin.lowercased()
    let isTLS = origin.hasPrefix("https://")
    guard isTLS || origin.hasPrefix("http://") else { return false }
    let authority = String(origin.dropFirst(isTLS ? 8 : 7))
    if !isTLS, usual.contains(authority) { return true }
    guard isTLS ? isAllowed(authority) : contains(authority), let host = host?.lowercased() else {
      return false
    }
    return host == authority || host == authority + (isTLS ? ":443" : ":80")
  }

  private func isAllowed(_ authority: String) -> Bool {
    allowed.contains { name in
      guard authority.hasPrefix(name) else { return false }
      let rest = authority.dropFirst(name.count)
      return rest.isEmpty
        || rest.first == ":" && rest.count > 1 && rest.dropFirst().allSatisfy(\.isWholeNumber)
    }
  }

  /// What stands before our port; empty when that is not the port.
  private func host(of authority: String) -> String {
    let suffix = ":\(port)"
    if authority.hasSuffix(suffix) { return String(authority.dropLast(suffix.count)) }
    return port == 80 ? authority : ""
  }
}
