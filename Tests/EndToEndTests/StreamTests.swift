import Foundation
import Testing

@Suite("Streams")
struct StreamTests {
  private static let hasFullDevice = FileManager.default.fileExists(atPath: "/dev/full")

  private func approve(
    _ flags: [String] = [],
    payload: String = SamplePush.default,
    status: String = "200 OK"
  ) throws -> RunResult {
    let server = try LoopbackServer { _ in .status(status) }
    return try Binary.answer(payload, ["--approve", "--endpoint", server.url()] + flags)
  }

  @Test(
    "One line on standard output and silence on standard error",
    arguments: ["respond", "inspect", "dry"]
  )
  func success(_ what: String) throws {
    let result =
      switch what {
      case "respond": try approve()
      case "inspect": try Binary.answer(SamplePush.challenge, ["inspect"])
      default: try Binary.answer(SamplePush.dry, ["--endpoint", "http://127.0.0.1:9/"])
      }
    #expect(result.status == .exited(0))
    #expect(result.stdout.hasSuffix("\n") && result.stdout.filter(\.isNewline).count == 1)
    #expect(result.stdout.count > 10)
    #expect(result.stderr == "")
  }

  @Test("The result says that the answer was recorded, not that anybody is signed in")
  func recorded() throws {
    let line = try approve().stdout
    #expect(line.contains("recorded") && line.contains("not"))
  }

  @Test("One object with --json, on success and on failure", arguments: ["200 OK", "404 Not Found"])
  func json(_ status: String) throws {
    let result = try approve(["--json"], status: status)
    #expect(try result.report().outcome == (status == "200 OK" ? "approved" : "refused"))
    #expect((result.stderr == "") == (status == "200 OK"))
  }

  @Test("A failure leaves standard output empty and says error and hint on standard error")
  func failure() throws {
    let result = try approve(status: "404 Not Found")
    #expect(result.stdout == "")
    let lines = result.stderr.split(separator: "\n")
    #expect(lines.count == 2)
    #expect(lines.first?.hasPrefix("mfa-cli: error: ") == true)
    #expect(lines.last?.hasPrefix("mfa-cli: hint: ") == true)
  }

  @Test(
    "--json speaks on misuse, too",
    arguments: [
      ["--json", "--bogus"], ["--bogus", "--json"], ["--json", "--number"],
      ["--json", "--approve", "--deny"],
      ["--json", "a", "b"], ["--json", "--endpoint", "nowhere"], ["--json", "--color", "pink"],
      ["-q", "--json", "--bogus"],
    ]
  )
  func jsonOnMisuse(_ flags: [String]) throws {
    let result = try Binary.answer(SamplePush.default, flags)
    #expect(result.status == .exited(2))
    let report = try result.report()
    #expect(report.outcome == "usage" && report.integer("exitCode") == 2)
    #expect(report.isNull("push") && report.isNull("decision") && report.isNull("delivery"))
    #expect(report.text("error.message").map { result.stderr.contains($0) } == true)
  }

  @Test("--json behind -- is a file's name")
  func jsonAsOperand() throws {
    let result = try Binary.run(["inspect", "--", "--json"])
    #expect(result.status == .exited(3) && result.stdout == "")
  }

  @Test("Misuse is three lines at most, and the last says where help is")
  func misuse() throws {
    let result = try Binary.run(["--aprove"])
    let lines = result.stderr.split(separator: "\n")
    #expect(lines.count == 3)
    #expect(lines.filter { !$0.hasPrefix("mfa-cli: ") } == [])
    #expect(lines.last?.contains("mfa-cli --help") == true)
    #expect(result.stdout == "")
  }

  @Test("-q drops the result line and warnings; errors and JSON remain")
  func quiet() throws {
    let warning = SamplePush.plain("default", #""deep_link":7"#)
    #expect(try approve(payload: warning).stderr.contains("warning:"))
    for flag in ["-q", "--quiet"] {
      let quiet = try approve([flag], payload: warning)
      #expect(quiet.status == .exited(0) && quiet.stdout == "" && quiet.stderr == "")
    }
    let json = try approve(["-q", "--json"], payload: warning)
    #expect(try json.report().warnings?.count == 1)
    #expect(json.stderr == "")
    #expect(try approve(["-q"], status: "500 Oops").stderr.contains("error:"))
    #expect(try Binary.answer(SamplePush.challenge, ["inspect", "-q"]).stdout == "")
  }

  @Test("-v traces with > < and *; -vv adds bodies and where settings came from")
  func verbose() throws {
    let one = try approve(["-v"])
    let two = try approve(["-vv"])
    for result in [one, two] {
      #expect(result.stdout.hasPrefix("approved"))
      let lines = result.stderr.split(separator: "\n")
      #expect(lines.filter { !$0.hasPrefix("> ") && !$0.hasPrefix("< ") && !$0.hasPrefix("* ") } == [])
      #expect(lines.contains { $0.hasPrefix("> POST http://127.0.0.1:") })
      #expect(lines.contains { $0.hasPrefix("> Content-Type: ") })
      #expect(lines.contains { $0.hasPrefix("< ") && $0.contains("200") })
      #expect(lines.contains { $0.hasPrefix("* ") })
    }
    for part in [#""decision":"approve""#, "--endpoint", "default)"] {
      #expect(!one.stderr.contains(part), "\(part)")
      #expect(two.stderr.contains(part), "\(part)")
    }
    #expect(try approve(["-v", "-v"]).stderr.contains(#""decision":"approve""#))
    #expect(try approve(["-v", "--json"]).report().outcome == "approved")
  }

  @Test("The body of a reply in the trace")
  func verboseReply() throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(SamplePush.default, ["--deny", "-vv", "--endpoint", server.url()])
    #expect(result.stderr.contains(#"< {"status":"ok"}"#))
    #expect(result.stderr.contains("< Content-Type: application/json"))
  }

