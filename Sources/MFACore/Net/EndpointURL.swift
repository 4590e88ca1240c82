/// An address that a decision can be posted to: `http` or `https`, with a host, already percent-encoded.
///
/// It is kept as it was written, since services tell `/respond` from `/respond/` and `//respond`.
package struct EndpointURL: Sendable, Equatable, CustomStringConvertible, CustomReflectable {
  /// The whole address, user-info included.
  private let text: String
  /// Where the user-info stands in `text`, with its `@`.
  private let userInfo: Range<String.Index>?
  /// The host that is meant: without brackets or port, percent-decoded, in lower case.
  package let host: String

  /// What is wrong with an address.
  package enum Problem: Error, Sendable, Equatable {
    /// It has no scheme, as in `localhost:8080/respond`.
    case noScheme
    case schemeNotHTTP(String)
    case noHost
    case badPort(String)
    case badHost(String)
    /// A blank, a control character or one that has to be percent-encoded; its place counts from 1.
    case badCharacter(Unicode.Scalar, position: Int)
    /// A `#fragment` is never sent.
    case fragment
    case badPercentEncoding(position: Int)
    /// A `/` or `?` stands before the `@`.
    case userInfoNotEncoded
  }

  package init(_ text: String) throws(Problem) {
    guard let colon = text.range(of: "://") else {
      if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")),
        ["mailto", "data", "file", "urn"].contains(String(text[..<colon]).word)
      {
        throw .schemeNotHTTP(String(text[..<colon]))
      }
      throw .noScheme
    }
    let scheme = text[..<colon.lowerBound]
    guard EndpointURL.isScheme(scheme) else { throw .noScheme }
    guard ["http", "https"].contains(scheme.lowercased()) else { throw .schemeNotHTTP(String(scheme)) }

    // By bytes, as long as there may be marks in it.
    let authorityEnd = text.utf8[colon.upperBound...].firstIndex { "/?".utf8.contains($0) } ?? text.endIndex
    let authority = text[colon.upperBound..<authorityEnd]
    let at = authority.utf8.lastIndex(of: UInt8(ascii: "@"))
    let hostPort = at.map { authority[authority.utf8.index(after: $0)...] } ?? authority
    // A letter beyond ASCII is none that a host can have, encoded or not.
    if hostPort.unicodeScalars.contains(where: { $0.value > 0x7F && $0.properties.isAlphabetic }),
      !text.utf8[authorityEnd...].contains(UInt8(ascii: "@"))
    {
      throw .badHost(String(hostPort))
    }
    try EndpointURL.checkCharacters(text)
    self.text = text
    self.userInfo = at.map { authority.startIndex..<authority.index(after: $0) }
    do { self.host = try EndpointURL.host(of: hostPort) } catch {
      // A / in a password ends the host too early; the beginning of it is not to be shown as a port.
      throw text[authorityEnd...].contains("@") ? .userInfoNotEncoded : error
    }
  }

  /// The address with everything in it, for the HTTP client alone.
  package var wireText: String { text }

  /// The address for people: user-info and the values of telling query names are masked.
  package var description: String {
    var shown = text
    if let userInfo { shown.replaceSubrange(userInfo, with: Secret.mask + "@") }
    return EndpointURL.maskingQuery(shown)
  }

  package var customMirror: Mirror { Mirror(self, children: []) }

  /// What in the address must not be shown, for the redactor: the user-info's parts and the masked query values.
  ///
  /// Each as it is written and decoded, and the credentials that an HTTP client makes of the user-info: a service
  /// that echoes what it got has those.
  package var secrets: [Secret] {
    var found: [String] = EndpointURL.queryParts(of: text).filter(\.isTelling).map { String($0.value) }
    if let userInfo {
      let parts = text[userInfo].dropLast().split(
        separator: ":",
        maxSplits: 1,
        omittingEmptySubsequences: false
      )
      found += parts.map { String($0) }
      let decoded = parts.map { PercentEncoding.decode($0) } + (parts.count == 1 ? [""] : [])
      found.append(Base64.encode(Array(decoded.joined(separator: ":").utf8)))
    }
    return (found + found.map { PercentEncoding.decode($0) }).map { Secret($0) }
  }

  /// Whether the host is this machine: `localhost` and its subdomains, 127.0.0.0/8, `::1`, 0.0.0.0, `::`.
  package var isLoopback: Bool { LoopbackHost.contains(host) }

  /// The address of something below it: the parts are percent-encoded and put behind the path, before the query.
  package func appending(_ parts: [String]) -> EndpointURL {
    let pathEnd = text.firstIndex(of: "?") ?? text.endIndex
    let path = text[..<pathEnd]
    let separator = path.hasSuffix("/") ? "" : "/"
    let added = parts.map { EndpointURL.segment($0) }.joined(separator: "/")
    // Encoded parts have only unreserved characters and escapes, so what was an address stays one.
    return (try? EndpointURL(path + separator + added + text[pathEnd...])) ?? self
  }

  /// The address with more in its query, percent-encoded.
  package func appending(query: [(name: String, value: String)]) -> EndpointURL {
    guard !query.isEmpty else { return self }
    let added = query.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }.joined(separator: "&")
    return (try? EndpointURL(text + (text.containsText("?") ? "&" : "?") + added)) ?? self
  }

  /// Where a reference leads from here (RFC 3986, section 5.2); nil when that is no address.
  package func resolving(_ reference: String) -> EndpointURL? {
    if let absolute = try? EndpointURL(reference) { return absolute }
    // One with a scheme leads elsewhere, and what is no http address is none here.
    // What is not ASCII is not an address, and takes long to be gone through; the fragment may be anything.
    let target = String(Substring(reference.utf8.prefix { $0 != UInt8(ascii: "#") }))
    guard target.utf8.allSatisfy({ $0 < 0x80 }) else { return nil }
    let beginning = target.prefix { !"/?".contains($0) }
    if let colon = beginning.firstIndex(of: ":"), EndpointURL.isScheme(beginning[..<colon]) { return nil }
    guard let separator = text.range(of: "://") else { return nil }
    let hostStart = userInfo?.upperBound ?? separator.upperBound
    let authorityEnd = text[hostStart...].firstIndex { "/?".contains($0) } ?? text.endIndex
    let pathEnd = text[authorityEnd...].firstIndex(of: "?") ?? text.endIndex
    let scheme = String(text[..<separator.lowerBound])
    let origin = scheme + "://" + text[hostStart..<authorityEnd]
    let path = String(text[authorityEnd..<pathEnd])
    if target.isEmpty { return self }
    if target.hasPrefix("//") { return try? EndpointURL(scheme + ":" + target) }
    if target.hasPrefix("/") { return try? EndpointURL(origin + EndpointURL.withoutDots(target)) }
    if target.hasPrefix("?") { return try? EndpointURL(origin + path + target) }
    let folder = path.lastIndex(of: "/").map { String(path[...$0]) } ?? "/"
    return try? EndpointURL(origin + EndpointURL.withoutDots(folder + target))
  }

  /// A path and what follows it, its `.` and `..` resolved (RFC 3986, section 5.2.4).
  private static func withoutDots(_ text: String) -> String {
    let path = text.prefix { $0 != "?" }
    var kept: [Substring] = []
    let segments = path.split(separator: "/", omittingEmptySubsequences: false).dropFirst()
    for (index, segment) in segments.enumerated() {
      let isLast = index == segments.count - 1
      switch segment {
      case ".": if isLast { kept.append("") }
      case "..":
        _ = kept.popLast()
        if isLast { kept.append("") }
      default: kept.append(segment)
      }
    }
    return "/" + kept.joined(separator: "/") + text[path.endIndex...]
  }

  /// The address with every `{id}` replaced by the percent-encoded id of the push.
  package func replacingID(with id: String) -> EndpointURL {
    guard text.containsText("{id}") else { return self }
    let replaced = text.replacingAll("{id}", with: EndpointURL.segment(id))
    // The encoded id has only unreserved characters and escapes, so what was an address stays one.
    return (try? EndpointURL(replaced)) ?? self
  }

  /// A text as one segment of a path. Dots alone would be resolved away by clients and servers, so they are encoded
  /// too.
  private static func segment(_ text: String) -> String {
    text.utf8.allSatisfy { $0 == UInt8(ascii: ".") }
      ? String(repeating: "%2E", count: text.utf8.count) : PercentEncoding.encode(text)
  }
}

