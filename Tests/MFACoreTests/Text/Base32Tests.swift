import MFACore
import Testing

@Suite("Base 32")
struct Base32Tests {
  /// RFC 4648, section 10.
  static let vectors = [
    ("", ""), ("f", "MY======"), ("fo", "MZXQ===="), ("foo", "MZXW6==="), ("foob", "MZXW6YQ="),
    ("fooba", "MZXW6YTB"), ("foobar", "MZXW6YTBOI======"),
  ]

  @Test(arguments: vectors)
  func encodes(text: String, encoded: String) {
    #expect(Base32.encode(Array(text.utf8)) == encoded)
    #expect(Base32.encode(Array(text.utf8), isPadded: false) == encoded.filter { $0 != "=" })
  }

  @Test("With padding and without, in either case", arguments: vectors)
  func decodes(text: String, encoded: String) {
    let spellings = [encoded, encoded.filter { $0 != "=" }]
    for spelling in spellings + spellings.map({ $0.lowercased() }) {
      #expect(Base32.decode(spelling) == Array(text.utf8), "\(spelling)")
    }
  }

  @Test func comesBackForEveryByteAndLength() {
    for length in 0...11 {
      for byte in UInt8.min...UInt8.max {
        let bytes = [UInt8](repeating: byte, count: length)
        #expect(Base32.decode(Base32.encode(bytes)) == bytes)
        #expect(Base32.decode(Base32.encode(bytes, isPadded: false)) == bytes)
      }
    }
  }

  @Test(
    "What can't be is refused",
    arguments: [
      "A", "AAA", "AAAAAA", "AAAAAAAAA",
      // Padding that is short, long, inside, or stands for whole groups.
      "MY=====", "MY=======", "MZ=XW6==", "=", "========", "MZXW6YTB========", "MZXW6YTB=",
      // Spare bits.
      "MZ======", "MZ",
      // Other characters.
      "M1", "M8", "M0", "M-", "MY ", "MÝ", "ＭＹ",
    ]
  )
  func refuses(text: String) {
    #expect(Base32.decode(text) == nil)
  }
}
