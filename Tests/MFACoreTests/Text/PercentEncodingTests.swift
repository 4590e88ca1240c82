import MFACore
import Testing

@Suite("Percent-encoding")
struct PercentEncodingTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let encoded: String

    init(_ name: String, _ text: String, _ encoded: String) {
      (self.name, self.text, self.encoded) = (name, text, encoded)
    }
  }

  @Test(arguments: [
    Case("nothing", "", ""),
    Case("unreserved", "AZaz09-._~", "AZaz09-._~"),
    Case("general delimiters", ":/?#[]@", "%3A%2F%3F%23%5B%5D%40"),
    Case("other delimiters", "!$&'()*+,;=", "%21%24%26%27%28%29%2A%2B%2C%3B%3D"),
    Case("a per cent", "100%", "100%25"),
    Case("what is encoded already is encoded again", "%2F", "%252F"),
    Case("a blank", "a b", "a%20b"),
    Case("line breaks, which end a header", "a\r\nb", "a%0D%0Ab"),
    Case("NUL", "\u{0}", "%00"),
    Case("two bytes", "\u{e9}", "%C3%A9"),
    Case("four bytes", "\u{1F600}", "%F0%9F%98%80"),
    Case("a letter and its accent", "e\u{301}", "e%CC%81"),
  ])
  func encodes(_ row: Case) {
    #expect(PercentEncoding.encode(row.text) == row.encoded)
  }

  @Test func everyByteOfASCIIIsOneOfTwoThings() {
    for byte in UInt8(0)...0x7F {
      let encoded = PercentEncoding.encode(String(Unicode.Scalar(byte)))
      let isUnreserved = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8.contains(
        byte
      )
      #expect(encoded.utf8.count == (isUnreserved ? 1 : 3), "\(byte)")
    }
  }

  @Test(arguments: [
    Case("nothing", "", ""),
    Case("no escape", "a+b", "a+b"),
    Case("either case", "%2f%2F", "//"),
    Case("an escaped escape once", "%252F", "%2F"),
    Case("two bytes", "%C3%A9", "\u{e9}"),
    Case("a per cent alone", "100%", "100%"),
    Case("one digit", "%4", "%4"),
    Case("no digits", "%zz", "%zz"),
    Case("a sign is no digit", "%+4", "%+4"),
    Case("what is no UTF-8", "%FF", "\u{FFFD}"),
  ])
  func decodes(_ row: Case) {
    #expect(PercentEncoding.decode(row.text) == row.encoded)
  }

  @Test func decodingUndoesEncoding() {
    let text = String(String.UnicodeScalarView((UInt32(0)...0x2FFF).compactMap { Unicode.Scalar($0) }))
    #expect(Array(PercentEncoding.decode(PercentEncoding.encode(text)).utf8) == Array(text.utf8))
  }
}
