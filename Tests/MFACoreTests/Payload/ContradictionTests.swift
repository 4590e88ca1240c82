import MFACore
import Testing

/// Two statements of which one can be meant: choosing could turn a challenge into a plain approval, so both are refused.
@Suite("Contradictions")
struct ContradictionTests {
  private static let challenge = #""messageId":"m","pushType":"challenge","numbersChallenge":"12,34""#
  private static let plain = #""messageId":"m","pushType":"default""#
  private static let twice = #"{"messageId":"m","pushType":"challenge","pushType":"default"}"#
  private static func place(_ line: Int, _ column: Int) -> TextPosition {
    TextPosition(line: line, column: column)
  }

  struct Case: NamedCase {
    let name: String
    let text: String
    let contradiction: Contradiction

    init(_ name: String, _ text: String, _ contradiction: Contradiction) {
      (self.name, self.text, self.contradiction) = (name, text, contradiction)
    }
  }

  @Test(arguments: [
    Case("a type twice", twice, .duplicateKey("pushType", place(1, 41), within: nil)),
    Case(
      "a type twice with the same value",
      #"{"messageId":"m","pushType":"default","pushType":"default"}"#,
      .duplicateKey("pushType", place(1, 39), within: nil)
    ),
    Case(
      "a key that nobody reads twice",
      "{\(plain),\n\"x\":1,\"x\":2}",
      .duplicateKey("x", place(2, 7), within: nil)
    ),
    Case(
      "a key inside aps twice",
      #"{"aps":{"badge":1,"badge":2},\#(plain)}"#,
      .duplicateKey("badge", place(1, 19), within: nil)
    ),
    Case(
      "inside data in a string",
      #"{"data":\#(quoted(twice))}"#,
      .duplicateKey("pushType", place(1, 41), within: "data")
    ),
    Case(
      "inside custom keys in a string",
      #"{"aps":{},"payload":\#(quoted(twice))}"#,
      .duplicateKey("pushType", place(1, 41), within: "payload")
    ),
    Case(
      "inside a string of a flat map",
      #"{"data":{"json":\#(quoted(twice))}}"#,
      .duplicateKey("pushType", place(1, 41), within: nil)
    ),
    Case(
      "inside a platform document",
      #"{"default":"x","APNS":\#(quoted(twice))}"#,
      .duplicateKey("pushType", place(1, 41), within: "APNS")
    ),
    Case(
      "inside a message",
      #"{"Type":"Notification","Message":\#(quoted(twice))}"#,
      .duplicateKey("pushType", place(1, 41), within: "Message")
    ),
    Case(
      "production and sandbox",
      #"{"default":"x","APNS":\#(quoted("{\(challenge)}")),"APNS_SANDBOX":\#(quoted("{\(plain)}"))}"#,
      .platformsDiffer("APNS", "APNS_SANDBOX")
    ),
    Case(
      "two keys for Firebase",
      #"{"default":"x","GCM":\#(quoted(#"{"data":{\#(challenge)}}"#)),"FCM":\#(quoted(#"{"data":{\#(plain)}}"#))}"#,
      .platformsDiffer("GCM", "FCM")
    ),
    Case(
      "data and the part for Apple",
      #"{"message":{"data":{\#(challenge)},"apns":{"payload":{"aps":{},"pushType":"default"}}}}"#,
      .conflictingKey("pushType")
    ),
    Case(
      "two records",
      #"{"Records":[{"Sns":{"Message":\#(quoted("{\(challenge)}"))}},{"Sns":{"Message":\#(quoted("{\(plain)}"))}}]}"#,
      .severalPushes(2)
    ),
    Case(
      "a push beside a push under data",
      #"{"aps":{},\#(challenge),"data":{\#(plain)}}"#,
      .severalPushes(2)
    ),
    Case("a push beside Firebase's data", #"{\#(challenge),"data":{\#(plain)}}"#, .severalPushes(2)),
    Case(
      "two strings of a flat map",
      #"{"data":{"a":\#(quoted("{\(challenge)}")),"b":\#(quoted("{\(plain)}"))}}"#,
      .pushesDiffer([PushPlace(path: "$.data.a"), PushPlace(path: "$.data.b")])
    ),
    Case(
      "a push and its cancellation in another envelope of the document",
      #"{"data":{\#(plain)},"payload":{"messageId":"m","isCancelAuthentication":true}}"#,
      .pushesDiffer([PushPlace(), PushPlace(path: "$.payload")])
    ),
    Case(
      "platforms of SNS of which one gets a challenge",
      #"{"default":"x","APNS":\#(quoted("{\(plain)}")),"GCM":\#(quoted("{\"data\":{\(challenge)}}"))}"#,
      .pushesDiffer([PushPlace(), PushPlace(path: "$.GCM.data")])
    ),
  ])
  func areRefused(_ row: Case) {
    #expect(Reading(row.text).error == .contradiction(row.contradiction))
  }

  @Test func severalPushesOfAPollAreRefused() {
    let push =
      #"{"nonce":"N","serial":"S","signature":"X","url":"https://example.com","question":"Q","title":"T"}"#
    let reply = #"{"id":1,"jsonrpc":"2.0","result":{"status":true,"value":[\#(push),\#(push)]}}"#
    #expect(Reading(reply).error == .contradiction(.severalPushes(2)))
  }

  /// An app for Android gets its own data, any other the common one: the two may not disagree.
  @Test func dataForAndroidMayNotDisagree() {
    let text = #"{"message":{"data":{\#(Self.challenge)},"android":{"data":{\#(Self.plain)}}}}"#
    #expect(Reading(text).error == .contradiction(.conflictingKey("pushType")))
  }

  /// A push must not hide behind an envelope that holds another, or none.
  @Test(arguments: [
    Case(
      "beside a message of Firebase",
      #"{\#(challenge),"message":{"data":{\#(plain)}}}"#,
      .severalPushes(2)
    ),
    Case("beside a userInfo", #"{\#(challenge),"userInfo":{"aps":{},\#(plain)}}"#, .severalPushes(2)),
    Case("beside a payload", #"{\#(challenge),"payload":{"aps":{},\#(plain)}}"#, .severalPushes(2)),
    Case(
      "beside a platform document",
      #"{\#(challenge),"default":"x","APNS":\#(quoted("{\(plain)}"))}"#,
      .severalPushes(2)
    ),
    Case(
      "beside the records of an event",
      #"{\#(challenge),"Records":[{"Sns":{"Message":\#(quoted("{\(plain)}"))}}]}"#,
      .severalPushes(2)
    ),
    Case(
      "a type twice inside PingOne's object in a string, beside aps",
      #"{"aps":{},"PingOne":\#(quoted(#"{"notificationType":"authentication","numberMatchingType":"","numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":[12,34]}"#))}"#,
      .duplicateKey("numberMatchingType", place(1, 62), within: "PingOne")
    ),
  ])
  func areNotHiddenByAnEnvelope(_ row: Case) {
    #expect(Reading(row.text).error == .contradiction(row.contradiction))
  }

  /// A custom object that looks like an envelope does not make somebody else's notification of a push.
  @Test(arguments: [
    Case(
      "an object called message",
      #"{\#(challenge),"message":{"notification":{"title":"x"}}}"#,
      .severalPushes(0)
    ),
    Case("an object called payload", #"{\#(challenge),"payload":{"aps":{"alert":"x"}}}"#, .severalPushes(0)),
  ])
  func anEnvelopeLookalikeHidesNoPush(_ row: Case) {
    #expect(Reading(row.text).push?.kind == .pick("12", "34"))
  }

  /// More twice-standing keys than are worth listing, and then the one that counts.
  @Test func manyTrailingCommasHideNoDuplicateType() {
    let commas = String(repeating: "[0,],", count: 30)
    let text = #"{"x":[\#(commas)0],"messageId":"m","pushType":"challenge","pushType":"default"}"#
    guard case .contradiction(.duplicateKey("pushType", _, within: nil))? = Reading(text).error else {
      Issue.record("not refused")
      return
    }
  }

  @Test(arguments: [
    Case(
      "the same in another order",
      #"{"default":"x","APNS":\#(quoted(#"{"pushType":"dry","messageId":"m"}"#)),"APNS_SANDBOX":\#(quoted(#"{"messageId":"m","pushType":"dry"}"#))}"#,
      .severalPushes(0)
    ),
    Case(
      "the same key in data and for Apple",
      #"{"message":{"data":{"messageId":"m","pushType":"dry"},"apns":{"payload":{"aps":{},"pushType":"dry"}}}}"#,
      .severalPushes(0)
    ),
    Case(
      "one record",
      #"{"Records":[{"Sns":{"Message":\#(quoted(#"{"messageId":"m","pushType":"dry"}"#))}}]}"#,
      .severalPushes(0)
    ),
  ])
  func theSameTwiceIsNone(_ row: Case) throws {
    #expect(try Reading(row.text).result.get().kind == .dry)
  }

  /// In a document that is nobody's push the key is noted, and the document stays somebody else's.
  @Test func inSomebodyElsesDocumentAKeyTwiceIsAWarning() {
    let reading = Reading(#"{"aps":{"alert":"x"},"a":1,"a":2}"#)
    #expect(reading.error == .notMFA(.noProviderField))
    #expect(reading.warnings == [.duplicateKey("a", Self.place(1, 28), within: nil)])
  }

  @Test func trailingCommasAreToldWhereverTheyStand() {
    #expect(Reading("{\(Self.plain),}").warnings == [.trailingComma(Self.place(1, 38), within: nil)])
    let inner = "{\(Self.plain),}"
    #expect(
      Reading(#"{"data":\#(quoted(inner))}"#).warnings
        == [.trailingComma(Self.place(1, 38), within: "data")]
    )
    #expect(
      Reading(#"{"default":"x","APNS":\#(quoted(inner))}"#).warnings
        == [.trailingComma(Self.place(1, 38), within: "APNS")]
    )
  }
}
