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

  private static let upperHex = Array("0123456789ABCDEF".utf8)
}
