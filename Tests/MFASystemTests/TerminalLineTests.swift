import MFACommand
import MFASystem
import Testing

/// Lines of a terminal, and those that it may have cut.
@Suite struct TerminalLineTests {
  @Test("a line as long as the terminal keeps is no answer: the rest of it may have been dropped")
  func cut() {
    var lines = LineBuffer()
    let blanks = [UInt8](repeating: UInt8(ascii: " "), count: LineBuffer.shortestCut)
    lines.append(Array("34".utf8) + blanks.dropFirst(3) + Array("\n".utf8))
    lines.append(Array("34".utf8) + blanks.dropFirst(2) + Array("\n12\n".utf8))
    #expect(lines.takeLine() == .line("34" + String(repeating: " ", count: LineBuffer.shortestCut - 3)))
    #expect(lines.takeLine() == .cut)
    #expect(lines.takeLine() == .line("12"))
    #expect(lines.takeLine() == nil)
  }

  @Test("line ends, and what is not UTF-8")
  func lines() {
    var lines = LineBuffer()
    lines.append([0x61, 0x0D, 0x0A, 0xFF, 0x0A, 0x62])
    #expect(lines.takeLine() == .line("a"))
    #expect(lines.takeLine() == .line("\u{FFFD}"))
    #expect(lines.takeLine() == nil)
    lines.dropUnfinished()
    lines.append([0x0A])
    #expect(lines.takeLine() == .line(""))
  }
}
