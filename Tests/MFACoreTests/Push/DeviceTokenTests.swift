import MFACore
import Testing

/// A device's push token, in the spellings in which apps and consoles show it.
@Suite("The push token of a device")
struct DeviceTokenTests {
  struct Spelling: NamedCase {
    let name: String
    let text: String
    /// Nil for none.
    let hex: String?

    init(_ name: String, _ text: String, _ hex: String?) {
      (self.name, self.text, self.hex) = (name, text, hex)
    }
  }

  static let bytes = "00112233445566778899aabbccddeeff"
  /// Bytes whose base 64 has the two characters in which the alphabets differ.
  static let slashed = "fbfffbfffbfffbfffbfffbfffbfffbff"

  private static func digits(_ count: Int) -> String { String(repeating: "a", count: count) }

  static let spellings = [
    Spelling("hexadecimal", bytes, bytes),
    Spelling("upper case", "00112233445566778899AABBCCDDEEFF", bytes),
    Spelling("as NSData was logged", "<00112233 44556677 8899aabb ccddeeff>", bytes),
    Spelling("with blanks around", "  " + bytes + " ", bytes),
    Spelling("base 64", "ABEiM0RVZneImaq7zN3u/w==", bytes),
    Spelling("base 64 without padding", "ABEiM0RVZneImaq7zN3u/w", bytes),
    Spelling("base 64 for addresses", "ABEiM0RVZneImaq7zN3u_w", bytes),
    Spelling("base 64 for addresses, padded", "ABEiM0RVZneImaq7zN3u_w==", bytes),
    Spelling("plus and slash", "+//7//v/+//7//v/+//7/w==", slashed),
    Spelling("minus and low line", "-__7__v_-__7__v_-__7_w", slashed),
    Spelling(
      "one padding character",
      "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA=",
      String(repeating: "0", count: 64)
    ),
  ]

  static let lengths = [
    Spelling("15 bytes", digits(30), nil), Spelling("16 bytes", digits(32), digits(32)),
    Spelling("32 bytes", digits(64), digits(64)), Spelling("128 bytes", digits(256), digits(256)),
    Spelling("129 bytes", digits(258), nil),
    Spelling("15 bytes in base 64", "zzzzzzzzzzzzzzzzzzzz", nil),
    Spelling("129 bytes in base 64", String(repeating: "z", count: 172), nil),
  ]

  static let garbage = [
    Spelling("nothing", "", nil), Spelling("brackets alone", "<>", nil), Spelling("blanks", "    ", nil),
    // As base 64 it would be another token, of 47 bytes.
    Spelling("a digit lost", digits(63), nil), Spelling("a digit lost, of 32", digits(31), nil),
    Spelling("a digit too many", bytes + "0", nil),
    Spelling("a prefix", "0x" + bytes, nil),
    Spelling("colons", "00:11:22:33:44:55:66:77:88:99:aa:bb:cc:dd:ee:ff", nil),
    Spelling("a line end", bytes + "\n", nil),
    Spelling("spare bits in base 64", "ABEiM0RVZneImaq7zN3u/x", nil),
    Spelling("padding within", "ABEiM0RV=neImaq7zN3u/w==", nil),
    Spelling("three padding characters", "ABEiM0RVZneImaq7zN3u/w===", nil),
    Spelling("a lone character", "ABEiM0RVZneImaq7zN3u/wAAA", nil),
    Spelling("digits of another script", String(repeating: "١", count: 32), nil),
    Spelling("full-width letters", String(repeating: "ａ", count: 32), nil),
    Spelling("words", "no such token, and no base 64", nil),
  ]

  @Test(arguments: spellings + lengths + garbage)
  func spelling(_ row: Spelling) {
    #expect(DeviceToken(row.text)?.hex == row.hex)
  }

  @Test("Bytes become two digits each, and only lengths that a token can have are taken")
  func fromBytes() {
    #expect(DeviceToken(bytes: Array(0...15))?.hex == "000102030405060708090a0b0c0d0e0f")
    for count in [0, 15, 129] { #expect(DeviceToken(bytes: Array(repeating: 0, count: count)) == nil) }
    for count in [16, 128] { #expect(DeviceToken(bytes: Array(repeating: 0, count: count)) != nil) }
  }

  @Test("It shows its end alone")
  func masked() throws {
    #expect(try #require(DeviceToken(DeviceTokenTests.bytes)).masked == "***eeff")
  }
}
