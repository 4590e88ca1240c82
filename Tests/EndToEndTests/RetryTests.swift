import Foundation
import Testing

@Suite("Sending again")
struct RetryTests {
  /// A short wait before each retry.
  private static let soon = ["--retry-delay", "0.05"]

  private func approve(
    _ url: String,
    _ flags: [String],
    push: String = SamplePush.default
  ) throws -> RunResult {
    try Binary.answer(push, ["--approve", "--json", "--endpoint", url] + flags)
  }

  /// A server that does these things in turn, and the last one ever after.
  private func server(_ actions: LoopbackServer.Action..., tls: TLSIdentity? = nil) throws -> LoopbackServer {
    try LoopbackServer(tls: tls) { request in actions[min(request.index, actions.count - 1)] }
  }

  private static let busy = LoopbackServer.Action.status("503 Service Unavailable")

  @Test(
    "A transient error, then success",
    arguments: [
      (.status("408 Request Timeout"), "408"), (.status("429 Too Many Requests"), "429"),
      (.status("500 Internal Server Error"), "500"), (.status("502 Bad Gateway"), "502"), (busy, "503"),
      (.status("504 Gateway Timeout"), "504"), (.closeAtOnce, "closed"), (.reset, "reset"),
      (.hang, "a hang"), (.reply(Array("SSH-2.0\r\n".utf8)), "not HTTP"),
    ] as [(LoopbackServer.Action, String)]
  )
  func recovers(_ setback: LoopbackServer.Action, _ name: String) throws {
    let server = try server(setback, .ok)
    let result = try approve(server.url(), ["--retry", "3", "-m", "1"] + Self.soon)
    #expect(result.status == .exited(0), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "approved" && report.isNull("error"))
    #expect(report.integer("delivery.attempts") == 2 && report.integer("delivery.status") == 200)
    #expect(report.warnings?.count == 1)
    #expect(result.stderr.contains("retry 1 of 3"))
    // A repeat that the service can tell from a second decision: nothing in it is new, not even its time.
    try #require(server.requests.count == 2 && server.connectionCount == 2)
    #expect(server.requests[0].head == server.requests[1].head)
    #expect(server.requests[0].body == server.requests[1].body)
    #expect(server.requests[0].header("Idempotency-Key") == "test-push-1.approve")
    _ = try server.requests[1].decision()
  }

  @Test("A service that comes up late")
  func late() throws {
    let port = try LoopbackServer.unusedPort()
    let result = try approve("http://127.0.0.1:\(port)/", ["--retry", "2"] + Self.soon)
    #expect(result.status == .exited(7), "\(result)")
    let report = try result.report()
    #expect(report.integer("delivery.attempts") == 3 && report.text("error.code") == "not-connected")
    #expect(report.flag("delivery.mayHaveArrived") == false)
    #expect(result.stderr.contains("nothing was sent") && result.stderr.contains("used up"))
  }

  @Test("No retry by default", arguments: [[], ["--retry", "0"]])
  func notByDefault(_ flags: [String]) throws {
    let server = try server(Self.busy, .ok)
    let result = try approve(server.url(), flags)
    #expect(result.status == .exited(8))
    #expect(try result.report().integer("delivery.attempts") == 1)
    #expect(server.requests.count == 1)
    #expect(!result.stderr.contains("sent again"))
  }

  @Test("Without --retry-delay, the first wait is a second")
  func backOff() throws {
    let server = try server(Self.busy, .ok)
    let result = try approve(server.url(), ["--retry", "1"])
    #expect(result.status == .exited(0))
    #expect((1..<8).contains(result.seconds), "\(result)")
  }

  @Test(
    "When all are used up, the last error counts",
    arguments: [([.closeAtOnce, busy], 8, "refused"), ([busy, .reset], 7, "connection-lost")]
      as [([LoopbackServer.Action], Int32, String)]
  )
  func exhausted(_ actions: [LoopbackServer.Action], _ code: Int32, _ error: String) throws {
    let server = try LoopbackServer { request in actions[min(request.index, 1)] }
    let result = try approve(server.url(), ["--retry", "2"] + Self.soon)
    #expect(result.status == .exited(code), "\(result)")
    let report = try result.report()
    #expect(report.text("error.code") == error && report.integer("delivery.attempts") == 3)
    #expect(report.text("decision.action") == "approve")
    #expect(report.flag("delivery.mayHaveArrived") == true)
    #expect(result.stderr.contains("used up"))
    #expect(server.requests.count == 3)
    #expect(Set(server.requests.map(\.body)).count == 1)
  }

