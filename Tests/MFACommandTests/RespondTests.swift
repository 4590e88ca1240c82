import MFACore
import Testing

@testable import MFACommand

/// From a push and a decision to the request, and from the reply to what is said of it.
@Suite("respond")
struct RespondTests {
  static let url = "https://mfa.example.com/d"

  static func respond(
    _ members: String,
    _ flags: String...,
    exchange: Script.Exchange? = reply(200),
    readings: [Script.Reading] = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) -> Run {
    var script = OrderOfChecksTests.push(members, exchanges: [exchange].compactMap(\.self))
    // Files that flags name are read before the push.
    script.readings = readings + script.readings
    let arguments =
      flags + (flags.contains { $0.hasPrefix("--endpoint") } ? [] : ["--endpoint=" + url]) + ["p"]
    return script.run(arguments.map { Argument(bytes: Array($0.utf8)) }, sourceLocation: sourceLocation)
  }

  // MARK: The request

  struct Body: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let push: String
    let flags: [String]
    let body: String
    let key: String

    init(_ push: String, _ flags: String..., body: String, key: String) {
      testDescription = flags.joined(separator: " ")
      self.push = push
      self.flags = flags
      self.body = body
      self.key = key
    }
  }

  static let challenge = #""pushType":"challenge","numbersChallenge":["07","7"]"#

  @Test(
    arguments: [
      Body(
        #""pushType":"default""#,
        "--approve",
        body: #""decision":"approve","authMethod":"user","#,
        key: "1.approve"
      ),
      Body(
        #""pushType":"biometric""#,
        "--approve",
        "--auth-method=biometric",
        body: #""decision":"approve","authMethod":"biometric","#,
        key: "1.approve"
      ),
      Body(challenge, "--deny", body: #""decision":"deny","authMethod":"user","#, key: "1.deny"),
      Body(
        challenge,
        "--deny",
        "--deny-reason=not \"me\"",
        body: #""decision":"deny","authMethod":"user","denyReason":"not \"me\"","#,
        key: "1.deny"
      ),
      Body(
        challenge,
        "--number=07",
        body: #""decision":"approve","authMethod":"user","numberChallenge":"07","#,
        key: "1.approve.07"
      ),
      Body(
        challenge,
        "--number-other-than=07",
        body: #""decision":"approve","authMethod":"user","numberChallenge":"7","#,
        key: "1.approve.7"
      ),
      Body(
        challenge,
        "--number=a b",
        "--force",
        body: #""decision":"approve","authMethod":"user","numberChallenge":"a b","#,
        key: "1.approve.a%20b"
      ),
      Body(
        #""pushType":"challenge""#,
        "--number=0042",
        body: #""decision":"approve","authMethod":"user","numberChallenge":"0042","#,
        key: "1.approve.0042"
      ),
    ]
  )
  func request(_ row: Body) throws {
    let script = OrderOfChecksTests.push(row.push, exchanges: [reply(200)])
    let arguments = row.flags + ["--endpoint=" + RespondTests.url, "p"]
    let run = script.run(arguments.map { Argument(bytes: Array($0.utf8)) })
    #expect(run.bodies == [#"{"id":"1","# + row.body + #""respondedAt":"2030-01-01T00:00:00Z"}"#])
    let request = try #require(run.transfers.first?.request)
    #expect(request.method == "POST")
    #expect(request.url.wireText == RespondTests.url)
    let headers = Dictionary(request.headers.map { ($0.name, $0.wireValue) }) { first, _ in first }
    #expect(headers["Content-Type"] == "application/json")
    #expect(headers["User-Agent"] == Version.userAgent)
    #expect(headers["Idempotency-Key"] == row.key)
  }

  @Test("{id} is replaced by the id, percent-encoded")
  func idInPath() throws {
    let script = Script(
      readings: [.file("p", #"{"aps":{},"pushType":"default","id":"a/b?c d"}"#)],
      exchanges: [reply(200)]
    )
    let run = script.run("--approve", "--endpoint=https://mfa.example.com/{id}/d?i={id}", "p")
    #expect(
      run.transfers.first?.request.url.wireText == "https://mfa.example.com/a%2Fb%3Fc%20d/d?i=a%2Fb%3Fc%20d"
    )
  }

  @Test("The terms of the exchange")
  func terms() throws {
    let flags = ["--connect-timeout=2", "--max-time=500ms", "-k", "--cacert=c"]
    let script = Script(
      readings: [.file("c", SettingsTests.certificate)]
        + OrderOfChecksTests.push(OrderOfChecksTests.plain).readings,
      exchanges: [reply(200)]
    )
    let run = script.run(
      (flags + ["--approve", "--endpoint=" + RespondTests.url, "p"]).map { Argument(bytes: Array($0.utf8)) }
    )
    let transfer = try #require(run.transfers.first)
    #expect(transfer.connectTimeout == 2)
    #expect(transfer.maxTime == 0.5)
    #expect(transfer.insecure)
    #expect(transfer.caFile == FilePath("c"))
    #expect(transfer.proxy == .environment)
    #expect(run.errors.contains("warning: --insecure"))
  }

  @Test(
    "Loopback is never proxied",
    arguments: ["http://127.0.0.1:1/d", "http://[::1]:1/d", "http://localhost/d", "http://127.9.9.9/d"]
  )
  func loopback(url: String) {
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", "--endpoint=" + url)
    #expect(run.transfers.map(\.proxy) == [.direct])
  }

  // MARK: Credentials

  static let secrets = ["-H", "X-Api-Key: key-value", "--bearer-token-file=t"]

  @Test("Headers and tokens go to the endpoint")
  func credentialsForEndpoint() throws {
    var script = OrderOfChecksTests.push(OrderOfChecksTests.callback, exchanges: [reply(200)])
    script.readings.insert(.file("t", "token-value\n"), at: 0)
    let arguments = RespondTests.secrets + ["--approve", "--endpoint=" + RespondTests.url, "p"]
    let run = script.run(arguments.map { Argument(bytes: Array($0.utf8)) })
    let request = try #require(run.transfers.first?.request)
    #expect(request.url.wireText == RespondTests.url, "the endpoint beats the callback")
    let values = request.headers.map(\.wireValue)
    #expect(values.contains("key-value"))
    #expect(values.contains("Bearer token-value"))
  }

  @Test("None of them goes to an address that a push names")
  func credentialsForCallback() throws {
    var script = OrderOfChecksTests.push(OrderOfChecksTests.callback, exchanges: [reply(200)])
    script.readings.insert(.file("t", "token-value\n"), at: 0)
    let run = script.run((RespondTests.secrets + ["--approve", "p"]).map { Argument(bytes: Array($0.utf8)) })
    let request = try #require(run.transfers.first?.request)
    #expect(request.url.wireText == "https://mfa.example.com/c")
    #expect(!request.headers.contains { $0.wireValue.contains("-value") || $0.name == "Authorization" })
    #expect(run.errors.contains("warning: headers, tokens and client certificates go to --endpoint only"))
  }

  // MARK: The reply

  @Test(
    "Any 2xx is a recorded decision, nothing else is",
    arguments: [200, 201, 204, 299, 300, 302, 308, 400, 500]
  )
  func status(_ status: Int) {
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", exchange: reply(status))
    let isRecorded = (200...299).contains(status)
    #expect(run.exitCode == (isRecorded ? .done : .refused))
    #expect(run.transfers.count == 1, "it is sent once")
    if !isRecorded { #expect(run.errors.contains("HTTP \(status)")) }
  }

  @Test("A redirect is not followed; status and Location are told")
  func redirect() {
    let moved = reply(302, headers: [("location", "https://sso.example.com/login")])
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", exchange: moved)
    #expect(run.errors.contains("302") && run.errors.contains("https://sso.example.com/login"))
  }

  @Test("Recorded is not signed in, and the words say so")
  func words() {
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve")
    #expect(run.output.hasPrefix("approved: the service recorded the answer"))
  }

  @Test("HTML in a 2xx warns", arguments: ["<!DOCTYPE html>", " \n<HTML>", "<html lang=\"en\">"])
  func html(body: String) {
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", exchange: reply(200, body))
    #expect(run.exitCode == .done)
    #expect(run.errors.contains("warning: the reply is an HTML page"))
  }

  @Test(
    "A final status counts even if the body breaks off",
    arguments: [TransferFailure.Cause.bodyTooLarge, .connectionLost]
  )
  func brokenBody(cause: TransferFailure.Cause) {
    let exchange: Script.Exchange = { _ in
      HTTPResult(
        reply: HTTPReply(status: 200, headers: [], body: Array("{".utf8), retryAfterSeconds: nil),
        failure: TransferFailure(cause: cause, detail: ""),
        mayHaveArrived: true,
        durationMilliseconds: 1
      )
    }
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", exchange: exchange)
    #expect(run.exitCode == .done)
    #expect(run.errorLines.count == 1 && run.errors.contains("warning: the reply's body"))
  }

  @Test("Whether it may have arrived is told", arguments: [true, false])
  func arrival(arrived: Bool) throws {
    let lost = failure(.connectionLost, arrived: arrived)
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", "--json", exchange: lost)
    let delivery = try #require(try run.json()["delivery"] as? [String: Any])
    #expect(delivery["mayHaveArrived"] as? Bool == arrived)
    #expect(run.errors.contains("the decision may have arrived") == arrived)
    #expect(run.errors.contains("nothing was sent") == !arrived)
  }

  @Test("A gateway's error says that it may have arrived", arguments: [502, 504])
  func gateway(status: Int) {
    let run = RespondTests.respond(OrderOfChecksTests.plain, "--approve", exchange: reply(status))
    #expect(run.errors.contains("may have arrived"))
  }

  // MARK: Dry run

  @Test("A dry run prints the request instead of a result line, secrets masked")
  func dryRun() {
    let run = RespondTests.respond(
      OrderOfChecksTests.plain,
      "-n",
      "--approve",
      "-H",
      "X-Api-Key: key-value",
      "--endpoint=https://user:key-value@mfa.example.com/d",
      exchange: nil
    )
    #expect(run.exitCode == .done)
    let lines = run.output.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.first == "POST https://***@mfa.example.com/d")
    #expect(lines.contains("X-Api-Key: ***"))
    #expect(lines.contains("Idempotency-Key: 1.approve"))
    #expect(lines.suffix(3).first == "", "an empty line parts the headers from the body")
    #expect(lines.dropLast().last?.hasPrefix(#"{"id":"1","decision":"approve","#) == true)
    #expect(!run.transcript.contains("key-value"))
  }
}
