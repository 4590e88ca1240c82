import Foundation
import Testing

/// A refusal in the service's own words, and a hint that has evidence for the cause that it names.
@Suite("The service's own words")
struct OwnWordsTests {
  private func answer(_ action: LoopbackServer.Action, _ flags: [String] = []) throws -> RunResult {
    let server = try LoopbackServer { _ in action }
    return try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "--endpoint", server.url("/a/b?c=d")] + flags
    )
  }

  private func message(_ result: RunResult) throws -> String {
    try #require(try result.report().text("error.message"), "\(result)")
  }

  private func hint(_ result: RunResult) throws -> String { try result.report().text("error.hint") ?? "" }

  struct Body: CustomTestStringConvertible {
    let body: String
    let shown: String
    /// What of the body is not shown.
    var hidden = ""
    var headers: [String] = []

    var testDescription: String { body }
  }

  @Test(arguments: [
    Body(
      body: #"{"error":"invalid_token","error_description":"it is over"}"#,
      shown: "401: it is over",
      hidden: "invalid_token"
    ),
    Body(body: #"{"error":"no such push"}"#, shown: "401: no such push", hidden: "{"),
    Body(
      body: #"{"type":"about:blank","title":"Conflict","detail":"answered"}"#,
      shown: "401: answered",
      hidden: "about"
    ),
    Body(body: #"{"title":"Conflict","status":409}"#, shown: "401: Conflict", hidden: "{"),
    Body(body: #"{"message":"Limit exceeded"}"#, shown: "401: Limit exceeded", hidden: "{"),
    Body(body: #"{"error":{"code":401,"message":"no"}}"#, shown: "401: no", hidden: "{"),
    Body(
      body: #"{"result":{"status":false,"error":{"code":905,"message":"ERR905: nope"}},"detail":null}"#,
      shown: "401: ERR905: nope",
      hidden: "{"
    ),
    Body(body: #"{"error":true,"message":" both \n"}"#, shown: "401: both", hidden: "{"),
    Body(body: #"{"error":"","detail":""}"#, shown: #"401: {"error":"","detail":""}"#),
    Body(body: #"["no"]"#, shown: #"401: ["no"]"#),
    Body(body: "plainly no\n", shown: "401: plainly no"),
    Body(
      body:
        "<!doctype html><HTML><head><TITLE class=x>\n 502 &amp; Bad\tGateway </TITLE></head><body>nginx</body>",
      shown: "401: 502 & Bad Gateway",
      hidden: "nginx"
    ),
    Body(body: "<html><body>nginx</body></html>", shown: "401: an HTML page", hidden: "nginx"),
    Body(body: "<html><title></title>nginx", shown: "401: an HTML page", hidden: "nginx"),
    Body(body: "<html><title>open", shown: "401: an HTML page"),
  ])
  func words(_ row: Body) throws {
    let result = try answer(.status("401 Unauthorized", headers: row.headers, body: row.body))
    #expect(result.status == .exited(8), "\(result)")
    let message = try message(result)
    #expect(message.hasSuffix(row.shown), "\(message)")
    #expect(row.hidden.isEmpty || !message.contains(row.hidden), "\(message)")
  }

  // MARK: Content codings

  private static let coded = Data(
    base64Encoded: "H4sIAAAAAAAC/6tWSi0qyi9SslIqyUhVKCgtzlDILFbIyy9RyM7LL89TyEgtSlWqBQCcWDrZJgAAAA=="
  )

  private static func coded(_ coding: String?, _ body: [UInt8], status: String = "409 Conflict")
    -> LoopbackServer.Action
  {
    let header = coding.map { "Content-Encoding: \($0)\r\n" } ?? ""
    let head = "HTTP/1.1 \(status)\r\n\(header)Content-Length: \(body.count)\r\nConnection: close\r\n\r\n"
    return .reply(Array(head.utf8) + body)
  }

  /// It was shown as bytes.
  @Test("A coded body is decoded, though none is asked for")
  func gzip() throws {
    let body = try [UInt8](#require(Self.coded))
    let server = try LoopbackServer { _ in Self.coded("gzip", body) }
    let result = try Binary.answer(SamplePush.default, ["--approve", "--json", "--endpoint", server.url()])
    #expect(result.status == .exited(8))
    #expect(try message(result).hasSuffix("409: the push is not known here"), "\(result)")
    #expect(server.requests.first?.header("Accept-Encoding") == nil)
    // What is not said to be coded is no text.
    let unsaid = try answer(Self.coded(nil, body))
    #expect(try message(unsaid).hasSuffix("409: \(body.count) bytes of gzip"), "\(unsaid)")
  }

  @Test("A coding that nobody knows takes the body, and not the status", arguments: ["utf-8", "gzip"])
  func unknownCoding(_ coding: String) throws {
    let refused = try answer(Self.coded(coding, Array("plain".utf8)))
    #expect(refused.status == .exited(8), "\(refused)")
    let taken = try answer(Self.coded(coding, Array("plain".utf8), status: "200 OK"))
    #expect(taken.status == .exited(0), "\(taken)")
    #expect(taken.stderr.contains("coding"), "\(taken)")
  }

  @Test("A small body that decodes to a large one is cut as a large one is")
  func bomb() throws {
    // What gzip makes of 3 MiB of blanks.
    let start: [UInt8] = [
      31, 139, 8, 0, 0, 0, 0, 0, 2, 255, 237, 193, 1, 13, 0, 0, 0, 194, 160, 42, 239, 159, 210, 28, 110, 64,
      1,
    ]
    let bomb = start + [UInt8](repeating: 0, count: 3047) + [124, 27, 27, 239, 134, 67, 0, 0, 48, 0]
    let result = try answer(Self.coded("gzip", bomb, status: "200 OK"))
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stderr.contains("cut at 1048576 bytes"), "\(result)")
  }

  // MARK: Hints

  @Test(
    "A relative Location is shown as the address that it is",
    arguments: [
      ("/login", "http://HOST/login"), ("login", "http://HOST/a/login"), ("../x/./y", "http://HOST/x/y"),
      ("?e=f", "http://HOST/a/b?e=f"), ("//other.example/x", "http://other.example/x"),
      ("https://sso.example/", "https://sso.example/"), ("myapp:back", "myapp:back"),
      ("/login?next=..%2f#part", "http://HOST/login?next=..%2f"),
    ]
  )
  func location(_ location: String, _ target: String) throws {
    let server = try LoopbackServer { _ in .status("302 Found", headers: ["Location: \(location)"]) }
    let url = server.url("/a/b?c=d")
    let result = try Binary.answer(SamplePush.default, ["--approve", "--json", "--endpoint", url])
    let wanted = target.replacingOccurrences(of: "HOST", with: "127.0.0.1:\(server.port)")
    #expect(try message(result).hasSuffix("moved to \"\(wanted)\""), "\(result)")
    #expect(server.requests.count == 1)
  }

  @Test(
    "A hint does not say what the service has said",
    arguments: [
      ("409 Conflict", "the push has been answered already", "answered"),
      ("410 Gone", "the push has expired", "expired"),
    ]
  )
  func said(_ status: String, _ words: String, _ meaning: String) throws {
    let said = try answer(.status(status, body: #"{"error":"\#(words)"}"#))
    #expect(try !hint(said).contains(meaning), "\(said)")
    let silent = try answer(.status(status, body: "no"))
    #expect(try hint(silent).contains(meaning), "\(silent)")
  }

  @Test("A hint names no flag that was given already")
  func given() throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("token", "tok-1234")
    let refused = LoopbackServer.Action.status("401 Unauthorized")
    #expect(try hint(answer(refused)).contains("--bearer-token-file or -H gives"))
    let given = try answer(refused, ["--bearer-token-file", token])
    #expect(try hint(given).contains("does not accept what"), "\(given)")
    let busy = try answer(.status("503 Service Unavailable"), ["--retry", "1", "--retry-delay", "0"])
    #expect(try !hint(busy).contains("--retry N"), "\(busy)")
  }

  @Test("The practice service knows only what was made with POST /pushes")
  func practice() throws {
    let service = try StayingOn(["serve"])
    for (path, hinted) in [("/decisions", "POST /pushes"), ("/", "/decisions")] {
      let result = try Binary.answer(
        SamplePush.default,
        ["--approve", "--json", "--endpoint", service.url + path]
      )
      #expect(result.status == .exited(8), "\(result)")
      #expect(try hint(result).contains(hinted), "\(result)")
    }
  }

  @Test(
    "An error within a 200, and a clock, in privacyIDEA's words",
    arguments: ["200 OK", "400 Bad Request"]
  )
  func privacyIDEA(_ status: String) throws {
    let server = try PushTokenServer()
    let folder = try TemporaryFolder()
    func poll(_ message: String) throws -> RunResult {
      let body = #"{"result":{"status":false,"error":{"code":10,"message":"\#(message)"}},"detail":null}"#
      server.with { $0.pollReplies = [.status(status, body: body)] }
      let file = try server.credentials(folder)
      return try Binary.run(
        ["respond", "--poll", "--approve", "--json", "--retry-limit", "0", "--credential-file", file]
      )
    }
    let clock = try poll("ERR10: Timestamp 2030-01-01T00:00:00Z not in valid range.")
    #expect(clock.status == .exited(8), "\(clock)")
    #expect(try message(clock).contains("ERR10: Timestamp"), "\(clock)")
    #expect(try hint(clock).contains("clock") && !hint(clock).contains("token"), "\(clock)")
    let other = try poll("ERR905: no such token")
    #expect(try message(other).contains("ERR905: no such token"), "\(other)")
    #expect(try !hint(other).contains("clocks differ"), "\(other)")
  }
}