  @Test("What may have arrived once may have arrived, whatever the last attempt says")
  func arrivalIsRemembered() throws {
    // Nobody listens any more when the second attempt is made.
    let box = Locked<LoopbackServer?>(nil)
    let server = try LoopbackServer { _ in
      box.withLock { $0?.stop() }
      return .reset
    }
    box.withLock { $0 = server }
    defer { box.withLock { $0 = nil } }
    let result = try approve(server.url(), ["--retry", "1", "--retry-delay", "0.6"])
    #expect(result.status == .exited(7), "\(result)")
    let report = try result.report()
    #expect(report.integer("delivery.attempts") == 2 && report.text("error.code") == "not-connected")
    #expect(report.flag("delivery.mayHaveArrived") == true)
    #expect(result.stderr.contains("may have arrived") && !result.stderr.contains("nothing was sent"))
  }

  @Test("Retry-After is waited for, in both forms", arguments: [false, true])
  func retryAfter(_ isDate: Bool) throws {
    let server = try LoopbackServer { request in
      guard request.index == 0 else { return .ok }
      // A date has whole seconds: between one and two of them are left of these.
      let value = isDate ? HTTPDate.text(in: 2) : "1"
      return .status("429 Too Many Requests", headers: ["Retry-After: \(value)"])
    }
    let result = try approve(server.url(), ["--retry", "1"] + Self.soon)
    #expect(result.status == .exited(0), "\(result)")
    // Far more than the delay; less than a second only by what is left of the date's last one.
    #expect(result.seconds > 0.9 && result.seconds < 10)
    #expect(try result.report().integer("delivery.attempts") == 2)
  }

  @Test("A Retry-After of the past, and one that can't be read, ask for no wait", arguments: [-60, nil])
  func noRetryAfter(_ seconds: Double?) throws {
    let value = seconds.map { HTTPDate.text(in: $0) } ?? "soon"
    let server = try server(.status("503 Busy", headers: ["Retry-After: \(value)"]), .ok)
    let result = try approve(server.url(), ["--retry", "1"] + Self.soon)
    #expect(result.status == .exited(0), "\(result)")
    #expect(try result.report().integer("delivery.attempts") == 2 && result.seconds < 10)
  }

  @Test(
    "A Retry-After over ten minutes ends the retries, and says so: thousands of years were slept through",
    arguments: ["601", "4294967295", "99999999999999999999", "Fri, 31 Dec 9999 23:59:59 GMT"]
  )
  func years(_ value: String) throws {
    let server = try server(.status("503 Busy", headers: ["Retry-After: \(value)"]), .ok)
    let result = try approve(server.url(), ["--retry", "1"] + Self.soon)
    #expect(result.status == .exited(8) && result.seconds < 10 && server.requests.count == 1, "\(result)")
    #expect(result.stderr.contains("Retry-After is over 600 s"))
    // Too many digits were told as "retry after 0 s".
    #expect(try result.report().text("error.message")?.contains("retry after 0 s") == false)
  }

