import Foundation
import Testing

@Suite("Secrets are in no stream")
struct SecretTests {
  /// A server that sends back whatever it gets, as careless services and echo servers do.
  private static func echoServer(_ status: String) throws -> LoopbackServer {
    try LoopbackServer { request in
      let headers = request.headers.filter { $0.name.hasPrefix("X-") || $0.name == "Authorization" }
      let lines = headers.map { "X-Echo-\($0.name): \($0.value)" }
      return .status(status, headers: lines, body: ([request.path] + lines).joined(separator: "\n"))
    }
  }

  private func url(_ server: LoopbackServer, userInfo: String, query: String = "") -> String {
    server.url("/respond\(query)").replacingOccurrences(of: "://", with: "://\(userInfo)@")
  }

  @Test(
    "Headers, token, password and query, with -vv and an echo",
    arguments: ["200 OK", "400 Bad Request"],
    [[], ["--json"], ["-q"]]
  )
  func canaries(_ status: String, _ flags: [String]) throws {
    let folder = try TemporaryFolder()
    let headers = try folder.write(
      "headers",
      "X-From-File: canary-header-2\nX-Scheme: Custom canary-header-3"
    )
    let server = try Self.echoServer(status)
    let result = try Binary.answer(
      SamplePush.default,
      [
        "--approve", "-vv", "-H", "X-API-Key: canary-header-1", "-H", "@\(headers)", "--endpoint",
        url(server, userInfo: "canary-user:canary-password", query: "?access_token=canary-query"),
      ] + flags
    )
    #expect(result.status == .exited(status == "200 OK" ? 0 : 8), "\(result)")
    let request = String(decoding: try #require(server.requests.first).head, as: UTF8.self)
    for sent in ["canary-header-1", "canary-header-2", "canary-header-3", "canary-query"] {
      #expect(request.contains(sent))
    }
    #expect(!result.everything.contains("canary"))
    // The trace is there, with a mask for each.
    #expect(result.stderr.contains("> X-API-Key: ") && result.stderr.contains("< X-Echo-X-API-Key: "))
  }

  @Test("A cut saves no part of one", arguments: [300, 4096])
  func cut(_ length: Int) throws {
    let secret = "canary-header-1"
    // Wherever in the secret a text of this length is cut.
    let server = try LoopbackServer { request in
      let padding = length - secret.count + (request.header("X-Shift").flatMap { Int($0) } ?? 0)
      return .status("400 Bad Request", body: String(repeating: "-", count: padding) + secret)
    }
    for shift in [4, 9] {
      let result = try Binary.answer(
        SamplePush.default,
        [
          "--approve", "--json", "-H", "X-API-Key: \(secret)", "-H", "X-Shift: \(shift)", "--endpoint",
          server.url(),
        ]
      )
      #expect(result.status == .exited(8))
      #expect(!result.everything.contains("canary"))
    }
  }

  @Test("A password is sent as it should be, and not shown as it was sent")
  func userInfo() throws {
    let server = try Self.echoServer("400 Bad Request")
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "-vv", "--json", "--endpoint", url(server, userInfo: "user:p%40ss-canary")]
    )
    let credentials = Data("user:p@ss-canary".utf8).base64EncodedString()
    #expect(server.requests.first?.header("Authorization") == "Basic \(credentials)")
    #expect(!result.everything.contains("p%40ss-canary"))
    #expect(!result.everything.contains(credentials))
    let decoding = try LoopbackServer { _ in .status("400 Bad Request", body: "wrong: p@ss-canary") }
    let refused = try Binary.answer(
      SamplePush.default,
      ["--approve", "--endpoint", url(decoding, userInfo: "user:p%40ss-canary")]
    )
    #expect(!refused.everything.contains("p@ss-canary"))
  }

  @Test("A bearer token")
  func bearerToken() throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("token", "canary-token-1")
    let server = try Self.echoServer("403 Forbidden")
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "-vv", "--bearer-token-file", token, "--endpoint", server.url()]
    )
    #expect(result.status == .exited(8))
    #expect(server.requests.first?.header("Authorization") == "Bearer canary-token-1")
    #expect(!result.everything.contains("canary"))
  }

  @Test(
    "Mistakes don't show the value",
    arguments: [
      ["-H", "X-API-Key canary"], ["-H", "X-API-Key: canary\u{7}"], ["-H", "X API Key: canary"],
      ["-H", "Content-Length: canary"], ["--endpoint", "http://user:canary@host name/"],
      ["--endpoint", "http://user:canary@host:port/"], ["--endpoint", "http://user:canary@[host]/"],
      ["--endpoint", "user:canary@host/"], ["--endpoint", "http://host/?token=canary#part"],
    ]
  )
  func mistakes(_ flags: [String]) throws {
    for output in [[], ["--json", "-vv"]] {
      let result = try Binary.answer(SamplePush.default, ["--approve"] + flags + output)
      #expect(result.status == .exited(2), "\(result)")
      #expect(!result.everything.contains("canary"), "\(result)")
    }
  }

  @Test(
    "A password with a character that has to be encoded",
    arguments: ["canary/x", "canary?x"]
  )
  func unencodedPassword(_ password: String) throws {
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "--endpoint", "http://user:\(password)@127.0.0.1:9/"]
    )
    #expect(result.status == .exited(2), "\(result)")
    #expect(!result.everything.contains("canary"))
  }

  @Test(
    "What is secret by chance does not blank out our own words",
    arguments: ["user:long-password", "long-user:approved", "respond:approve", "plain:default"]
  )
  func ownWords(_ userInfo: String) throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "--endpoint", url(server, userInfo: userInfo)]
    )
    #expect(result.status == .exited(0))
    let report = try result.report()
    #expect(report.outcome == "approved" && report.text("command") == "respond")
    #expect(report.text("decision.authMethod") == "user" && report.text("decision.action") == "approve")
    #expect(report.text("push.kind") == "default" && report.text("push.provider") == "plain")
  }

  @Test(
    "A header whose value is a word of JSON",
    arguments: ["null", "true", "respond", "\":null", "outcome"]
  )
  func wordsOfJSON(_ value: String) throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "-H", "X-Debug: \(value)", "--endpoint", server.url()]
    )
    #expect(result.status == .exited(0))
    let report = try result.report()
    #expect(report.text("command") == "respond" && report.outcome == "approved")
    #expect(report.flag("delivery.mayHaveArrived") == true && report.isNull("error"))
  }

  @Test("A password in an address that is not reached")
  func notReached() throws {
    let port = try LoopbackServer.unusedPort()
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "-vv", "--json", "--endpoint", "http://user:canary-password@127.0.0.1:\(port)/"]
    )
    #expect(result.status == .exited(7))
    #expect(!result.everything.contains("canary"))
    #expect(try result.report().text("delivery.url")?.contains("@127.0.0.1:\(port)/") == true)
  }

  @Test("A cookie that the service sets is not text for a log")
  func cookie() throws {
    let server = try LoopbackServer { _ in .status("200 OK", headers: ["Set-Cookie: session=canary"]) }
    let result = try Binary.answer(SamplePush.default, ["--approve", "-vv", "--endpoint", server.url()])
    #expect(result.stderr.contains("Set-Cookie: "))
    #expect(!result.everything.contains("canary"))
  }
}
