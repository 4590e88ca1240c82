package import MFACore

/// The head of a reply, taken apart.
package enum HTTPReplyHead {
  /// The headers of a head that begins with its status line and may break off anywhere.
  ///
  /// Lenient, as it has to be with other people's servers: a line that is no header is skipped, a line
  /// that continues the one before (RFC 9112, section 5.2) is joined to it by a space.
  package static func headers(in head: [UInt8]) -> [HTTPReply.Header] {
    var headers: [HTTPReply.Header] = []
    for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let text = trimmed(line)
      if isBlank(line.first), let last = headers.popLast() {
        headers.append(
          HTTPReply.Header(name: last.name, value: trimmed((last.value + " " + decoded(text)).utf8))
        )
      } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
        let name = decoded(trimmed(text[..<colon]))
        let value = decoded(trimmed(text[text.index(after: colon)...]))
        headers.append(HTTPReply.Header(name: name, value: value))
      }
    }
    return headers
  }

  private static func decoded(_ bytes: some Collection<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard let first = bytes.firstIndex(where: { !isBlank($0) }),
      let last = bytes.lastIndex(where: { !isBlank($0) })
    else { return [] }
    return bytes[first...last]
  }

  private static func trimmed(_ text: String.UTF8View) -> String {
    decoded(trimmed(Array(text)[...]))
  }

  private static func isBlank(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
