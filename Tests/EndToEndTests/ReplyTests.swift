import Foundation
import Testing

@Suite("What the service replies")
struct ReplyTests {
  private func approve(_ server: LoopbackServer, _ flags: [String] = []) throws -> RunResult {
    try Binary.answer(SamplePush.default, ["--approve", "--json", "--endpoint", server.url()] + flags)
  }

  @Test("Case files", arguments: try CaseFiles.inClass("reply"))
  func caseFile(_ reply: CaseFiles.Case) throws {
    let server = try LoopbackServer(replies: ReplyScript.parse(reply.bytes))
    let arguments = [try reply.payload, "--json", "--endpoint", server.url("/respond")]
    let result = try Binary.run(arguments + reply.decisionFlags)
    let code = try #require(reply.expect.exit)
    #expect(result.status == .exited(code), "\(result)")
    #expect(server.requests.map(\.method) == reply.expect.requests)
    let report = try result.report()
    #expect(report.outcome == (code == 0 ? "approved" : "refused"))
    #expect(report.flag("delivery.mayHaveArrived") == true && report.integer("delivery.attempts") == 1)
    // No reply is waited for a second time, and no date waited until.
    #expect(result.seconds < 5)
  }

  @Test("A redirect is refused with its status and its Location", arguments: [301, 302, 303, 307, 308])
  func redirects(_ status: Int) throws {
    let server = try LoopbackServer { request in
      request.index == 0 ? .status("\(status) Moved", headers: ["Location: /elsewhere?x=1"]) : .ok
    }
    let result = try approve(server)
    #expect(result.status == .exited(8))
    let report = try result.report()
    #expect(report.text("error.code") == "redirect" && report.integer("delivery.status") == status)
    let message = try #require(report.text("error.message"))
    #expect(message.contains("\(status)") && message.contains("/elsewhere?x=1"))
    #expect(server.requests.map(\.method) == ["POST"])
  }

  @Test("The redirects of the case files show where to")
  func redirectsOfTheCases() throws {
    for (name, location) in [
      ("55-redirect-302-to-login", "/login"), ("56-redirect-308-keeps-post", "/moved"),
    ] {
      let reply = try CaseFiles.named(name)
      for status in [nil] + (reply.expect.also ?? []).map(Optional.some) {
        var first = try ReplyScript.parse(reply.bytes)[0]
        if let status { first.replaceSubrange(9..<12, with: status.utf8) }
        let server = try LoopbackServer(replies: [first])
        let result = try approve(server)
        #expect(result.status == .exited(8))
        #expect(result.stderr.contains(location) && result.stderr.contains(status ?? " 30"))
        #expect(server.requests.map(\.method) == ["POST"])
      }
    }
  }

