/// The token by which a push provider addresses an app on a device.
package struct DeviceToken: Sendable, Equatable {
  /// From 16 bytes to 128; APNs has 32, and does not promise that.
  package static let lengths = 16...128

  /// Lower-case hexadecimal, as services expect it.
  package let hex: String

  package init?(bytes: [UInt8]) {
    guard DeviceToken.lengths.contains(bytes.count) else { return nil }
    hex = DeviceToken.hexadecimal(bytes)
  }

  /// A token as APNs makes them, of 256 random bits.
  package init(random bits: ((UInt64, UInt64), (UInt64, UInt64))) {
    let halves = [bits.0.0, bits.0.1, bits.1.0, bits.1.1]
    hex = DeviceToken.hexadecimal(
      halves.flatMap { half in (0..<8).map { UInt8(truncatingIfNeeded: half >> (8 * UInt64($0))) } }
    )
  }

  private static func hexadecimal(_ bytes: [UInt8]) -> String {
    bytes.map { byte in
      let digits = String(byte, radix: 16)
      return digits.utf8.count == 1 ? "0" + digits : digits
    }.joined()
  }

  /// Reads hexadecimal, as it is logged by an app (`<0a1b… >` with blanks included), or base 64 of either alphabet.
  ///
  /// What can be both is hexadecimal: a base 64 text of 64 characters without one beyond F is not to be met. With an
  /// odd number of digits it has lost one, and is not another token by way of base 64.
  package init?(_ text: String) {
    let stripped = String(text.unicodeScalars.filter { !" <>".unicodeScalars.contains($0) })
    if stripped.unicodeScalars.allSatisfy(\.isASCIIHexDigit) {
      guard let bytes = DeviceToken.hexadecimal(stripped) else { return nil }
      self.init(bytes: bytes)
    } else {
      let bare = text.endsWith("==") ? text.dropLast(2) : text.endsWith("=") ? text.dropLast() : text[...]
      let safe = String(bare).replacingAll("+", with: "-").replacingAll("/", with: "_")
      guard let bytes = Base64URL.decode(safe) else { return nil }
      self.init(bytes: bytes)
    }
  }

  private static func hexadecimal(_ text: String) -> [UInt8]? {
    let digits = Array(text.utf8)
    guard digits.count % 2 == 0 else { return nil }
    var bytes: [UInt8] = []
    for start in stride(from: 0, to: digits.count, by: 2) {
      guard let byte = UInt8(String(decoding: digits[start...(start + 1)], as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(byte)
    }
    return bytes
  }

  /// All but the last four digits masked: whoever has a token may address the device.
  package var masked: String { Secret.mask + hex.suffix(4) }
}

/// The side of a push provider that a token belongs to.
package enum PushEnvironment: String, CaseIterable, Sendable {
  case sandbox, production
}
