/// One field line of a head or a trailer (RFC 9112, section 5).
struct HTTPField {
  private let name: ArraySlice<UInt8>
  private let content: ArraySlice<UInt8>

  /// - Parameter line: without its line end.
  init(line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    // A line that begins with a blank has no name: that refuses folded lines (section 5.2), as a
    // blank before the colon is refused by not being part of a name (section 5.1).
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPField.isToken(line[..<colon]) else {
      throw .malformed
    }
    name = line[..<colon]
    content = line[(colon + 1)...]
  }

  /// Without the blanks around it. That there is no control character in it was seen where the line was found.
  ///
  /// Bytes beyond ASCII mean nothing (RFC 9110, section 5.5), and become one character each: as UTF-8 they could be
  /// thousands of combining marks, whose comparison takes quadratic time.
  var value: String {
    let bytes = HTTPField.trimmed(content)
    if bytes.allSatisfy({ $0 < 0x80 }) { return String(decoding: bytes, as: UTF8.self) }
    var text = String.UnicodeScalarView()
    text.append(contentsOf: bytes.lazy.map { Unicode.Scalar($0) })
    return String(text)
  }

  /// Whether its name, in whatever case, is this one, which is in lower case.
  func isNamed(_ other: StaticString) -> Bool {
    other.utf8CodeUnitCount == name.count
      && other.withUTF8Buffer { other in zip(name, other).allSatisfy { HTTPField.lowercased($0) == $1 } }
  }

  /// RFC 9110, section 5.6.2.
  static func isToken(_ bytes: ArraySlice<UInt8>) -> Bool {
    !bytes.isEmpty && bytes.allSatisfy(isTokenByte)
  }

  private static func isTokenByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"):
      true
    case UInt8(ascii: "!"), UInt8(ascii: "#"), UInt8(ascii: "$"), UInt8(ascii: "%"), UInt8(ascii: "&"),
      UInt8(ascii: "'"), UInt8(ascii: "*"), UInt8(ascii: "+"), UInt8(ascii: "."), UInt8(ascii: "^"),
      UInt8(ascii: "_"), UInt8(ascii: "`"), UInt8(ascii: "|"), UInt8(ascii: "~"):
      true
    default:
      false
    }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }
}
