/// Base 32 (RFC 4648, section 6).
package enum Base32 {
  private static let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ234567".utf8)
  /// The digits of a group that is not whole, by the number of its bytes; other numbers of digits can't be.
  private static let digitCounts = [0, 2, 4, 5, 7]

  /// - Parameter isPadded: whether the last group is filled with `=`. privacyIDEA reads nothing else.
  package static func encode(_ bytes: [UInt8], isPadded: Bool = true) -> String {
    var text: [UInt8] = []
    text.reserveCapacity((bytes.count + 4) / 5 * 8)
    for start in stride(from: 0, to: bytes.count, by: 5) {
      let group = bytes[start..<min(start + 5, bytes.count)]
      let bits = group.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } << UInt64(8 * (5 - group.count))
      let digits = group.count == 5 ? 8 : digitCounts[group.count]
      for index in 0..<8 where index < digits || isPadded {
        text.append(index < digits ? alphabet[Int(bits >> UInt64(35 - 5 * index) & 31)] : UInt8(ascii: "="))
      }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// Reads letters of either case, with the whole padding or none. Nil when a character is outside the alphabet, or
  /// the length, the padding or the spare bits can't be.
  package static func decode(_ text: some StringProtocol) -> [UInt8]? {
    let characters = Array(text.utf8)
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    let digits = characters.dropLast(padding)
    guard padding == 0 || (padding < 8 && characters.count.isMultiple(of: 8)),
      digitCounts.contains(digits.count % 8)
    else { return nil }
    var bytes: [UInt8] = []
    bytes.reserveCapacity(digits.count * 5 / 8)
    var buffer: UInt32 = 0
    var bits = 0
    for character in digits {
      guard let value = value(of: character) else { return nil }
      buffer = buffer << 5 | value
      bits += 5
      if bits >= 8 {
        bits -= 8
        bytes.append(UInt8(truncatingIfNeeded: buffer >> UInt32(bits)))
      }
    }
    return buffer & (1 << UInt32(bits) - 1) == 0 ? bytes : nil
  }

  private static func value(of character: UInt8) -> UInt32? {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"): UInt32(character - UInt8(ascii: "A"))
    case UInt8(ascii: "a")...UInt8(ascii: "z"): UInt32(character - UInt8(ascii: "a"))
    case UInt8(ascii: "2")...UInt8(ascii: "7"): UInt32(character - UInt8(ascii: "2")) + 26
    default: nil
    }
  }
}
