import MFACore
import Testing

@testable import MFAService

/// Enrolments and pushes of PingAM come back from their journal, are bounded, and survive anything that is sent.
@Suite("PingAM's state")
struct PingAMJournalTests {
  private static let header = String(decoding: ServiceJournal.header, as: UTF8.self) + "\n"
  private static let bytes = String(repeating: "A", count: 43) + "="

  @Test func phonesAnswerAfterARestart() throws {
    var client = Client.withLibrary()
    let phone = try client.enrol("m")
    let push = try client.pingAMPush(#""type":"challenge","release":"8.0""#, to: phone)
    let lines = Array(client.service.compacted().map { $0 + [10] }.joined())
    var service = try ServiceJournal.read(lines, seed: 9, cryptography: PingAMTestPhone.live).service
    let scene = PingAMScene(phone: phone, push: push)
    let claims = try scene.claims(["challengeResponse": scene.wrong])
    let body = JSONObject(["messageId": .string(push.id), "jwt": try phone.signed(claims)])
    let answer = ServiceRequest(
      method: "POST",
      path: Route.pingAMMessages,
      query: "_action=authenticate",
      contentType: "application/json",
      body: JSONWriter.bytes(.object(body))
    )
    #expect(service.respond(answer, now: Client.time(1)).status == 200)
    let look = ServiceRequest(method: "GET", path: "/pingam/pushes/\(push.id)", body: [])
    let seen = String(decoding: service.respond(look, now: Client.time(2)).body, as: UTF8.self)
    #expect(seen.containsText(#""state":"failed""#) && seen.containsText(#""cookieReturned":false"#))
  }

  private static func begun(_ id: String, at: Int = 1) -> String {
    #"{"change":"pingam-enrolment-begun","message":"\#(id)","account":"a","issuer":"i","secret":"\#(bytes)","#
      + #""challenge":"\#(bytes)","at":\#(at)}"# + "\n"
  }
  private static func registered(_ id: String, _ mechanism: String, at: Int = 2) -> String {
    #"{"change":"pingam-registered","message":"\#(id)","mechanism":"\#(mechanism)","deviceId":"00","#
      + #""communicationType":"apns","cookie":true,"at":\#(at)}"# + "\n"
  }
  private static let refreshed =
    #"{"change":"pingam-device-refreshed","mechanism":"m","deviceId":"00","communicationType":"gcm"}"# + "\n"
  private static let sent =
    #"{"change":"pingam-push-sent","message":"p","enrolment":"e","type":"challenge","release":"8.1","#
    + #""lifetime":30,"challenge":"\#(bytes)","number":42,"at":3}"# + "\n"
  private static func answered(at: Int) -> String {
    #"{"change":"pingam-push-answered","message":"p","approved":true,"cookie":false,"at":\#(at)}"# + "\n"
  }
  private static let enrolled = begun("e") + registered("e", "m")

  @Test func readsItsOwnLines() throws {
    let journal =
      PingAMJournalTests.header + PingAMJournalTests.enrolled + PingAMJournalTests.refreshed
      + PingAMJournalTests.sent + PingAMJournalTests.answered(at: 30_002)
    let service = try ServiceJournal.read(Array(journal.utf8), seed: 1).service
    #expect(service.compacted().count == 1 + 4)
  }

  @Test(arguments: [
    ("an enrolment twice", begun("e") + begun("e"), 3),
    ("a phone of an unknown enrolment", registered("e", "m"), 2),
    ("a phone that came too late", begun("e") + registered("e", "m", at: 120_001), 3),
    ("two phones of one name", enrolled + begun("f") + registered("f", "m"), 5),
    ("a new token of an unknown phone", begun("e") + refreshed, 3),
    ("a push for nobody", sent, 2), ("a push for a phone to come", begun("e") + sent, 3),
    ("a push twice", enrolled + sent + sent, 5), ("an answer to nothing", enrolled + answered(at: 4), 4),
    ("an answer too late", enrolled + sent + answered(at: 30_003), 5),
  ])
  func refusesWhatCanNotHaveHappened(name: String, text: String, line: Int) {
    #expect(throws: JournalError.contradictory(line: line)) {
      try ServiceJournal.read(Array((PingAMJournalTests.header + text).utf8), seed: 1)
    }
  }

