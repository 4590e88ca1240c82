import Foundation
import Testing

private let request = "deny: "

@Suite("Questions that end without an answer")
struct PromptEndingTests {
  /// The program at its question, with the server that must not hear of it.
  private func ask(
    _ payload: String = SamplePush.challenge,
    _ flags: [String] = ["--json"],
    script: String? = nil
  ) throws -> (run: TerminalRun, server: LoopbackServer) {
    let server = try LoopbackServer()
    let arguments = flags + ["--endpoint", server.url()]
    let run =
      if let script {
        try TerminalRun(script: script, arguments, stdin: .text(payload))
      } else {
        try TerminalRun(arguments, stdin: .text(payload))
      }
    try run.expect(request)
    return (run, server)
  }

  @Test("Signals kill, and print no JSON", arguments: [SIGINT, SIGTERM, SIGHUP])
  func signals(_ number: Int32) throws {
    let (run, server) = try ask()
    run.signal(number)
    let result = try run.finish()
    #expect(result.status == .signalled(number), "\(result)")
    #expect(result.stdout == "" && result.stderr == "")
    #expect(server.connectionCount == 0)
  }

  @Test("Ctrl-\\ kills and is no crash: the Swift runtime would catch it and print the stack")
  func quit() throws {
    let (run, server) = try ask()
    try run.type(bytes: [0x1c])
    let result = try run.finish(within: 2)
    #expect(result.status == .signalled(SIGQUIT), "\(result)")
    #expect(result.stdout == "" && result.stderr == "")
    #expect(server.connectionCount == 0)
  }

  @Test("Ctrl-C with half an answer on the line")
  func interrupt() throws {
    let (run, server) = try ask()
    try run.type("34")
    try run.sendControlC()
    #expect(try run.finish().status == .signalled(SIGINT))
    #expect(server.connectionCount == 0)
  }

  @Test("Ctrl-C where it was ignored from the start: the question stands")
  func interruptIgnored() throws {
    let (run, server) = try ask(script: "trap '' INT; exec \"$@\"")
    try run.sendControlC()
    try run.type("34\n")
    #expect(try run.finish().status == .exited(0))
    #expect(try server.onlyDecision()["numberChallenge"] == "34")
  }

