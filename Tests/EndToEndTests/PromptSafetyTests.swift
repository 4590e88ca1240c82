import Foundation
import Testing

/// What a push may try on the person at the terminal. Each piece of its text holds this word.
private let mark = "EVIL"

@Suite("Text of a push on the terminal")
struct PromptSafetyTests {
  /// The screen of a question that is then denied.
  private func screen(_ payload: String, columns: UInt16 = 80, typed: String = "") throws -> String {
    let server = try LoopbackServer()
    let run = try TerminalRun(["--endpoint", server.url()], stdin: .text(payload), columns: columns)
    // The push may say so too, but not at the beginning of a line.
    try run.expect("\r\nType ")
    try run.expect("deny: ")
    if !typed.isEmpty {
      try run.type(typed + "\n")
      try run.expect("deny: ")
    }
    try run.type("deny\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    return result.screen
  }

  /// The scalars of a terminal's stream that do more than show a character.
  private func commands(in screen: String) -> [UInt32] {
    var bidi: [ClosedRange<UInt32>] = [0x200E...0x200F, 0x202A...0x202E, 0x2066...0x2069, 0x061C...0x061C]
    bidi += [0x00...0x09, 0x0B...0x1F, 0x7F...0x9F, 0x200B...0x200C, 0x2028...0x2029, 0xFEFF...0xFEFF]
    // The terminal itself makes CR LF of each line end.
    let lines = screen.replacingOccurrences(of: "\r\n", with: "\n")
    return lines.unicodeScalars.map(\.value).filter { value in bidi.contains { $0.contains(value) } }
  }

  private static let hostile = [
    "escape sequence": "\u{1B}[2J\u{1B}[1;1H\(mark)",
    "title of the window": "\u{1B}]0;\(mark)\u{7}\(mark)",
    "C1 introducer": "\u{9B}31m\(mark)\u{9D}0;\(mark)\u{9C}",
    "backspaces": "\(mark)\u{8}\u{8}\u{8}\u{8}\(mark)\u{7F}",
    "carriage return": "\(mark)\rType approve or deny: approve \(mark)",
    "line feed": "\(mark)\nType approve or deny: approve \(mark)\n\n\(mark)",
    "CR LF": "\(mark)\r\nA plain push \(mark)\r\n\(mark)",
    "vertical tab and form feed": "\(mark)\u{B}\(mark)\u{C}\(mark)",
    "next line": "\(mark)\u{85}\(mark) forged",
    "line and paragraph separator": "\(mark)\u{2028}\(mark)\u{2029}\(mark)",
    "bidi controls": "\u{202E}\(mark)\u{202C}\u{2066}\(mark)\u{2069}\u{200F}",
    "zero-width characters": "E\u{200B}V\u{200C}I\u{FEFF}L \(mark)",
    "tabs": "\(mark)\t\t\t\t\t\t\t\t\t\t\t\t\(mark)",
    "null": "\(mark)\u{0}\(mark)",
  ]

  @Test(
    "Nothing in it reaches the terminal as a command, and each line stands behind the bar",
    arguments: hostile.keys.sorted()
  )
  func isHarmless(_ name: String) throws {
    let text = try #require(Self.hostile[name])
    let quoted = SamplePush.quoted(text)
    let alert = #""aps":{"alert":{"title":\#(quoted),"body":\#(quoted)}}"#
    let numbers = #""numbersChallenge":[\#(quoted),"12","34"]"#
    let payload =
      #"{\#(alert),"messageId":\#(quoted),"pushType":"challenge",\#(numbers),"contextInfo":\#(quoted)}"#
    let screen = try screen(payload)
    #expect(commands(in: screen) == [])
    // The number 12 is shown whatever stands beside it.
    let lines = screen.components(separatedBy: "\r\n")
    let marked = lines.filter { $0.contains(mark) }
    #expect(marked.count >= 4)
    #expect(marked.filter { !$0.hasPrefix("  | ") } == [])
    #expect(lines.contains { $0.hasPrefix("  | ") && $0.contains("12") })
    // Only we write at the beginning of a line.
    let ours = ["A plain push asks", "Type the "]
    let atTheEdge = lines.filter { !$0.isEmpty && !$0.hasPrefix("  ") }
    #expect(atTheEdge.filter { line in !ours.contains { line.hasPrefix($0) } } == [])
    #expect(atTheEdge.count == ours.count)
  }

  private static let long: [String: (text: String, columns: UInt16)] = [
    "one word": (String(repeating: mark, count: 2000), 80),
    "words": (String(repeating: mark + " ", count: 2000), 40),
    "lines": (String(repeating: mark + "\n", count: 2000), 80),
    "wide characters": (String(repeating: "\u{4E00}\(mark)", count: 500), 60),
    "characters shown by number": (String(repeating: "\u{1B}\(mark)", count: 500), 60),
  ]

  @Test(
    "Long text can't wrap into a line without the bar, or push the question away",
    arguments: long.keys.sorted()
  )
  func longText(_ name: String) throws {
    let (text, columns) = try #require(Self.long[name])
    let quoted = SamplePush.quoted(text)
    let payload = #"""
      {"aps":{"alert":{"title":\#(quoted),"body":\#(quoted)}},"messageId":"1","pushType":"default",
      "contextInfo":\#(quoted)}
      """#
    let screen = try screen(payload, columns: columns)
    let marked = screen.components(separatedBy: "\r\n").filter { $0.contains("EV") }
    #expect(marked.filter { !$0.hasPrefix("  | ") } == [])
    // An ideograph takes two columns.
    let widths = marked.map { line in line.unicodeScalars.reduce(0) { $0 + ($1.isASCII ? 1 : 2) } }
    #expect((widths.max() ?? 0) < Int(columns))
    #expect((3...60).contains(marked.count))
  }

  @Test("A terminal of a few columns", arguments: [12, 19, 20] as [UInt16])
  func narrow(_ columns: UInt16) throws {
    let screen = try screen(
      SamplePush.plain("default", title: String(repeating: mark + " ", count: 30)),
      columns: columns
    )
    let lines = screen.components(separatedBy: "\r\n").filter { $0.contains(mark) }
    #expect(!lines.isEmpty && lines.allSatisfy { $0.hasPrefix("  | ") })
    #expect((lines.map(\.count).max() ?? 0) < Int(columns))
  }

  @Test("What was typed comes back harmless, too")
  func typedText() throws {
    // Ctrl-V makes the terminal take the next key as it is.
    let screen = try screen(SamplePush.challenge, typed: "\u{16}\u{1B}[2J\u{202E}\(mark)")
    // The line that was typed into is the terminal's own echo.
    let answer = screen.components(separatedBy: "\r\n").filter { $0.contains("no answer") }
    #expect(answer.count == 1 && answer.allSatisfy { $0.contains(mark) })
    #expect(commands(in: answer.joined()) == [])
  }

  @Test("Errors, warnings and the trace are harmless on a terminal, too")
  func standardError() throws {
    let evil = "\(mark)\u{1B}[31m\r\u{9B}2J\u{202E}"
    let server = try LoopbackServer { _ in
      .status("400 Bad Request", headers: ["X-Answer: \u{1B}[2J\(mark)"], body: evil)
    }
    let payload = SamplePush.plain("default", id: evil, title: evil, #""ttl":\#(SamplePush.quoted(evil))"#)
    let run = try TerminalRun(
      ["--approve", "--ignore-expiry", "-vv", "--color", "never", "--endpoint", server.url()],
      stdin: .text(payload),
      stdout: .terminal,
      stderr: .terminal
    )
    let result = try run.finish()
    #expect(result.status == .exited(8), "\(result)")
    #expect(commands(in: result.screen) == [])
    let lines = result.screen.components(separatedBy: "\r\n").filter { !$0.isEmpty }
    #expect(lines.filter { $0.contains(mark) }.count >= 5)
    let prefixes = ["mfa-cli: ", "> ", "< ", "* "]
    #expect(lines.filter { line in !prefixes.contains { line.hasPrefix($0) } } == [])
  }

  @Test("A case file with escape sequences")
  func caseFile() throws {
    let payload = String(decoding: try CaseFiles.bytes("36-ansi-escape-title.json"), as: UTF8.self)
    let screen = try screen(payload)
    #expect(commands(in: screen) == [])
    #expect(screen.contains("pwned"))
  }
}
