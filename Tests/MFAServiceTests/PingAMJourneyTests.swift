import MFACore
import MFAService
import Testing

/// From the QR code to the end of a sign-on.
@Suite("PingAM's journeys")
struct PingAMJourneyTests {
  @Test func goesTheWholeWay() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol("5f1d2c3b-4a59-4e68-8f70-0123456789ab", #""account":"demo""#)
    let push = try client.pingAMPush(#""type":"challenge""#, to: phone, at: 1)
    #expect(push.claims["u"]?.string == "5f1d2c3b-4a59-4e68-8f70-0123456789ab")
    #expect(client.pingAMState(push.id, at: 2)["state"]?.string == "waiting")

    let request = try PingAMRequest(messageID: push.id, claims: push.claims)
    let number = MatchValue(try #require(push.number))
    #expect(client.send(try step(request, .approve(number: number), phone, at: 3)).status == 200)
    let state = client.pingAMState(push.id, at: 4)
    #expect(state["state"]?.string == "approved")
    #expect(state["challengeResponse"]?.string == push.number && state["number"]?.string == push.number)
    #expect(state["cookieReturned"] == .bool(true))
    #expect(state["mechanism"] == push.claims["u"])
    try client.checkJournal()
  }

  /// What the core would send.
  private func step(
    _ request: PingAMRequest,
    _ action: Decision.Action,
    _ phone: PingAMTestPhone,
    at seconds: Double
  ) throws -> Step {
    let sent = try PingAMAnswer(to: request, action).httpRequest(
      to: EndpointURL(try #require(phone.text("a"))),
      secret: phone.key,
      PingAMTestPhone.live
    )
    func header(_ name: String) -> String? {
      guard case .plain(let text)? = sent.headers.first(where: { $0.name == name })?.value else { return nil }
      return text
    }
    let path = String(sent.url.wireText.dropFirst("http://127.0.0.1:8090".count))
    return Step(
      sent.method,
      path,
      String(decoding: sent.body, as: UTF8.self),
      type: header("Content-Type"),
      cookie: header("Cookie"),
      version: header("Accept-API-Version"),
      at: seconds
    )
  }

  @Test func takesTheLastAnswer() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol()
    let push = try client.pingAMPush(to: phone)
    let request = try PingAMRequest(messageID: push.id, claims: push.claims)
    for (action, state) in [
      (Decision.Action.deny, "denied"), (.approve(number: nil), "approved"), (.deny, "denied"),
    ] {
      #expect(client.send(try step(request, action, phone, at: 1)).status == 200)
      #expect(client.pingAMState(push.id, at: 1)["state"]?.string == state)
    }
    #expect(client.pingAMState(push.id, at: 1e6)["state"]?.string == "denied")
    try client.checkJournal()
  }

  @Test func letsThePhoneTryAnotherNumberFrom8_1On() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol()
    let push = try client.pingAMPush(#""type":"challenge","release":"8.1""#, to: phone)
    let request = try PingAMRequest(messageID: push.id, claims: push.claims)
    let numbers = [try #require(push.wrongNumber), try #require(push.number)]
    let statuses = try numbers.map {
      client.send(try step(request, .approve(number: MatchValue($0)), phone, at: 1)).status
    }
    #expect(statuses == [400, 200])
    #expect(client.pingAMState(push.id)["state"]?.string == "approved")
  }

  @Test(arguments: [
    ("none", nil as String?, false), ("it", "amlbcookie=01", true), ("another", "amlbcookie=02", false),
    ("it among others", "a=b; amlbcookie=01;c=d", true), ("a longer one", "xamlbcookie=01", false),
  ])
  func seesTheCookie(name: String, cookie: String?, isReturned: Bool) throws {
    var client = Client.withLibrary()
    let phone = try client.enrol()
    let push = try client.pingAMPush(to: phone)
    #expect(push.claims["l"]?.string == "YW1sYmNvb2tpZT0wMQ==")
    #expect(client.pingAMState(push.id)["cookieReturned"] == .null)
    let scene = PingAMScene(phone: phone, push: push)
    let jwt = try phone.signed(try scene.claims())
    let step = PingAMTestPhone.post(
      "authenticate",
      ["messageId": .string(push.id), "jwt": jwt],
      cookie: cookie
    )
    #expect(client.send(step).status == 200)
    #expect(client.pingAMState(push.id)["cookieReturned"] == .bool(isReturned))
  }

  @Test func wakesALongPoll() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol()
    let push = try client.pingAMPush(#""ttl":20"#, to: phone)
    let poll = Step("GET", "/pingam/pushes/\(push.id)?wait=30", at: 1)
    #expect(client.answer(poll).reply == .wait(until: Client.time(20)))
    let request = try PingAMRequest(messageID: push.id, claims: push.claims)
    #expect(client.send(try step(request, .deny, phone, at: 2)).status == 200)
    #expect(client.send(poll).body["state"]?.string == "denied")
  }

  @Test func sendsToThePhoneThatIsMeant() throws {
    var client = Client.withLibrary()
    #expect(client.send(Step("POST", "/pingam/pushes", "{}")).status == 404)
    _ = try client.invite()
    #expect(client.send(Step("POST", "/pingam/pushes", "{}")).status == 404, "nobody has taken it")
    let first = try client.enrol("one", #""account":"ann""#)
    _ = try client.pingAMPush(to: first)
    let second = try client.enrol("two", #""account":"bob""#)
    #expect(client.send(Step("POST", "/pingam/pushes", "{}")).status == 409)
    _ = try client.pingAMPush(#""account":"bob""#, to: second)
    _ = try client.pingAMPush(#""mechanism":"one""#, to: first)
    for members in [#""mechanism":"one","account":"bob""#, #""account":"eve""#, #""mechanism":"three""#] {
      #expect(client.send(Step("POST", "/pingam/pushes", "{\(members)}")).status == 404)
    }
  }

  @Test(arguments: [
    #""type":"dry""#, #""ttl":0"#, #""ttl":1.5"#, #""ttl":86401"#, #""release":"7.2""#, #""context":"x""#,
    #""release":"7.0","type":"challenge""#, #""release":"7.0","context":{}"#, #""lifetime":1"#,
    #""message":7"#,
  ])
  func refusesOtherOrders(members: String) throws {
    var client = Client.withLibrary()
    _ = try client.enrol()
    let reply = client.send(Step("POST", "/pingam/pushes", "{\(members)}"))
    #expect(reply.status == 400 && reply.body["error"]?.string?.isEmpty == false)
    try client.checkJournal()
  }

  /// Nothing else of the service misses the library.
  @Test func needsTheLibrary() throws {
    var client = Client()
    for path in ["/pingam/registrations", "/pingam/pushes"] {
      let reply = client.send(Step("POST", path, "{}"))
      #expect(reply.status == 503)
      #expect(reply.body["error"]?.string?.containsText("libcrypto.so.3") == true)
    }
    let reply = client.send(Step("POST", PingAMTestPhone.endpoint + "authenticate", "{}"))
    #expect(reply.status == 503 && reply.body["code"] == .number(JSONNumber(503)))
    #expect(reply.body["message"]?.string?.containsText("libcrypto.so.3") == true)
    #expect(client.send(.order()).status == 201)
  }
}
