import MFACore
import MFAService
import Testing

@testable import struct MFAService.Dice

/// The inbox comes back from its journal.
@Suite("Journal of the inbox")
struct InboxJournalTests {
  private static let header = String(decoding: ServiceJournal.header, as: UTF8.self) + "\n"

  /// A client after requests of every kind, good and bad, by the dice.
  private func busyClient(seed: UInt64, steps: Int) -> Client {
    var (client, dice, seconds) = (Client(seed: seed), Dice(seed: seed), 0.0)
    func pick<Choice>(_ choices: [Choice]) -> Choice { choices[Int(dice.roll() % UInt64(choices.count))] }
    var notifications: [String] = []
    for _ in 0..<steps {
      seconds += Double(dice.roll() % 4000) / 1000
      let path = "/notifications/" + (notifications.suffix(6).randomElement(by: &dice) ?? "none")
      let text =
        #""title":"\u2028\n\"é\u0000","claimNames":["\t"],"midUid":"u","logoUrl":"//","clientName":"c""#
      let pin = pick(["123456", "0000", "1"])
      let credential = pick(["passport", "employee-badge"])
      let steps: [Step] = [
        .notify(text + #","lifetime":\#(dice.roll() % 20).5"#, at: seconds),
        .ask("," + text + pick([#","demands":"pin""#, #","outOfBand":true,"lifetime":9"#, ""]), at: seconds),
        .notify(#""type":"lifecycle-event","documentType":"d","customMessage":"m","body":"b""#, at: seconds),
        Step("POST", path + "/read", at: seconds), Step("POST", path + "/acknowledge", at: seconds),
        Step(
          "POST",
          path + "/accept",
          #"{"credential":"\#(credential)","pin":"\#(pin)","face":"match"}"#,
          key: pick(["k", nil]),
          at: seconds
        ),
        Step("POST", path + "/decline", key: "l", at: seconds), Step("DELETE", path, at: seconds),
        Step("POST", "/credentials/\(credential)/unlock", at: seconds),
        .login(
          #""clientName":"\n","delay":\#(dice.roll() % 9).25,"lifetime":\#(dice.roll() % 9)"#,
          at: seconds
        ),
        .scan(at: seconds), .session(at: seconds), .scan(at: seconds),
      ]
      _ = client.send(pick(steps))
      if let id = client.places["notification"], id != notifications.last { notifications.append(id) }
    }
    return client
  }

  @Test(arguments: UInt64(1)...20)
  func bringsBackWhatWasThere(seed: UInt64) throws {
    let client = busyClient(seed: seed, steps: 150)
    try client.checkJournal()
    // The restarted service goes on as the one before, but for what it makes up.
    let restarted = Array(client.service.compacted().map { $0 + [10] }.joined())
    var (old, new) = (client.service, try ServiceJournal.read(restarted, seed: 7).service)
    let paths = [
      "/notifications", "/credentials", "/logins/\(client.places["login"] ?? "")",
      "/sessions/\(client.places["session"] ?? "")",
    ]
    for (path, query) in paths.map({ ($0, nil as String?) })
      + [("/notifications", "status=deleted,expired,read"), ("/notifications", "after=3")]
    {
      let request = ServiceRequest(method: "GET", path: path, query: query, body: [])
      #expect(old.respond(request, now: Client.time(300)) == new.respond(request, now: Client.time(300)))
    }
  }

  @Test func exercisesEveryChange() {
    let names = (UInt64(1)...20).flatMap { seed in
      String(decoding: busyClient(seed: seed, steps: 150).journal, as: UTF8.self).split(separator: "\n")
        .compactMap { (try? JSONReader.read(String($0)))?.value.object?["change"]?.string }
    }
    #expect(Set(names).count == 8)
  }

  private static let id = #""notification":"n""#
  private static let created =
    #"{"change":"notification-created",\#(id),"sequence":1,"type":"request","title":"","body":"","at":1}"#
    + "\n"
  private static let message =
    #"{"change":"notification-created","notification":"m","sequence":2,"title":"","body":"","at":1}"# + "\n"
  private static let login =
    #"{"change":"login-created","login":"l","key":"k","type":"request","at":1}"# + "\n"
  private static let requested =
    #"{"change":"notification-created",\#(id),"sequence":1,"login":"l","type":"request","at":1}"# + "\n"

  private static func change(_ name: String, _ more: String = id + #","at":2"#) -> String {
    "{\"change\":\"\(name)\",\(more)}\n"
  }
  private static let accepted = change("notification-answered", id + #","accepted":true,"at":2"#)
  private static let session = change("session-started", #""login":"l","session":"s","at":2"#)

  @Test(arguments: [
    ("a sequence twice", created + created.replacingAll(#":"n""#, with: #":"x""#), 3),
    ("an id twice", created + created.replacingAll(":1,", with: ":2,"), 3),
    ("read twice", created + change("notification-read") + change("notification-read"), 4),
    ("read after its answer", created + accepted + change("notification-read"), 4),
    ("an unknown one read", change("notification-read"), 2),
    ("a request acknowledged", created + change("notification-acknowledged"), 3),
    ("answered twice", created + accepted + accepted, 4),
    ("answered though deleted", created + change("notification-deleted") + accepted, 4),
    ("a message answered", created + message + accepted.replacingAll(":\"n\"", with: ":\"m\""), 4),
    ("deleted twice", created + change("notification-deleted") + change("notification-deleted"), 4),
    ("a PIN of an unknown credential", change("pin-tried", #""credential":"x","failures":1"#), 2),
    ("a login twice", login + login, 3),
    ("a session twice", login + session + session, 4),
    ("a session of an unknown login", session, 2),
    ("a request before its session", login + requested, 3),
    ("a request twice", login + session + requested + requested.replacingAll("\"n\"", with: "\"m\""), 5),
  ])
  func refusesWhatCanNotHaveHappened(name: String, text: String, line: Int) {
    #expect(throws: JournalError.contradictory(line: line)) {
      try ServiceJournal.read(Array((InboxJournalTests.header + text).utf8), seed: 1)
    }
  }

  @Test(arguments: [
    ("no sequence", change("notification-created"), "sequence is missing"),
    (
      "a sequence that is too large", created.replacingAll(":1,", with: ":9223372036854775807,"),
      "sequence is a"
    ),
    ("a sequence of zero", created.replacingAll(":1,", with: ":0,"), "sequence is a whole"),
    ("too many tries", change("pin-tried", #""credential":"passport","failures":4"#), "failures is a whole"),
    ("an answer that says nothing", change("notification-answered"), "accepted is missing"),
    ("a login without a key", change("login-created", #""login":"l","at":1"#), "key is missing"),
    ("a session without a time", change("session-started", #""login":"l","session":"s""#), "at is missing"),
    (
      "a half session", change("login-created", #""login":"l","key":"k","session":"s","at":1"#),
      "due is missing"
    ),
  ])
  func refusesWhatItCanNotRead(name: String, text: String, reason: String) {
    do {
      _ = try ServiceJournal.read(Array((InboxJournalTests.header + text).utf8), seed: 1)
      Issue.record("it is read")
    } catch {
      guard case .unreadable(2, let found) = error else { return #expect(Bool(false), "\(error)") }
      #expect(found.hasPrefix(reason), "\(found)")
    }
  }
}

extension Collection where Index == Int {
  fileprivate func randomElement(by dice: inout Dice) -> Element? {
    isEmpty ? nil : self[startIndex + Int(dice.roll() % UInt64(count))]
  }
}
