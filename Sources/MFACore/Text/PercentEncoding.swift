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
    var decoded: [UInt8] = []
    var rest = Array(text.utf8)[...]
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
    return String(decoding: decoded, as: UTF8.self)
  }

  private static let upperHex = Array("0123456789ABCDEF".utf8)
}
