import Foundation
import Testing

@testable import MFACore

/// RFC 4648, section 10.
@Suite("Base 64")
struct Base64Tests {
  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"),
  ])
  func encodes(_ text: String, _ encoded: String) {
    #expect(Base64.encode(Array(text.utf8)) == encoded)
  }

  @Test func agreesWithFoundationOnEveryByteAtEveryPlace() {
    for byte in UInt8.min...UInt8.max {
      for bytes in [[byte], [0, byte], [0xFF, 0, byte], [byte, 0xA5, 0x5A, byte]] {
        #expect(Base64.encode(bytes) == Data(bytes).base64EncodedString())
      }
    }
  }

  @Test(arguments: [
    ("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foob", "Zm9vYg=="), ("fooba", "Zm9vYmE="),
    ("foobar", "Zm9vYmFy"), ("\u{3FF}?>", "z78/Pg=="),
  ])
  func decodes(_ text: String, _ encoded: String) {
    #expect(Base64.decode(encoded) == Array(text.utf8))
    #expect(Base64.decodeEitherAlphabet(encoded) == Array(text.utf8))
    let bare = encoded.filter { $0 != "=" }
    #expect(Base64.decodeEitherAlphabet(bare) == Array(text.utf8))
    #expect((Base64.decode(bare) == nil) == (bare != encoded))
  }

  @Test(
    "Of the alphabets only one is the standard, and none is both",
    arguments: [
      ("+/+/", true, true), ("-_-_", false, true), ("+/-_", false, false), ("-_8=", false, true),
    ]
  )
  func alphabets(_ text: String, _ isStandard: Bool, _ isEither: Bool) {
    #expect((Base64.decode(text) != nil) == isStandard)
    #expect((Base64.decodeEitherAlphabet(text) != nil) == isEither)
  }

  @Test(
    "What can't be is refused",
    arguments: [
      "=", "==", "===", "====", "Z", "Z===", "Zg=", "Zg===", "Zm9v=", "Zm9v====", "Zm9vY", "Z=g=", "Zg==Zg==",
      // Spare bits.
      "Zh==", "Zm9=",
      "Zm 9", "Zm9v\n", "Zm9\u{0}", "Zm9é", "\u{FEFF}Zm9v",
    ]
  )
  func refuses(_ text: String) {
    #expect(Base64.decode(text) == nil)
    #expect(Base64.decodeEitherAlphabet(text) == nil)
  }
}
