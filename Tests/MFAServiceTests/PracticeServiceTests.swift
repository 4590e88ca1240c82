import MFACore
import MFAService
import Testing

/// The practice service, as sequences of requests.
@Suite("Practice service")
struct PracticeServiceTests {
  struct Story: CustomTestStringConvertible, Sendable {
    let name: String
    let steps: [Step]
    let statuses: [Int]
    /// How the sign-on stands afterwards.
    let end: String
    /// When that is asked.
    let seconds: Double

    var testDescription: String { name }

    init(_ name: String, _ steps: (Step, Int)..., end: String, at seconds: Double = 0) {
      self.name = name
      self.steps = steps.map(\.0)
      statuses = steps.map(\.1)
      (self.end, self.seconds) = (end, seconds)
    }
  }

  private static let challenge = #"{"kind":"challenge","options":["12","34","56"]}"#
  private static let right = #","numberChallenge":"{number}""#

  private func check(_ story: Story) throws {
    var client = Client()
    #expect(story.steps.map { client.send($0).status } == story.statuses)
    #expect(client.status(at: story.seconds) == story.end)
    try client.checkJournal()
  }

  @Test(arguments: [
    Story("ordered", (.order(), 201), end: "pending"),
    Story("approved", (.order(), 201), (.decide("approve"), 200), end: "approved"),
    Story("denied", (.order(), 201), (.decide("deny"), 200), end: "denied"),
    Story(
      "denied with a reason",
      (.order(), 201),
      (.decide("deny", #","denyReason":"x""#), 200),
      end: "denied"
    ),
    Story("the right number", (.order(challenge), 201), (.decide("approve", right), 200), end: "approved"),
    Story(
      "a wrong number is recorded, and signs nobody on",
      (.order(challenge), 201),
      (.decide("approve", #","numberChallenge":"99""#), 200),
      end: "wrong-number"
    ),
    Story(
      "a number that is only numerically right",
      (.order(#"{"kind":"challenge","options":["07"]}"#), 201),
      (.decide("approve", #","numberChallenge":"7""#), 200),
      end: "wrong-number"
    ),
    Story(
      "a challenge without a number",
      (.order(challenge), 201),
      (.decide("approve"), 200),
      end: "wrong-number"
    ),
    Story("a challenge denied", (.order(challenge), 201), (.decide("deny"), 200), end: "denied"),
    Story(
      "an unknown member is ignored",
      (.order(), 201),
      (.decide("approve", #","respondedAt":"x""#), 200),
      end: "approved"
    ),
    Story(
      "a number that is null",
      (.order(), 201),
      (.decide("approve", #","numberChallenge":null"#), 200),
      end: "approved"
    ),
  ])
  func records(_ story: Story) throws { try check(story) }

  @Test(arguments: [
    Story(
      "the same under the same key",
      (.order(), 201),
      (.decide("approve", key: "k"), 200),
      (.decide("approve", key: "k"), 200),
      end: "approved"
    ),
    Story(
      "the same without a key",
      (.order(), 201),
      (.decide("approve"), 200),
      (.decide("approve"), 409),
      end: "approved"
    ),
    Story(
      "the same under another key",
      (.order(), 201),
      (.decide("approve", key: "k"), 200),
      (.decide("approve", key: "l"), 409),
      end: "approved"
    ),
    Story(
      "another decision under another key",
      (.order(), 201),
      (.decide("deny", key: "k"), 200),
      (.decide("approve", key: "l"), 409),
      end: "denied"
    ),
    Story(
      "another decision under the same key",
      (.order(), 201),
      (.decide("deny", key: "k"), 200),
      (.decide("approve", key: "k"), 409),
      end: "denied"
    ),
    Story(
      "another number under the same key",
      (.order(challenge), 201),
      (.decide("approve", #","numberChallenge":"99""#, key: "k"), 200),
      (.decide("approve", right, key: "k"), 409),
      end: "wrong-number"
    ),
    Story(
      "a repeat after the time is over",
      (.order(), 201),
      (.decide("approve", key: "k", at: 119), 200),
      (.decide("approve", key: "k", at: 500), 200),
      end: "approved",
      at: 500
    ),
  ])
  func takesOneAnswer(_ story: Story) throws { try check(story) }

  @Test(arguments: [
    Story("in time", (.order(), 201), (.decide("approve", at: 119.999), 200), end: "approved", at: 500),
    Story("at the very moment", (.order(), 201), (.decide("approve", at: 120), 410), end: "expired", at: 120),
    Story("too late", (.order(), 201), (.decide("deny", at: 600), 410), end: "expired", at: 600),
    Story(
      "a lifetime of its own",
      (.order(#"{"lifetime":2.5}"#), 201),
      (.decide("approve", at: 2.5), 410),
      end: "expired",
      at: 2.5
    ),
    Story(
      "a lifetime of nothing",
      (.order(#"{"lifetime":0}"#), 201),
      (.decide("approve"), 410),
      end: "expired"
    ),
    Story("cancelled", (.order(), 201), (.cancel(), 200), (.decide("approve"), 410), end: "cancelled"),
    Story("cancelled twice", (.order(), 201), (.cancel(), 200), (.cancel(), 200), end: "cancelled"),
    Story(
      "cancelled after the answer",
      (.order(), 201),
      (.decide("approve"), 200),
      (.cancel(), 409),
      end: "approved"
    ),
    Story("cancelled too late", (.order(), 201), (.cancel(at: 120), 410), end: "expired", at: 120),
    Story("cancelled stays cancelled", (.order(), 201), (.cancel(), 200), end: "cancelled", at: 500),
  ])
  func ends(_ story: Story) throws { try check(story) }

  struct Refusal: CustomTestStringConvertible, Sendable {
    let name: String
    let step: Step
    let status: Int

    var testDescription: String { name }

    init(_ name: String, _ step: Step, _ status: Int) {
      (self.name, self.step, self.status) = (name, step, status)
    }
  }

  private func check(_ row: Refusal) {
    var client = Client()
    #expect(client.send(.order()).status == 201)
    let reply = client.send(row.step)
    #expect(reply.status == row.status)
    #expect(reply.body["error"]?.string?.isEmpty == false)
    #expect(client.status(at: 0) == "pending")
  }

  @Test(arguments: [
    Refusal("no such path", Step("GET", "//"), 404),
    Refusal("an empty path", Step("GET", ""), 404),
    Refusal("another path", Step("POST", "/other"), 404),
    Refusal("a path too long", Step("GET", "/pushes/{id}/x/y"), 404),
    Refusal("an unknown push", Step("GET", "/pushes/x"), 404),
    Refusal("no push", Step("GET", "/pushes/"), 404),
    Refusal("cancelling an unknown push", Step("POST", "/pushes/x/cancel"), 404),
    Refusal("answering an unknown push", Step("POST", "/decisions", #"{"id":"x","decision":"deny"}"#), 404),
    Refusal("replacing all pushes", Step("PUT", "/pushes"), 405),
    Refusal("fetching decisions", Step("GET", "/decisions"), 405),
    Refusal("deleting a push", Step("DELETE", "/pushes/{id}"), 405),
    Refusal("posting to a push", Step("POST", "/pushes/{id}", "{}"), 405),
    Refusal("fetching a cancellation", Step("GET", "/pushes/{id}/cancel"), 405),
    Refusal("a method in lower case", Step("post", "/decisions", "{}"), 405),
    Refusal("a form", Step("POST", "/decisions", "id={id}", type: "application/x-www-form-urlencoded"), 415),
    Refusal("no type", Step("POST", "/decisions", #"{"id":"{id}","decision":"deny"}"#, type: nil), 415),
    Refusal("a type that only begins so", Step("POST", "/pushes", "{}", type: "application/jsonp"), 415),
    Refusal("no body", Step("POST", "/decisions"), 400),
    Refusal("no JSON", Step("POST", "/decisions", "approve"), 400),
    Refusal("a list", Step("POST", "/decisions", "[]"), 400),
    Refusal("a trailing comma", Step("POST", "/decisions", #"{"id":"{id}","decision":"deny",}"#), 400),
    Refusal(
      "a decision twice",
      Step("POST", "/decisions", #"{"id":"{id}","decision":"deny","decision":"approve"}"#),
      400
    ),
    Refusal("no id", Step("POST", "/decisions", #"{"decision":"deny"}"#), 400),
    Refusal("an empty id", Step("POST", "/decisions", #"{"id":"","decision":"deny"}"#), 400),
    Refusal("an id that is a number", Step("POST", "/decisions", #"{"id":1,"decision":"deny"}"#), 400),
    Refusal("no decision", Step("POST", "/decisions", #"{"id":"{id}"}"#), 400),
    Refusal("an unknown decision", .decide("maybe"), 400),
    Refusal("a decision in upper case", .decide("APPROVE"), 400),
    Refusal(
      "a decision that is a boolean",
      Step("POST", "/decisions", #"{"id":"{id}","decision":true}"#),
      400
    ),
    Refusal("a number that is a number", .decide("approve", #","numberChallenge":12"#), 400),
    Refusal("an unknown kind", .order(#"{"kind":"voice"}"#), 400),
    Refusal("options that are numbers", .order(#"{"kind":"challenge","options":[12]}"#), 400),
    Refusal("options twice", .order(#"{"kind":"challenge","options":["12","12"]}"#), 400),
    Refusal("a negative lifetime", .order(#"{"lifetime":-1}"#), 400),
    Refusal("a lifetime of more than a day", .order(#"{"lifetime":86401}"#), 400),
    Refusal("a lifetime beyond all numbers", .order(#"{"lifetime":1e999}"#), 400),
    Refusal("a lifetime that is text", .order(#"{"lifetime":"60"}"#), 400),
  ])
  func refuses(_ row: Refusal) { check(row) }

  /// An order that is misunderstood in silence makes a test pass that tests something else.
  @Test(arguments: [
    Refusal("a kind that is a number", .order(#"{"kind":5}"#), 400),
    Refusal("options that are text", .order(#"{"kind":"challenge","options":"12,34"}"#), 400),
    Refusal("manual entry as text", .order(#"{"kind":"challenge","manualEntry":"true"}"#), 400),
    Refusal("a title that is a number", .order(#"{"title":5}"#), 400),
  ])
  func refusesOrdersOfTheWrongType(_ row: Refusal) {
    check(row)
  }

  @Test(arguments: [
    "application/json", "Application/JSON", "application/json; charset=utf-8",
    "application/json;charset=utf-8",
  ])
  func takesJSONByAnyName(_ type: String) {
    var client = Client()
    #expect(client.send(Step("POST", "/pushes", "{}", type: type)).status == 201)
  }

  @Test func saysThatItRecorded() {
    var client = Client()
    _ = client.send(.order())
    let reply = client.send(.decide("approve"))
    #expect(reply.body["recorded"] == .bool(true))
    #expect(reply.body["id"]?.string == client.id)
  }

  @Test func pushesAreIndependent() {
    var client = Client()
    _ = client.send(.order())
    let first = client.id
    _ = client.send(.order())
    #expect(client.id != first)
    #expect(client.send(.decide("deny")).status == 200)
    #expect(client.send(Step("GET", "/pushes/\(first)")).body["status"] == .string("pending"))
  }
}
