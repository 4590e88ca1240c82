import Foundation
import Testing

@Suite("The request that is sent")
struct SendingTests {
  /// What the server got for one answer.
  private func sent(
    _ payload: String = SamplePush.default,
    _ flags: [String] = ["--approve"],
    path: String = "/respond",
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RecordedRequest {
    let server = try LoopbackServer()
    let result = try Binary.answer(payload, flags + ["--endpoint", server.url(path)])
    #expect(result.status == .exited(0), "\(result)", sourceLocation: sourceLocation)
    #expect(server.requests.count == 1, sourceLocation: sourceLocation)
    return try #require(server.requests.first, sourceLocation: sourceLocation)
  }

  @Test(
    "The body has these members and no others",
    arguments: [
      (SamplePush.default, ["--approve"], ["decision": "approve", "authMethod": "user"]),
      (SamplePush.default, ["--deny"], ["decision": "deny", "authMethod": "user"]),
      (
        SamplePush.default, ["--deny", "--deny-reason", "not \"me\""],
        ["decision": "deny", "authMethod": "user", "denyReason": "not \"me\""]
      ),
      (
        SamplePush.plain("biometric"), ["--approve", "--auth-method", "biometric"],
        ["decision": "approve", "authMethod": "biometric"]
      ),
      (
        SamplePush.challenge, ["--number", "34"],
        ["decision": "approve", "authMethod": "user", "numberChallenge": "34"]
      ),
      (SamplePush.challenge, ["--deny"], ["decision": "deny", "authMethod": "user"]),
      (
        SamplePush.challenge, ["--number-other-than", "12"],
        ["decision": "approve", "authMethod": "user", "numberChallenge": "34"]
      ),
      (
        SamplePush.manual, ["--number", "007"],
        ["decision": "approve", "authMethod": "user", "numberChallenge": "007"]
      ),
      (
        SamplePush.challenge, ["--force", "--number", "99"],
        ["decision": "approve", "authMethod": "user", "numberChallenge": "99"]
      ),
      (SamplePush.challenge, ["--force", "--approve"], ["decision": "approve", "authMethod": "user"]),
      (SamplePush.dry, ["--force", "--deny"], ["decision": "deny", "authMethod": "user"]),
      (
        SamplePush.plain("default", SamplePush.expired), ["--ignore-expiry", "--approve"],
        ["decision": "approve", "authMethod": "user"]
      ),
    ] as [(String, [String], [String: String])]
  )
  func body(_ payload: String, _ flags: [String], _ members: [String: String]) throws {
    let expected = members.merging(["id": SamplePush.id]) { $1 }
    #expect(try sent(payload, flags).decision() == expected)
  }

  @Test("The headers of ours")
  func headers() throws {
    let request = try sent(SamplePush.plain("default", id: "a b/ü.1"))
    #expect(request.method == "POST" && request.path == "/respond")
    #expect(request.header("Content-Type") == "application/json")
    #expect(request.header("Content-Length") == String(request.body.count))
    #expect(request.header("Idempotency-Key") == "a%20b%2F%C3%BC.1.approve")
    let version = try Binary.run(["--version"]).stdout.split(separator: " ")
    #expect(request.header("User-Agent") == "mfa-cli/\(version[1].prefix { !$0.isWhitespace })")
    #expect(request.header("Authorization") == nil && request.header("Cookie") == nil)
    // A wait for permission would cost a second with services that don't know it.
    #expect(request.header("Expect") == nil)
  }

  @Test("The idempotency key tells decisions apart")
  func idempotencyKey() throws {
    func key(_ flags: [String]) throws -> String? {
      try sent(SamplePush.challenge, flags).header("Idempotency-Key")
    }
    let keys = [
      try key(["--number", "12"]), try key(["--number", "34"]), try key(["--deny"]),
      try key(["--number", "12"]),
    ]
    #expect(
      keys == [
        "test-push-1.approve.12", "test-push-1.approve.34", "test-push-1.deny", "test-push-1.approve.12",
      ]
    )
  }

  @Test("Headers of the user's own are added, replace ours, and take ours away")
  func userHeaders() throws {
    let request = try sent(
      SamplePush.default,
      [
        "--approve", "-H", "X-One: 1", "-HX-Two:  two words ", "--header=X-One: again", "-H",
        "user-agent: mine",
        "-H", "Accept:", "-H", "X-Empty;",
      ]
    )
    #expect(request.headers.filter { $0.name == "X-One" }.map(\.value) == ["1", "again"])
    #expect(request.header("X-Two") == "two words")
    #expect(request.headers.filter { $0.name.lowercased() == "user-agent" }.map(\.value) == ["mine"])
    #expect(request.header("Accept") == nil)
    #expect(request.header("X-Empty") == "")
    #expect(request.header("Content-Type") == "application/json")
  }

