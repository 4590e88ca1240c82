import MFACore
import MFAService
import Testing

@testable import MFACommand

/// What a phone that stays on does with a push before it is answered.
@Suite("Taking pushes")
struct IntakeTests {
  // MARK: Repeats

  @Test("A push is new once, and one with its id that differs in anything is another")
  func repeats() {
    var seen = SeenPushes()
    func isNew(_ id: String, _ content: [UInt8] = []) -> Bool { seen.add(id: id, content: content) }
    #expect(isNew("1", [1]))
    #expect(!isNew("1", [1]))
    #expect(isNew("1", [2]))
    #expect(!isNew("1", [2]))
    #expect(isNew("2", [1]))
    #expect(isNew("2"))
    // Two spellings of one letter are two ids.
    #expect(isNew("\u{E9}"))
    #expect(isNew("e\u{301}"))
  }

  @Test("The last 10,000 are remembered, the oldest forgotten first")
  func limit() {
    var seen = SeenPushes()
    func isNew(_ id: String, _ content: [UInt8] = []) -> Bool { seen.add(id: id, content: content) }
    for number in 0..<10_000 { #expect(isNew("\(number)")) }
    #expect(!isNew("0"), "a repeat makes nothing forgotten")
    #expect(isNew("a"), "which takes the place of 0")
    #expect(!isNew("1"))
    #expect(isNew("0"), "which takes the place of 1")
    #expect(!isNew("2"))
    #expect(!isNew("9999"))
    #expect(!isNew("a"))
    #expect(isNew("1"))
  }

  // MARK: What is posted

  static let text = #"{"aps":{"alert":"x"},"messageId":"1","pushType":"default"}"#

  static func request(
    _ body: String = IntakeTests.text,
    _ method: String = "POST",
    path: String = "/",
    query: String? = nil
  ) -> ServiceRequest {
    ServiceRequest(method: method, path: path, query: query, body: Array(body.utf8))
  }

  struct Post: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let request: ServiceRequest
    /// What its answer begins with.
    let answer: String
    var isTaken = false
  }

