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
}
