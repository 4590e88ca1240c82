import MFACore
import MFAService
import Testing

@testable import struct MFAService.Dice

/// Whatever arrives gets an answer, and leaves a state that a journal can bring back.
@Suite("Hostile requests")
struct HostileRequestTests {
  private static let paths = [
    "/", "/pushes", "/pushes/{id}", "/pushes/{id}/cancel", "/decisions", "/events", "/devices",
    "/devices/phone",
    "/devices/phone/token", "/devices/phone/registration", "/devices/phone/pairing", "/pairings", "/pushes/%",
    "//%00",
    "/pushes?page=9223372036854775807&size=100", "/pushes/{id}?wait=%FF", "/pushes?%3D",
    "/pushes/{id}?wait=0&&=",
  ]
  private static let inboxPaths = [
    "/notifications", "/notifications/{notification}", "/notifications/{notification}/read",
    "/notifications/{notification}/acknowledge", "/notifications/{notification}/accept",
    "/notifications/{notification}/decline", "/credentials", "/credentials/identity-card/unlock", "/logins",
    "/logins/{login}", "/sessions", "/sessions/{session}", "/notifications?after=9007199254740991",
    "/notifications?page=1000000&size=100&status=deleted", "/notifications?status=%FF,&type=", "/logins/%00",
  ]
  private static let words = [
    "{", "}", "[", "]", ",", ":", #""id""#, #""{id}""#, #""decision""#, #""approve""#, #""kind""#,
    #""challenge""#,
    #""options""#, #""lifetime""#, "1e999", "-0", "1e-320", "null", "true", #""device""#, #""phone""#,
    #""token""#,
    #""00""#, #""identifierForVendor""#, #""callbackUrl""#, #""http://[::1]:65536/""#, #""event""#,
    #""tapped""#,
    #""pairingKey""#, #""{key}""#, #""\ud800""#, #""\u0000""#, "\u{feff}", "\"",
  ]
  private static let inboxWords = [
    #""type""#, #""request""#, #""demands""#, #""pin""#, #""credential""#, #""identity-card""#,
    #""lifetime""#,
    "5", #""login""#, #""{login}""#, #""authenticationKey""#, #""{authenticationKey}""#, #""delay""#, "true",
    #""credentialTypes""#, #"["badge"]"#, #""claimNames""#, "[null]", #""title""#, #""000000""#,
  ]

  @Test(arguments: UInt64(1)...20)
  func areAnswered(seed: UInt64) throws {
    var (client, dice) = (Client(seed: seed), Dice(seed: seed))
    func pick(_ texts: [String]) -> String { texts[Int(dice.roll() % UInt64(texts.count))] }
    for step in [Step.register(), Step("POST", "/pairings"), .order()] { _ = client.send(step) }
    let known: Set = [200, 201, 400, 404, 405, 409, 410, 413, 415, 503]
    for _ in 0..<300 {
      let members = (0..<(dice.roll() % 5)).map { _ in
        pick(HostileRequestTests.words) + ":" + pick(HostileRequestTests.words)
      }
      let isObject = dice.roll() % 4 > 0
      let body = (isObject ? "{" : "") + members.joined(separator: ",") + (isObject ? "}" : "")
      let step = Step(
        pick(["GET", "POST", "PUT", "DELETE", "POST", "\u{0}"]),
        pick(HostileRequestTests.paths),
        body,
        key: pick(["", "k", "\u{301}"]),
        at: Double(dice.roll() % 1000)
      )
      #expect(known.contains(client.send(step).status), "\(step)")
    }
    try client.checkJournal()
  }

  /// The same for notifications and logins, with bodies that are nearly right.
  @Test(arguments: UInt64(1)...20)
  func aboutTheInboxAreAnswered(seed: UInt64) throws {
    var (client, dice) = (Client(seed: seed), Dice(seed: seed))
    func pick(_ texts: [String]) -> String { texts[Int(dice.roll() % UInt64(texts.count))] }
    for step in [Step.ask(), .login(), .scan()] { _ = client.send(step) }
    let known: Set = [200, 201, 400, 401, 403, 404, 405, 409, 410, 423]
    for _ in 0..<300 {
      let members = (0..<(dice.roll() % 4)).map { _ in
        pick(HostileRequestTests.inboxWords) + ":" + pick(HostileRequestTests.inboxWords)
      }
      let step = Step(
        pick(["GET", "POST", "POST", "DELETE"]),
        pick(HostileRequestTests.inboxPaths),
        "{" + members.joined(separator: ",") + "}",
        key: pick(["", "k", "\u{301}"]),
        host: pick(["h", "h/\u{0}", "[", "::"]),
        at: Double(dice.roll() % 1000)
      )
      #expect(known.contains(client.send(step).status), "\(step)")
    }
    try client.checkJournal()
  }

  /// A clock that is set back, or far ahead, is no reason to contradict oneself.
  @Test func clocksMayBeSet() throws {
    var client = Client()
    _ = client.send(.order(at: 1000))
    #expect(client.status(at: 0) == "pending")
    #expect(client.status(at: 1e12) == "expired")
    #expect(client.status(at: 0) == "expired")
    #expect(client.send(.decide("approve")).status == 410)
    _ = client.send(.order(at: 1e15))
    #expect(client.send(.decide("approve", at: 0)).status == 200)
    for step in [Step.login(#""delay":9"#, at: 1e9), .scan(at: 1e9), .loginStatus(), .session(at: 1e15)] {
      #expect(client.send(step).status < 300)
    }
    #expect(client.send(.accept()).status == 200)
    try client.checkJournal()
  }
}
