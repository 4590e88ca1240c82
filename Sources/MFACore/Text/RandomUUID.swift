/// A random UUID (RFC 9562, version 4) in lower case.
package enum RandomUUID {
  /// Makes one from 128 random bits.
  package static func make(from bits: (UInt64, UInt64)) -> String {
    let high = bits.0 & 0xFFFF_FFFF_FFFF_0FFF | 0x0000_0000_0000_4000
    let low = bits.1 & 0x3FFF_FFFF_FFFF_FFFF | 0x8000_0000_0000_0000
    let digits = [high, low].map { half in
      let hex = String(half, radix: 16)
      return String(repeating: "0", count: 16 - hex.count) + hex
    }.joined()
    var uuid = ""
    for (index, digit) in digits.enumerated() {
      if [8, 12, 16, 20].contains(index) { uuid += "-" }
      uuid.append(digit)
    }
    return uuid
  }
}
