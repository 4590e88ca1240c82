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
    Base64.decode(digits: text.utf8, in: .urlSafe)
  }
}
