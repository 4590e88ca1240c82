/// Percent-encoding by RFC 3986, section 2.
package enum PercentEncoding {
  /// Every byte that is not unreserved (letters, digits, `-._~`) as `%XX` in upper case.
  package static func encode(_ text: String) -> String {
    var encoded: [UInt8] = []
    for byte in text.utf8 {
      let scalar = Unicode.Scalar(byte)
      if scalar.isASCIILetter || scalar.isASCIIDigit || "-._~".unicodeScalars.contains(scalar) {
        encoded.append(byte)
      } else {
        encoded += [UInt8(ascii: "%"), upperHex[Int(byte >> 4)], upperHex[Int(byte & 15)]]
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// The text with every `%XX` as its byte; what is no such escape stays.
  package static func decode(_ text: some StringProtocol) -> String {
    String(decoding: decodedBytes(Array(text.utf8)), as: UTF8.self)
  }

  private static func decodedBytes(_ bytes: [UInt8]) -> [UInt8] {
    var decoded: [UInt8] = []
    var rest = bytes[...]
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "%"), rest.count >= 2,
        rest.prefix(2).allSatisfy({ Unicode.Scalar($0).isASCIIHexDigit }),
        let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16)
      {
        decoded.append(value)
        rest = rest.dropFirst(2)
      } else {
        decoded.append(byte)
      }
    }
    return decoded
  }

  /// The same where nothing is let pass: nil when a `%` begins no escape, or the bytes are no UTF-8.
  static func decodeWhole(_ text: some StringProtocol) -> String? {
    let bytes = Array(text.utf8)
    for index in bytes.indices where bytes[index] == UInt8(ascii: "%") {
      guard bytes.count - index > 2,
        bytes[(index + 1)...(index + 2)].allSatisfy({ Unicode.Scalar($0).isASCIIHexDigit })
      else { return nil }
    }
    let decoded = decodedBytes(bytes)
    return SourceText.isUTF8(decoded) ? String(decoding: decoded, as: UTF8.self) : nil
  }

  private static let upperHex = Array("0123456789ABCDEF".utf8)
}
