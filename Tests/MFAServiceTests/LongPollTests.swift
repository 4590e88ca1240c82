import MFACore
import MFAService
import Testing

/// `GET /pushes/{id}?wait=SECONDS`.
@Suite("Long poll")
struct LongPollTests {
  struct Poll: CustomTestStringConvertible, Sendable {
    let name: String
    let wait: String
    /// When it came, and when it is answered.
    let arrival: Double
    let now: Double
    /// Until when it waits; nil when it doesn't.
    let end: Double?

    var testDescription: String { name }

    init(_ name: String, _ wait: String, from arrival: Double = 0, at now: Double = 0, until end: Double?) {
      (self.name, self.wait, self.arrival, self.now, self.end) = (name, wait, arrival, now, end)
    }
  }

  @Test(arguments: [
    Poll("no wait", "", until: nil),
    Poll("a wait of nothing", "?wait=0", until: nil),
    Poll("a wait", "?wait=20", until: 20),
    Poll("a fraction", "?wait=0.25", until: 0.25),
    Poll("the longest", "?wait=60", until: 60),
    Poll("asked again", "?wait=20", from: 0, at: 12, until: 20),
    Poll("at its end", "?wait=20", from: 0, at: 20, until: nil),
    Poll("beyond its end", "?wait=20", from: 0, at: 21, until: nil),
    Poll("no longer than the push lives", "?wait=60", from: 90, at: 90, until: 120),
    Poll("at the push's end", "?wait=60", from: 90, at: 120, until: nil),
    Poll("a name that is encoded", "?%77ait=2%30", until: 20),
  ])
  func pending(_ poll: Poll) {
    var client = Client()
    _ = client.send(.order())
    let reply = client.answer(Step("GET", "/pushes/{id}\(poll.wait)", at: poll.now), arrivedAt: poll.arrival)
      .reply
    if let end = poll.end {
      #expect(reply == .wait(until: Client.time(end)))
    } else {
      guard case .response(let response) = reply else { return #expect(Bool(false), "it waits") }
      #expect(response.status == 200)
    }
  }

  @Test(arguments: [Step.decide("approve"), .decide("deny"), .cancel()])
  func endsWithThePush(_ step: Step) {
    var client = Client()
    _ = client.send(.order())
    #expect(client.send(step).status == 200)
    #expect(client.send(Step("GET", "/pushes/{id}?wait=60")).status == 200)
  }

  @Test(arguments: [
    "?wait=61", "?wait=60.001", "?wait=-1", "?wait=", "?wait", "?wait=1e1", "?wait=0x1", "?wait=inf",
    "?wait=nan",
    "?wait=.5", "?wait=5.", "?wait=1.2.3", "?wait=1&wait=1", "?wait=+1", "?wait=%201", "?wait=٣", "?size=1",
    "?wait=\(String(repeating: "0", count: 17))",
  ])
  func refuses(query: String) throws {
    try Exchange("", after: [.order()], Step("GET", "/pushes/{id}" + query), 400).check()
  }

  @Test func ofAnUnknownPush() throws {
    try Exchange("", Step("GET", "/pushes/x?wait=60"), 404, says: "push").check()
  }

  @Test func getsWhatThereIsWhereNobodyWaits() {
    var service = PracticeService(seed: 1)
    let order = ServiceRequest(
      method: "POST",
      path: "/pushes",
      contentType: "application/json",
      body: Array("{}".utf8)
    )
    let body = String(decoding: service.respond(order, now: Client.time(0)).body, as: UTF8.self)
    let id = (try? JSONReader.read(body))?.value.object?["id"]?.string ?? ""
    let poll = ServiceRequest(method: "GET", path: "/pushes/\(id)", query: "wait=60", body: [])
    let text = String(decoding: service.respond(poll, now: Client.time(0)).body, as: UTF8.self)
    #expect(text.containsText(#""status":"pending""#))
  }
}