extension EndpointURL {
  private static func isScheme(_ text: Substring) -> Bool {
    guard let first = text.unicodeScalars.first, first.isASCIILetter else { return false }
    return text.unicodeScalars.allSatisfy {
      $0.isASCIILetter || $0.isASCIIDigit || "+-.".unicodeScalars.contains($0)
    }
  }

  private static func checkCharacters(_ text: String) throws(Problem) {
    let scalars = Array(text.unicodeScalars)
    for (index, scalar) in scalars.enumerated() {
      switch scalar {
      case "#": throw .fragment
      case "{":
        guard String(String.UnicodeScalarView(scalars[index...].prefix(4))) == "{id}" else {
          throw .badCharacter(scalar, position: index + 1)
        }
      case "}":
        guard index >= 3, String(String.UnicodeScalarView(scalars[(index - 3)...index])) == "{id}" else {
          throw .badCharacter(scalar, position: index + 1)
        }
      case "%":
        guard index + 2 < scalars.count, scalars[index + 1].isASCIIHexDigit,
          scalars[index + 2].isASCIIHexDigit
        else { throw .badPercentEncoding(position: index + 1) }
      case "\"", "<", ">", "\\", "^", "`", "|":
        throw .badCharacter(scalar, position: index + 1)
      default:
        guard scalar.value > 0x20, scalar.value < 0x7F else {
          throw .badCharacter(scalar, position: index + 1)
        }
      }
    }
  }

