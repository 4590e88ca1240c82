import MFACore

/// Random numbers from a seed (SplitMix64): ids, numbers and secrets for practice; none that anything real hangs on.
struct Dice: Sendable {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func roll() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Different numbers from 10 to 99.
  mutating func twoDigitNumbers(_ count: Int) -> [String] {
    var numbers: [String] = []
    while numbers.count < count {
      let number = String(10 + roll() % 90)
      if !numbers.contains(number) { numbers.append(number) }
    }
    return numbers
  }

  /// Random bytes, as secrets for practice: they are as hard to guess as the seed.
  mutating func bytes(_ count: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let bits = roll()
      bytes += stride(from: 0, to: 64, by: 8).map { UInt8(truncatingIfNeeded: bits >> UInt64($0)) }
    }
    return Array(bytes.prefix(count))
  }

  mutating func uuid() -> String { RandomUUID.make(from: (roll(), roll())) }

  /// 128 bits in hex.
  mutating func authenticationKey() -> String {
    [roll(), roll()].map { half in
      let digits = String(half, radix: 16)
      return String(repeating: "0", count: 16 - digits.count) + digits
    }.joined()
  }

  /// Three groups of four letters and digits, none of which looks like another one.
  mutating func pairingKey() -> String {
    var bits = roll()
    var key = ""
    for place in 0..<12 {
      if place > 0, place % 4 == 0 { key += "-" }
      key.unicodeScalars.append(Dice.alphabet[Int(bits & 31)])
      bits >>= 5
    }
    return key
  }

  private static let alphabet = Array("ABCDEFGHJKLMNPQRSTUVWXYZ23456789".unicodeScalars)
}
