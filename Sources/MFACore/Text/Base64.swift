/// Base 64 with padding (RFC 4648, section 4).
package enum Base64 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  package static func encode(_ bytes: [UInt8]) -> String {
    var text: [UInt8] = []
    for start in stride(from: 0, to: bytes.count, by: 3) {
      let group = bytes[start..<min(start + 3, bytes.count)]
      let bits = group.reduce(0) { $0 << 8 | Int($1) } << (8 * (3 - group.count))
      for index in 0..<4 {
        text.append(index <= group.count ? alphabet[bits >> (18 - 6 * index) & 63] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Nil when a character is outside the alphabet, the padding is not what it has to be, or spare bits are not zero.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard let digits = withoutPadding(characters), characters.count.isMultiple(of: 4) else { return nil }
    return decode(digits: digits, in: .standard)
  }

  /// The same for text of either alphabet, but not of both, with its padding or without any: services differ in how
  /// they write a shared secret.
  package static func decodeEitherAlphabet(_ text: some StringProtocol) -> [UInt8]? {
    let characters = Array(text.utf8)
    guard let digits = withoutPadding(characters),
      digits.count == characters.count || characters.count.isMultiple(of: 4)
    else { return nil }
    return decode(digits: digits, in: .standard) ?? decode(digits: digits, in: .urlSafe)
  }

  /// Whether the character can stand in a text of either alphabet, padding included.
  static func isDigit(_ character: UInt8) -> Bool {
    let scalar = Unicode.Scalar(character)
    return scalar.isASCIILetter || scalar.isASCIIDigit || "+/-_=".utf8.contains(character)
  }

  /// Nil for more padding than any text needs.
  private static func withoutPadding(_ characters: [UInt8]) -> ArraySlice<UInt8>? {
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    return padding <= 2 ? characters.dropLast(padding) : nil
  }
}

extension Base64 {
  /// Which characters stand for 62 and 63.
  enum Alphabet {
    case standard, urlSafe
  }

  /// Nil when a character is outside the alphabet, or the length or the spare bits can't be.
  static func decode(digits: some Sequence<UInt8>, in alphabet: Alphabet) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for character in digits {
      guard let value = value(of: character, in: alphabet) else { return nil }
      buffer = buffer << 6 | value
      bits += 6
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    // Six left-over bits are a lone character; other left-over bits have to be zero (RFC 4648, section 3.5).
    guard bits < 6, buffer & (1 << UInt32(bits) - 1) == 0 else { return nil }
    return bytes
  }

  private static func value(of character: UInt8, in alphabet: Alphabet) -> UInt32? {
    switch (character, alphabet) {
    case (UInt8(ascii: "A")...UInt8(ascii: "Z"), _): UInt32(character - UInt8(ascii: "A"))
    case (UInt8(ascii: "a")...UInt8(ascii: "z"), _): UInt32(character - UInt8(ascii: "a")) + 26
    case (UInt8(ascii: "0")...UInt8(ascii: "9"), _): UInt32(character - UInt8(ascii: "0")) + 52
    case (UInt8(ascii: "+"), .standard), (UInt8(ascii: "-"), .urlSafe): 62
    case (UInt8(ascii: "/"), .standard), (UInt8(ascii: "_"), .urlSafe): 63
    default: nil
    }
  }
}
