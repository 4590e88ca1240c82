import MFACore
import Testing

/// One line of JSON that a terminal can show.
@Suite("JSON writer")
struct JSONWriterTests {
  struct Case: NamedCase {
    let name: String
    let value: JSONValue
    let text: String

    init(_ name: String, _ value: JSONValue, _ text: String) {
      (self.name, self.value, self.text) = (name, value, text)
    }
  }

  @Test(arguments: [
    Case("a null member", .object(["a": .null]), #"{"a":null}"#),
    Case("an empty object", .object(JSONObject()), "{}"),
    Case("an empty array", .array([]), "[]"),
    Case(
      "members in the order given",
      .object(["b": .bool(true), "a": .bool(false)]),
      #"{"b":true,"a":false}"#
    ),
    Case("a number as it was spelled", .array([.number(JSONNumber(spelling: "1.50e+02"))]), "[1.50e+02]"),
    Case("quotes and backslashes", .string(#"a"\/b"#), #""a\"\\/b""#),
    Case("in a key too", .object(["\"\u{1b}": .null]), #"{"\"\u001b":null}"#),
    Case("short escapes", .string("\n\r\t"), #""\n\r\t""#),
    Case("CR LF, which is one character to Swift", .string("\r\n"), #""\r\n""#),
    Case(
      "other control characters",
      .string("\u{0}\u{8}\u{c}\u{1b}\u{1f}"),
      #""\u0000\u0008\u000c\u001b\u001f""#
    ),
    Case("DEL and C1", .string("\u{7f}\u{80}\u{9b}\u{9f}"), #""\u007f\u0080\u009b\u009f""#),
    Case("line and paragraph separators", .string("\u{2028}\u{2029}"), #""\u2028\u2029""#),
    Case("bidi marks", .string("\u{61c}\u{200e}\u{200f}"), #""\u061c\u200e\u200f""#),
    Case(
      "bidi embeddings and overrides",
      .string("\u{202a}\u{202b}\u{202c}\u{202d}\u{202e}"),
      #""\u202a\u202b\u202c\u202d\u202e""#
    ),
    Case(
      "bidi isolates",
      .string("\u{2066}\u{2067}\u{2068}\u{2069}"),
      #""\u2066\u2067\u2068\u2069""#
    ),
    Case(
      "letters of all planes as they are",
      .string("\u{e9}\u{a0}\u{30b5}\u{1F600}"),
      "\"\u{e9}\u{a0}\u{30b5}\u{1F600}\""
    ),
    Case("a joined emoji as it is", .string("\u{1F469}\u{200D}\u{1F4BB}"), "\"\u{1F469}\u{200D}\u{1F4BB}\""),
    Case("a combining mark behind a quote", .string("\"\u{301}"), "\"\\\"\u{301}\""),
  ])
  func writes(_ row: Case) throws {
    let text = JSONWriter.write(row.value)
    #expect(Array(text.utf8) == Array(row.text.utf8))
    #expect(try JSONReader.read(text).value == row.value)
  }

  /// Whatever a text holds, the line stays one line and no terminal is drawn on.
  @Test func everyScalarOfTheBasicPlaneReadsBackAndDrawsNothing() throws {
    let dangerous: [ClosedRange<UInt32>] = [
      0...0x1F, 0x7F...0x9F, 0x61C...0x61C, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069,
    ]
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let written = JSONWriter.write(.string(String(scalar)))
      let isDangerous = dangerous.contains { $0.contains(value) }
      if isDangerous {
        #expect(!written.unicodeScalars.contains(scalar), "U+\(String(value, radix: 16))")
      }
      if isDangerous || value % 97 == 0 {
        #expect(
          try JSONReader.read(written).value == .string(String(scalar)),
          "U+\(String(value, radix: 16))"
        )
      }
    }
  }
}
