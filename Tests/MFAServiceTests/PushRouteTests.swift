import MFACore
import MFAService
import Testing

/// Ordering pushes, listing them, looking at one.
@Suite("Pushes")
struct PushRouteTests {
  private static let long = String(repeating: "é", count: 1025)

  @Test(arguments: [
    Exchange("nothing said", .order(), 201),
    Exchange(
      "nulls",
      .order(#"{"kind":null,"title":null,"options":null,"lifetime":null,"device":null}"#),
      201
    ),
    Exchange("no options", .order(#"{"kind":"challenge","options":[]}"#), 201),
    Exchange("one option", .order(#"{"kind":"challenge","options":["1"]}"#), 201),
    Exchange("the longest lifetime", .order(#"{"lifetime":86400}"#), 201),
    Exchange("two spellings of a letter", .order(#"{"kind":"challenge","options":["é","e\u0301"]}"#), 201),
    Exchange("an unknown kind", .order(#"{"kind":"voice"}"#), 400, says: "kind"),
    Exchange("a kind in capitals", .order(#"{"kind":"Default"}"#), 400, says: "kind"),
    Exchange("a kind that is a number", .order(#"{"kind":1}"#), 400, says: "kind"),
    Exchange("a long title", .order(#"{"title":"\#(long)"}"#), 400, says: "title"),
    Exchange("a title of another type", .order(#"{"title":[]}"#), 400, says: "title"),
    Exchange("a long message", .order(#"{"message":"\#(long)"}"#), 400, says: "message"),
    Exchange("a mistyped member", .order(#"{"lifetme":5}"#), 400, says: "lifetime"),
    Exchange("an empty option", .order(#"{"options":[""]}"#), 400, says: "options"),
    Exchange("a blank around an option", .order(#"{"options":["1 "]}"#), 400, says: "options"),
    Exchange("a comma in an option", .order(#"{"options":["1,2"]}"#), 400, says: "options"),
    Exchange("a long option", .order(#"{"options":["\#(long)"]}"#), 400, says: "options"),
    Exchange("too many options", .order(#"{"options":[\#(numbers(21))]}"#), 400, says: "options"),
    Exchange("an option that is null", .order(#"{"options":[null]}"#), 400, says: "options"),
    Exchange("manual entry as a number", .order(#"{"manualEntry":1}"#), 400, says: "manualEntry"),
    Exchange("a lifetime as text", .order(#"{"lifetime":"5"}"#), 400, says: "lifetime"),
    Exchange("a lifetime below zero", .order(#"{"lifetime":-0.1}"#), 400, says: "lifetime"),
    Exchange("an unknown device", .order(#"{"device":"x"}"#), 404, says: "device"),
    Exchange("a device that is a number", .order(#"{"device":1}"#), 400, says: "device"),
    Exchange("a device", after: [.register()], .order(#"{"device":"phone"}"#), 201),
    Exchange(
      "a device without a token",
      after: [.register(), Step("DELETE", "/devices/phone/token")],
      .order(#"{"device":"phone"}"#),
      409,
      says: "token"
    ),
    Exchange("a large body", .order(#"{"title":"\#(String(repeating: "x", count: 70_000))"}"#), 413),
    Exchange("another type", Step("POST", "/pushes", "{}", type: "text/plain"), 415),
    Exchange("UTF-16", Step("POST", "/pushes", "\u{0}{\u{0}}"), 400),
  ])
  func areOrdered(_ exchange: Exchange) throws { try exchange.check() }

  private static func numbers(_ count: Int) -> String {
    (1...count).map { "\"\($0)\"" }.joined(separator: ",")
  }

  @Test(arguments: [PushKind.Name.dry, .silent, .cancel], ["approve", "deny"])
  func thatTakeNoAnswerRefuseOne(_ kind: PushKind.Name, _ decision: String) throws {
    try Exchange(
      "",
      after: [.order(#"{"kind":"\#(kind.rawValue)"}"#)],
      .decide(decision),
      409,
      says: kind.rawValue
    )
    .check()
  }

  @Test(arguments: [
    Exchange(
      "a long reason",
      after: [.order()],
      .decide("deny", #","denyReason":"\#(long)""#),
      400,
      says: "denyReason"
    ),
    Exchange(
      "a reason of another type",
      after: [.order()],
      .decide("deny", #","denyReason":1"#),
      400,
      says: "denyReason"
    ),
    Exchange(
      "a method of another type",
      after: [.order()],
      .decide("deny", #","authMethod":{}"#),
      400,
      says: "authMethod"
    ),
    Exchange(
      "a long number",
      after: [.order()],
      .decide("approve", #","numberChallenge":"\#(long)""#),
      400,
      says: "number"
    ),
    Exchange("a long key", after: [.order()], .decide("deny", key: long), 400, says: "Idempotency-Key"),
    Exchange(
      "a long id",
      Step("POST", "/decisions", #"{"id":"\#(long)","decision":"deny"}"#),
      400,
      says: "id"
    ),
    Exchange("a large body", Step("POST", "/decisions", String(repeating: " ", count: 65_537)), 413),
    Exchange(
      "a body that is just not too large",
      Step("POST", "/decisions", String(repeating: " ", count: 65_536)),
      400
    ),
  ])
  func refuseDecisions(_ exchange: Exchange) throws { try exchange.check() }

  /// "é" in two spellings is one text for Swift, and two for the person who compares what is on the page.
  @Test func compareNumbersByTheirBytes() {
    var client = Client()
    _ = client.send(.order(#"{"kind":"challenge","options":["\u00e9"]}"#))
    #expect(client.send(.decide("approve", #","numberChallenge":"e\u0301""#)).status == 200)
    #expect(client.status(at: 1) == "wrong-number")
  }

  @Test func tellWhatHasBecomeOfThem() throws {
    var client = Client()
    _ = client.send(.order(#"{"kind":"challenge","title":"T","options":["07"],"lifetime":30}"#))
    var body = client.send(Step("GET", "/pushes/{id}")).body
    #expect(body["number"] == .string("07") && body["decidedAt"] == .null && body["decision"] == .null)
    #expect(body["createdAt"] == .string("2030-01-01T00:00:00Z"))
    #expect(body["expiresAt"] == .string("2030-01-01T00:00:30Z"))
    _ = client.send(.decide("deny", #","denyReason":"not me","authMethod":"user""#, at: 2.5))
    body = client.send(Step("GET", "/pushes/{id}", at: 40)).body
    #expect(body["status"] == .string("denied") && body["decision"] == .string("deny"))
    #expect(body["decidedAt"] == .string("2030-01-01T00:00:02.500Z"))
    #expect(body["denyReason"] == .string("not me") && body["authMethod"] == .string("user"))
    try client.checkJournal()
  }

  /// Of two answers at the same time, the one that is taken first is the one that counts.
  @Test func recordOneOfTwoRacingAnswers() {
    var client = Client()
    _ = client.send(.order())
    let statuses = ["approve", "deny", "approve"].enumerated().map { index, decision in
      client.send(.decide(decision, key: "\(index)")).status
    }
    #expect(statuses == [200, 409, 409])
    #expect(client.status(at: 0) == "approved")
  }

  /// A reply that can't be written down must not have happened.
  @Test func doNotChangeUntilTheChangesAreApplied() {
    var service = PracticeService(seed: 1)
    let request = ServiceRequest(
      method: "POST",
      path: "/pushes",
      contentType: "application/json",
      body: Array("{}".utf8)
    )
    let answer = service.answer(request, arrivedAt: Client.time(0), now: Client.time(0))
    #expect(answer.changes.count == 1)
    #expect(service.compacted().count == 1)
    service.apply(answer.changes)
    #expect(service.compacted().count == 2)
  }

  @Test(arguments: [
    ("", 1, 20, 20, 24), ("?size=7", 1, 7, 7, 24), ("?page=4&size=7", 4, 7, 4, 3),
    ("?page=5&size=7", 5, 7, 0, nil),
    ("?page=1000000&size=100", 1_000_000, 100, 0, nil), ("?size=100", 1, 100, 25, 24),
  ])
  func areListedNewestFirst(query: String, page: Int, size: Int, count: Int, first: Int?) throws {
    var client = Client()
    for number in 0..<25 { _ = client.send(.order(#"{"title":"\#(number)"}"#)) }
    let body = client.send(Step("GET", "/pushes" + query)).body
    let pushes = try #require(body["pushes"]?.array).compactMap(\.object)
    let titles = first.map { newest in (0..<count).map { String(newest - $0) } } ?? []
    #expect(pushes.compactMap { $0["title"]?.string } == titles)
    #expect(pushes.allSatisfy { $0["status"] == .string("pending") })
    #expect(body["total"] == .number(JSONNumber(25)))
    #expect(body["page"] == .number(JSONNumber(page)) && body["size"] == .number(JSONNumber(size)))
  }

  @Test(arguments: [
    "?page=0", "?page=-1", "?page=", "?page=1.5", "?page=99999999999999999999", "?size=0", "?size=101",
    "?size=x",
    "?pages=1", "?page=1&page=2", "?wait=1",
  ])
  func areNotListedBy(query: String) throws {
    try Exchange("", Step("GET", "/pushes" + query), 400).check()
  }

  @Test func countAsExpiredInTheListToo() {
    var client = Client()
    _ = client.send(.order())
    let pushes = client.send(Step("GET", "/pushes", at: 120)).body["pushes"]?.array
    #expect(pushes?.first?.object?["status"] == .string("expired"))
  }
}