  @Test("SIGTERM leaves a terminal that can be used")
  func terminate() throws {
    // The script outlives the program, or the system itself would put the terminal in order. Without job
    // control both are in the foreground, so the program may ask.
    let (run, server) = try ask(
      script: #"""
        exec 3<&0; trap 'kill -TERM $pid' USR1
        "$@" <&3 & pid=$!
        wait $pid; wait $pid
        echo "ended with $?" >/dev/tty; read -r line </dev/tty; echo "read $line"
        """#
    )
    run.signal(SIGUSR1)
    try run.expect("ended with 143\r\n")
    #expect(try run.echoes)
    try run.type("usable\n")
    let result = try run.finish()
    #expect(result.stdout == "read usable\n")
    #expect(result.screen.hasSuffix("usable\r\n"))
    #expect(server.connectionCount == 0)
  }

  @Test("A window that is closed")
  func hangUp() throws {
    let (run, server) = try ask()
    run.hangUp()
    #expect(try run.finish().status == .signalled(SIGHUP))
    #expect(server.connectionCount == 0)
  }

  @Test("A window that is closed under nohup is an end of input")
  func hangUpIgnored() throws {
    let (run, server) = try ask(script: "trap '' HUP; exec \"$@\"")
    run.hangUp()
    let result = try run.finish()
    #expect(result.status == .exited(5), "\(result)")
    #expect(try result.report().outcome == "no-decision")
    #expect(server.connectionCount == 0)
  }

  @Test("Ctrl-Z and fg: the question is still there")
  func suspend() throws {
    let (run, server) = try ask(
      script: #"set -m; "$@"; echo stopped >/dev/tty; read -r _ </dev/tty; fg >/dev/null"#
    )
    try run.sendControlZ()
    try run.expect("stopped")
    try run.type("\n")
    // The line that the shell read is not the program's.
    try run.type("34\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(try server.onlyDecision()["numberChallenge"] == "34")
  }

  @Test("Ctrl-D", arguments: [SamplePush.default, SamplePush.challenge, SamplePush.manual])
  func endOfInput(_ payload: String) throws {
    let (run, server) = try ask(payload)
    try run.sendEndOfFile()
    let result = try run.finish()
    #expect(result.status == .exited(5))
    let report = try result.report()
    #expect(report.outcome == "no-decision" && report.text("error.code") == "end-of-input")
    #expect(report.isNull("decision") && report.isNull("delivery"))
    #expect(server.connectionCount == 0)
  }

  @Test("Ctrl-D behind an answer without Enter hands it over, but it is no line")
  func unfinishedLine() throws {
    let (run, server) = try ask()
    try run.type("34")
    try run.expect("34")
    try run.sendEndOfFile()
    try run.rest(0.1)
    #expect(server.connectionCount == 0)
    try run.sendEndOfFile()
    let result = try run.finish()
    #expect(result.status == .exited(5), "\(result)")
    #expect(server.connectionCount == 0)
  }

  @Test("The time to answer is over, half an answer or not", arguments: ["", "34"])
  func answerTimeout(_ typed: String) throws {
    let (run, server) = try ask(SamplePush.challenge, ["--json", "--answer-timeout", "0.3"])
    try run.type(typed)
    let result = try run.finish()
    #expect(result.status == .exited(5))
    let report = try result.report()
    #expect(report.outcome == "no-decision" && report.text("error.code") == "answer-timeout")
    #expect(result.seconds >= 0.3)
    #expect(server.connectionCount == 0)
    // What comes next stands on a line of its own.
    #expect(result.screen.hasSuffix("\r\n"))
  }

  @Test("Wrong answers don't prolong the time")
  func answerTimeoutIsForAll() throws {
    let (run, server) = try ask(SamplePush.challenge, ["--answer-timeout", "0.6"])
    let start = secondsNow()
    var asked = 1
    // Typing fails once the program has ended and its terminal is gone.
    while secondsNow() < start + 6, (try? run.type("99\n")) != nil, (try? run.expect(request)) != nil {
      try run.rest(0.05)
      asked += 1
    }
    let result = try run.finish()
    #expect(result.status == .exited(5), "\(result)")
    #expect(result.seconds < 5)
    #expect(asked > 3 && server.connectionCount == 0)
  }

  @Test("A push that expires while the question stands")
  func expires() throws {
    // Long enough for a busy machine to come to the question.
    let payload = SamplePush.plain("challenge", #""numbersChallenge":"12,34""#, SamplePush.expiring(in: 1.5))
    let (run, server) = try ask(payload)
    try run.type("34")
    let result = try run.finish()
    #expect(result.status == .exited(5), "\(result)")
    #expect(try result.report().text("error.code") == "expired-while-asking")
    #expect(server.connectionCount == 0)
  }
}

@Suite("Nobody to ask")
struct NobodyToAskTests {
  @Test(
    "No terminal: misuse at once, and the flags are named",
    arguments: [
      (SamplePush.default, ["--approve", "--deny"]), (SamplePush.challenge, ["--number", "--deny"]),
      (SamplePush.manual, ["--number", "--deny"]),
    ]
  )
  func noTerminal(_ payload: String, _ flags: [String]) throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(payload, ["--json", "--endpoint", server.url()])
    #expect(result.status == .exited(2))
    #expect(result.seconds < 2)
    let report = try result.report()
    #expect(report.outcome == "usage" && report.text("error.code") == "no-terminal")
    for flag in flags { #expect(result.stderr.contains(flag)) }
    #expect(server.connectionCount == 0)
  }

  @Test("--no-input on a terminal")
  func noInput() throws {
    let server = try LoopbackServer()
    let run = try TerminalRun(
      ["--json", "--no-input", "--endpoint", server.url()],
      stdin: .text(SamplePush.challenge)
    )
    let result = try run.finish()
    #expect(result.status == .exited(2))
    #expect(try result.report().text("error.code") == "no-terminal")
    #expect(result.stderr.contains("--number") && result.screen == "")
    #expect(server.connectionCount == 0)
  }

  @Test("A background job")
  func background() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("push.json", SamplePush.challenge)
    let server = try LoopbackServer()
    let run = try TerminalRun(
      script: #"set -m; "$@" & wait $!; echo "ended with $?""#,
      [file, "--endpoint", server.url()]
    )
    let result = try run.finish()
    #expect(result.stdout.contains("ended with 2\n"), "\(result)")
    #expect(result.stderr.contains("background") && result.stderr.contains("--number"))
    #expect(!result.screen.contains(request))
    #expect(server.connectionCount == 0)
  }
}
