import Foundation
import Testing

/// What stands at the end of the line that is typed into.
private let request = "deny: "

@Suite("Answers typed on the terminal")
struct PromptTests {
  @Test("The typed number is posted, wherever the payload comes from", arguments: ["pipe", "dash", "file"])
  func posts(_ source: String) throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer()
    let isFile = source == "file"
    let operand =
      switch source {
      case "file": [try folder.write("push.json", SamplePush.challenge)]
      case "dash": ["-"]
      default: [String]()
      }
    let run = try TerminalRun(
      operand + ["--endpoint", server.url("/respond")],
      stdin: isFile ? .null : .text(SamplePush.challenge)
    )
    try run.expect(request)
    try run.type("34\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stdout.hasPrefix("approved with 34") && result.stdout.hasSuffix("\n"))
    #expect(result.stderr == "")
    #expect(
      try server.onlyDecision() == [
        "id": SamplePush.id, "decision": "approve", "authMethod": "user", "numberChallenge": "34",
      ]
    )
    #expect(result.screen.contains("Sign-in request") && result.screen.contains("12   34   56"))
    #expect(result.screen.hasSuffix("34\r\n"))
  }

  @Test("The terminal may be standard input, too")
  func fileAndTerminal() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer()
    let file = try folder.write("push.json", SamplePush.challenge)
    let run = try TerminalRun([file, "--json", "--endpoint", server.url()], stdin: .terminal)
    try run.expect(request)
    try run.type("56\n")
    let report = try run.finish().report()
    #expect(report.outcome == "approved" && report.text("decision.number") == "56")
    #expect(report.text("decision.source") == "terminal" && report.text("decision.action") == "approve")
    #expect(server.requests.count == 1)
  }

  @Test(
    "What is an answer",
    arguments: [
      (SamplePush.default, "approve", "approve", nil), (SamplePush.default, "a", "approve", nil),
      (SamplePush.default, "YES", "approve", nil), (SamplePush.default, " y\t", "approve", nil),
      (SamplePush.default, "Deny", "deny", nil), (SamplePush.default, "d", "deny", nil),
      (SamplePush.default, "no", "deny", nil), (SamplePush.default, "N", "deny", nil),
      (SamplePush.challenge, "12", "approve", "12"), (SamplePush.challenge, "deny", "deny", nil),
      (SamplePush.challenge, "DENY", "deny", nil), (SamplePush.challenge, " deny ", "deny", nil),
      // An input method's digits; the blanks that pasting brings, a no-break space among them.
      (SamplePush.challenge, "\u{FF13}\u{FF14}", "approve", "34"),
      (SamplePush.challenge, "\u{A0}3 4\t", "approve", "34"),
      (SamplePush.manual, "0047", "approve", "0047"),
      (SamplePush.manual, "12 34 56 78 90", "approve", "1234567890"),
      (SamplePush.manual, "\u{FF10}\u{FF17}", "approve", "07"), (SamplePush.manual, "deny", "deny", nil),
    ] as [(String, String, String, String?)]
  )
  func answers(_ payload: String, _ typed: String, _ decision: String, _ number: String?) throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(["--json", "--endpoint", server.url()], stdin: .text(payload))
    try run.expect(request)
    try run.type(typed + "\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    let posted = try server.onlyDecision()
    #expect(posted["decision"] == decision)
    #expect(posted["numberChallenge"] == number)
    #expect(try result.report().text("decision.action") == decision)
    #expect(try result.report().text("decision.number") == number)
  }

  @Test(
    "What is no answer asks again, as often as it takes",
    arguments: [
      (SamplePush.default, ["", "   ", "ok", "approve!", "ye", "approved", "34", "yes no", "\u{FF59}"]),
      // Half words and near numbers: for a challenge only the whole word denies.
      (SamplePush.challenge, ["", "d", "n", "no", "y", "a", "approve", "yes"]),
      (SamplePush.challenge, ["78", "034", "34.0", "+34", "12,34", "12 34", "34 56", "3"]),
      (SamplePush.manual, ["", "12345678901", "-1", "0x12", "1.5", "no", "approve", "12a"]),
    ]
  )
  func asksAgain(_ payload: String, _ lines: [String]) throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(["--json", "--endpoint", server.url()], stdin: .text(payload))
    for line in lines {
      try run.expect(request)
      try run.type(line + "\n")
    }
    try run.expect(request)
    #expect(server.connectionCount == 0)
    try run.type("deny\n")
    let report = try run.finish().report()
    #expect(report.outcome == "denied")
    #expect(try server.onlyDecision()["decision"] == "deny")
  }

  @Test("A leading zero is part of the number")
  func leadingZero() throws {
    let payload = SamplePush.plain("challenge", #""numbersChallenge":["07","7","70"]"#)
    let server = try LoopbackServer()
    let run = try TerminalRun(["--endpoint", server.url()], stdin: .text(payload))
    try run.expect(request)
    try run.type("07\n")
    #expect(try run.finish().status == .exited(0))
    #expect(try server.onlyDecision()["numberChallenge"] == "07")
  }

  @Test("Two answers on one line, or two lines at once, are one decision at most")
  func typedAhead() throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(["--endpoint", server.url()], stdin: .text(SamplePush.challenge))
    try run.expect(request)
    try run.type("12 34\n56\ndeny\n")
    #expect(try run.finish().status == .exited(0))
    #expect(try server.onlyDecision()["numberChallenge"] == "56")
  }

  @Test("The reason goes with a denial only", arguments: [("deny", "not me"), ("approve", nil)])
  func denyReason(_ typed: String, _ reason: String?) throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(
      ["--deny-reason", "not me", "--auth-method", "biometric", "--endpoint", server.url()],
      stdin: .text(SamplePush.default)
    )
    try run.expect(request)
    try run.type(typed + "\n")
    #expect(try run.finish().status == .exited(0))
    var expected = ["id": SamplePush.id, "decision": typed, "authMethod": "biometric"]
    expected["denyReason"] = reason
    #expect(try server.onlyDecision() == expected)
  }

  @Test("A dry run asks as usual and sends nothing")
  func dryRun() throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(
      ["-n", "--json", "--endpoint", server.url()],
      stdin: .text(SamplePush.challenge)
    )
    try run.expect(request)
    try run.type("34\n")
    let result = try run.finish()
    #expect(result.status == .exited(0))
    #expect(try result.report().outcome == "dry-run")
    #expect(try result.report().text("decision.number") == "34")
    #expect(server.connectionCount == 0)
  }

  @Test("With a flag the terminal stays untouched", arguments: [["--number", "34"], ["--deny"]])
  func flags(_ flags: [String]) throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(flags + ["--endpoint", server.url()], stdin: .text(SamplePush.challenge))
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.screen == "")
    #expect(server.requests.count == 1)
  }

  @Test("What takes no answer is not asked about", arguments: ["dry", "silent", "cancel"])
  func nothingToAsk(_ type: String) throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(
      ["--json", "--endpoint", server.url()],
      stdin: .text(SamplePush.plain(type))
    )
    let result = try run.finish()
    #expect(result.screen == "")
    #expect(result.status == .exited(0))
    #expect(try result.report().outcome == "nothing-to-answer")
    #expect(server.connectionCount == 0)
  }
}

