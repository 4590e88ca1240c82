import MFACore
import Testing

@Suite("Base 64 for URLs")
struct Base64URLTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let bytes: [UInt8]?

    init(_ name: String, _ text: String, _ bytes: [UInt8]?) {
      (self.name, self.text, self.bytes) = (name, text, bytes)
    }
  }

  @Test(arguments: [
    // RFC 4648, section 10, without the padding.
    Case("the vector of nothing", "", []),
    Case("the vector f", "Zg", Array("f".utf8)),
    Case("the vector fo", "Zm8", Array("fo".utf8)),
    Case("the vector foo", "Zm9v", Array("foo".utf8)),
    Case("the vector foob", "Zm9vYg", Array("foob".utf8)),
    Case("the vector fooba", "Zm9vYmE", Array("fooba".utf8)),
    Case("the vector foobar", "Zm9vYmFy", Array("foobar".utf8)),
    // RFC 7515, appendix C.
    Case("the vector of RFC 7515", "A-z_4ME", [3, 236, 255, 224, 193]),
    Case("the two letters of its own", "-_-_", [0xFB, 0xFF, 0xBF]),
    Case("the last value", "____", [0xFF, 0xFF, 0xFF]),
    Case("letters of the other alphabet", "+/+/", nil),
    Case("padding", "Zg==", nil),
    Case("padding alone", "=", nil),
    Case("a lone letter", "Z", nil),
    Case("a lone letter behind a group", "Zm9vY", nil),
    Case("spare bits after one byte", "Zh", nil),
    Case("spare bits after two bytes", "Zm9", nil),
    Case("a blank", "Zm 9", nil),
    Case("a line break", "Zm9v\n", nil),
    Case("a letter that is not ASCII", "Zm\u{f8}v", nil),
    Case("a combining mark", "Zm9v\u{301}", nil),
  ])
  func decodes(_ row: Case) {
    #expect(Base64URL.decode(row.text) == row.bytes)
    if let bytes = row.bytes { #expect(Base64URL.encode(bytes) == row.text) }
  }
}
