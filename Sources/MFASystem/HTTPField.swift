/// One field line of a head or a trailer (RFC 9112, section 5).
struct HTTPField {
  /// In lower case.
  let name: String
  let value: String

  /// - Parameter line: without its line end.
  init(line: ArraySlice<UInt8>) throws(HTTPRefusal) {
    // A line that begins with a blank has no name: that refuses folded lines (section 5.2), as a
    // blank before the colon is refused by not being part of a name (section 5.1).
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), HTTPField.isToken(line[..<colon]) else {
      throw .malformed
    }
    let value = HTTPField.trimmed(line[(colon + 1)...])
    // That there is no control character in it was seen where the line was found.
    name = HTTPField.lowercased(line[..<colon])
    self.value = String(decoding: value, as: UTF8.self)
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

  private static func lowercased(_ bytes: ArraySlice<UInt8>) -> String {
    String(unsafeUninitializedCapacity: bytes.count) { buffer in
      var count = 0
      for byte in bytes {
        let isUpper = (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte)
        buffer[count] = isUpper ? byte | 0x20 : byte
        count += 1
      }
      return count
    }
  }

  private static func trimmed(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var bytes = bytes
    while let first = bytes.first, first == 0x20 || first == 0x09 { bytes.removeFirst() }
    while let last = bytes.last, last == 0x20 || last == 0x09 { bytes.removeLast() }
    return bytes
  }
}