  @Test("Headers from a file")
  func headerFile() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("headers", "X-One: 1\r\n\nX-Two: 2\nIdempotency-Key:\n")
    let request = try sent(SamplePush.default, ["--approve", "-H", "@\(file)", "-H", "X-Three: 3"])
    #expect(
      request.header("X-One") == "1" && request.header("X-Two") == "2" && request.header("X-Three") == "3"
    )
    #expect(request.header("Idempotency-Key") == nil)
  }

  @Test("The token of a file")
  func bearerToken() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("token", "canary-token-1\n")
    let request = try sent(SamplePush.default, ["--approve", "--bearer-token-file", file])
    #expect(request.header("Authorization") == "Bearer canary-token-1")
  }

  @Test(
    "Headers and tokens that can't be sent are misuse",
    arguments: [
      ["-H", "no colon"], ["-H", ": no name"], ["-H", "bad name: x"], ["-H", "X-Split: a\r\nX-Other: b"],
      ["-H", "X-Split: a\nb"], ["-H", "Content-Length: 5"], ["-H", "Transfer-Encoding: chunked"],
      ["-H", "@/nonexistent"], ["-H", "@"], ["-H", ""], ["--bearer-token-file", "/nonexistent"],
      ["--bearer-token-file", "/dev/null"],
    ]
  )
  func unusable(_ flags: [String]) throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(SamplePush.default, ["--approve", "--endpoint", server.url()] + flags)
    #expect(result.status == .exited(2), "\(result)")
    #expect(server.connectionCount == 0)
  }

  @Test(
    "{id} in the endpoint",
    arguments: [
      ("plain-1", "/pushes/{id}/decision", "/pushes/plain-1/decision"),
      (
        "a/b?c#d e%ü", "/pushes/{id}?again={id}",
        "/pushes/a%2Fb%3Fc%23d%20e%25%C3%BC?again=a%2Fb%3Fc%23d%20e%25%C3%BC"
      ),
      // A path of dots would lead elsewhere.
      ("..", "/pushes/{id}/decision", "/pushes/%2E%2E/decision"),
    ]
  )
  func idInEndpoint(_ id: String, _ path: String, _ sentPath: String) throws {
    #expect(try sent(SamplePush.plain("default", id: id), path: path).path == sentPath)
  }

  @Test("A push without an id gets a random one, and a warning")
  func randomID() throws {
    let payload = #"{"aps":{"alert":"Approve?"},"pushType":"default"}"#
    let first = try sent(payload).decision()["id"]
    let second = try sent(payload).decision()["id"]
    #expect(first != second)
    #expect(UUID(uuidString: first ?? "") != nil)
  }

  @Test("--delay waits between the decision and sending it")
  func delay() throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--delay", "300ms", "--endpoint", server.url()]
    )
    #expect(result.status == .exited(0))
    #expect(result.seconds >= 0.3)
    #expect(server.requests.count == 1)
  }

  @Test("One decision is one request on one connection")
  func once() throws {
    // The server keeps the connection open, as most do.
    let reply = Array("HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n{}".utf8)
    let server = try LoopbackServer { _ in .replyThen(reply, .awaitNext) }
    let result = try Binary.answer(SamplePush.default, ["--approve", "--endpoint", server.url()])
    #expect(result.status == .exited(0))
    #expect(result.seconds < 5)
    #expect(server.requests.count == 1 && server.connectionCount == 1)
  }
}

@Suite("A dry run")
struct DryRunTests {
  @Test("Shows the request with its secrets masked, and sends nothing")
  func shows() throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("token", "canary-token-1")
    let server = try LoopbackServer()
    let endpoint = server.url("/respond/{id}?token=canary-query-1").replacingOccurrences(
      of: "://",
      with: "://user:canary-password-1@"
    )
    let result = try Binary.answer(
      SamplePush.challenge,
      [
        "--number", "34", "--dry-run", "--endpoint", endpoint, "-H", "X-API-Key: canary-key-1", "-H",
        "Accept: text/plain", "--bearer-token-file", token,
      ]
    )
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.connectionCount == 0)
    #expect(!result.everything.contains("canary"))
    for part in [
      "POST http://", "/respond/test-push-1", "X-API-Key: ", "Authorization: ", "Accept: text/plain",
      "Idempotency-Key: test-push-1.approve.34", #""numberChallenge":"34""#,
    ] { #expect(result.stdout.contains(part), "\(part)") }
    #expect(!result.stderr.contains("error:"))
  }

  @Test("In JSON")
  func json() throws {
    let port = try LoopbackServer.unusedPort()
    let result = try Binary.answer(
      SamplePush.default,
      ["--deny", "-n", "--json", "--endpoint", "http://127.0.0.1:\(port)/respond"]
    )
    #expect(result.status == .exited(0))
    let report = try result.report()
    #expect(report.outcome == "dry-run" && report.text("decision.action") == "deny")
    #expect(report.text("delivery.url") == "http://127.0.0.1:\(port)/respond")
    #expect(report.integer("delivery.attempts") == 0 && report.flag("delivery.mayHaveArrived") == false)
    #expect(report.isNull("delivery.status"))
  }

  @Test("What could not be sent is not shown as if it could")
  func unfit() throws {
    let result = try Binary.answer(
      SamplePush.challenge,
      ["--approve", "-n", "--json", "--endpoint", "http://127.0.0.1:9/"]
    )
    #expect(result.status == .exited(6))
    #expect(try result.report().outcome == "not-answerable")
  }
}
