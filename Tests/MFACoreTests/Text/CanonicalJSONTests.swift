import MFACore
import Testing

/// The one spelling of JSON that is signed, by the examples of RFC 8785.
@Suite("Canonical JSON")
struct CanonicalJSONTests {
  private func canonical(_ text: String) throws -> String? {
    CanonicalJSON.text(try #require(JSONValue(json: text)))
  }

  @Test("Section 3.2.2, without the numbers that are never signed here")
  func serializes() throws {
    let text = #"""
      {
        "string": "\u20ac$\u000F\u000aA'\u0042\u0022\u005c\\\"\/",
        "literals": [null, true, false]
      }
      """#
    #expect(
      try canonical(text) == #"{"literals":[null,true,false],"string":"€$\u000f\nA'B\"\\\\\"/"}"#
    )
  }

  @Test("Section 3.2.3: by UTF-16 code units")
  func sorts() throws {
    let text = #"""
      {
        "\u20ac": "Euro Sign",
        "\r": "Carriage Return",
        "\ufb33": "Hebrew Letter Dalet With Dagesh",
        "1": "One",
        "\ud83d\ude00": "Emoji: Grinning Face",
        "\u0080": "Control",
        "\u00f6": "Latin Small Letter O With Diaeresis"
      }
      """#
    let sorted = try #require(try canonical(text))
    let names = JSONValue(json: sorted)?.object?.members.map(\.value.string)
    #expect(
      names == [
        "Carriage Return", "One", "Control", "Latin Small Letter O With Diaeresis", "Euro Sign",
        "Emoji: Grinning Face", "Hebrew Letter Dalet With Dagesh",
      ]
    )
  }

  struct Case: NamedCase {
    let name: String
    let text: String
    let canonical: String?

    init(_ name: String, _ text: String, _ canonical: String?) {
      (self.name, self.text, self.canonical) = (name, text, canonical)
    }
  }

  @Test(arguments: [
    Case(
      "what privacyIDEA signs",
      #"{"nonce": "N", "capabilities": {"decline_reason": true}}"#,
      #"{"capabilities":{"decline_reason":true},"nonce":"N"}"#
    ),
    Case("nothing inside", #"[{}, [], ""]"#, #"[{},[],""]"#),
    Case("every short escape", #""\b\t\n\f\r\"\\\/""#, #""\b\t\n\f\r\"\\/""#),
    Case("every other control in lower case", #""\u0000\u001F\u007f""#, "\"\\u0000\\u001f\u{7F}\""),
    Case("no normalisation", "\"e\u{301}\"", "\"e\u{301}\""),
    Case("capitals first", #"{"b":1,"a":1,"B":1}"#, #"{"B":1,"a":1,"b":1}"#),
    Case("a prefix first", #"{"aa":1,"a":1,"":1}"#, #"{"":1,"a":1,"aa":1}"#),
    // Appendix B.
    Case("minus zero", "-0", "0"),
    Case("the largest exact integer", "9007199254740992", "9007199254740992"),
    Case("the smallest exact integer", "-9007199254740992", "-9007199254740992"),
    Case("one that a double can't hold", "9007199254740993", nil),
    Case("the smallest of 64 bits", "-9223372036854775808", nil),
    Case("beyond 64 bits", "-9223372036854775809", nil),
    Case("a fraction", "[4.50]", nil),
    Case("an exponent", #"{"a":1E30}"#, nil),
    Case("a key that stands twice", #"{"a":1,"b":2,"a":1}"#, nil),
    Case("a key that stands twice inside", #"[{"a":{"b":1,"b":2}}]"#, nil),
    Case(
      "two spellings of one letter are two keys",
      "{\"\u{E9}\":1,\"e\u{301}\":2}",
      "{\"e\u{301}\":2,\"\u{E9}\":1}"
    ),
  ])
  func spells(_ row: Case) throws {
    let found = try canonical(row.text)
    // Byte by byte: Swift takes two spellings of one letter for the same.
    #expect(found.map { Array($0.utf8) } == row.canonical.map { Array($0.utf8) })
  }

  @Test("A document as deep as the reader takes costs no crash")
  func depth() throws {
    let levels = JSONReader.depthLimit
    let text = String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
    #expect(try canonical(text) == text)
  }
}
