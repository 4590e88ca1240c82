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
    // A colon before it is that of a password, which must not be named as a scheme.
    let separator = text.range(of: "://")
    if let separator, !text.utf8[..<separator.lowerBound].contains(where: { ":@".utf8.contains($0) }) {
      let scheme = text[..<separator.lowerBound].lowercased()
      guard ProxyURL.schemes.containsBytes(of: scheme) else { throw .schemeNotKnown(scheme) }
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
    let host: String?
    var port: Substring?
    if hostPort.first == "[" {
      // The brackets of an IPv6 address hold colons of their own.
      guard let end = hostPort.firstIndex(of: "]") else { throw .noHost }
      host = HostName.version6(hostPort[hostPort.index(after: hostPort.startIndex)..<end])
      let rest = hostPort[hostPort.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { throw .badPort(String(rest)) }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else {
      let spelled = hostPort.prefix { $0 != ":" }
      host = HostName.name(spelled)
      if spelled.endIndex < hostPort.endIndex { port = hostPort[spelled.endIndex...].dropFirst() }
    }
    guard host != nil else { throw .noHost }
    if let port, !port.isPort { throw .badPort(String(port)) }
  }

  /// The address with everything in it, for the HTTP client alone.
  package var wireText: String { text }

  /// The address for people: the user-info is masked.
  package var description: String {
    var shown = text
    if let userInfo { shown.replaceSubrange(userInfo, with: Secret.mask + "@") }
    return shown
  }

  /// What in the address must not be shown, for the redactor: as it is written, as it is meant, and as a
  /// header carries it, since a proxy may send back what it got.
  package var secrets: [Secret] {
    guard let userInfo else { return [] }
    let parts = text[userInfo].dropLast().split(
      separator: ":",
      maxSplits: 1,
      omittingEmptySubsequences: false
    ).map { String($0) }
    let decoded = parts.map { PercentEncoding.decode($0) }
    let pair = decoded.count == 1 ? decoded + [""] : decoded
    let header = Base64.encode(Array(pair.joined(separator: ":").utf8))
    return (parts + decoded + [header]).filter { !$0.isEmpty }.map { Secret($0) }
  }
}

extension Substring {
  /// Digits alone: the standard library would take a sign.
  fileprivate var isPort: Bool {
    utf8.count <= 5 && unicodeScalars.allSatisfy(\.isASCIIDigit) && (1...65535).contains(Int(self) ?? 0)
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
    if body.first == "[", IPv6Address(body[..<hostEnd].dropFirst().dropLast()) == nil { return nil }
    let rest = body[body.index(after: hostEnd)...]
    guard let portEnd = rest.firstIndex(of: ":"), rest[..<portEnd].isPort,
      rest.index(after: portEnd) < rest.endIndex
    else { return nil }
    let addresses = rest[rest.index(after: portEnd)...].split(
      separator: ",",
      omittingEmptySubsequences: false
    )
    let areAddresses = addresses.allSatisfy { address in
      let bare = address.hasPrefix("[") && address.hasSuffix("]") ? address.dropFirst().dropLast() : address
      return IPv6Address(bare) != nil || bare.isDottedQuad
    }
    guard areAddresses else { return nil }
    self.text = text
  }
}
