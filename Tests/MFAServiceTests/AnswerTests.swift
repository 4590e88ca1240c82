import MFACore
import MFAService
import Testing

/// Accepting and declining requests: credentials, PINs, faces, and the second answer.
@Suite("Answers to requests")
struct AnswerTests {
  private static let none = Step.ask(#","credentialTypes":["x"]"#)
  private static let pin = Step.ask(#","demands":"pin""#)
  private static let face = Step.ask(#","demands":"face","credentialTypes":["x"]"#)
  private static let short = Step.ask(#","lifetime":10"#)
  private static let long = String(repeating: "k", count: 1025)

  @Test(arguments: [
    Exchange("with a credential", after: [.ask()], .accept(), 200),
    Exchange("with another", after: [.ask()], .act("accept", #"{"credential":"passport","pin":"x"}"#), 200),
    Exchange("without one", after: [.ask()], .act("accept", "{}"), 400, code: "credential-needed"),
    Exchange(
      "with null",
      after: [.ask()],
      .act("accept", #"{"credential":null}"#),
      400,
      code: "credential-needed"
    ),
    Exchange(
      "with one of another type",
      after: [.ask(#","credentialTypes":["badge"]"#)],
      .accept(),
      400,
      code: "credential-not-eligible"
    ),
    Exchange(
      "with one that is unknown",
      after: [.ask()],
      .act("accept", #"{"credential":"x"}"#),
      400,
      code: "credential-not-eligible"
    ),
    Exchange("where there is none", after: [none], .act("accept", "{}"), 200),
    Exchange(
      "with one where there is none",
      after: [none],
      .accept(),
      400,
      code: "credential-not-eligible"
    ),
    Exchange("with a number", after: [.ask()], .act("accept", #"{"credential":1}"#), 400, says: "credential"),
    Exchange("without a body", after: [.ask()], .act("accept"), 400),
    Exchange("with a PIN that is a number", after: [pin], .accept(#","pin":123456"#), 400, says: "pin"),
    Exchange("with a long PIN", after: [pin], .accept(#","pin":"\#(long)""#), 400, says: "pin"),
    Exchange("without the PIN", after: [pin], .accept(), 403, code: "pin-needed"),
    Exchange("with the PIN", after: [pin], .accept(#","pin":"123456""#), 200),
    Exchange(
      "with the badge's PIN",
      after: [pin],
      .act("accept", #"{"credential":"employee-badge","pin":"0000"}"#),
      200
    ),
    Exchange("without a face", after: [face], .act("accept", "{}"), 403, code: "face-needed"),
    Exchange(
      "with another face",
      after: [face],
      .act("accept", #"{"face":"no-match"}"#),
      403,
      code: "face-needed"
    ),
    Exchange("with the face", after: [face], .act("accept", #"{"face":"match"}"#), 200),
    Exchange("a face that is a flag", after: [face], .act("accept", #"{"face":true}"#), 400, says: "face"),
    Exchange("declined", after: [pin], .decline(), 200),
    Exchange("declined without a body", after: [pin], .act("decline"), 200),
    Exchange("a long key", after: [.ask()], .decline(key: long), 400, says: "Idempotency-Key"),
    Exchange("another long key", after: [.ask()], .accept(key: long), 400, says: "Idempotency-Key"),
    Exchange("at the last moment", after: [short], .accept(at: 9.999), 200),
    Exchange("too late", after: [short], .accept(at: 10), 410, code: "request-expired"),
    Exchange("declined too late", after: [short], .decline(at: 10), 410, code: "request-expired"),
    Exchange("though deleted", after: [.ask(), .delete()], .accept(), 410, code: "deleted"),
    Exchange("declined though deleted", after: [.ask(), .delete()], .decline(), 410, code: "deleted"),
    Exchange("twice", after: [.ask(), .accept()], .accept(), 409, code: "already-answered"),
    Exchange("declined twice", after: [.ask(), .decline()], .decline(), 409, code: "already-answered"),
    Exchange("after all", after: [.ask(), .decline()], .accept(), 409, code: "already-answered"),
    Exchange("twice, under a key", after: [.ask(), .accept(key: "k")], .accept(key: "k"), 200),
    Exchange("declined twice, under a key", after: [.ask(), .decline(key: "k")], .decline(key: "k"), 200),
    Exchange(
      "twice, late, though deleted",
      after: [short, .accept(key: "k"), .delete()],
      .accept(key: "k", at: 11),
      200
    ),
    Exchange(
      "twice, under another key",
      after: [.ask(), .accept(key: "k")],
      .accept(key: "l"),
      409,
      code: "already-answered"
    ),
    Exchange(
      "under the key of the opposite",
      after: [.ask(), .accept(key: "k")],
      .decline(key: "k"),
      409,
      code: "already-answered"
    ),
    Exchange(
      "with another credential under the same key",
      after: [.ask(), .accept(key: "k")],
      .act("accept", #"{"credential":"passport"}"#, key: "k"),
      409,
      code: "already-answered"
    ),
    Exchange(
      "a PIN that isn't looked at twice",
      after: [pin, .accept(#","pin":"123456""#, key: "k")],
      .accept(#","pin":"1""#, key: "k"),
      200
    ),
    Exchange(
      "an unknown credential unlocked",
      Step("POST", "/credentials/x/unlock"),
      404,
      says: "credential"
    ),
    Exchange("one that isn't locked", Step("POST", "/credentials/passport/unlock"), 200),
  ])
  func areTaken(_ exchange: Exchange) throws { try exchange.check() }

  /// Of answers at the same time, the one that is taken first is the one that counts.
  @Test func raceAndOneWins() {
    var client = Client()
    _ = client.send(.ask())
    let steps = [Step.accept(key: "1"), .decline(key: "2"), .accept(key: "3"), .accept(key: "1")]
    #expect(steps.map { client.send($0).status } == [200, 409, 409, 200])
    #expect(client.send(.notification).body["status"] == .string("accepted"))
  }

  private static func wrong(_ pin: String = "1") -> Step { .accept(#","pin":"\#(pin)""#) }
  private static let right = Step.accept(#","pin":"123456""#)
  private static let unlock = Step("POST", "/credentials/identity-card/unlock")

  /// Each step, its status, and the tries that are left after it.
  @Test(arguments: [
    [(wrong(), 403, 2), (wrong(), 403, 1), (wrong(), 423, 0), (right, 423, 0), (wrong(), 423, 0)],
    [(wrong(), 403, 2), (right, 200, 3), (pin, 201, 3), (wrong(), 403, 2)],
    [(wrong(), 403, 2), (wrong(), 403, 1), (right, 200, 3)],
    [(wrong(#"123456\u0000"#), 403, 2), (wrong(""), 403, 1), (wrong("１２３４５６"), 423, 0)],
    [
      (wrong(), 403, 2), (unlock, 200, 3), (wrong(), 403, 2), (wrong(), 403, 1), (wrong(), 423, 0),
      (unlock, 200, 3), (right, 200, 3),
    ],
    // A missing PIN is no try, another request has no tries of its own, and one that demands none resets nothing.
    [
      (wrong(), 403, 2), (.accept(), 403, 2), (pin, 201, 2), (wrong(), 403, 1), (.ask(), 201, 1),
      (.accept(), 200, 1),
    ],
    // A locked credential is of no use for requests that demand no PIN either.
    [
      (wrong(), 403, 2), (wrong(), 403, 1), (wrong(), 423, 0), (.ask(), 201, 0), (.accept(), 423, 0),
      (.decline(), 200, 0),
    ],
  ])
  func countPINs(steps: [(Step, Int, Int)]) throws {
    var client = Client()
    _ = client.send(AnswerTests.pin)
    for (step, status, triesLeft) in steps {
      let reply = client.send(step)
      #expect(reply.status == status, "\(step.path) \(step.body)")
      let saysTries = reply.body["code"] == .string("wrong-pin") || step.path == AnswerTests.unlock.path
      #expect((reply.body["triesLeft"] != nil) == saysTries)
      let text = JSONWriter.write(.object(reply.body))
      #expect(!text.containsText("123456"))
      let stored = client.send(Step("GET", "/credentials")).body["credentials"]?.array?.first?.object
      #expect(stored?["triesLeft"] == .number(JSONNumber(triesLeft)))
      #expect(stored?["locked"] == .bool(triesLeft == 0))
      try client.checkJournal()
    }
    #expect(!String(decoding: client.journal, as: UTF8.self).containsText("123456"))
  }

  @Test func wrongPINsSayHowManyTriesAreLeft() {
    var client = Client()
    _ = client.send(AnswerTests.pin)
    let body = client.send(AnswerTests.wrong()).body
    #expect(
      JSONWriter.write(.object(body)) == #"{"error":"the PIN is wrong","code":"wrong-pin","triesLeft":2}"#
    )
  }

  @Test func credentialsAreListed() {
    var client = Client()
    let text = JSONWriter.write(.object(client.send(Step("GET", "/credentials")).body))
    #expect(
      text
        == #"{"credentials":[{"id":"identity-card","label":"Identity card","documentType":"ID_CARD","#
        + #""type":"identity","locked":false,"triesLeft":3},{"id":"passport","label":"Passport","#
        + #""documentType":"PASSPORT","type":"identity","locked":false,"triesLeft":3},"#
        + #"{"id":"employee-badge","label":"Employee badge","documentType":"BADGE","type":"badge","#
        + #""locked":false,"triesLeft":3}]}"#
    )
  }
}