  @Test("The service's message is shown, cleaned")
  func message() throws {
    let reply = try CaseFiles.named("59-reply-400-wrong-number")
    let server = try LoopbackServer(replies: ReplyScript.parse(reply.bytes))
    let result = try Binary.run([try reply.payload, "--number", "12", "--endpoint", server.url()])
    #expect(result.stderr.contains("400") && result.stderr.contains("Wrong number"))
    #expect(result.stdout == "")
    let hostile = try LoopbackServer { _ in
      .status("400 Bad Request", body: "\u{1B}[31mWrong\u{7} number\u{9B}\nmfa-cli: error: forged")
    }
    let cleaned = try Binary.answer(SamplePush.default, ["--approve", "--endpoint", hostile.url()])
    #expect(cleaned.stderr.contains("Wrong"))
    #expect(
      !cleaned.stderr.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control }
    )
    #expect(!cleaned.stderr.contains("\nmfa-cli: error: forged"))
  }

  @Test("Retry-After is told and not waited for")
  func retryAfter() throws {
    let reply = try CaseFiles.named("61-reply-429-http-date")
    let server = try LoopbackServer(replies: ReplyScript.parse(reply.bytes))
    let date = try #require(ISO8601DateFormatter().date(from: "2030-01-01T00:02:00Z"))
    let result = try Binary.run([try reply.payload, "--approve", "--json", "--endpoint", server.url()])
    let left = Int(date.timeIntervalSinceNow)
    // After that day the file asks for no wait any more.
    if left > 0 {
      let message = try #require(try result.report().text("error.message"))
      #expect(
        (left - 5...left + 5).contains { message.contains("\($0) s") } || message.contains("2030-01-01T00:02")
      )
    }
    let soon = try LoopbackServer { _ in .status("503 Service Unavailable", headers: ["Retry-After: 17"]) }
    let refused = try approve(soon)
    #expect(refused.status == .exited(8))
    #expect(try refused.report().text("error.message")?.contains("17 s") == true)
    #expect(server.requests.count == 1 && soon.requests.count == 1)
  }

  @Test(
    "Any 2xx is success",
    arguments: ["200 OK", "201 Created", "202 Accepted", "204 No Content", "299 Odd"]
  )
  func success(_ status: String) throws {
    let server = try LoopbackServer { _ in .status(status) }
    let result = try approve(server)
    #expect(result.status == .exited(0))
    let report = try result.report()
    #expect(report.outcome == "approved" && report.isNull("error"))
    #expect(report.integer("delivery.status") == Int(status.prefix(3)))
    #expect(result.stderr == "")
  }

  @Test(
    "Everything else is a refusal",
    arguments: [
      "300 Multiple Choices", "304 Not Modified", "400 Bad Request", "401 Unauthorized", "404 Not Found",
      "409 Conflict",
      "410 Gone", "500 Internal Server Error", "599 Odd",
    ]
  )
  func refusal(_ status: String) throws {
    let server = try LoopbackServer { _ in .status(status, body: "") }
    let result = try approve(server)
    #expect(result.status == .exited(8))
    let report = try result.report()
    #expect(report.outcome == "refused" && report.text("decision.action") == "approve")
    #expect(report.integer("delivery.status") == Int(status.prefix(3)))
    #expect(result.stderr.contains(status.prefix(3)))
    #expect(server.requests.count == 1)
  }

  @Test("A gateway's failure may have let it through", arguments: ["502 Bad Gateway", "504 Gateway Timeout"])
  func gateway(_ status: String) throws {
    let server = try LoopbackServer { _ in .status(status) }
    let result = try approve(server)
    #expect(result.status == .exited(8))
    #expect(try result.report().flag("delivery.mayHaveArrived") == true)
    #expect(result.stderr.contains("may have arrived"))
  }

  @Test(
    "HTML in a success warns: it may be a sign-in page",
    arguments: [
      (["Content-Type: text/html; charset=utf-8"], "<p>Sign in</p>"),
      ([], "\n<!DOCTYPE html><title>Sign in</title>"),
    ] as [([String], String)]
  )
  func html(_ headers: [String], _ body: String) throws {
    let server = try LoopbackServer { _ in .status("200 OK", headers: headers, body: body) }
    let result = try approve(server)
    #expect(result.status == .exited(0))
    #expect(try result.report().warnings?.count == 1)
    #expect(result.stderr.contains("HTML"))
    let quiet = try Binary.answer(SamplePush.default, ["--approve", "-q", "--endpoint", server.url()])
    #expect(quiet.stdout == "" && quiet.stderr == "")
  }

  @Test("Interim replies are passed over")
  func interim() throws {
    let reply =
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nX: 1\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n"
    let server = try LoopbackServer { _ in .reply(Array(reply.utf8)) }
    #expect(try approve(server).report().integer("delivery.status") == 204)
  }

  @Test("The body is reported up to 4 KiB")
  func body() throws {
    let server = try LoopbackServer { _ in .status("200 OK", body: String(repeating: "ü", count: 5000)) }
    let body = try #require(try approve(server).report().text("delivery.body"))
    #expect(body == String(repeating: "ü", count: 2048))
  }
}
