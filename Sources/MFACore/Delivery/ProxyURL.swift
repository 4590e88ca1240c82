/// The address of a proxy: `[SCHEME://][USER:PASSWORD@]HOST[:PORT]`, as curl takes it.
package struct ProxyURL: Sendable, Equatable, CustomStringConvertible {
  package enum Problem: Error, Sendable, Equatable {
    case schemeNotKnown(String)
    case noHost
    case badPort(String)
    case badCharacter(Unicode.Scalar)
    /// A proxy has no path.
    case path
  }

  /// libcurl's schemes; without one it is an HTTP proxy.
  private static let schemes = ["http", "https", "socks4", "socks4a", "socks5", "socks5h"]

  private let text: String
  /// Where the user-info stands in `text`, with its `@`.
  private let userInfo: Range<String.Index>?

  package init(_ text: String) throws(Problem) {
    var start = text.startIndex
    if let separator = text.range(of: "://") {
      let scheme = text[..<separator.lowerBound].lowercased()
      guard ProxyURL.schemes.contains(scheme) else { throw .schemeNotKnown(scheme) }
      start = separator.upperBound
    }
    if let scalar = text.unicodeScalars.first(where: {
      $0.value <= 0x20 || $0.value >= 0x7F || "\"<>\\^`{|}#?".unicodeScalars.contains($0)
    }) {
      throw .badCharacter(scalar)
    }
    var rest = text[start...]
    if rest.last == "/" { rest = rest.dropLast() }
    guard !rest.contains("/") else { throw .path }
    let at = rest.lastIndex(of: "@")
    let hostPort = at.map { rest[rest.index(after: $0)...] } ?? rest
    try ProxyURL.check(hostPort)
    self.text = text
    userInfo = at.map { rest.startIndex..<rest.index(after: $0) }
  }

  private static func check(_ hostPort: Substring) throws(Problem) {
    // The brackets of an IPv6 address hold colons of their own.
    let afterHost =
      hostPort.first == "[" ? hostPort.firstIndex(of: "]").map { hostPort[$0...] } ?? "" : hostPort
    let host = hostPort.prefix { $0 != ":" || hostPort.first == "[" }
    guard !host.isEmpty, host != "[", !afterHost.isEmpty else { throw .noHost }
    guard let colon = afterHost.firstIndex(of: ":") else { return }
    let port = afterHost[afterHost.index(after: colon)...]
    guard port.utf8.count <= 5, let number = Int(port), (1...65535).contains(number) else {
      throw .badPort(String(port))
    }
  }

  /// The address with everything in it, for the HTTP client alone.
  package var wireText: String { text }

  /// The address for people: the user-info is masked.
  package var description: String {
    var shown = text
    if let userInfo { shown.replaceSubrange(userInfo, with: Secret.mask + "@") }
    return shown
  }

  /// What in the address must not be shown, for the redactor.
  package var secrets: [Secret] {
    guard let userInfo else { return [] }
    return text[userInfo].dropLast().split(separator: ":", maxSplits: 1).map { Secret(String($0)) }
  }
}

/// A host that is reached at other addresses than the name service says: `HOST:PORT:ADDRESS[,ADDRESS…]`, as curl takes it.
package struct HostOverride: Sendable, Equatable {
  package let text: String

  /// Nil when it is not of that form.
  package init?(_ text: String) {
    guard text.unicodeScalars.allSatisfy({ $0.value > 0x20 && $0.value < 0x7F }) else { return nil }
    let body = text.hasPrefix("+") ? text.dropFirst() : text[...]
    // The host may be `*`, or an IPv6 address in brackets.
    let hostEnd =
      body.first == "[" ? body.firstIndex(of: "]").map { body.index(after: $0) } : body.firstIndex(of: ":")
    guard let hostEnd, hostEnd > body.startIndex, hostEnd < body.endIndex, body[hostEnd] == ":" else {
      return nil
    }
    let rest = body[body.index(after: hostEnd)...]
    guard let portEnd = rest.firstIndex(of: ":"), let port = Int(rest[..<portEnd]),
      (1...65535).contains(port),
      rest.index(after: portEnd) < rest.endIndex
    else { return nil }
    let addresses = rest[rest.index(after: portEnd)...].split(
      separator: ",",
      omittingEmptySubsequences: false
    )
    let areAddresses = addresses.allSatisfy { address in
      let bare = address.hasPrefix("[") && address.hasSuffix("]") ? address.dropFirst().dropLast() : address
      return IPv6Address(bare) != nil || bare.contains(".") && IPv4Address(bare) != nil
    }
    guard areAddresses else { return nil }
    self.text = text
  }
}
