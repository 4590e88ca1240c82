package import MFACore

/// The head of a reply, taken apart.
package enum HTTPReplyHead {
  /// The headers of a head that begins with its status line and may break off anywhere.
  ///
  /// Lenient, as it has to be with other people's servers: a line that is no header is skipped, a line
  /// that continues the one before (RFC 9112, section 5.2) is joined to it by a space.
  package static func headers(in head: [UInt8]) -> [HTTPReply.Header] {
    var headers: [(name: ArraySlice<UInt8>, value: [UInt8])] = []
    for line in head.split(separator: UInt8(ascii: "\n")).dropFirst() {
      let text = trimmed(line)
      if isBlank(line.first), !headers.isEmpty {
        headers[headers.count - 1].value.append(UInt8(ascii: " "))
        headers[headers.count - 1].value += text
      } else if let colon = text.firstIndex(of: UInt8(ascii: ":")), colon > text.startIndex {
        headers.append((trimmed(text[..<colon]), Array(trimmed(text[(colon + 1)...]))))
      }
    }
    return headers.map { HTTPReply.Header(name: decoded($0.name), value: decoded(trimmed($0.value[...]))) }
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

  private static func isBlank(_ byte: UInt8?) -> Bool {
    byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") || byte == UInt8(ascii: "\r")
  }
}
