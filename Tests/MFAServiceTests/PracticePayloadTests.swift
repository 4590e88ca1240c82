import MFACore
import MFAService
import Testing

/// What the practice service sends is read as what was ordered: it speaks the language of `plain`.
@Suite("Pushes of the practice service")
struct PracticePayloadTests {
  private func read(_ payload: JSONValue?) throws -> (push: Push, warnings: [PayloadWarning]) {
    var warnings: [PayloadWarning] = []
    let push = try Recognition.read(
      JSONWriter.bytes(try #require(payload)),
      isSimulatorFile: false,
      reception: Reception(receivedAt: Client.time(3), now: Client.time(3), freshID: "unused"),
      warnings: &warnings
    )
    return (push, warnings)
  }

  @Test(arguments: PushKind.Name.allCases)
  func areOfTheKindOrdered(_ kind: PushKind.Name) throws {
    var client = Client()
    let order = #"{"kind":"\#(kind.rawValue)","title":"T","message":"B","lifetime":60}"#
    #expect(client.send(.order(order)).status == 201)
    let (push, warnings) = try read(client.payload)
    #expect(push.provider == .plain)
    #expect(push.envelope == .apns)
    #expect(push.id == client.id)
    #expect(push.kind.name == kind)
    #expect(push.text.title == "T")
    #expect(push.text.message == "B")
    // From the time of sending, which the service names, and not from that of receipt.
    #expect(push.expiry == .at(Client.time(60)))
    #expect(push.customData.isEmpty)
    #expect(warnings.isEmpty)
  }

  @Test func offerThreeNumbersWithTheRightOneAmongThem() throws {
    var client = Client()
    _ = client.send(.order(#"{"kind":"challenge"}"#))
    guard case .challenge(.pick(let values)) = try read(client.payload).push.kind else {
      Issue.record("no numbers")
      return
    }
    #expect(values.count == 3)
    #expect(values.contains(MatchValue(client.number)))
  }

  @Test func keepTheOptionsOrdered() throws {
    var client = Client()
    _ = client.send(.order(#"{"kind":"challenge","options":["07","7","B"]}"#))
    #expect(try read(client.payload).push.kind == .challenge(.pick(["07", "7", "B"].map { MatchValue($0) })))
    #expect(["07", "7", "B"].contains(client.number))
  }

  @Test func askForTheNumberToBeTyped() throws {
    var client = Client()
    _ = client.send(.order(#"{"kind":"challenge","manualEntry":true}"#))
    #expect(try read(client.payload).push.kind == .challenge(.manualEntry))
    #expect(MatchValue(client.number).isTypedNumber)
    #expect(client.send(.decide("approve", #","numberChallenge":"{number}""#)).status == 200)
    #expect(client.status(at: 0) == "approved")
  }

  @Test func haveNoNumberWithoutAChallenge() {
    var client = Client()
    #expect(client.send(.order(#"{"kind":"default","options":["12"]}"#)).body["number"] == .null)
  }

  @Test func areWithdrawnByACancelPush() throws {
    var client = Client()
    _ = client.send(.order(#"{"kind":"challenge","title":"T"}"#))
    let id = client.id
    _ = client.send(.cancel())
    let (push, warnings) = try read(client.payload)
    #expect(push.kind == .cancel)
    #expect(push.id == id)
    #expect(push.text.title == "T")
    #expect(warnings.isEmpty)
  }

  @Test func textsArePassedOnAsTheyAre() throws {
    var client = Client()
    _ = client.send(.order(#"{"title":"\u001b[2J\u202e","message":"a\r\nb\u2028"}"#))
    let push = try read(client.payload).push
    #expect(push.text.title == "\u{1b}[2J\u{202e}")
    #expect(push.text.message == "a\r\nb\u{2028}")
  }

  @Test(arguments: ["0.5", "60", "86400", "1e3"])
  func lifetimesSurviveTheirSpelling(_ lifetime: String) throws {
    var client = Client()
    _ = client.send(.order(#"{"lifetime":\#(lifetime)}"#))
    #expect(try read(client.payload).push.expiry == .at(Client.time(try #require(Double(lifetime)))))
  }
}
