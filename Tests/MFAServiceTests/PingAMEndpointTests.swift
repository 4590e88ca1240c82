import MFACore
import MFAService
import Testing

/// A phone and the push that it answers.
struct PingAMScene: Sendable {
  let phone: PingAMTestPhone
  let push: PingAMTestPush

  /// Claims with the right response, those of `changed` in their place.
  func claims(_ changed: KeyValuePairs<String, JSONValue> = [:]) throws -> JSONObject {
    JSONObject(changed).filled(from: JSONObject(["response": try phone.response(to: push.challenge)]))
  }

  func answer(_ changed: KeyValuePairs<String, JSONValue> = [:]) throws -> [String: JSONValue] {
    try signed(claims(changed))
  }

  func signed(_ claims: JSONObject) throws -> [String: JSONValue] {
    ["messageId": .string(push.id), "jwt": try phone.signed(claims)]
  }

  var right: JSONValue { .string(push.number ?? "none") }
  var wrong: JSONValue { .string(push.wrongNumber ?? "none") }
}

/// What is sent, and what comes of it.
struct PingAMRow: Sendable, CustomTestStringConvertible {
  let name: String
  var members = #""type":"challenge""#
  var seconds = 1.0
  var status: (lenient: Int, strict: Int)
  var state: (lenient: String, strict: String)
  let body: @Sendable (PingAMScene) throws -> [String: JSONValue]

  var testDescription: String { name }

  init(
    _ name: String,
    _ status: Int,
    _ state: String = "waiting",
    strict: (Int, String)? = nil,
    members: String = #""type":"challenge""#,
    at seconds: Double = 1,
    _ body: @escaping @Sendable (PingAMScene) throws -> [String: JSONValue]
  ) {
    (self.name, self.members, self.seconds, self.body) = (name, members, seconds, body)
    self.status = (status, strict?.0 ?? status)
    self.state = (state, strict?.1 ?? state)
  }
}

/// The endpoint for phones does what PingAM's source does, check by check.
@Suite("PingAM's endpoint")
struct PingAMEndpointTests {
  private static let plain = #""type":"default""#

