import Foundation
import Testing

@Suite("The demonstration")
struct DemoTests {
  private static let ends = [
    ("challenge", "approved"), ("default", "approved"), ("manual", "approved"), ("dry", "pending"),
    ("cancel", "cancelled"), ("expired", "expired"),
  ]

  @Test("Without a terminal every scenario ends as announced, and says so", arguments: ends)
  func scenarios(_ scenario: String, _ end: String) throws {
    let results = try (0..<3).map { _ in try Binary.run(["demo", scenario]) }
    for result in results {
      #expect(result.status == .exited(0), "\(result)")
      #expect(result.stdout.filter(\.isNewline).count == 1)
      #expect(result.stdout.contains(end))
      let isAnswered = ["challenge", "default", "manual"].contains(scenario)
      #expect(result.stderr.contains("itself") == isAnswered)
    }
    // The fastest: a busy machine is not the program's fault.
    #expect((results.map(\.seconds).min() ?? 9) < 1)
  }

  @Test("--after lets the push come later")
  func later() throws {
    let result = try Binary.run(["demo", "default", "--after", "0.3"])
    #expect(result.status == .exited(0) && result.seconds >= 0.3, "\(result)")
    let lines = result.stderr.components(separatedBy: "\n")
    #expect(lines.contains { $0.contains("0.3") })
  }

  @Test("Without a name it is the challenge")
  func unnamed() throws {
    let result = try Binary.run(["demo", "--json"])
    let report = try result.report()
    #expect(
      report.text("command") == "demo" && report.outcome == "done" && report.text("signOn") == "approved"
    )
    #expect(report.text("push.kind") == "challenge" && report.text("decision.source") == "flag")
    let page = result.stderr.split(separator: "\n").first { $0.hasPrefix("page:") }
    let number = try #require(report.text("decision.number"))
    #expect(page?.hasSuffix(" \(number)") == true)
  }

  @Test("-q leaves nothing to read")
  func quiet() throws {
    let result = try Binary.run(["demo", "-q"])
    #expect(result.status == .exited(0) && result.stdout == "" && result.stderr == "")
  }

  @Test("Two at once don't disturb each other")
  func atOnce() throws {
    let children = try (0..<3).map { _ in
      try ChildProcess(Launch(program: Binary.path(), arguments: [Array("demo".utf8)]))
    }
    for child in children {
      #expect(try child.finish(within: 10, at: #_sourceLocation).status == .exited(0))
    }
  }

  /// A challenge on the terminal, up to the question, with the number on the page and those offered.
  private func challenge() throws -> (run: TerminalRun, shown: String, offered: [String]) {
    let run = try TerminalRun(["demo", "challenge", "--json"], stdin: .null, stderr: .terminal)
    let told = try run.expect("deny: ").components(separatedBy: "\r\n")
    let shown = try #require(told.compactMap { $0.firstMatch(of: /shows the number (\d+)$/) }.first).output.1
    let numbers = try #require(told.compactMap { $0.wholeMatch(of: /[ ]{2}\| ([\d ]+)/) }.first).output.1
    return (run, String(shown), numbers.split(separator: " ").map(String.init))
  }

  @Test("The right number, a wrong one, and a denial", arguments: ["right", "wrong", "deny"])
  func answers(_ answer: String) throws {
    let (run, shown, offered) = try challenge()
    #expect(offered.contains(shown) && offered.count > 1)
    let wrong = try #require(offered.first { $0 != shown })
    let typed = ["right": shown, "wrong": wrong, "deny": "deny"][answer] ?? ""
    try run.type(typed + "\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    let report = try result.report()
    #expect(
      report.text("signOn") == ["right": "approved", "wrong": "wrong-number", "deny": "denied"][answer]
    )
    #expect(report.outcome == "done" && report.text("decision.source") == "terminal")
    #expect(!result.screen.contains("itself"))
  }

  @Test("Ctrl-D is no answer")
  func endOfInput() throws {
    let (run, _, _) = try challenge()
    try run.sendEndOfFile()
    let result = try run.finish()
    #expect(result.status == .exited(5))
    #expect(try result.report().outcome == "no-decision")
  }

  @Test("Ctrl-C kills the service with it")
  func interrupt() throws {
    let (run, _, _) = try challenge()
    try run.sendControlC()
    #expect(try run.finish().status == .signalled(SIGINT))
  }

  @Test("Manual entry on a terminal, and --no-input on one")
  func manual() throws {
    let run = try TerminalRun(["demo", "manual"], stdin: .null, stderr: .terminal)
    let told = try run.expect("deny: ")
    let shown = try #require(told.firstMatch(of: /shows the number (\d+)/)).output.1
    try run.type("\(shown)\n")
    let result = try run.finish()
    #expect(result.status == .exited(0) && result.stdout.contains("approved"))
    let alone = try TerminalRun(["demo", "manual", "--no-input"], stdin: .null, stderr: .terminal).finish()
    #expect(alone.status == .exited(0) && alone.screen.contains("itself"))
  }

  @Test("What needs no answer asks for none on a terminal either", arguments: ["dry", "cancel", "expired"])
  func nothingToAsk(_ scenario: String) throws {
    let result = try TerminalRun(["demo", scenario], stdin: .null).finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.screen == "")
  }
}
