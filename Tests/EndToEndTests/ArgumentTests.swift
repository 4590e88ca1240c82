import Foundation
import Testing

@Suite("Arguments")
struct ArgumentTests {
  /// Answers the default push with a server that says yes, whose address stands for `URL`.
  private func answer(
    _ arguments: [String],
    payload: String = SamplePush.default,
    environment: [String: String] = [:]
  ) throws -> (result: RunResult, server: LoopbackServer) {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      payload,
      arguments.map { $0.replacingOccurrences(of: "URL", with: server.url("/respond")) },
      environment: environment
    )
    return (result, server)
  }

  @Test(
    "The spellings of a flag with its value",
    arguments: [
      ["--approve", "--endpoint", "URL", "--max-time", "5"], ["--approve", "--endpoint=URL", "--max-time=5"],
      ["--approve", "--endpoint=URL", "-m", "5"], ["--approve", "--endpoint=URL", "-m5"],
      ["-vm5", "--approve", "--endpoint", "URL"], ["--approve", "-vm", "5", "--endpoint", "URL"],
      ["-ekvH", "A: b", "--approve", "--endpoint", "URL"], ["-vHA: b", "--approve", "--endpoint", "URL"],
      ["-H", "A: b=c", "--header=A: b=c", "--approve", "--endpoint", "URL"],
    ]
  )
  func spellings(_ arguments: [String]) throws {
    let (result, server) = try answer(arguments)
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.requests.count == 1)
    let headers = server.requests.first?.headers.filter { $0.name == "A" } ?? []
    #expect(headers.contains { $0.value.hasPrefix("b") } == arguments.contains { $0.contains("A: b") })
  }

  @Test("A value may hold an equals sign, and is taken to the last byte")
  func equalsSigns() throws {
    let (result, server) = try answer([
      "--deny", "--deny-reason=a=b=", "--endpoint=URL?x=y=z", "-HX-One: =1=",
    ])
    #expect(result.status == .exited(0), "\(result)")
    #expect(try server.onlyDecision()["denyReason"] == "a=b=")
    #expect(server.requests.first?.path == "/respond?x=y=z")
    #expect(server.requests.first?.header("X-One") == "=1=")
  }

  @Test(
    "--flag= is the empty value and takes nothing from what follows",
    arguments: [
      "--endpoint=", "--number=", "--deny-reason=", "--max-time=", "--cacert=", "--header=", "--auth-method=",
    ]
  )
  func emptyValue(_ flag: String) throws {
    let (result, server) = try answer([flag, "URL", "--endpoint", "URL"])
    #expect(result.status == .exited(2))
    #expect(result.stderr.contains(flag.dropLast()))
    #expect(server.connectionCount == 0)
  }

  @Test(
    "A value may begin with a dash",
    arguments: [["--number", "-1"], ["--number=-1"], ["--number=--"], ["--number", "-"]]
  )
  func dashedValue(_ flags: [String]) throws {
    // Taken as the value: it is refused because it was not offered.
    let (result, _) = try answer(flags + ["--endpoint", "URL"], payload: SamplePush.challenge)
    #expect(result.status == .exited(6), "\(result)")
    let offered = SamplePush.plain("challenge", #""numbersChallenge":["-1","-","--"]"#)
    let (accepted, server) = try answer(flags + ["--endpoint", "URL"], payload: offered)
    #expect(accepted.status == .exited(0))
    #expect(
      try server.onlyDecision()["numberChallenge"] == flags.last.map { $0.replacing("--number=", with: "") }
    )
  }

  @Test(
    "The last value wins; headers add up",
    arguments: [
      ["--endpoint", "http://127.0.0.1:9/", "--endpoint", "URL", "--approve", "-m1", "-m", "9"],
      ["--approve", "--approve", "--endpoint", "URL"],
    ]
  )
  func repeated(_ arguments: [String]) throws {
    let (result, server) = try answer(arguments + ["-H", "X-One: 1", "-H", "X-Two: 2"])
    #expect(result.status == .exited(0), "\(result)")
    let request = try #require(server.requests.first)
    #expect(request.header("X-One") == "1" && request.header("X-Two") == "2")
    let (number, other) = try answer(
      ["--number", "12", "--number", "34", "--endpoint", "URL"],
      payload: SamplePush.challenge
    )
    #expect(number.status == .exited(0))
    #expect(try other.onlyDecision()["numberChallenge"] == "34")
  }

  @Test(
    "Misuse",
    arguments: [
      // A value where none is taken, and none where one is.
      (["--approve=yes"], "--approve"), (["--json=1", "--approve"], "--json"), (["-v=2"], "-v"),
      (["--number"], "--number"), (["--approve", "-H"], "-H"), (["--approve", "-vm"], "-m"),
      // getopt's rule: what follows a letter is its value, to the letter.
      (["--approve", "-m=5"], "-m"),
      // Two decisions.
      (["--approve", "--deny"], "--deny"), (["--number", "12", "--approve"], "--approve"),
      (["--number", "1", "--number-other-than", "2"], "--number-other-than"),
      (["--deny-reason", "x", "--approve"], "--deny-reason"), (["--force"], "--force"),
      // Values that are none.
      (["--color", "pink"], "pink"), (["--max-time", "soon"], "soon"), (["--max-time", "-1"], "-1"),
      (["--max-time", "0"], "--max-time"), (["--max-time", "nan"], "nan"), (["--max-time", "1e3"], "1e3"),
      (["--max-time", "inf"], "inf"), (["--max-time", "1,5"], "1,5"), (["--delay", "5 min"], "--delay"),
      (["--answer-timeout", "0x10"], "0x10"), (["--received-at", "2026-02-30T00:00:00Z"], "--received-at"),
      (["--auth-method", "finger print"], "--auth-method"),
      // Flags of other commands.
      (["--expect", "default"], "inspect"), (["inspect", "--approve"], "respond"),
      (["inspect", "--endpoint", "http://127.0.0.1:9/"], "--endpoint"), (["demo", "--deny"], "respond"),
      // Operands.
      (["first", "second"], "first"), (["-", "second"], "second"), (["push.json", "inspect"], "inspect"),
      (["demo", "nonsense"], "nonsense"), (["demo", "dry", "manual"], "manual"),
      (["help", "nonsense"], "nonsense"),
    ]
  )
  func misuse(_ flags: [String], _ named: String) throws {
    let (result, server) = try answer(flags)
    #expect(result.status == .exited(2), "\(result)")
    #expect(result.stderr.contains(named), "\(result)")
    #expect(result.stdout == "")
    #expect(server.connectionCount == 0)
  }

  @Test(
    "Unknown flags, with what was probably meant",
    arguments: [
      ("--aprove", "--approve"), ("--appr", "--approve"), ("--denny", "--deny"), ("--numer", "--number"),
      ("--end-point", "--endpoint"), ("--Approve", "--approve"), ("--dry", "--dry-run"),
      ("--cacerts", "--cacert"),
    ]
  )
  func unknown(_ flag: String, _ near: String) throws {
    let result = try Binary.run([flag])
    #expect(result.status == .exited(2))
    let hint = result.stderr.split(separator: "\n").first { $0.contains("hint:") } ?? ""
    #expect(result.stderr.contains("unknown option \(flag)") && hint.contains(near))
    #expect(hint.components(separatedBy: "--").count - 1 <= 3)
  }

  @Test(
    "Unknown flags that are like none",
    arguments: ["--xyzzy", "-x", "--no-approve", "--no-json=value", "-é"]
  )
  func unlikeAny(_ flag: String) throws {
    let result = try Binary.run([flag, "--approve"])
    #expect(result.status == .exited(2))
    #expect(result.stderr.contains("unknown option"))
  }

  @Test(
    "Dashes and quotes of a word processor are explained",
    arguments: [
      "\u{2013}\u{2013}approve", "\u{2014}approve", "\u{2212}v", "\u{201C}push.json\u{201D}",
      "\u{2018}a\u{2019}",
    ]
  )
  func typographic(_ argument: String) throws {
    let result = try Binary.run(["inspect", argument])
    #expect(result.status == .exited(2))
    #expect(result.stderr.contains(argument) && result.stderr.contains("hint:"))
  }

  @Test(
    "A terminal on standard input and no operand is misuse, and no hang",
    arguments: [[], ["inspect"], ["--approve"]]
  )
  func terminalAsPayload(_ arguments: [String]) throws {
    let run = try TerminalRun(arguments + ["--json"], stdin: .terminal)
    let result = try run.finish(within: 5)
    #expect(result.status == .exited(2))
    #expect(try result.report().text("error.code") == "payload-missing")
    #expect(result.screen == "")
  }

  @Test("A command's name is a command only in front; behind -- it is a file")
  func commandNames() throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("inspect", SamplePush.dry)
    let server = try LoopbackServer()
    let result = try Binary.run(
      ["--endpoint", server.url(), "--json", "--", "./inspect"],
      workingDirectory: folder.path
    )
    #expect(try result.report().text("command") == "respond")
    let respond = try Binary.run(
      ["respond", "--json", "--endpoint", server.url(), "inspect"],
      workingDirectory: folder.path
    )
    #expect(try respond.report().text("push.kind") == "dry")
    let behind = try Binary.run(["inspect", "--", "inspect"], workingDirectory: folder.path)
    #expect(behind.status == .exited(0))
  }
}
