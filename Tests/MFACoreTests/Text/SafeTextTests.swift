import MFACore
import Testing

/// Text of a push on a terminal: nothing in it may draw, reorder, hide or pretend to be ours.
@Suite("Safe text")
struct SafeTextTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let lines: [String]

    init(_ name: String, _ text: String, _ lines: String...) {
      (self.name, self.text, self.lines) = (name, text, lines)
    }
  }

  private func check(_ row: Case) {
    let lines = SafeText(row.text).lines
    #expect(lines.map { Array($0.unicodeScalars) } == row.lines.map { Array($0.unicodeScalars) })
  }

  @Test(arguments: [
    Case("nothing", "", ""),
    Case("printable ASCII", " !~", " !~"),
    Case(
      "letters of the world",
      "\u{e9}\u{df}\u{416}\u{5d0}\u{642}\u{30b5}\u{4e2d}",
      "\u{e9}\u{df}\u{416}\u{5d0}\u{642}\u{30b5}\u{4e2d}"
    ),
    Case("a letter and its accent", "e\u{301}", "e\u{301}"),
    Case("a no-break space", "a\u{a0}b", "a\u{a0}b"),
    Case("an emoji in two parts", "\u{1F469}\u{200D}\u{1F4BB}", "\u{1F469}\u{200D}\u{1F4BB}"),
    Case(
      "a joiner behind a skin tone",
      "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}",
      "\u{1F469}\u{1F3FD}\u{200D}\u{1F4BB}"
    ),
    Case(
      "a joiner behind a selector",
      "\u{2764}\u{FE0F}\u{200D}\u{1F525}",
      "\u{2764}\u{FE0F}\u{200D}\u{1F525}"
    ),
    Case("a flag", "\u{1F1E9}\u{1F1EA}", "\u{1F1E9}\u{1F1EA}"),
    Case("a keycap", "1\u{FE0F}\u{20E3}", "1\u{FE0F}\u{20E3}"),
  ])
  func leavesWhatIsHarmless(_ row: Case) { check(row) }

  @Test(arguments: [
    Case("bell", "a\u{7}b", "a<U+0007>b"),
    Case("NUL", "\u{0}", "<U+0000>"),
    Case("backspace", "no\u{8}\u{8}ok", "no<U+0008><U+0008>ok"),
    Case("DEL", "\u{7f}", "<U+007F>"),
    Case("a control sequence", "\u{1b}[2Jx", "<U+001B>[2Jx"),
    Case("a window title", "\u{1b}]0;pwned\u{7}", "<U+001B>]0;pwned<U+0007>"),
    Case("a link", "\u{1b}]8;;https://example.com\u{1b}\\x", "<U+001B>]8;;https://example.com<U+001B>\\x"),
    Case("a control sequence of one byte", "\u{9b}31m", "<U+009B>31m"),
    Case("an operating system command of one byte", "\u{9d}0;x\u{9c}", "<U+009D>0;x<U+009C>"),
    Case("a right-to-left override", "\u{202e}evorppa", "<U+202E>evorppa"),
    Case("isolates", "\u{2066}a\u{2069}", "<U+2066>a<U+2069>"),
    Case("directional marks", "\u{200e}\u{200f}\u{61c}", "<U+200E><U+200F><U+061C>"),
    Case("a zero-width space", "1\u{200b}2", "1<U+200B>2"),
    Case("a zero-width non-joiner", "1\u{200c}2", "1<U+200C>2"),
    Case("a word joiner", "1\u{2060}2", "1<U+2060>2"),
    Case("a byte order mark", "\u{FEFF}a", "<U+FEFF>a"),
    Case("a soft hyphen", "a\u{ad}b", "a<U+00AD>b"),
    Case("a grapheme joiner", "a\u{34f}b", "a<U+034F>b"),
    Case("a Hangul filler", "\u{3164}\u{115f}", "<U+3164><U+115F>"),
    Case(
      "more marks on one letter than any language has",
      "a" + String(repeating: "\u{300}", count: 9),
      "a" + String(repeating: "\u{300}", count: 8) + "<U+0300>"
    ),
    Case("tag characters", "a\u{E0041}\u{E007F}", "a<U+E0041><U+E007F>"),
    Case("a selector of the supplement", "a\u{E0100}", "a<U+E0100>"),
    Case("interlinear annotation", "\u{FFF9}", "<U+FFF9>"),
    Case("a joiner between letters", "a\u{200D}b", "a<U+200D>b"),
    Case("a joiner between digits", "1\u{200D}2", "1<U+200D>2"),
    Case("a joiner at the beginning", "\u{200D}\u{1F4BB}", "<U+200D>\u{1F4BB}"),
    Case("a joiner at the end", "\u{1F469}\u{200D}", "\u{1F469}<U+200D>"),
    Case("two joiners", "\u{1F469}\u{200D}\u{200D}\u{1F4BB}", "\u{1F469}<U+200D><U+200D>\u{1F4BB}"),
  ])
  func showsWhatIsNot(_ row: Case) { check(row) }

  @Test(arguments: [
    Case("LF", "a\nb", "a", "b"),
    Case("CR LF", "a\r\nb", "a", "b"),
    Case("CR alone, which would overwrite the line", "a\rb", "a<U+000D>b"),
    Case("next line", "a\u{85}b", "a", "b"),
    Case("line separator", "a\u{2028}b", "a", "b"),
    Case("paragraph separator", "a\u{2029}b", "a", "b"),
    Case("vertical tab and form feed", "a\u{b}\u{c}b", "a<U+000B><U+000C>b"),
    Case("an empty line", "a\n\nb\n", "a", "", "b", ""),
    Case("a tab becomes a blank", "a\tb", "a b"),
  ])
  func breaksLines(_ row: Case) { check(row) }

  @Test func oneLineShowsTheBreaks() {
    #expect(SafeText("Sign in\nApproved: yes\r\nbye").oneLine == "Sign in ⏎ Approved: yes ⏎ bye")
    #expect(SafeText("plain").oneLine == "plain")
  }

  /// No scalar of the planes in use gets through if a terminal obeys or hides it.
  @Test func noControlOrFormatCharacterGetsThrough() {
    for value in Array(UInt32(0)...0x2FFF) + Array(0xFE00...0xFFFF) + Array(0xE0000...0xE0FFF) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let shown = SafeText("a" + String(scalar) + "b").lines.joined()
      let isControl: Bool =
        switch scalar.properties.generalCategory {
        case .control, .format, .lineSeparator, .paragraphSeparator: true
        default: false
        }
      if isControl, shown.unicodeScalars.contains(scalar) { Issue.record("U+\(String(value, radix: 16))") }
    }
  }
}