  @Test("Control characters are escaped in JSON, whoever sent them")
  func jsonIsSafe() throws {
    let evil = "a\u{1B}[2J\u{7}\u{7F}\u{9B}\u{202E}\u{2028}\u{2029}\u{2066}\u{85}b"
    let server = try LoopbackServer { _ in .status("400 Bad Request", body: evil) }
    let payload = SamplePush.plain(
      "default",
      id: evil,
      title: evil,
      #""\#(SamplePush.quoted(evil).dropFirst()):1"#
    )
    let result = try Binary.answer(payload, ["--approve", "--json", "--endpoint", server.url()])
    let report = try result.report()
    #expect(report.text("push.title") == evil && report.text("push.id") == evil)
    #expect(report.text("delivery.body") == evil)
    let unsafe = result.stdout.dropLast().unicodeScalars.filter { scalar in
      [.control, .format, .lineSeparator, .paragraphSeparator].contains(scalar.properties.generalCategory)
    }
    #expect(Array(unsafe) == [])
  }

  @Test(
    "A full disk is 11 and an error",
    .enabled(if: hasFullDevice, "needs /dev/full"),
    arguments: [[], ["--json"]]
  )
  func full(_ flags: [String]) throws {
    let result = try Binary.run(
      ["inspect"] + flags,
      stdin: .text(SamplePush.default),
      stdout: .file("/dev/full")
    )
    #expect(result.status == .exited(11))
    #expect(result.stderr.contains("error:"))
  }

  @Test("A full disk after the decision was recorded", .enabled(if: hasFullDevice, "needs /dev/full"))
  func fullAfterSending() throws {
    let server = try LoopbackServer()
    let result = try Binary.run(
      ["--approve", "--endpoint", server.url()],
      stdin: .text(SamplePush.default),
      stdout: .file("/dev/full")
    )
    #expect(result.status == .exited(11))
    #expect(result.stderr.contains("the decision was sent and recorded"))
    #expect(server.requests.count == 1)
  }

  @Test("A failure keeps its own code", .enabled(if: hasFullDevice, "needs /dev/full"))
  func fullAfterFailure() throws {
    let result = try Binary.run(["inspect"], stdin: .text("{"), stdout: .file("/dev/full"))
    #expect(result.status == .exited(3))
  }

  @Test(
    "Help and version on a full disk",
    .enabled(if: hasFullDevice, "needs /dev/full"),
    arguments: ["-h", "-V"]
  )
  func fullHelp(_ flag: String) throws {
    let result = try Binary.run([flag], stdout: .file("/dev/full"))
    #expect(result.status == .exited(11) && result.stderr.contains("error:"))
  }

  @Test(
    "Closed standard output is 11, and nothing goes into whatever took its number",
    arguments: [[], ["--json"]]
  )
  func closedOutput(_ flags: [String]) throws {
    let server = try LoopbackServer()
    let result = try Binary.run(
      ["--approve", "--endpoint", server.url()] + flags,
      stdin: .text(SamplePush.default),
      stdout: .closed
    )
    #expect(result.status == .exited(11), "\(result)")
    #expect(result.stderr.contains("error:"))
    #expect(try server.onlyDecision()["decision"] == "approve")
  }

  @Test("Closed standard error changes nothing")
  func closedError() throws {
    let server = try LoopbackServer { _ in .status("404 Not Found") }
    let result = try Binary.run(
      ["--approve", "-vv", "--json", "--endpoint", server.url()],
      stdin: .text(SamplePush.default),
      stderr: .closed
    )
    #expect(result.status == .exited(8))
    #expect(try result.report().outcome == "refused")
    #expect(try server.onlyDecision()["decision"] == "approve")
  }

  @Test(
    "A reader that has gone ends it quietly",
    arguments: [["inspect"], ["inspect", "--json"], ["--help"]]
  )
  func brokenPipe(_ arguments: [String]) throws {
    let result = try Binary.run(arguments, stdin: .text(SamplePush.default), stdout: .brokenPipe)
    #expect(result.status == .signalled(SIGPIPE))
    #expect(result.stderr == "")
  }

  @Test("A reader that has gone where SIGPIPE is ignored")
  func brokenPipeIgnored() throws {
    let result = try Binary.run(
      ["-c", "trap '' PIPE; exec \"$@\"", "sh", Binary.path(), "inspect"],
      stdin: .text(SamplePush.default),
      stdout: .brokenPipe,
      program: "/bin/sh"
    )
    #expect(result.status == .exited(11))
    #expect(result.stderr == "")
  }

  @Test("A reader that has gone after the decision was sent")
  func brokenPipeAfterSending() throws {
    let server = try LoopbackServer()
    let result = try Binary.run(
      ["--approve", "--endpoint", server.url()],
      stdin: .text(SamplePush.default),
      stdout: .brokenPipe
    )
    #expect(result.status == .signalled(SIGPIPE))
    #expect(result.stderr.contains("the decision was sent and recorded"))
    #expect(server.requests.count == 1)
  }
}
