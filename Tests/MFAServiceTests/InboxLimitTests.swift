import MFACore
import MFAService
import Testing

/// What the inbox forgets, and when it takes no more.
@Suite("Limits of the inbox")
struct InboxLimitTests {
  /// Requests by the thousand, without the journal of `Client`.
  private struct Crowd {
    var service = PracticeService(seed: 1)

    mutating func send(_ method: String, _ path: String, _ body: String = "{}", at seconds: Double = 0) -> (
      status: Int, body: JSONObject
    ) {
      let request = ServiceRequest(
        method: method,
        path: path,
        contentType: "application/json",
        authority: "h",
        body: Array(body.utf8)
      )
      let response = service.respond(request, now: Client.time(seconds))
      let text = String(decoding: response.body, as: UTF8.self)
      return (response.status, (try? JSONReader.read(text))?.value.object ?? JSONObject())
    }

    mutating func notify(_ members: String = "", at seconds: Double = 0) -> String {
      send("POST", "/notifications", "{\(members)}", at: seconds).body["id"]?.string ?? "none"
    }

    mutating func status(_ id: String, at seconds: Double = 0) -> String? {
      send("GET", "/notifications/\(id)", at: seconds).body["status"]?.string
    }
  }

  @Test func notificationsThatHaveEndedMakeRoomOldestEndingFirst() throws {
    var crowd = Crowd()
    let waiting = crowd.notify(#""type":"request""#)
    let (read, expired) = (crowd.notify(), crowd.notify(#""lifetime":30"#))
    let (accepted, deleted, acknowledged) = (
      crowd.notify(#""type":"request""#), crowd.notify(), crowd.notify()
    )
    try crowd.service.fillInbox(19_994)
    _ = crowd.send("POST", "/notifications/\(read)/read", at: 1)
    #expect(crowd.send("POST", "/notifications", at: 1).status == 503)
    #expect(
      crowd.send("POST", "/notifications", at: 29.999).body["error"]?.string?.containsText("20000") == true
    )
    _ = crowd.send("POST", "/notifications/\(acknowledged)/acknowledge", at: 10)
    let credential = #"{"credential":"passport"}"#
    _ = crowd.send("POST", "/notifications/\(accepted)/accept", credential, at: 20)
    _ = crowd.send("DELETE", "/notifications/\(deleted)", at: 40)
    let ids = [acknowledged, accepted, expired, deleted]
    for count in 0...4 {
      #expect(ids.map { crowd.status($0, at: 50) == nil } == (0..<4).map { $0 < count })
      let reply = crowd.send("POST", "/notifications", at: 50)
      #expect(reply.status == (count < 4 ? 201 : 503))
      // Numbers are never given twice, though there are as many as before.
      guard count < 4 else { continue }
      #expect(reply.body["sequence"] == .number(JSONNumber(20_001 + count)))
    }
    let lines = crowd.service.compacted()
    let content = try ServiceJournal.read(Array(lines.map { $0 + [10] }.joined()), seed: 2)
    #expect(content.service.compacted() == lines)
    #expect(crowd.status(waiting, at: 50) == "new" && crowd.status(read, at: 50) == "read")
    #expect(crowd.send("GET", "/notifications", at: 50).body["total"] == .number(JSONNumber(20_000)))
  }

  /// Where there is no room for a request, its login waits, and comes as soon as there is.
  @Test func aRequestWaitsForRoom() throws {
    var crowd = Crowd()
    let login = crowd.send("POST", "/logins", #"{"delay":5}"#).body
    let key = login.inboxPlaces["authenticationKey"] ?? ""
    let scan = #"{"login":"\#(login["id"]?.string ?? "")","authenticationKey":"\#(key)"}"#
    let other = crowd.send("POST", "/logins").body["id"]?.string ?? ""
    let session = crowd.send("POST", "/sessions", scan).body["session"]?.string ?? ""
    let first = crowd.notify()
    try crowd.service.fillInbox(19_999)
    #expect(crowd.send("GET", "/sessions/\(session)", at: 6).body["notification"] == .null)
    let poll = ServiceRequest(
      method: "GET",
      path: "/notifications",
      query: "after=20000&wait=9",
      body: []
    )
    let reply = crowd.service.answer(poll, arrivedAt: Client.time(6), now: Client.time(6)).reply
    #expect(reply == .wait(until: Client.time(15)))
    let refused = crowd.send("POST", "/sessions", #"{"login":"\#(other)","authenticationKey":"x"}"#, at: 6)
    #expect(refused.status == 401)
    _ = crowd.send("DELETE", "/notifications/\(first)", at: 7)
    let found = crowd.send("GET", "/sessions/\(session)", at: 8).body["notification"]?.string
    #expect(found != nil && crowd.status(first, at: 8) == nil)
  }

  @Test func loginsAreLimitedToThoseThatWait() {
    var crowd = Crowd()
    let short = crowd.send("POST", "/logins", #"{"lifetime":9}"#).body["id"]?.string ?? ""
    for _ in 1..<1000 { #expect(crowd.send("POST", "/logins").status == 201) }
    #expect(crowd.send("POST", "/logins", at: 8.999).status == 503)
    #expect(crowd.send("GET", "/logins/\(short)", at: 9).body["status"] == .string("expired"))
    #expect(crowd.send("POST", "/logins", at: 9).status == 201)
    #expect(crowd.send("GET", "/logins/\(short)", at: 9).status == 404)
    #expect(crowd.send("POST", "/logins", at: 9).status == 503)
    for _ in 0..<999 { #expect(crowd.send("POST", "/logins", at: 120).status == 201) }
  }
}
