import MFACore
import MFAService
import Testing

/// Making a notification, looking at one, and what may be done with each type.
@Suite("Notifications")
struct NotificationTests {
  private static let long = String(repeating: "é", count: 1025)
  private static func names(_ count: Int) -> String {
    (1...count).map { "\"\($0)\"" }.joined(separator: ",")
  }

  @Test(arguments: [
    Exchange("nothing said", .notify(), 201),
    Exchange("nulls", .notify(#""type":null,"title":null,"lifetime":null,"claimNames":null"#), 201),
    Exchange("a lifecycle event", .notify(#""type":"lifecycle-event""#), 201),
    Exchange("a request", .ask(#","demands":"pin""#), 201),
    Exchange("no lifetime at all", .notify(#""lifetime":0"#), 201),
    Exchange("the longest lifetime", .notify(#""lifetime":31536000"#), 201),
    Exchange("names enough", .notify(#""claimNames":[\#(names(20))]"#), 201),
    Exchange("another type", .notify(#""type":"messages""#), 400, says: "type"),
    Exchange("a mistyped member", .notify(#""lifetme":5"#), 400, says: "lifetime"),
    Exchange("a long title", .notify(#""title":"\#(long)""#), 400, says: "title"),
    Exchange("a long body", .notify(#""body":"\#(long)""#), 400, says: "body"),
    Exchange(
      "a long message of its own",
      .notify(#""customMessage":"\#(long)""#),
      400,
      says: "customMessage"
    ),
    Exchange("a long UID", .notify(#""midUid":"\#(long)""#), 400, says: "midUid"),
    Exchange("a document type that is a number", .notify(#""documentType":1"#), 400, says: "documentType"),
    Exchange("a client that is an object", .notify(#""clientName":{}"#), 400, says: "clientName"),
    Exchange("a long address", .notify(#""logoUrl":"\#(long)""#), 400, says: "logoUrl"),
    Exchange("too many names", .notify(#""claimNames":[\#(names(21))]"#), 400, says: "claimNames"),
    Exchange("a name that is empty", .notify(#""claimNames":[""]"#), 400, says: "claimNames"),
    Exchange("a long name", .notify(#""credentialTypes":["\#(long)"]"#), 400, says: "credentialTypes"),
    Exchange("a name that is a number", .notify(#""claimNames":[1]"#), 400, says: "claimNames"),
    Exchange("a marker that is text", .notify(#""outOfBand":"yes""#), 400, says: "outOfBand"),
    Exchange("a lifetime as text", .notify(#""lifetime":"5""#), 400, says: "lifetime"),
    Exchange("a long lifetime", .notify(#""lifetime":31536001"#), 400, says: "lifetime"),
    Exchange("a lifetime without an end", .notify(#""lifetime":1e999"#), 400, says: "lifetime"),
    Exchange("another demand", .ask(#","demands":"voice""#), 400, says: "demands"),
    Exchange("a message that demands", .notify(#""demands":"face""#), 400, says: "demands"),
    Exchange(
      "a PIN without a credential",
      .ask(#","demands":"pin","credentialTypes":["x"]"#),
      400,
      says: "credentialTypes"
    ),
    Exchange("no JSON", Step("POST", "/notifications", "x"), 400),
    Exchange("another media type", Step("POST", "/notifications", "{}", type: nil), 415),
    Exchange("a large body", Step("POST", "/notifications", String(repeating: " ", count: 70_000)), 413),
  ])
  func areMade(_ exchange: Exchange) throws { try exchange.check() }

  @Test func sayEverythingAlways() {
    var client = Client()
    let least = client.send(.notify()).body
    #expect(
      JSONWriter.write(.object(least.without(["id"])))
        == #"{"sequence":1,"type":"message","status":"new","title":"","body":"","customMessage":null,"#
        + #""created":"2030-01-01T00:00:00Z","updated":"2030-01-01T00:00:00Z","expirationDate":null,"#
        + #""midUid":null,"documentType":null,"data":{"clientName":null,"logoUrl":null,"claimNames":[],"#
        + #""outOfBand":false},"eligibleCredentials":[],"credentialTypes":[],"demands":"nothing","#
        + #""acknowledged":false}"#
    )
    let most = client.send(
      .ask(
        #","title":"T","body":"B","customMessage":"C","lifetime":90,"midUid":"U","documentType":"D","#
          + #""clientName":"N","logoUrl":"L","claimNames":["a","b"],"outOfBand":true,"#
          + #""credentialTypes":["badge"],"demands":"pin""#,
        at: 1
      )
    ).body
    #expect(
      JSONWriter.write(.object(most.without(["id"])))
        == #"{"sequence":2,"type":"request","status":"new","title":"T","body":"B","customMessage":"C","#
        + #""created":"2030-01-01T00:00:01Z","updated":"2030-01-01T00:00:01Z","#
        + #""expirationDate":"2030-01-01T00:01:31Z","midUid":"U","documentType":"D","#
        + #""data":{"clientName":"N","logoUrl":"L","claimNames":["a","b"],"outOfBand":true},"#
        + #""eligibleCredentials":[{"id":"employee-badge","label":"Employee badge","documentType":"BADGE","#
        + #""type":"badge"}],"credentialTypes":["badge"],"demands":"pin","acknowledged":false}"#
    )
    #expect(client.send(.notification).body == most)
  }

  @Test(arguments: [
    ("request", "[]", ["identity-card", "passport", "employee-badge"]), ("message", "[]", []),
    ("lifecycle-event", "[]", []), ("request", #"["identity"]"#, ["identity-card", "passport"]),
    ("request", #"["badge","x","identity"]"#, ["identity-card", "passport", "employee-badge"]),
    ("request", #"["x"]"#, []), ("request", #"["Badge"]"#, []),
    ("message", #"["badge"]"#, ["employee-badge"]),
  ])
  func nameTheEligibleCredentials(type: String, types: String, ids: [String]) {
    var client = Client()
    let body = client.send(.notify(#""type":"\#(type)","credentialTypes":\#(types)"#)).body
    let eligible = body["eligibleCredentials"]?.array?.compactMap { $0.object?["id"]?.string }
    #expect(eligible == ids)
  }

  private static let event = Step.notify(#""type":"lifecycle-event""#)

  @Test(arguments: [
    Exchange("an unknown one", Step("GET", "/notifications/x"), 404, says: "notification"),
    Exchange("read, unknown", Step("POST", "/notifications/x/read"), 404, says: "notification"),
    Exchange("acknowledged, unknown", Step("POST", "/notifications/x/acknowledge"), 404),
    Exchange("accepted, unknown", Step("POST", "/notifications/x/accept", "{}"), 404),
    Exchange("declined, unknown", Step("POST", "/notifications/x/decline", "{}"), 404),
    Exchange("deleted, unknown", Step("DELETE", "/notifications/x"), 404),
    Exchange("shown", after: [.notify()], .notification, 200),
    Exchange("shown though deleted", after: [.notify(), .delete()], .notification, 200),
    Exchange("read", after: [.notify()], .act("read"), 200),
    Exchange("read twice", after: [event, .act("read")], .act("read", at: 1), 200),
    Exchange("read though expired", after: [.ask(#","lifetime":1"#)], .act("read", at: 1), 200),
    Exchange("read though deleted", after: [.notify(), .delete()], .act("read", at: 1), 200),
    Exchange("acknowledged", after: [.notify()], .act("acknowledge"), 200),
    Exchange("acknowledged twice", after: [.notify(), .act("acknowledge")], .act("acknowledge", at: 1), 200),
    Exchange("an event acknowledged", after: [event], .act("acknowledge"), 409, code: "wrong-type"),
    Exchange("a request acknowledged", after: [.ask()], .act("acknowledge"), 409, code: "wrong-type"),
    Exchange(
      "acknowledged too late",
      after: [.notify(#""lifetime":1"#)],
      .act("acknowledge", at: 1),
      410,
      code: "message-expired"
    ),
    Exchange(
      "acknowledged twice, late",
      after: [.notify(#""lifetime":1"#), .act("acknowledge")],
      .act("acknowledge", at: 1),
      200
    ),
    Exchange(
      "acknowledged, deleted",
      after: [.notify(), .delete()],
      .act("acknowledge"),
      410,
      code: "deleted"
    ),
    Exchange("a message accepted", after: [.notify()], .act("accept", "{}"), 409, code: "wrong-type"),
    Exchange("a message declined", after: [.notify()], .decline(), 409, code: "wrong-type"),
    Exchange("an event declined", after: [event], .decline(), 409, code: "wrong-type"),
    Exchange("a deleted event declined", after: [event, .delete()], .decline(), 409, code: "wrong-type"),
    Exchange("deleted", after: [.notify()], .delete(), 200),
    Exchange("deleted twice", after: [.notify(), .delete()], .delete(at: 1), 200),
    Exchange("deleted while it waits", after: [.ask(#","demands":"pin""#)], .delete(), 200),
    Exchange("deleted though expired", after: [.ask(#","lifetime":1"#)], .delete(at: 1), 200),
    Exchange("deleted after its answer", after: [.ask(), .accept()], .delete(), 200),
  ])
  func takeWhatTheirTypeAllows(_ exchange: Exchange) throws { try exchange.check() }

  struct Life: CustomTestStringConvertible, Sendable {
    let steps: [Step]
    let status: String
    /// Seconds.
    let updated: Double
    var isAcknowledged = false

    var testDescription: String {
      steps.map { "\($0.path) \($0.seconds)" }.joined(separator: ", ") + " " + status
    }
  }

  @Test(arguments: [
    Life(steps: [.notify()], status: "new", updated: 0),
    Life(steps: [.notify(), .act("read", at: 2), .act("read", at: 3)], status: "read", updated: 2),
    Life(steps: [.notify(), .act("acknowledge", at: 2)], status: "read", updated: 2, isAcknowledged: true),
    Life(
      steps: [.notify(), .act("acknowledge", at: 2), .act("read", at: 3)],
      status: "read",
      updated: 2,
      isAcknowledged: true
    ),
    Life(
      steps: [.notify(#""lifetime":9"#), .act("read", at: 1), .act("acknowledge", at: 2)],
      status: "read",
      updated: 2,
      isAcknowledged: true
    ),
    Life(steps: [.ask(), .act("read", at: 1), .accept(at: 2)], status: "accepted", updated: 2),
    Life(steps: [.ask(#","lifetime":9"#), .accept(at: 2)], status: "accepted", updated: 2),
    Life(steps: [.ask(), .decline(at: 2), .act("read", at: 3)], status: "declined", updated: 2),
    Life(steps: [.ask(), .decline(at: 2), .delete(at: 3), .delete(at: 4)], status: "deleted", updated: 3),
    Life(steps: [.ask(#","lifetime":9"#), .act("read", at: 1)], status: "expired", updated: 9),
    Life(steps: [.ask(#","lifetime":9"#), .delete(at: 9.5)], status: "deleted", updated: 9.5),
    Life(steps: [.notify(#""lifetime":9"#)], status: "expired", updated: 9),
  ])
  func haveALife(_ life: Life) throws {
    var client = Client()
    for step in life.steps { #expect(client.send(step).status < 300) }
    let body = client.send(Step("GET", "/notifications/{notification}", at: 20)).body
    #expect(body["status"] == .string(life.status))
    #expect(body["updated"] == .string(RFC3339.format(Client.time(life.updated))))
    #expect(body["acknowledged"] == .bool(life.isAcknowledged))
    try client.checkJournal()
  }

  @Test func areAnsweredWithWhatTheyHaveBecome() {
    var client = Client()
    _ = client.send(.notify())
    for step in [Step.act("read", at: 1), .act("acknowledge", at: 2), .delete(at: 3)] {
      let said = client.send(step).body
      #expect(said == client.send(Step("GET", "/notifications/{notification}", at: step.seconds)).body)
    }
    _ = client.send(.ask())
    let said = client.send(.accept()).body
    #expect(said == client.send(.notification).body && said["status"] == .string("accepted"))
  }

  @Test func expireInTheirLastMillisecond() {
    var client = Client()
    _ = client.send(.ask(#","lifetime":1.5"#))
    #expect(client.send(.act("read", at: 1.499)).body["status"] == .string("read"))
    #expect(client.send(.decline(at: 1.5)).status == 410)
    #expect(client.send(.decline(at: 1.499)).status == 200)
  }
}
