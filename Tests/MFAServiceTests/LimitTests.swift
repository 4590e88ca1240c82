import MFACore
import Testing

@testable import MFAService

/// Everything that is kept has a limit.
@Suite("Limits")
struct LimitTests {
  /// Requests by the thousand, without the journal of `Client`.
  private struct Crowd {
    var service = PracticeService(seed: 1)

    @discardableResult
    mutating func send(_ method: String, _ path: String, _ body: String = "{}", at seconds: Double = 0) -> (
      Int, String
    ) {
      let request = ServiceRequest(
        method: method,
        path: path.split(separator: "?").first.map { String($0) } ?? "",
        query: path.split(separator: "?").dropFirst().first.map { String($0) },
        contentType: "application/json",
        body: Array(body.utf8)
      )
      let response = service.respond(request, now: Client.time(seconds))
      return (response.status, String(decoding: response.body, as: UTF8.self))
    }

    mutating func order(at seconds: Double = 0, _ body: String = "{}") -> String {
      // {"id":"…
      String(send("POST", "/pushes", body, at: seconds).1.dropFirst(7).prefix(36))
    }
  }

  @Test func pushesThatHaveEndedAreForgottenOldestEndingFirst() throws {
    var crowd = Crowd()
    let early = crowd.order()
    let (first, second) = (crowd.order(), crowd.order())
    crowd.send("POST", "/pushes/\(second)/cancel")
    crowd.send("POST", "/pushes/\(first)/cancel")
    for _ in 0..<9_998 { crowd.send("POST", "/pushes/\(crowd.order())/cancel") }
    #expect(crowd.send("GET", "/pushes/\(second)").0 == 200)
    // Where it stood among the orders says nothing: the one that ended first goes first.
    crowd.send("POST", "/pushes/\(crowd.order())/cancel")
    #expect(crowd.send("GET", "/pushes/\(second)").0 == 404)
    #expect(crowd.send("GET", "/pushes/\(first)").0 == 200)
    crowd.send("POST", "/decisions", #"{"id":"\#(crowd.order())","decision":"deny"}"#)
    #expect(crowd.send("GET", "/pushes/\(first)").0 == 404)
    #expect(crowd.send("POST", "/decisions", #"{"id":"\#(first)","decision":"deny"}"#).0 == 404)
    // What has taken the place of a forgotten push is not taken for it.
    let newest = (crowd.order(), crowd.order())
    for id in [first, second] {
      #expect(crowd.send("GET", "/pushes/\(id)").0 == 404)
      #expect(crowd.send("POST", "/pushes/\(id)/cancel").0 == 404)
    }
    crowd.send("POST", "/pushes/\(newest.0)/cancel")
    crowd.send("POST", "/pushes/\(newest.1)/cancel")
    // One that waits is never forgotten.
    #expect(crowd.send("GET", "/pushes/\(early)").1.containsText(#""status":"pending""#))
    let lines = crowd.service.compacted()
    #expect(lines.count == 1 + 10_001 + 10_000)
    let content = try ServiceJournal.read(Array(lines.map { $0 + [10] }.joined()), seed: 2)
    #expect(content.service.compacted() == lines)
  }

  @Test func pushesThatWaitAreLimitedUntilTheyExpire() {
    var crowd = Crowd()
    crowd.service.pushes.mostPending = 1000
    for _ in 0..<999 { _ = crowd.order() }
    let last = crowd.order(#"{"lifetime":300}"#)
    let refused = crowd.send("POST", "/pushes")
    #expect(refused.0 == 503 && refused.1.containsText("1000"))
    let registration = #"{"identifierForVendor":"phone","token":"00"}"#
    #expect(crowd.send("POST", "/devices", registration).0 == 503)
    #expect(crowd.send("POST", "/pushes", at: 119.999).0 == 503)
    // Their time is over, though nobody has looked at them.
    #expect(crowd.send("POST", "/pushes", at: 120).0 == 201)
    #expect(crowd.send("POST", "/devices", registration, at: 120).0 == 201)
    for _ in 0..<700 { #expect(crowd.send("POST", "/pushes", at: 121).0 == 201) }
    #expect(crowd.send("POST", "/pushes/\(last)/cancel", at: 121).0 == 200)
  }

  @Test func devicesAreLimited() {
    var crowd = Crowd()
    func body(_ number: Int) -> String { #"{"identifierForVendor":"\#(number)","token":"00"}"# }
    for number in 0..<1000 { #expect(crowd.send("POST", "/devices", body(number)).0 == 201) }
    #expect(crowd.send("POST", "/devices", body(1000)).0 == 503)
    #expect(crowd.send("POST", "/devices", body(999)).0 == 200)
  }

  @Test func pairingKeysAreLimitedToThoseOfUse() {
    var crowd = Crowd()
    for second in 0..<1000 { #expect(crowd.send("POST", "/pairings", at: Double(second) / 10).0 == 201) }
    #expect(crowd.send("POST", "/pairings", at: 599).0 == 503)
    #expect(crowd.send("POST", "/pairings", at: 600).0 == 201)
    #expect(crowd.send("POST", "/pairings", at: 600).0 == 503)
  }

  /// A restarted service rolls the same dice.
  @Test func idsAreNeverUsedTwice() throws {
    var crowd = Crowd()
    let id = crowd.order()
    let key = crowd.send("POST", "/pairings").1
    let lines = crowd.service.compacted()
    crowd.service = try ServiceJournal.read(Array(lines.map { $0 + [10] }.joined()), seed: 1).service
    #expect(crowd.order() != id)
    #expect(crowd.send("POST", "/pairings").1 != key)
    #expect(crowd.send("GET", "/pushes").1.containsText(#""total":2"#))
  }
}
