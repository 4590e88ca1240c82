/// Why a request is not passed on: the status that it is answered with.
package struct HTTPRefusal: Error, Sendable, Equatable {
  package let status: Int

  package init(status: Int) {
    self.status = status
  }

  static var malformed: HTTPRefusal { HTTPRefusal(status: 400) }
}

/// The head of a request by RFC 9112, taken apart strictly: what is not well-formed is refused, because
/// two readers that repair a head may repair it differently.
package struct HTTPRequestHead: Sendable, Equatable {
  package let method: String
  /// As it came, percent-encoded and without the query; `*` for the server as a whole.
  package let path: String
  /// What stands behind the `?`; nil without one.
  package let query: String?
  /// The host and port that the request is for, in lower case; nil only before HTTP/1.1.
  package let authority: String?
  /// Names in lower case. Values of a name that was sent more than once are joined by commas.
  package let headers: [String: String]
  /// Bytes of the body that follow.
  package let bodyLength: Int

  /// Reads the lines of a head, without their line ends and without the empty line that ends it.
  package init(lines: [ArraySlice<UInt8>], bodyLimit: Int) throws(HTTPRefusal) {
    guard let first = lines.first else { throw .malformed }
    let parts = first.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false)
    guard parts.count == 3, HTTPRequestHead.isToken(parts[0]) else { throw .malformed }
    let minorVersion = try HTTPRequestHead.minorVersion(parts[2])
    let fields = try HTTPRequestHead.fields(lines.dropFirst())
    let target = try HTTPRequestHead.target(parts[1])

    // RFC 9112, section 3.2: exactly one Host, in HTTP/1.1 whatever the form of the target.
    let hosts = fields["host"] ?? []
    guard hosts.count <= 1, minorVersion == 0 || hosts.count == 1 else { throw .malformed }
    method = HTTPRequestHead.text(parts[0])
    path = target.path
    query = parts[1].firstIndex(of: UInt8(ascii: "?")).map { HTTPRequestHead.text(parts[1][($0 + 1)...]) }
    authority = (target.authority ?? hosts.first)?.lowercased()
    headers = fields.mapValues { $0.joined(separator: ", ") }
    bodyLength = try HTTPRequestHead.bodyLength(fields, minorVersion: minorVersion, limit: bodyLimit)
  }
}

extension HTTPRequestHead {
  private static func minorVersion(_ text: ArraySlice<UInt8>) throws(HTTPRefusal) -> UInt8 {
    let bytes = Array(text)
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard bytes.count == 8, bytes[..<5].elementsEqual("HTTP/".utf8), digits.contains(bytes[5]),
      bytes[6] == UInt8(ascii: "."), digits.contains(bytes[7])
    else { throw .malformed }
    guard bytes[5] == UInt8(ascii: "1") else { throw HTTPRefusal(status: 505) }
    return bytes[7] - UInt8(ascii: "0")
  }

  /// RFC 9112, section 3.2: a path, an absolute address, or `*`. A `host:port` alone asks for a tunnel.
  private static func target(
    _ bytes: ArraySlice<UInt8>
  ) throws(HTTPRefusal) -> (path: String, authority: String?) {
    guard !bytes.isEmpty, bytes.allSatisfy({ (0x21...0x7E).contains($0) && $0 != UInt8(ascii: "#") })
    else { throw .malformed }
    let target = text(bytes.prefix { $0 != UInt8(ascii: "?") })
    if target == "*" || target.hasPrefix("/") { return (target, nil) }
    let scheme = "http://"
    guard target.lowercased().hasPrefix(scheme) else { throw .malformed }
    let rest = target.dropFirst(scheme.count)
    let authority = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(authority.count)
    return (path.isEmpty ? "/" : String(path), String(authority))
  }

  /// Every value of every field, names in lower case.
  private static func fields(
    _ lines: ArraySlice<ArraySlice<UInt8>>
  ) throws(HTTPRefusal) -> [String: [String]] {
    var fields: [String: [String]] = [:]
    for line in lines {
      // A line that begins with a blank has no name: that refuses folded lines (section 5.2), as a
      // blank before the colon is refused by not being part of a name (section 5.1).
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")), isToken(line[..<colon]) else {
        throw .malformed
      }
      let value = trimmed(line[(colon + 1)...])
      guard value.allSatisfy({ $0 == 0x09 || ($0 >= 0x20 && $0 != 0x7F) }) else { throw .malformed }
      fields[text(line[..<colon]).lowercased(), default: []].append(text(value))
    }
    return fields
  }

  /// RFC 9112, section 6.3. Two statements about the length are how requests are smuggled.
  private static func bodyLength(
    _ fields: [String: [String]],
    minorVersion: UInt8,
    limit: Int
  ) throws(HTTPRefusal) -> Int {
    let lengths = fields["content-length"] ?? []
    if fields["transfer-encoding"] != nil {
      guard lengths.isEmpty, minorVersion > 0 else { throw .malformed }
      throw HTTPRefusal(status: 501)
    }
    guard let length = lengths.first else { return 0 }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard lengths.count == 1, !length.isEmpty, length.utf8.allSatisfy({ digits.contains($0) }) else {
      throw .malformed
    }
    // A number that does not fit is a length all the same, and a large one.
    guard let number = Int(length), number <= limit else { throw HTTPRefusal(status: 413) }
    return number
  }

  /// RFC 9110, section 5.6.2.
  private static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty
      && bytes.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "a")...UInt8(ascii: "z"):
          true
        default:
          "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return bytes[first...last]
  }

  private static func text(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }
}
