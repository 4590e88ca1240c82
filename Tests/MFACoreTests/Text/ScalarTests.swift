import Testing

@testable import MFACore

/// Text work by scalars: Swift's own compares characters, which combining marks can hide.
@Suite("Scalars")
struct ScalarTests {
  struct Trim: NamedCase {
    let name: String
    let text: String
    let trimmed: String

    init(_ name: String, _ text: String, _ trimmed: String) {
      (self.name, self.text, self.trimmed) = (name, text, trimmed)
    }
  }

  @Test(arguments: [
    Trim("nothing", "", ""),
    Trim("blanks alone", " \t\r\n", ""),
    Trim("blanks at both ends", "  a b\n", "a b"),
    Trim("CR LF", "\r\na\r\n", "a"),
    Trim("no-break and ideographic blanks", "\u{a0}a\u{3000}\u{202f}", "a"),
    Trim("a zero-width space is no white space", "\u{200b}a", "\u{200b}a"),
  ])
  func trims(_ row: Trim) {
    #expect(row.text.trimmed == row.trimmed)
  }

  struct Replacement: NamedCase {
    let name: String
    let text: String
    let part: String
    let result: String

    init(_ name: String, _ text: String, _ part: String, _ result: String) {
      (self.name, self.text, self.part, self.result) = (name, text, part, result)
    }
  }

  @Test(arguments: [
    Replacement("no occurrence", "abc", "x", "abc"),
    Replacement("all occurrences", "xaxbx", "x", "-a-b-"),
    Replacement("occurrences do not overlap", "xxx", "xx", "-x"),
    Replacement("a beginning that does not go on", "ababc", "abc", "ab-"),
    Replacement("an empty part is nowhere", "abc", "", "abc"),
    Replacement("a part longer than the text", "ab", "abc", "ab"),
    Replacement("a combining mark behind the part", "token\u{301}", "token", "-\u{301}"),
    Replacement("a part across CR LF", "a\r\nb", "\r", "a-\nb"),
  ])
  func replaces(_ row: Replacement) {
    let result = row.text.replacingAll(row.part, with: "-")
    #expect(Array(result.unicodeScalars) == Array(row.result.unicodeScalars))
  }
}