  @Test(arguments: [
    ("a short secret", begun("e").replacingAll(bytes, with: "AAAA"), "secret is not base64"),
    ("no secret", begun("e").replacingAll("secret", with: "x"), "secret is missing"),
    ("no account", begun("e").replacingAll("account", with: "x"), "account is missing"),
    ("no cookie", registered("e", "m").replacingAll("cookie", with: "x"), "cookie is missing"),
    ("no token", refreshed.replacingAll("deviceId", with: "x"), "deviceId is missing"),
    ("no lifetime", sent.replacingAll("lifetime", with: "x"), "type, release or lifetime"),
    ("a release to come", sent.replacingAll("8.1", with: "9.0"), "release is not one of"),
    ("a number that is too large", sent.replacingAll("42", with: "142"), "number is a whole"),
    ("no time", answered(at: 4).replacingAll("\"at\"", with: "\"x\""), "at is missing"),
    ("no decision", answered(at: 4).replacingAll("approved", with: "x"), "approved is missing"),
  ])
  func refusesWhatItCanNotRead(name: String, text: String, reason: String) {
    do {
      _ = try ServiceJournal.read(Array((PingAMJournalTests.header + text).utf8), seed: 1)
      Issue.record("it is read")
    } catch {
      guard case .unreadable(2, let found) = error else { return #expect(Bool(false), "\(error)") }
      #expect(found.hasPrefix(reason), "\(found)")
    }
  }

  @Test func enrolmentsAreLimited() throws {
    var client = Client.withLibrary()
    let first = try client.enrol("m")
    var other: PingAMTestPhone?
    for _ in 0..<999 { other = try client.invite(at: 1) }
    #expect(client.send(Step("POST", "/pingam/registrations", "{}", at: 120.9)).status == 503)
    // One that nobody has taken makes room; a phone stays.
    _ = try client.invite(at: 121)
    #expect(client.service.compacted().count == 1 + 1001)
    _ = try client.pingAMPush(to: first, at: 121)
    #expect(client.send(try #require(other).register("n", at: 121)).status == 400)
    try client.checkJournal()
  }

  @Test func pushesAreLimited() throws {
    var client = Client.withLibrary()
    client.limitPingAMPushes(to: 10)
    let phone = try client.enrol("m")
    var pushes: [PingAMTestPush] = []
    for _ in 0..<10 { pushes.append(try client.pingAMPush(#""ttl":5"#, to: phone)) }
    #expect(client.send(Step("POST", "/pingam/pushes", "{}", at: 119)).status == 503)
    _ = try client.pingAMPush(to: phone, at: 120)
    let statuses = pushes.map { client.send(Step("GET", "/pingam/pushes/\($0.id)", at: 120)).status }
    #expect(statuses == [404] + [Int](repeating: 200, count: 9))
  }

  private static let paths = [
    "/pingam/registrations", "/pingam/registrations/{m}", "/pingam/pushes", "/pingam/pushes/{p}?wait=0",
    "/pingam/pushes/%00", PingAMTestPhone.endpoint + "register", PingAMTestPhone.endpoint + "authenticate",
    PingAMTestPhone.endpoint + "refresh", PingAMTestPhone.endpoint + "%FF", "/am/json//push/sns/message",
  ]
  private static let words = [
    #""messageId""#, #""{m}""#, #""{p}""#, #""jwt""#, #""{jwt}""#, #""..""#, #""eyJ9.eyJ9.AA""#,
    #""mechanismUid""#, #""m""#, #""username""#, #""demo""#, #""type""#, #""challenge""#, #""ttl""#, "1e999",
    "-1", "9223372036854775808", #""release""#, #""8.0""#, #""context""#, "{}", "[{}]", #""url""#,
    #""http://[::1]:99999""#, #""account""#, "\"\\u0000\\u202e\"", #""AUTHENTICATE:""#, #"":""#, "null",
    #""message""#,
  ]

  @Test(arguments: UInt64(1)...20)
  func anythingIsAnswered(seed: UInt64) throws {
    var (client, dice) = (Client.withLibrary(seed: seed), Dice(seed: seed))
    let phone = try client.enrol("m")
    let push = try client.pingAMPush(#""type":"challenge""#, to: phone)
    let jwt = try phone.signed(try PingAMScene(phone: phone, push: push).claims()).string ?? ""
    func pick(_ texts: [String]) -> String {
      texts[Int(dice.roll() % UInt64(texts.count))].filled(
        from: ["m": phone.parameters["m"] ?? "", "p": push.id, "jwt": jwt]
      )
    }
    let known: Set = [200, 201, 400, 404, 405, 409, 500, 501]
    for _ in 0..<300 {
      let members = (0..<(dice.roll() % 4)).map { _ in
        pick(PingAMJournalTests.words) + ":" + pick(PingAMJournalTests.words)
      }
      let step = Step(
        pick(["GET", "POST", "POST", "POST"]),
        pick(PingAMJournalTests.paths),
        "{" + members.joined(separator: ",") + "}",
        host: pick(["h", "h/\u{0}", "["]),
        cookie: pick(["", ";;=", "amlbcookie=01"]),
        version: pick(["resource=1.0", "=,=", "resource=99999999999999999999", "resource=1.0, protocol=1.0"]),
        at: Double(dice.roll() % 200)
      )
      #expect(known.contains(client.send(step).status), "\(step)")
    }
    try client.checkJournal()
  }
}

extension Client {
  mutating func limitPingAMPushes(to count: Int) {
    service.pingAMPushes.mostPushes = count
  }
}
