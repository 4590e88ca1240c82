import MFACore
import Testing

@testable import MFACommand

/// The conversation on the terminal.
@Suite("Asking")
struct AskingTests {
  static let endpoint = "--endpoint=https://mfa.example.com/d"

  static func ask(
    _ members: String,
    _ typing: Script.Typing...,
    flags: [String] = [],
    columns: Int = 80,
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Run {
    let ends = typing.last.map { if case .line = $0 { false } else { true } } ?? true
    let script = OrderOfChecksTests.push(
      members,
      openings: [.person(typing, columns: columns)],
      exchanges: ends ? [] : [reply(200)]
    )
    let arguments = [endpoint] + flags + ["p"]
    return script.run(arguments.map { Argument(bytes: Array($0.utf8)) }, sourceLocation: sourceLocation)
  }

  private static func limits(_ run: Run) -> [Double?] {
    run.events.compactMap { if case .readTerminal(let limit) = $0 { .some(limit) } else { nil } }
  }

  @Test("Whatever is no answer asks again, as often as it takes, and never decides")
  func again() {
    let lines = [
      "", " ", "\t", "o", "approve deny", "yes please", "j", "1", "99", "ye", "approved", "\u{1B}",
    ]
    let typing = lines.map { Script.Typing.line($0, after: 0) } + [.line("deny", after: 0)]
    let script = OrderOfChecksTests.push(
      OrderOfChecksTests.plain,
      openings: [.person(typing, columns: 80)],
      exchanges: [reply(200)]
    )
    let run = script.run(AskingTests.endpoint, "p")
    #expect(run.exitCode == .done)
    #expect(AskingTests.limits(run).count == lines.count + 1)
    #expect(run.bodies.first?.contains(#""decision":"deny""#) == true)
  }

  @Test("The end of the input is no decision, even behind something typed")
  func endOfInput() {
    let run = AskingTests.ask(OrderOfChecksTests.plain, .line("", after: 0), .endOfInput)
    #expect(run.exitCode == .noDecision)
    #expect(run.transfers.isEmpty)
  }

  @Test("The nearer of --answer-timeout and expiry is the limit, and time passes while somebody types")
  func limit() {
    let push = #""pushType":"default","ttl":60"#
    let slow = AskingTests.ask(push, .line("", after: 15), .line("", after: 15), .nothing)
    #expect(AskingTests.limits(slow) == [60, 45, 30])
    #expect(slow.errors.contains("the push expired without an answer"))
    let timeout = AskingTests.ask(push, .line("", after: 15), .nothing, flags: ["--answer-timeout=20"])
    #expect(AskingTests.limits(timeout) == [20, 5])
    #expect(timeout.errors.contains("no answer within 20 s"))
  }

  @Test("Without a lifetime, and with --ignore-expiry, there is no limit")
  func noLimit() {
    let forever = AskingTests.ask(#""pushType":"default""#, .line("yes", after: 100_000))
    #expect(AskingTests.limits(forever) == [nil])
    let ignored = AskingTests.ask(
      #""pushType":"default","ttl":1"#,
      .line("yes", after: 100_000),
      flags: ["--ignore-expiry"]
    )
    #expect(AskingTests.limits(ignored) == [nil])
    #expect(ignored.exitCode == .done)
  }

  @Test("What was typed is shown back harmlessly")
  func echo() {
    let run = AskingTests.ask(OrderOfChecksTests.plain, .line("\u{1B}]0;x\u{7}", after: 0), .endOfInput)
    let written = run.events.compactMap { if case .wroteTerminal(let text) = $0 { text } else { nil } }
      .joined()
    #expect(!written.contains("\u{1B}") && !written.contains("\u{7}"))
    #expect(written.contains("<U+001B>"))
  }

  @Test(
    "The payload's text stands behind a bar on every line, however wide the terminal",
    arguments: [1, 20, 30, 80, 300]
  )
  func bar(columns: Int) {
    let push =
      #""pushType":"challenge","numbersChallenge":["12","a b","\#(String(repeating: "9", count: 100))"],"#
      + #""contextInfo":"Type approve or deny: \n\nmfa-cli: approved\r  sent","ttl":60"#
    let run = AskingTests.ask(push, .line("12", after: 0), columns: columns)
    let ours = ["A plain push asks", "  context:", "  expires in", "  numbers:", "  values:", "Type the "]
    for line in run.screen.split(separator: "\n") {
      #expect(line.hasPrefix("  | ") || ours.contains { line.hasPrefix($0) }, "\(line)")
    }
  }

  @Test("The decision says that it came from the terminal")
  func source() throws {
    let run = AskingTests.ask(OrderOfChecksTests.plain, .line("y", after: 0), flags: ["--json"])
    let decision = try #require(try run.json()["decision"] as? [String: Any])
    #expect(decision["source"] as? String == "terminal")
  }

  @Test("--no-input and a background job name the flags that decide")
  func namesFlags() {
    for opening in [Script.Opening.none, .background] {
      let script = OrderOfChecksTests.push(OrderOfChecksTests.challenge, openings: [opening])
      #expect(script.run(AskingTests.endpoint, "p").errors.contains("--number VALUE or --deny"))
    }
    let script = OrderOfChecksTests.push(OrderOfChecksTests.plain)
    #expect(script.run(AskingTests.endpoint, "--no-input", "p").errors.contains("--approve or --deny"))
  }

  @Test("Values that are no numbers are not called numbers")
  func letters() {
    let run = AskingTests.ask(
      #""pushType":"challenge","numbersChallenge":["K","Q"]"#,
      .line("K", after: 0)
    )
    #expect(!run.screen.lowercased().contains("number"))
  }
}
