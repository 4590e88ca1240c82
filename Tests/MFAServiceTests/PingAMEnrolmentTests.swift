import MFACore
import MFAService
import Testing

/// QR codes, registrations, and new push tokens.
@Suite("PingAM's enrolments")
struct PingAMEnrolmentTests {
  private func registration(_ phone: PingAMTestPhone, _ client: inout Client, at seconds: Double = 0)
    -> JSONObject
  {
    client.send(Step("GET", "/pingam/registrations/\(phone.parameters["m"] ?? "")", at: seconds)).body
  }

  @Test func putsEverythingIntoTheCode() throws {
    var client = Client.withLibrary()
    let phone = try client.invite(#""account":"ann@x","issuer":"Äcme: 1""#)
    #expect(phone.label == "pushauth://push/%C3%84cme%3A%201:ann%40x")
    let endpoint = "http://127.0.0.1:8090/am/json/realms/root/push/sns/message?_action="
    #expect(phone.text("r") == endpoint + "register" && phone.text("a") == endpoint + "authenticate")
    #expect(phone.text("l") == "amlbcookie=01" && phone.text("uid") == "ann@x")
    #expect(phone.text("issuer") == "Äcme: 1" && phone.parameters["b"] == "032b75")
    #expect(phone.text("pid")?.utf8.count == 36)
    #expect(phone.parameters["m"]?.hasPrefix("REGISTER:") == true && phone.key.reveal().count == 32)
    #expect(Base64URL.decode(phone.parameters["c"] ?? "")?.count == 32)
    #expect(Set(phone.parameters.keys) == ["l", "issuer", "m", "s", "c", "r", "a", "uid", "pid", "b"])
  }

  @Test func makesCodesForOneTimePasswordsToo() throws {
    var client = Client.withLibrary()
    let phone = try client.invite(#""combined":true"#)
    #expect(phone.label == "mfauth://totp/ExampleCorp:demo")
    #expect(Base32.decode(phone.parameters["secret"] ?? "")?.count == 20)
    #expect(phone.parameters["period"] == "30" && phone.parameters["digits"] == "6")
    #expect(client.send(try phone.register("m")).status == 200)
  }

  @Test(arguments: [
    ("https://mfa.example.com", "https://mfa.example.com/am/"), ("http://h:1/x/", "http://h:1/x/am/"),
  ])
  func namesTheAddressThatItIsTold(url: String, prefix: String) throws {
    var client = Client.withLibrary()
    #expect(try client.invite(#""url":"\#(url)""#).text("r")?.hasPrefix(prefix) == true)
  }

  @Test(arguments: [
    #""url":"h""#, #""url":"http://h?x""#, #""url":"ftp://h""#, #""account":"""#,
    #""issuer":7"#, #""combined":1"#, #""name":"x""#,
  ])
  func refusesOtherOrders(members: String) throws {
    var client = Client.withLibrary()
    #expect(client.send(Step("POST", "/pingam/registrations", "{\(members)}")).status == 400)
    let hidden = Step("POST", "/pingam/registrations", "{}", host: "h/x?y")
    #expect(client.send(hidden).status == 400)
    try client.checkJournal()
  }

  @Test func remembersThePhone() throws {
    var client = Client.withLibrary()
    let phone = try client.invite()
    #expect(registration(phone, &client)["state"]?.string == "waiting")
    #expect(registration(phone, &client, at: 120)["state"]?.string == "expired")
    #expect(client.send(try phone.register("m", at: 119.9)).status == 200)
    let seen = registration(phone, &client, at: 500)
    let expected = [
      "state": "registered", "mechanism": "m", "deviceId": "***1234", "deviceName": "phone",
      "deviceType": "ios", "communicationType": "apns", "account": "demo", "issuer": "ExampleCorp",
    ]
    for (name, text) in expected { #expect(seen[name]?.string == text, "\(name)") }
    #expect(seen["cookieReturned"] == .bool(true))
    try client.checkJournal()
  }

  @Test(
    arguments: [
      ("too late", 120, [], 400), ("a wrong answer", 0, [("response", .string("AAAA"))], 400),
      ("no answer", 0, [("response", .null)], 500), ("no mechanism", 0, [("mechanismUid", .null)], 400),
      ("an endless mechanism", 0, [("mechanismUid", .string(String(repeating: "m", count: 257)))], 400),
      ("a name that is another phone's", 0, [("mechanismUid", .string("taken"))], 400),
      ("no push token", 0, [("deviceId", .null)], 400),
      ("an endless push token", 0, [("deviceId", .string(String(repeating: "0", count: 4097)))], 400),
      ("no channel", 0, [("communicationType", .null)], 500),
      ("a name that is none", 0, [("deviceName", .bool(true))], 400),
    ] as [(String, Double, [(String, JSONValue)], Int)]
  )
  func refusesOtherPhones(name: String, seconds: Double, changed: [(String, JSONValue)], status: Int) throws {
    var client = Client.withLibrary()
    _ = try client.enrol("taken")
    let phone = try client.invite()
    let before = client.service.compacted()
    let claims = JSONObject(changed.map { .init(key: $0.0, value: $0.1) })
      .filled(from: try phone.registration("m"))
    let body: KeyValuePairs = [
      "messageId": JSONValue.string(phone.parameters["m"] ?? ""), "jwt": try phone.signed(claims),
    ]
    let reply = client.send(PingAMTestPhone.post("register", body, at: seconds))
    #expect(reply.status == status && reply.body["code"] == .number(JSONNumber(status)))
    #expect(client.service.compacted() == before)
    #expect(client.send(try phone.register("m")).status == 200, "the phone may try again")
    try client.checkJournal()
  }

  @Test func takesTheLastRegistration() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol("first")
    #expect(client.send(try phone.register("second", ["deviceName": .string("other")])).status == 200)
    #expect(registration(phone, &client)["mechanism"]?.string == "second")
    // The name that it had is anybody's now.
    _ = try client.enrol("first")
    try client.checkJournal()
  }

  private static let newToken: KeyValuePairs<String, JSONValue> = [
    "deviceId": .string("ffffffffffff5678"), "deviceName": .string("renamed"),
    "deviceType": .string("android"),
    "communicationType": .string("gcm"),
  ]

  @Test func takesANewToken() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol("m")
    let jwt = try phone.signed(JSONObject(PingAMEnrolmentTests.newToken))
    let body: KeyValuePairs = [
      "mechanismUid": JSONValue.string("m"), "username": .string("demo"), "jwt": jwt,
    ]
    let reply = client.send(PingAMTestPhone.post("refresh", body, cookie: nil, at: 1e6))
    #expect(reply.status == 200 && reply.body == JSONObject())
    let seen = registration(phone, &client)
    #expect(seen["deviceId"]?.string == "***5678" && seen["communicationType"]?.string == "gcm")
    #expect(seen["deviceName"]?.string == "renamed" && seen["mechanism"]?.string == "m")
    try client.checkJournal()
  }

  @Test(
    arguments: [
      ("no mechanism", "mechanismUid", .null, 400),
      ("an unknown mechanism", "mechanismUid", .string("x"), 400),
      ("no user, as the new SDK for iOS", "username", .null, 400),
      ("another user", "username", .string("eve"), 400), ("no JWS", "jwt", .null, 500),
      ("a JWS that is none", "jwt", .string("a.b.c"), 500),
    ] as [(String, String, JSONValue, Int)]
  )
  func refusesOtherTokens(name: String, member: String, value: JSONValue, status: Int) throws {
    var client = Client.withLibrary()
    let phone = try client.enrol("m")
    let before = client.service.compacted()
    let jwt = try phone.signed(JSONObject(PingAMEnrolmentTests.newToken))
    let right = ["mechanismUid": JSONValue.string("m"), "username": .string("demo"), "jwt": jwt]
    let members = right.with(member, value).map { JSONObject.Member(key: $0.key, value: $0.value) }
    let text = JSONWriter.write(.object(JSONObject(members)))
    let reply = client.send(Step("POST", PingAMTestPhone.endpoint + "refresh", text))
    #expect(reply.status == status && reply.body["code"] == .number(JSONNumber(status)))
    #expect(client.service.compacted() == before)
  }

  @Test func refusesATokenThatAnotherPhoneSends() throws {
    var client = Client.withLibrary()
    _ = try client.enrol("m")
    let other = try client.enrol("n")
    let jwt = try other.signed(JSONObject(PingAMEnrolmentTests.newToken))
    let body: KeyValuePairs = [
      "mechanismUid": JSONValue.string("m"), "username": .string("demo"), "jwt": jwt,
    ]
    #expect(client.send(PingAMTestPhone.post("refresh", body)).status == 400)
  }

  /// Where the phone has registered its token with the service too, its pushes come to its callback.
  @Test(arguments: ["plain", "fcm", "apns"])
  func deliversToACallback(form: String) throws {
    var client = Client.withLibrary()
    let callback = #","topic":"t","callbackUrl":"http://127.0.0.1:1/","callbackForm":"\#(form)""#
    let device = #"{"identifierForVendor":"phone","token":"00ff00ff00ff1234"\#(callback)}"#
    #expect(client.send(Step("POST", "/devices", device)).status == 201)
    let phone = try client.enrol("m")
    let push = try client.pingAMPush(to: phone)
    let delivery = try #require(client.deliveries.first)
    #expect(client.deliveries.count == 1 && delivery.pushID == push.id)
    let body = try #require(try JSONReader.read(String(decoding: delivery.body, as: UTF8.self)).value.object)
    if form == "fcm" {
      #expect(body["message"]?.object?["data"] == .object(push.fcm))
    } else {
      #expect(body == JSONObject(["aps": .object(push.aps)]))
    }
    _ = try client.enrol("n", #""account":"other""#)
    #expect(client.send(try phone.register("m", ["deviceId": .string("00")])).status == 200)
    _ = try client.pingAMPush(#""mechanism":"m""#, to: phone)
    #expect(client.deliveries.isEmpty)
  }
}