  static let posts = [
    Post(
      testDescription: "to /",
      request: request(),
      answer: #"202 {"id":"1","kind":"default","repeated":false}"#,
      isTaken: true
    ),
    Post(
      testDescription: "to any path",
      request: request(path: "/a/b%2Fc"),
      answer: #"202 {"id":"1""#,
      isTaken: true
    ),
    Post(
      testDescription: "as Firebase, whose address has a query",
      request: request(
        #"{"message":{"token":"t","data":{"messageId":"a/b","pushType":"dry"}}}"#,
        path: "/v1/projects/p%20q/messages:send",
        query: "alt=json"
      ),
      answer: #"200 {"name":"projects/p%20q/messages/a%2Fb"}"#,
      isTaken: true
    ),
    Post(
      testDescription: "to what is not quite Firebase's address",
      request: request(path: "/v1/projects/p/messages:send/"),
      answer: #"202 {"id":"1""#,
      isTaken: true
    ),
    Post(
      testDescription: "by privacyIDEA's gateway",
      request: request(
        #"{"device_token":"t","push_payload":{"nonce":"N","question":"Q","serial":"S","title":"T","url":"https://example.com/ttype/push","sslverify":"1","signature":"GE======"}}"#
      ),
      answer: #"202 {"id":"N","kind":"default""#,
      isTaken: true
    ),
    Post(
      testDescription: "inside something else",
      request: request(#"{"detail":{"push":\#(text)}}"#),
      answer: #"202 {"id":"1""#,
      isTaken: true
    ),
    Post(
      testDescription: "in a log line",
      request: request("log \(text)"),
      answer: #"400 {"error":"the body"#
    ),
    Post(testDescription: "GET", request: request("", "GET"), answer: #"405 {"error":"pushes are posted"}"#),
    Post(
      testDescription: "PUT to Firebase's address",
      request: request(text, "PUT", path: "/v1/projects/p/messages:send"),
      answer: #"405 {"error":{"code":405,"message":"pushes are posted","status":"UNIMPLEMENTED"}}"#
    ),
    Post(testDescription: "empty", request: request(""), answer: #"400 {"error":"the body"#),
    Post(testDescription: "not JSON", request: request("{"), answer: #"400 {"error":"the body"#),
    Post(
      testDescription: "somebody else's",
      request: request(#"{"aps":{"alert":"x"},"campaign":"spring"}"#),
      answer: #"400 {"error":""#
    ),
    Post(
      testDescription: "somebody else's, as Firebase",
      request: request(#"{"message":{"data":{"a":"b"}}}"#, path: "/v1/projects/p/messages:send"),
      answer: #"400 {"error":{"code":400,"message":""#
    ),
  ]

  @Test("What is answered to a sender", arguments: posts)
  func post(_ row: Post) {
    let taken = IntakeTests.intake().take(row.request, pending: .none, now: Script.start)
    let body = String(decoding: taken.response.body, as: UTF8.self)
    #expect("\(taken.response.status) \(body)".hasPrefix(row.answer), "\(body)")
    #expect((taken.item != nil) == row.isTaken)
    #expect(taken.response.headers.map(\.name) == (taken.response.status == 405 ? ["Allow"] : []))
  }

  /// A silent one was the first that kept the real one from being answered; then one that had expired, and one that
  /// nobody had signed.
  @Test("A push that can't be answered makes no repeat of the real one with its id")
  func unanswerableTwin() {
    let intake = IntakeTests.intake()
    let twins = [
      #""pushType":"silent""#, #""pushType":"default","expires":1"#, #""pushType":"default","ttl":"soon""#,
      #""pushType":"default""#, #""pushType":"cancel""#, #""pushType":"silent""#,
    ]
    let taken = twins.map { members in
      let body = #"{"messageId":"1",\#(members)}"#
      return intake.take(IntakeTests.request(body), pending: .none, now: Script.start).item != nil
    }
    #expect(taken == [true, true, true, true, true, false])
  }

  @Test("Pushes that wait are bounded by their bytes too")
  func bytes() {
    let intake = IntakeTests.intake()
    func status(_ bytes: Int) -> Int {
      intake.take(IntakeTests.request(), pending: PendingItems(count: 1, bytes: bytes), now: Script.start)
        .response.status
    }
    #expect(status(16 << 20) == 503)
    #expect(status(15 << 20) == 202)
  }

  /// 1 MiB of `[0],` took 22 MB each while it waited.
  @Test("Many small values count for what they take in memory")
  func footprint() {
    let values = [String](repeating: "[0]", count: 1000).joined(separator: ",")
    let body = #"{"messageId":"1","pushType":"default","x":[\#(values)]}"#
    let request = ServiceRequest(
      method: "POST",
      path: "/",
      contentType: "application/json",
      body: Array(body.utf8)
    )
    let taken = IntakeTests.intake().take(request, pending: .none, now: Script.start)
    #expect((taken.item?.byteCount ?? 0) > 88 * 1000)
  }

  @Test("A repeat is accepted and not taken, at either address")
  func repeated() {
    let intake = IntakeTests.intake()
    #expect(intake.take(IntakeTests.request(), pending: .none, now: Script.start).item != nil)
    let again = intake.take(
      IntakeTests.request(),
      pending: PendingItems(count: 1, bytes: 9),
      now: Script.start
    )
    #expect(again.item == nil)
    #expect(String(decoding: again.response.body, as: UTF8.self).contains(#""repeated":true"#))
    let firebase = IntakeTests.request(path: "/v1/projects/p/messages:send")
    let third = intake.take(firebase, pending: PendingItems(count: 1, bytes: 9), now: Script.start)
    #expect(third.item == nil && third.response.status == 200)
  }

  @Test("No more are taken than wait or were asked for; one that was refused does not count")
  func limits() {
    let intake = IntakeTests.intake(mostPending: 2, count: 2)
    func response(_ body: String, pending: Int) -> ServiceResponse {
      let pending = PendingItems(count: pending, bytes: 9)
      return intake.take(IntakeTests.request(body), pending: pending, now: Script.start).response
    }
    func status(_ body: String, pending: Int) -> Int { response(body, pending: pending).status }
    func push(_ id: String) -> String { IntakeTests.text.replacing("\"1\"", with: "\"\(id)\"") }
    #expect(status(push("1"), pending: 2) == 503)
    #expect(response(push("1"), pending: 2).headers.map(\.name) == ["Retry-After"])
    #expect(status("{", pending: 0) == 400)
    #expect(status(push("1"), pending: 1) == 202)
    #expect(status(push("1"), pending: 1) == 202, "a repeat does not count")
    #expect(status(push("2"), pending: 0) == 202)
    #expect(status(push("3"), pending: 0) == 503)
    #expect(response(push("3"), pending: 0).headers.isEmpty, "no room will be made")
  }

  private static func intake(mostPending: Int = 10, count: Int? = nil) -> PushIntake {
    let world = ScriptedWorld(Script(), #_sourceLocation)
    return PushIntake(system: world.system, mostPending: mostPending, count: count)
  }
}

extension PendingItems {
  fileprivate static let none = PendingItems(count: 0, bytes: 0)
}
