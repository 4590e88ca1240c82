/// Base 64 with the URL- and filename-safe alphabet, without padding (RFC 4648, section 5; RFC 7515, section 2).
package enum Base64URL {
  package static func encode(_ bytes: [UInt8]) -> String {
    let encoded = Base64.encode(bytes).utf8.compactMap { character in
      switch character {
      case UInt8(ascii: "+"): UInt8(ascii: "-")
      case UInt8(ascii: "/"): UInt8(ascii: "_")
      case UInt8(ascii: "="): nil as UInt8?
      default: character
      }
    }
    return String(decoding: encoded, as: UTF8.self)
  }

  /// Nil when a character is outside the alphabet, padding is present, or the length or the spare bits can't be.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    var bytes: [UInt8] = []
    var buffer: UInt32 = 0
    var bits = 0
    for character in text.utf8 {
      guard let value = value(of: character) else { return nil }
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

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a")) + 26
    case UInt8(ascii: "0")...UInt8(ascii: "9"): UInt32(character - UInt8(ascii: "0")) + 52
    case UInt8(ascii: "-"): 62
    case UInt8(ascii: "_"): 63
    default: nil
    }
  }
}