  private static let decisions = [
    PingAMRow("an approval", 200, "approved", members: plain) { try $0.answer() },
    PingAMRow("a denial", 200, "denied", members: plain) { try $0.answer(["deny": .bool(true)]) },
    PingAMRow("a denial that says false", 200, "denied", members: plain) {
      try $0.answer(["deny": .bool(false)])
    },
    PingAMRow("a denial that is null", 200, "approved", members: plain) { try $0.answer(["deny": .null]) },
    PingAMRow("a number where none is asked for", 200, "approved", members: plain) {
      try $0.answer(["challengeResponse": .string("1")])
    },
    PingAMRow("biometric", 200, "approved", members: #""type":"biometric""#) { try $0.answer() },
    PingAMRow("the right number", 200, "approved") { try $0.answer(["challengeResponse": $0.right]) },
    PingAMRow("the right number as a number", 200, "approved") {
      try $0.answer(["challengeResponse": .number(JSONNumber(spelling: $0.push.number ?? ""))])
    },
    PingAMRow("the right number with a sign and a zero", 200, "approved") {
      try $0.answer(["challengeResponse": .string("+0" + ($0.push.number ?? ""))])
    },
    PingAMRow("a wrong number", 200, "failed", strict: (400, "waiting")) {
      try $0.answer(["challengeResponse": $0.wrong])
    },
    PingAMRow("no number", 200, "approved") { try $0.answer() },
    PingAMRow("a denial with a null for a number", 200, "denied") {
      try $0.answer(["deny": .bool(true), "challengeResponse": .null])
    },
    PingAMRow("a denial with a wrong number", 200, "denied") {
      try $0.answer(["deny": .bool(true), "challengeResponse": $0.wrong])
    },
  ]

  private static let messages = [
    PingAMRow("no message id", 400) { try $0.answer().without("messageId") },
    PingAMRow("a message id that is not text", 400) {
      try $0.answer().with("messageId", .number(JSONNumber(1)))
    },
    PingAMRow("an unknown message id", 400) { try $0.answer().with("messageId", .string("AUTHENTICATE:x")) },
    PingAMRow("the message of an enrolment", 400) {
      try $0.answer().with("messageId", .string($0.phone.parameters["m"] ?? ""))
    },
    PingAMRow("no colon", 500) { try $0.answer().with("messageId", .string("AUTHENTICATE")) },
    PingAMRow("an unknown type", 500) { try $0.answer().with("messageId", .string("LOGIN:x")) },
    PingAMRow("a colon too many", 500) { try $0.answer().with("messageId", .string("AUTHENTICATE:a:x")) },
    PingAMRow("forgotten", 400, "expired", at: 120) { try $0.answer() },
    PingAMRow("forgotten, though it says more", 400, "expired", members: #""ttl":300"#, at: 120) {
      try $0.answer()
    },
    PingAMRow("the last moment", 200, "approved", members: #""ttl":300"#, at: 119.9) { try $0.answer() },
    PingAMRow("known, but the sign-on has given up", 200, "expired", members: #""ttl":30"#, at: 30) {
      try $0.answer()
    },
  ]

  private static let proofs = [
    PingAMRow("another secret", 400) {
      let jws = try PingAMTestPhone.live.compactHS256(try $0.claims(), key: SecretBytes([1]))
      return ["messageId": .string($0.push.id), "jwt": .string(jws)]
    },
    PingAMRow("claims of another signature", 400) {
      let parts = try $0.phone.signed(try $0.claims()).parts
      let changed = Base64URL.encode(Array(#"{"response":"x"}"#.utf8))
      return ["messageId": .string($0.push.id), "jwt": .string("\(parts[0]).\(changed).\(parts[2])")]
    },
    PingAMRow("no algorithm", 400) { try $0.algorithm("none") },
    PingAMRow("another algorithm", 400) { try $0.algorithm("HS512") },
    PingAMRow("another answer to the challenge", 400) { try $0.answer(["response": .string("AAAA")]) },
    PingAMRow("an empty answer to the challenge", 400) { try $0.answer(["response": .string("")]) },
    PingAMRow("the answer without padding", 400) {
      let text = try $0.phone.response(to: $0.push.challenge).string ?? ""
      return try $0.answer(["response": .string(String(text.dropLast()))])
    },
    PingAMRow("no answer to the challenge", 500) { try $0.signed(JSONObject()) },
    PingAMRow("the answer is null", 500) { try $0.answer(["response": .null]) },
    PingAMRow("the answer is a number", 500) { try $0.answer(["response": .number(JSONNumber(1))]) },
    PingAMRow("no JWS", 500) { try $0.answer().without("jwt") },
    PingAMRow("a JWS that is none", 500) { try $0.answer().with("jwt", .string("a.b")) },
    PingAMRow("a number in words", 500) { try $0.answer(["challengeResponse": .string("ten")]) },
    PingAMRow("an empty number", 500) { try $0.answer(["challengeResponse": .string("")]) },
    PingAMRow("a number with a blank", 500) { try $0.answer(["challengeResponse": .string(" 10")]) },
    PingAMRow("a fraction", 500) {
      try $0.answer(["challengeResponse": .number(JSONNumber(spelling: "10.0"))])
    },
    PingAMRow("a number that is too large", 500) {
      try $0.answer(["challengeResponse": .string("2147483648")])
    },
    PingAMRow("true for a number", 500) { try $0.answer(["challengeResponse": .bool(true)]) },
    PingAMRow("a denial with words for a number", 500) {
      try $0.answer(["deny": .bool(true), "challengeResponse": .string("ten")])
    },
  ]

  @Test(arguments: decisions + messages + proofs)
  func answers(row: PingAMRow) throws {
    for release in ["8.0", "8.1"] {
      var client = Client.withLibrary()
      let phone = try client.enrol()
      let push = try client.pingAMPush(row.members + #","release":"\#(release)""#, to: phone)
      let body = try row.body(PingAMScene(phone: phone, push: push))
      let members = body.map { JSONObject.Member(key: $0.key, value: $0.value) }
      let before = client.service.compacted()
      let reply = client.send(
        Step(
          "POST",
          PingAMTestPhone.endpoint + "authenticate",
          JSONWriter.write(.object(JSONObject(members))),
          at: row.seconds
        )
      )
      let isOld = release == "8.0"
      let status = isOld ? row.status.lenient : row.status.strict
      #expect(reply.status == status, "\(release)")
      switch status {
      case 200: #expect(reply.body == JSONObject())
      case 400: #expect(reply.body == PingAMEndpointTests.badRequest)
      default: #expect(reply.body["code"] == .number(JSONNumber(status)))
      }
      if status != 200 { #expect(client.service.compacted() == before, "a refusal changes nothing") }
      let state = client.pingAMState(push.id, at: row.seconds)["state"]?.string
      #expect(state == (isOld ? row.state.lenient : row.state.strict), "\(release)")
      try client.checkJournal()
    }
  }

  private static let badRequest = JSONObject([
    "code": .number(JSONNumber(400)), "reason": .string("Bad Request"), "message": .string("Bad request."),
  ])

  @Test(arguments: [
    ("no version", nil as String?, 200), ("that of the SDKs", "resource=1.0, protocol=1.0", 200),
    ("the other order", "protocol=2.1,resource=1", 200), ("the resource alone", "resource=1.1", 200),
    ("a resource to come", "resource=2.0, protocol=1.0", 404), ("a protocol to come", "protocol=3.0", 400),
    ("nothing", "", 400), ("no number", "resource=one", 400), ("twice", "resource=1.0, resource=1.0", 400),
    ("another name", "version=1.0", 400), ("too many points", "resource=1.0.0", 400),
  ])
  func knowsItsVersions(name: String, version: String?, status: Int) throws {
    var client = Client.withLibrary()
    let phone = try client.enrol()
    let scene = PingAMScene(phone: phone, push: try client.pingAMPush(to: phone))
    let members = try scene.answer().map { JSONObject.Member(key: $0.key, value: $0.value) }
    let body = JSONWriter.write(.object(JSONObject(members)))
    let reply = client.send(
      Step("POST", PingAMTestPhone.endpoint + "authenticate", body, version: version)
    )
    #expect(reply.status == status)
    if status != 200 { #expect(reply.body["code"] == .number(JSONNumber(status))) }
  }

  @Test(arguments: [
    ("no action", "", "application/json", "{}", 400),
    ("an empty one", "?_action=", "application/json", "{}", 400),
    ("an unknown one", "?_action=create", "application/json", "{}", 501),
    ("two", "?_action=register&_action=register", "application/json", "{}", 400),
    ("another parameter", "?_action=register&x=1", "application/json", "{}", 400),
    ("no type", "?_action=authenticate", nil as String?, "{}", 415),
    ("a form", "?_action=authenticate", "text/plain", "{}", 415),
    ("no JSON", "?_action=authenticate", "application/json", "messageId=1", 400),
    ("no object", "?_action=refresh", "application/json", "[]", 400),
    ("nothing", "?_action=register", "application/json", "", 400),
  ])
  func refusesOtherRequests(name: String, query: String, type: String?, body: String, status: Int) {
    var client = Client.withLibrary()
    let reply = client.send(Step("POST", "/am/json/realms/root/push/sns/message" + query, body, type: type))
    #expect(reply.status == status)
    #expect(reply.body["code"] == .number(JSONNumber(status)))
    #expect(reply.body["reason"]?.string?.isEmpty == false && reply.body["message"]?.string?.isEmpty == false)
  }

  @Test func isSetUpInOneRealm() {
    var client = Client.withLibrary()
    let old = client.send(Step("POST", "/am/json/push/sns/message?_action=authenticate", "{}"))
    #expect(old.status == 400)
    let path = "/am/json/realms/root/realms/alpha/push/sns/message?_action=authenticate"
    let reply = client.send(Step("POST", path, "{}"))
    #expect(reply.status == 404)
    #expect(reply.body["message"]?.string == "Cannot find Push Notification Service.")
  }
}

extension [String: JSONValue] {
  func without(_ name: String) -> Self { filter { $0.key != name } }
  func with(_ name: String, _ value: JSONValue) -> Self { merging([name: value]) { $1 } }
}

extension JSONValue {
  /// Those of a compact JWS.
  var parts: [Substring] { (string ?? "").split(separator: ".", omittingEmptySubsequences: false) }
}

extension PingAMScene {
  /// The right claims under a header that asks for another algorithm, with the signature that HS256 makes of both.
  func algorithm(_ name: String) throws -> [String: JSONValue] {
    let parts = [JSONObject(["alg": .string(name)]), try claims()].map {
      Base64URL.encode(JSONWriter.bytes(.object($0)))
    }
    let input = parts.joined(separator: ".")
    let signature = try PingAMTestPhone.live.hmacSHA256(phone.key, Array(input.utf8))
    return ["messageId": .string(push.id), "jwt": .string("\(input).\(Base64URL.encode(signature))")]
  }
}