  @Test(
    "A Retry-After that is too long ends it at once",
    arguments: [(nil, ["--retry-max-time", "2"], "--retry-max-time"), (20, [], "expired")]
      as [(Double?, [String], String)],
    [false, true]
  )
  func tooLong(_ limit: (life: Double?, flags: [String], words: String), _ isDate: Bool) throws {
    // Not among the arguments, which are made long before the test runs.
    let push = SamplePush.plain("default", limit.life.map { SamplePush.expiring(in: $0) } ?? #""x":1"#)
    let server = try LoopbackServer { _ in
      .status("503 Busy", headers: ["Retry-After: \(isDate ? HTTPDate.text(in: 60) : "60")"])
    }
    let result = try approve(server.url(), ["--retry", "5"] + limit.flags, push: push)
    #expect(result.status == .exited(8), "\(result)")
    #expect(result.seconds < 10 && server.requests.count == 1)
    let report = try result.report()
    #expect(report.integer("delivery.attempts") == 1 && report.integer("delivery.status") == 503)
    let warning = try #require(report.warnings?.last)
    #expect(warning.contains("not sent again") && warning.contains(limit.words), "\(result)")
    #expect(result.stderr.contains(warning))
  }

  @Test("--retry-max-time ends it")
  func maxTime() throws {
    let server = try server(Self.busy)
    let result = try approve(
      server.url(),
      ["--retry", "100", "--retry-delay", "0.2", "--retry-max-time", "1"]
    )
    #expect(result.status == .exited(8))
    #expect((2...5).contains(server.requests.count), "\(result)")
    #expect(result.seconds < 8 && result.stderr.contains("--retry-max-time"))
  }

  @Test("A retry never outlives the push, unless it is told to")
  func expiry() throws {
    let push = SamplePush.plain("default", SamplePush.expiring(in: 2))
    let server = try server(Self.busy)
    let result = try approve(server.url(), ["--retry", "100", "--retry-delay", "0.3"], push: push)
    #expect(result.status == .exited(8), "\(result)")
    #expect((2...7).contains(server.requests.count) && result.seconds < 10)
    #expect(result.stderr.contains("after the push has expired"))
    #expect(try result.report().integer("delivery.attempts") == server.requests.count)

    let expired = SamplePush.plain("default", SamplePush.expired)
    let ignoring = try self.server(Self.busy, .ok)
    let sent = try approve(ignoring.url(), ["--retry", "1", "--ignore-expiry"] + Self.soon, push: expired)
    #expect(sent.status == .exited(0), "\(sent)")
  }

  @Test(
    "What a retry can't mend is not retried without --retry-all-errors, and with it is",
    arguments: ["400 Bad Request", "401 Unauthorized", "404 Not Found", "409 Conflict", "302 Found"]
  )
  func allErrors(_ status: String) throws {
    let server = try server(.status(status), .ok)
    let result = try approve(server.url(), ["--retry", "2"] + Self.soon)
    #expect(result.status == .exited(8), "\(result)")
    #expect(server.requests.count == 1)
    #expect(result.stderr.contains("not sent again"))
    let again = try self.server(.status(status), .ok)
    let repeated = try approve(again.url(), ["--retry", "2", "--retry-all-errors"] + Self.soon)
    #expect(repeated.status == .exited(0), "\(repeated)")
    #expect(again.requests.count == 2)
    #expect(try repeated.report().integer("delivery.attempts") == 2)
  }

  @Test(
    "Never after a certificate that fails",
    .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"),
    arguments: [TLSIdentity.selfSigned, .expired, .wrongHost, .unknownAuthority],
    [[], ["--retry-all-errors"]]
  )
  func certificate(_ identity: TLSIdentity, _ flags: [String]) throws {
    let server = try LoopbackServer(tls: identity)
    let result = try approve(
      server.url(),
      ["--retry", "3", "--cacert", Certificates.authority] + Self.soon + flags
    )
    #expect(result.status == .exited(7), "\(result)")
    #expect(try result.report().integer("delivery.attempts") == 1)
    #expect(server.connectionCount == 1 && server.requests.isEmpty)
  }

  @Test(
    "Never after a client certificate that fails",
    .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"),
    arguments: [
      (["--cert", Certificates.client, "--key", Certificates.encryptedClientKey], 10),
      (["--cert", Certificates.otherClient, "--key", Certificates.otherClientKey], 7), ([], 7),
    ] as [([String], Int32)]
  )
  func clientCertificate(_ flags: [String], _ code: Int32) throws {
    let server = try LoopbackServer(tls: .clientsOnly)
    let result = try approve(
      server.url(),
      ["--retry", "3", "--retry-all-errors", "--cacert", Certificates.authority] + Self.soon + flags
    )
    #expect(result.status == .exited(code), "\(result)")
    #expect(try result.report().integer("delivery.attempts") == 1)
    #expect(server.connectionCount <= 1 && server.requests.isEmpty)
  }

  @Test("Without an idempotency key, what may have arrived is not sent again")
  func withoutKey() throws {
    let flags = ["-H", "Idempotency-Key:", "--retry", "2"] + Self.soon
    let server = try server(.reset, .ok)
    let result = try approve(server.url(), flags)
    #expect(result.status == .exited(7), "\(result)")
    #expect(server.requests.count == 1)
    #expect(result.stderr.contains("could not tell a repeat"))
    #expect(server.requests.first?.header("Idempotency-Key") == nil)
    let again = try self.server(.reset, .ok)
    #expect(try approve(again.url(), flags + ["--retry-all-errors"]).status == .exited(0))
    // What the service refused to look at has not arrived, key or not.
    let refusing = try self.server(Self.busy, .ok)
    #expect(try approve(refusing.url(), flags).status == .exited(0))
  }

  @Test("The trace shows each attempt and why there is another")
  func trace() throws {
    let server = try server(Self.busy, .ok)
    let result = try approve(server.url(), ["--retry", "1", "-v"] + Self.soon)
    let lines = result.stderr.split(separator: "\n")
    #expect(lines.filter { $0.hasPrefix("> POST ") }.count == 2)
    #expect(lines.filter { $0.hasPrefix("< 503") }.count == 1 && lines.contains { $0.hasPrefix("< 200") })
    let other = try self.server(Self.busy, .ok)
    let quiet = try approve(other.url(), ["--retry", "1", "-q"] + Self.soon)
    #expect(quiet.status == .exited(0) && quiet.stderr == "")
  }
}
