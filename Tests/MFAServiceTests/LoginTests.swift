import MFACore
import MFAService
import Testing

/// Signing on by a QR code.
@Suite("Logins")
struct LoginTests {
  private static let long = String(repeating: "x", count: 257)

  @Test(arguments: [
    Exchange("nothing said", .login(), 201),
    Exchange(
      "everything",
      .login(
        #""clientName":"Bank","claimNames":["name"],"demands":"pin","credentialTypes":["badge"],"delay":1.5,"lifetime":9"#
      ),
      201
    ),
    Exchange("a mistyped member", .login(#""client":"x""#), 400, says: "clientName"),
    Exchange("a long name", .login(#""clientName":"\#(long)""#), 400, says: "clientName"),
    Exchange("claims that are none", .login(#""claimNames":"name""#), 400, says: "claimNames"),
    Exchange("another demand", .login(#""demands":"voice""#), 400, says: "demands"),
    Exchange("a PIN of nothing", .login(#""demands":"pin","credentialTypes":["x"]"#), 400, says: "pin"),
    Exchange("a delay as text", .login(#""delay":"1""#), 400, says: "delay"),
    Exchange("a negative delay", .login(#""delay":-1"#), 400, says: "delay"),
    Exchange("a long lifetime", .login(#""lifetime":86401"#), 400, says: "lifetime"),
    Exchange("no JSON", Step("POST", "/logins", "[]"), 400),
    Exchange("another media type", Step("POST", "/logins", "{}", type: nil), 415),
    Exchange("an unknown one", Step("GET", "/logins/x"), 404, says: "login"),
    Exchange("an unknown one, waiting", Step("GET", "/logins/x?wait=5"), 404, says: "login"),
    Exchange("a long wait", after: [.login()], Step("GET", "/logins/{login}?wait=61"), 400, says: "wait"),
    Exchange("another query", after: [.login()], Step("GET", "/logins/{login}?page=1"), 400, says: "wait"),
    Exchange("shown", after: [.login()], .loginStatus(), 200),
    Exchange("scanned", after: [.login()], .scan(), 201),
    Exchange("scanned at the last moment", after: [.login()], .scan(at: 119.999), 201),
    Exchange("scanned too late", after: [.login()], .scan(at: 120), 410, code: "authentication-key-expired"),
    Exchange(
      "with a lifetime of nothing",
      after: [.login(#""lifetime":0"#)],
      .scan(),
      410,
      code: "authentication-key-expired"
    ),
    Exchange("scanned twice", after: [.login(), .scan()], .scan(), 410, code: "authentication-key-expired"),
    Exchange("a wrong key", after: [.login()], .scan(key: "00"), 401, code: "invalid-authentication"),
    Exchange(
      "a key in capitals",
      after: [.login()],
      .scan(key: "{authenticationKey} "),
      401,
      code: "invalid-authentication"
    ),
    Exchange(
      "a wrong key, too late",
      after: [.login()],
      .scan(key: "x", at: 500),
      401,
      code: "invalid-authentication"
    ),
    Exchange(
      "a wrong key, used",
      after: [.login(), .scan()],
      .scan(key: "x"),
      401,
      code: "invalid-authentication"
    ),
    Exchange("an unknown login", after: [.login()], .scan(login: "x"), 404, says: "login"),
    Exchange(
      "no key",
      after: [.login()],
      Step("POST", "/sessions", #"{"login":"x"}"#),
      400,
      says: "authenticationKey"
    ),
    Exchange("no login", Step("POST", "/sessions", #"{"authenticationKey":"x"}"#), 400, says: "login"),
    Exchange("a long key", after: [.login()], .scan(key: long), 400, says: "authenticationKey"),
    Exchange("an unknown session", Step("GET", "/sessions/x"), 404, says: "session"),
    Exchange("a session", after: [.login(), .scan()], .session(), 200),
  ])
  func areTaken(_ exchange: Exchange) throws { try exchange.check() }

  @Test(arguments: [
    "localhost", "[::1]:80", "service.example.org:8443", "A-b_c.example",
  ])
  func nameTheServiceInTheirCode(host: String) throws {
    var client = Client()
    let body = client.send(Step("POST", "/logins", "{}", host: host)).body
    let text = try #require(body["qr"]?.string)
    let payload = try #require(JSONReader.read(text).value.object)
    #expect(payload.members.map(\.key) == ["version", "service", "login", "authenticationKey", "expiresAt"])
    #expect(payload["version"] == .number(JSONNumber(1)))
    #expect(payload["service"] == .string("http://" + host))
    #expect(payload["login"] == body["id"])
    #expect(payload["expiresAt"] == .string("2030-01-01T00:02:00Z"))
    let key = try #require(payload["authenticationKey"]?.string)
    #expect(key.utf8.count == 32 && key.utf8.allSatisfy { "0123456789abcdef".utf8.contains($0) })
    let link = try #require(body["deepLink"]?.string)
    let prefix = "mfa-cli://login?request="
    #expect(link.hasPrefix(prefix))
    #expect(
      Base64URL.decode(link.dropFirst(prefix.count)).map { String(decoding: $0, as: UTF8.self) } == text
    )
    // Only the page that began it is told the key.
    #expect(!JSONWriter.write(.object(client.send(.loginStatus()).body)).containsText(key))
  }

  @Test(arguments: [
    nil, "", "a b", "a/b", "a@b", "a?b", "a#b", "a\nb", "é", "a:99999", "[::1", ":80",
    String(repeating: "a", count: 261),
  ])
  func refuseAHostThatIsNone(host: String?) throws {
    try Exchange("", Step("POST", "/logins", "{}", host: host), 400, says: "Host").check()
  }

  @Test(arguments: [
    (Step.accept(at: 7), "accepted"), (.decline(at: 7), "declined"), (.act("read", at: 7), "expired"),
    (.delete(at: 7), "expired"),
  ])
  func goTheirWay(answer: Step, end: String) throws {
    var client = Client()
    func status(_ seconds: Double) -> String? {
      client.send(.loginStatus(at: seconds)).body["status"]?.string
    }
    _ = client.send(.login(#""clientName":"Bank","claimNames":["name"],"delay":5,"lifetime":60"#))
    #expect(status(0) == "waiting")
    #expect(client.send(.scan(at: 1)).body["notification"] == .null)
    #expect(status(1) == "scanned")
    #expect(client.send(.session(at: 5.999)).body["notification"] == .null)
    #expect(status(5.999) == "scanned")
    let notification = client.send(.session(at: 6)).body["notification"]?.string
    #expect(notification != nil && status(6) == "pending")
    #expect(client.send(.loginStatus(at: 6)).body["notification"]?.string == notification)
    let body = client.send(Step("GET", "/notifications/{notification}", at: 6)).body
    #expect(body["type"] == .string("request") && body["status"] == .string("new"))
    #expect(body["title"] == .string("Sign-on request"))
    #expect(body["body"] == .string("Bank asks you to confirm a sign-on"))
    #expect(body["created"] == .string("2030-01-01T00:00:06Z"))
    #expect(body["expirationDate"] == .string("2030-01-01T00:01:06Z"))
    #expect(body["data"]?.object?["claimNames"] == .array([.string("name")]))
    try client.checkJournal()
    #expect(client.send(answer).status == 200)
    #expect(status(7) == (end == "expired" ? "pending" : end))
    #expect(status(66) == end && status(1000) == end)
    #expect(client.send(.session(at: 1000)).body["notification"]?.string == notification)
    try client.checkJournal()
  }

  @Test func expireUnlessSomebodyScans() {
    var client = Client()
    _ = client.send(.login(#""lifetime":3"#))
    #expect(client.send(.loginStatus(at: 2.999)).body["status"] == .string("waiting"))
    #expect(client.send(.loginStatus(at: 3)).body["status"] == .string("expired"))
    _ = client.send(.login(#""lifetime":3,"delay":10"#))
    _ = client.send(.scan())
    // Once scanned, the key has done its work.
    #expect(client.send(.loginStatus(at: 9)).body["status"] == .string("scanned"))
    #expect(client.send(.loginStatus(at: 10)).body["status"] == .string("pending"))
  }

  /// The request is there for whoever asks first, whatever they ask.
  @Test(arguments: [
    Step("GET", "/notifications?after=0&wait=30", at: 5), Step("GET", "/notifications", at: 5),
    Step("GET", "/notifications?status=new", at: 5), .session(at: 5), .loginStatus(at: 5),
    Step("GET", "/", at: 5), Step("GET", "/nowhere", at: 5), .notify(at: 5),
  ])
  func yieldTheirRequestInTime(_ step: Step) throws {
    var client = Client()
    for step in [Step.login(#""delay":5"#), .scan()] { _ = client.send(step) }
    let early = client.answer(Step("GET", "/notifications?after=0&wait=30", at: 4.9), arrivedAt: 4)
    #expect(early.reply == .wait(until: Client.time(5)) && early.changes.isEmpty)
    let reply = client.send(step)
    if step.path.hasPrefix("/notifications?") { #expect(reply.body.titles == ["Sign-on request"]) }
    if step.method == "POST" { #expect(reply.body["sequence"] == .number(JSONNumber(2))) }
    #expect(client.send(.session(at: 5)).body["notification"]?.string != nil)
    #expect(client.send(Step("GET", "/notifications?after=0", at: 5)).body.titles.first == "Sign-on request")
    try client.checkJournal()
  }

  @Test func yieldAllThatAreDueInOrder() throws {
    var client = Client()
    for delay in [3, 1, 2, 9] {
      for step in [Step.login(#""clientName":"\#(delay)","delay":\#(delay)"#), .scan()] {
        _ = client.send(step)
      }
    }
    let found = client.send(Step("GET", "/notifications?after=0", at: 5)).body.notifications
    #expect(found.compactMap { $0["data"]?.object?["clientName"]?.string } == ["1", "2", "3"])
    #expect(
      client.answer(Step("GET", "/notifications?after=3&wait=60", at: 5)).reply
        == .wait(until: Client.time(9))
    )
    try client.checkJournal()
  }

  @Test(
    arguments: [
      ("waiting", [], 1, 31), ("waiting", [], 100, 120), ("scanned", [Step.scan()], 1, 5),
      ("pending", [Step.scan(), .session(at: 5)], 6, 36), ("pending", [.scan(), .session(at: 5)], 100, 125),
      ("pending", [.scan(), .session(at: 5), .act("read", at: 5)], 5, 35),
      ("accepted", [.scan(), .session(at: 5), .accept(at: 6)], 6, nil),
      ("declined", [.scan(), .session(at: 5), .decline(at: 6)], 6, nil),
      ("expired", [.scan(), .session(at: 5)], 125, nil), ("expired", [], 120, nil),
    ] as [(String, [Step], Double, Double?)]
  )
  func letAPageWait(status: String, steps: [Step], now: Double, end: Double?) {
    var client = Client()
    for step in [.login(#""delay":5"#)] + steps { _ = client.send(step) }
    // Thirty seconds, but no longer than it can stay as it is.
    let reply = client.answer(Step("GET", "/logins/{login}?wait=30", at: now)).reply
    if let end { return #expect(reply == .wait(until: Client.time(end))) }
    guard case .response(let response) = reply else { return #expect(Bool(false), "it waits") }
    #expect(String(decoding: response.body, as: UTF8.self).containsText(#""status":"\#(status)""#))
  }
}