@Suite("The case files that are typed")
struct TypedCaseTests {
  @Test("Each is run by a test here")
  func allAreKnown() throws {
    let known = [
      "66-stdin-is-payload", "67-no-tty-ci", "68-ctrl-c", "69-blank-enter-never-approves",
      "72-typed-paste-spaces",
    ]
    #expect(try CaseFiles.inClass("typed").map(\.case).sorted() == known)
  }

  @Test("Answers that are posted", arguments: ["66-stdin-is-payload", "72-typed-paste-spaces"])
  func posted(_ name: String) throws {
    let typed = try CaseFiles.named(name)
    let server = try LoopbackServer()
    let run = try TerminalRun(["--endpoint", server.url()], stdin: .file(try typed.payload))
    try run.expect(request)
    try run.type(bytes: try typed.bytes)
    let status = try run.finish().status
    #expect(status == .exited(try #require(typed.expect.exit)))
    let posts = try #require(typed.expect.posts)
    let posted = try server.onlyDecision()
    #expect(posted["decision"] == posts.decision && posted["numberChallenge"] == posts.numberChallenge)
  }

  @Test("The payload on standard input and nobody to ask")
  func withoutTerminal() throws {
    let typed = try CaseFiles.named("66-stdin-is-payload")
    let server = try LoopbackServer()
    let result = try Binary.run(["--endpoint", server.url()], stdin: .file(try typed.payload))
    #expect(result.status == .exited(2))
    #expect(server.connectionCount == 0)
  }

  @Test("A CI job without a flag, and with one")
  func job() throws {
    let typed = try CaseFiles.named("67-no-tty-ci")
    let server = try LoopbackServer()
    let arguments = [try typed.payload, "--endpoint", server.url()]
    let result = try Binary.run(arguments, environment: ["CI": "true"])
    #expect(result.status == .exited(try #require(typed.expect.exit)))
    #expect(result.seconds < (try #require(typed.expect.withinSeconds)))
    #expect(result.stderr.contains("--approve") && result.stderr.contains("--deny"))
    #expect(result.stdout == "" && server.connectionCount == 0)
    let answered = try Binary.run(arguments + ["--approve"], environment: ["CI": "true"])
    #expect(answered.status == .exited(0))
    #expect(server.requests.count == 1)
  }

  @Test("Ctrl-C")
  func interrupt() throws {
    let typed = try CaseFiles.named("68-ctrl-c")
    let server = try LoopbackServer()
    // The script outlives the program, or the system itself would put the terminal in order.
    let run = try TerminalRun(
      script: #"trap : INT; "$@"; echo "ended with $?" >/dev/tty; read -r line </dev/tty; echo "read $line""#,
      [try typed.payload, "--json", "--endpoint", server.url()]
    )
    try run.expect(request)
    try run.type(bytes: try typed.bytes)
    try run.expect("ended with \(try #require(typed.expect.exit))\r\n")
    #expect(try run.echoes)
    try run.type("usable\n")
    let result = try run.finish()
    #expect(result.stdout == "read usable\n")
    #expect(result.screen.hasSuffix("usable\r\n"))
    #expect(server.connectionCount == 0)
  }

  @Test("Enter and half answers, then the end of input")
  func blankEnter() throws {
    let typed = try CaseFiles.named("69-blank-enter-never-approves")
    let server = try LoopbackServer()
    let run = try TerminalRun(["--endpoint", server.url()], stdin: .file(try typed.payload))
    for line in String(decoding: try typed.bytes, as: UTF8.self).split(
      separator: "\n",
      omittingEmptySubsequences: false
    ).dropLast() {
      try run.expect(request)
      try run.type(line + "\n")
    }
    try run.expect(request)
    try run.sendEndOfFile()
    let result = try run.finish()
    #expect(result.status == .exited(try #require(typed.expect.exit)))
    let prompts = result.screen.components(separatedBy: request).count - 1
    #expect(prompts - 1 == typed.expect.promptsAgain)
    #expect(server.connectionCount == 0)
  }
}
