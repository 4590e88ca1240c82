import Foundation
import Testing

@Suite("Outcomes in JSON")
struct OutcomeTests {
  private static let members: Set = [
    "schema", "command", "outcome", "exitCode", "source", "push", "decision", "delivery", "warnings", "error",
  ]

  /// Each exit code that a run can end with while it can still write; a signal's are in the tests of the question.
  @Test(
    "Each with its code, and every member there",
    arguments: [
      (SamplePush.default, ["--approve"], 0, "approved"), (SamplePush.default, ["--deny"], 0, "denied"),
      (SamplePush.dry, [], 0, "nothing-to-answer"), (SamplePush.default, ["--approve", "-n"], 0, "dry-run"),
      (SamplePush.default, ["--deny", "-e"], 1, "denied"), (SamplePush.default, ["--bogus"], 2, "usage"),
      ("not JSON", ["--approve"], 3, "payload-invalid"),
      (SamplePush.otherNotification, ["--approve"], 4, "not-mfa-push"),
      (SamplePush.challenge, ["--approve"], 6, "not-answerable"),
      (SamplePush.default, ["--approve", "--endpoint", "http://127.0.0.1:9/"], 7, "not-reached"),
      (SamplePush.default, ["--approve", "--auth-method", "refuse"], 8, "refused"),
      (SamplePush.plain("default", SamplePush.expired), ["--approve"], 9, "expired"),
      (SamplePush.pingAM, ["--deny"], 10, "credential"),
    ] as [(String, [String], Int32, String)]
  )
  func outcomes(_ payload: String, _ flags: [String], _ code: Int32, _ outcome: String) throws {
    let server = try LoopbackServer { $0.bodyText.contains("refuse") ? .status("403 Forbidden") : .ok }
    let result = try Binary.answer(payload, ["--json", "--endpoint", server.url()] + flags)
    #expect(result.status == .exited(code), "\(result)")
    let report = try result.report()
    #expect(report.names == Self.members)
    #expect(report.integer("schema") == 2 && report.text("command") == "respond")
    #expect(report.outcome == outcome && report.integer("exitCode") == Int(code))
    // A failure is told in words as well; 1 is no failure here.
    #expect(report.isNull("error") == (code < 2))
    #expect((result.stderr == "") == (code < 2))
    if code >= 2 {
      #expect(report.text("error.code")?.isEmpty == false && report.text("error.message")?.isEmpty == false)
    }
    #expect(report.warnings == [])
  }

  @Test("No decision")
  func noDecision() throws {
    let run = try TerminalRun(
      ["--answer-timeout", "0.05", "--json", "--endpoint", "http://127.0.0.1:9/"],
      stdin: .text(SamplePush.default)
    )
    let report = try run.finish().report()
    #expect(report.names == Self.members)
    #expect(report.outcome == "no-decision" && report.integer("exitCode") == 5)
  }

  @Test(
    "Misuse names the command, wherever it stands",
    arguments: [
      ["inspect", "--bogus"], ["--json", "inspect", "--bogus"], ["--color", "never", "inspect", "--bogus"],
    ]
  )
  func command(_ arguments: [String]) throws {
    let report = try Binary.run(arguments + ["--json"]).report()
    #expect(report.text("command") == "inspect")
  }

  @Test("The members of a push and of a delivery")
  func members() throws {
    let server = try LoopbackServer()
    let payload = SamplePush.plain(
      "challenge",
      #""numbersChallenge":["07",41]"#,
      #""ttl":120"#,
      #""custom":{"a":[1.50,null]}"#
    )
    let result = try Binary.answer(payload, ["--number", "07", "--json", "--endpoint", server.url("/x")])
    let report = try result.report()
    #expect(report.text("push.id") == SamplePush.id && report.text("push.provider") == "plain")
    #expect(report.text("push.envelope") == "apns" && report.text("push.kind") == "challenge")
    #expect(report.text("push.title") == "Sign-in request" && report.text("push.message") == "Approve?")
    #expect(report.texts("push.numbersChallenge") == ["07", "41"])
    #expect(report.texts("push.answers") == ["number", "deny"])
    #expect(report.flag("push.localized") == false && report.flag("push.manualEntry") == false)
    #expect(report.text("push.expiresAt")?.hasSuffix("Z") == true)
    #expect(report.isNull("push.deepLink") && report.isNull("push.context"))
    #expect(report.text("push.signature") == "none")
    // As it was spelled.
    #expect(result.stdout.contains(#""customData":{"custom":{"a":[1.50,null]}}"#))
    #expect(report.text("decision.number") == "07" && report.text("decision.source") == "flag")
    #expect(report.text("delivery.method") == "POST" && report.text("delivery.url") == server.url("/x"))
    #expect(report.integer("delivery.status") == 200 && report.integer("delivery.attempts") == 1)
    #expect((report.integer("delivery.durationMs") ?? -1) >= 0)
    #expect(report.flag("delivery.mayHaveArrived") == true)
    #expect(report.text("delivery.body") == #"{"status":"ok"}"#)
  }
}
