import Foundation
import Testing

@Suite("Exit codes")
struct ExitCodeTests {
  /// One input that fails two checks, of which the earlier one counts.
  struct Order: Sendable, CustomTestStringConvertible {
    let testDescription: String
    /// On standard input.
    let payload: String
    let flags: [String]
    /// Nil for none; `""` for a server that says yes.
    let endpoint: String?
    let code: Int32
    let outcome: String

    init(
      _ name: String,
      _ payload: String,
      _ flags: [String],
      endpoint: String? = "",
      _ code: Int32,
      _ outcome: String
    ) {
      testDescription = name
      (self.payload, self.flags, self.endpoint) = (payload, flags, endpoint)
      (self.code, self.outcome) = (code, outcome)
    }
  }

  private static let expired = SamplePush.plain("default", SamplePush.expired)
  private static let expiredChallenge = SamplePush.plain(
    "challenge",
    #""numbersChallenge":"12,34""#,
    SamplePush.expired
  )
  /// A push whose fields contradict; a provider knows it all the same.
  private static let contradiction = #"{"pushType":"challenge","numbersChallenge":[true],"messageId":"1"}"#
  private static let twoDocuments = SamplePush.otherNotification + SamplePush.otherNotification

  /// Each pair of checks that stand beside each other in section 3 of the design.
  static let order = [
    Order("flags before reading", "not JSON", ["--approve", "--deny"], 2, "usage"),
    Order(
      "the endpoint's syntax before reading",
      "not JSON",
      ["--approve"],
      endpoint: "no address",
      2,
      "usage"
    ),
    Order("--cacert before reading", "not JSON", ["--approve", "--cacert", "/nonexistent"], 2, "usage"),
    Order("a token file before reading", "", ["--deny", "--bearer-token-file", "/nonexistent"], 2, "usage"),
    Order("reading before recognising", twoDocuments, ["--approve"], 3, "payload-invalid"),
    Order(
      "recognising before a missing endpoint",
      SamplePush.otherNotification,
      [],
      endpoint: nil,
      4,
      "not-mfa-push"
    ),
    Order("contradictions before a missing endpoint", contradiction, [], endpoint: nil, 3, "payload-invalid"),
    Order("a missing endpoint before nothing to answer", SamplePush.dry, [], endpoint: nil, 2, "usage"),
    Order("a missing endpoint before a misfit", SamplePush.dry, ["--approve"], endpoint: nil, 2, "usage"),
    Order("a missing endpoint before the expiry", expired, ["--approve"], endpoint: nil, 2, "usage"),
    Order(
      "nothing to answer before the expiry",
      SamplePush.plain("dry", SamplePush.expired),
      [],
      0,
      "nothing-to-answer"
    ),
    Order("the expiry before the answer", expiredChallenge, ["--approve"], 9, "expired"),
    Order("the expiry before the terminal", expired, [], 9, "expired"),
    Order("the answer before the credential", SamplePush.pingAM, ["--approve"], 6, "not-answerable"),
    Order("the credential before the terminal", SamplePush.pingAM, [], 10, "credential"),
    Order("the terminal before the question", SamplePush.default, ["--answer-timeout", "0.001"], 2, "usage"),
  ]

  @Test("The order of the checks", arguments: order)
  func checks(_ order: Order) throws {
    let server = try LoopbackServer()
    let endpoint = order.endpoint.map { ["--endpoint", $0.isEmpty ? server.url() : $0] } ?? []
    let result = try Binary.answer(order.payload, order.flags + endpoint + ["--json"])
    #expect(result.status == .exited(order.code), "\(result)")
    let report = try result.report()
    #expect(report.outcome == order.outcome && report.integer("exitCode") == Int(order.code))
    #expect(server.connectionCount == 0)
  }