  private static func host(of hostPort: Substring) throws(Problem) -> String {
    let host: String?
    var port: Substring?
    if hostPort.first == "[" {
      guard let end = hostPort.firstIndex(of: "]") else { throw .badHost(String(hostPort)) }
      host = HostName.version6(hostPort[hostPort.index(after: hostPort.startIndex)..<end])
      let rest = hostPort[hostPort.index(after: end)...]
      guard rest.isEmpty || rest.first == ":" else { throw .badHost(String(hostPort)) }
      port = rest.isEmpty ? nil : rest.dropFirst()
    } else {
      let spelled = hostPort.prefix { $0 != ":" }
      if spelled.endIndex < hostPort.endIndex { port = hostPort[spelled.endIndex...].dropFirst() }
      guard !(port ?? "").contains(":") else { throw .badHost(String(hostPort)) }
      guard !spelled.isEmpty else { throw .noHost }
      host = HostName.name(spelled)
    }
    guard let host else { throw .badHost(String(hostPort)) }
    if let port {
      guard port.utf8.count <= 5, port.allSatisfy({ $0.isASCII && $0.isWholeNumber }),
        let number = Int(port), (1...65535).contains(number)
      else { throw .badPort(String(port)) }
    }
    return host
  }

  /// One `name=value` of the query.
  private struct QueryPart {
    let range: Range<String.Index>
    let name: Substring
    let value: Substring

    /// Names whose values are credentials wherever they are met.
    private static let telling: Set<String> = ["auth", "code"]
    /// Words that make a credential of any name that ends with them: `access_token`, `X-Amz-Signature`.
    private static let tellingEnds: Set<String> = [
      "apikey", "jwt", "key", "pass", "password", "pwd", "secret", "sig", "signature", "token",
    ]

    var isTelling: Bool {
      guard !value.isEmpty else { return false }
      let name = name.lowercased()
      let lastWord = name.split { "-_.".contains($0) }.last.map { String($0) } ?? ""
      return QueryPart.telling.contains(name) || QueryPart.tellingEnds.contains(lastWord)
    }
  }

  private static func queryParts(of text: String) -> [QueryPart] {
    guard let question = text.firstIndex(of: "?") else { return [] }
    return text[text.index(after: question)...].split(separator: "&").compactMap { part in
      guard let equals = part.firstIndex(of: "=") else { return nil }
      let value = part[part.index(after: equals)...]
      return QueryPart(range: value.startIndex..<value.endIndex, name: part[..<equals], value: value)
    }
  }

  private static func maskingQuery(_ text: String) -> String {
    var shown = ""
    var end = text.startIndex
    for part in queryParts(of: text) where part.isTelling {
      shown += text[end..<part.range.lowerBound]
      shown += Secret.mask
      end = part.range.upperBound
    }
    return shown + text[end...]
  }
}