  @Test("Nothing to answer comes before the expiry, with a decision flag too")
  func misfitBeforeExpiry() throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      SamplePush.plain("dry", SamplePush.expired),
      ["--approve", "--json", "--endpoint", server.url()]
    )
    let report = try result.report()
    #expect(result.status == .exited(6), "\(result)")
    #expect(report.outcome == "not-answerable")
    #expect(server.connectionCount == 0)
  }

  @Test("The end of the question comes before an expiry meanwhile")
  func questionBeforeExpiry() throws {
    let payload = SamplePush.plain("default", SamplePush.expiring(in: 3))
    let server = try LoopbackServer()
    let run = try TerminalRun(
      ["--json", "--delay", "60", "--endpoint", server.url()],
      stdin: .text(payload)
    )
    try run.expect("deny: ")
    try run.sendEndOfFile()
    let result = try run.finish()
    #expect(result.status == .exited(5), "\(result)")
    #expect(server.connectionCount == 0)
  }

  @Test("An expiry meanwhile comes before sending")
  func expiryBeforeSending() throws {
    let port = try LoopbackServer.unusedPort()
    let result = try Binary.answer(
      SamplePush.plain("default", SamplePush.expiring(in: 1.5)),
      ["--approve", "--json", "--delay", "1.6", "--endpoint", "http://127.0.0.1:\(port)/"]
    )
    #expect(result.status == .exited(9), "\(result)")
    let report = try result.report()
    // The decision was made, so it is not lost.
    #expect(report.outcome == "expired" && report.text("decision.action") == "approve")
    #expect(report.isNull("delivery"))
  }

  @Test("--ignore-expiry is for all checks of the expiry")
  func ignoreExpiry() throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      Self.expired,
      ["--approve", "--ignore-expiry", "--delay", "0.01", "--json", "--endpoint", server.url()]
    )
    #expect(result.status == .exited(0))
    #expect(server.requests.count == 1)
  }

  @Test(
    "What the push does not take is refused",
    arguments: [
      (SamplePush.challenge, ["--approve"]), (SamplePush.challenge, ["--number", "99"]),
      (SamplePush.challenge, ["--number", "012"]), (SamplePush.manual, ["--approve"]),
      (SamplePush.manual, ["--number", "12345678901"]), (SamplePush.manual, ["--number", "abc"]),
      (SamplePush.default, ["--number", "12"]), (SamplePush.default, ["--number-other-than", "12"]),
      (SamplePush.dry, ["--approve"]), (SamplePush.dry, ["--deny"]), (SamplePush.plain("cancel"), ["--deny"]),
      (SamplePush.plain("silent"), ["--approve"]),
      (SamplePush.plain("challenge", #""numbersChallenge":"12""#), ["--number-other-than", "12"]),
    ]
  )
  func misfits(_ payload: String, _ flags: [String]) throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(payload, flags + ["--json", "--endpoint", server.url()])
    #expect(result.status == .exited(6), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "not-answerable" && report.isNull("decision") && report.isNull("delivery"))
    #expect(result.stderr.contains("nothing was sent"))
    #expect(server.connectionCount == 0)
  }

  @Test(
    "-e makes a recorded denial 1, and nothing else",
    arguments: [
      (["--deny"], "200 OK", 1, "denied"), (["--approve"], "200 OK", 0, "approved"),
      (["--deny"], "500 Internal Server Error", 8, "refused"), (["--deny", "-n"], "200 OK", 0, "dry-run"),
    ] as [([String], String, Int32, String)]
  )
  func exitStatus(_ flags: [String], _ status: String, _ code: Int32, _ outcome: String) throws {
    let server = try LoopbackServer { _ in .status(status) }
    for flag in ["-e", "--exit-status"] {
      let result = try Binary.answer(
        SamplePush.default,
        flags + [flag, "--json", "--endpoint", server.url()]
      )
      #expect(result.status == .exited(code), "\(result)")
      let report = try result.report()
      #expect(report.outcome == outcome && report.integer("exitCode") == Int(code))
    }
    let without = try Binary.answer(SamplePush.default, flags + ["--endpoint", server.url()])
    #expect(without.status == .exited(code == 1 ? 0 : code))
  }

  @Test(
    "inspect --expect",
    arguments: [
      (SamplePush.challenge, "challenge", 0, "inspected"),
      (SamplePush.challenge, "default", 1, "unexpected-kind"),
      (SamplePush.dry, "dry", 0, "inspected"), (SamplePush.default, "silent", 1, "unexpected-kind"),
      (SamplePush.otherNotification, "default", 4, "not-mfa-push"), ("{", "default", 3, "payload-invalid"),
      (SamplePush.default, "nonsense", 2, "usage"), (expired, "default", 0, "inspected"),
    ] as [(String, String, Int32, String)]
  )
  func expect(_ payload: String, _ kind: String, _ code: Int32, _ outcome: String) throws {
    let result = try Binary.answer(payload, ["inspect", "--expect", kind, "--json"])
    #expect(result.status == .exited(code), "\(result)")
    let report = try result.report()
    #expect(report.outcome == outcome && report.integer("exitCode") == Int(code))
    #expect(report.text("command") == "inspect")
  }

  @Test("An expiry counts from when the push arrived")
  func receivedAt() throws {
    let payload = SamplePush.plain("default", #""ttl":60"#)
    func code(_ time: String) throws -> ExitStatus {
      try Binary.answer(
        payload,
        ["--deny", "-n", "--received-at", time, "--endpoint", "http://127.0.0.1:9/"]
      ).status
    }
    #expect(try code("2020-01-01T00:00:00Z") == .exited(9))
    let now = ISO8601DateFormatter().string(from: Date())
    #expect(try code(now) == .exited(0))
    #expect(try code("yesterday") == .exited(2))
  }
}
