import MFACore
import Testing

/// `guardian`: the object `mfa` for Apple, the same keys flat for Firebase.
@Suite("guardian")
struct GuardianTests {
  private static let required =
    #""dai":"dev_1","txtkn":"TX","c":"C","d":"2030-01-01T00:00:00.000Z","sh":"guardian.example.com""#
  private static let source = #"{"b":{"n":"Browser","v":"1"},"os":{"n":"OS","v":"1"}}"#
  private static let place = #"{"n":"Example City","lat":"0.0","long":"0.0"}"#
  private static let aps =
    #""aps":{"category":"com.auth0.notification.authentication","alert":{"title":"T","body":"B"}}"#

  struct Case: NamedCase {
    let name: String
    let text: String
    let envelope: Envelope
    let id: String
    let hasContext: Bool

    init(_ name: String, _ text: String, _ envelope: Envelope, id: String = "fresh-id", context: Bool = false)
    {
      (self.name, self.text, self.envelope, self.id) = (name, text, envelope, id)
      hasContext = context
    }
  }

  private func check(_ row: Case) throws {
    let reading = Reading(row.text)
    let push = try reading.result.get()
    #expect(push.provider == .guardian)
    #expect(push.envelope == row.envelope)
    #expect(push.kind == .default)
    #expect(push.id == row.id)
    #expect(push.signature == .none)
    #expect(push.customData.isEmpty)
    let context = JSONValue(json: #"{"source":\#(Self.source),"location":\#(Self.place)}"#)
    #expect(push.context == (row.hasContext ? context : nil))
    #expect(reading.warnings.isEmpty)
    // The token is a credential: whoever asks why this is a push of Guardian does not get to see it.
    #expect(!push.evidence.contains { $0.value?.contains("TX") ?? false })
  }

  @Test(arguments: [
    Case("for Apple", #"{\#(aps),"mfa":{\#(required)}}"#, .apns),
    Case(
      "with source and place",
      #"{\#(aps),"mfa":{\#(required),"s":\#(source),"l":\#(place)}}"#,
      .apns,
      context: true
    ),
    Case("with a linking id", #"{\#(aps),"mfa":{\#(required),"txlnkid":"LINK"}}"#, .apns, id: "LINK"),
    Case("without the category", #"{"aps":{},"mfa":{\#(required)}}"#, .apns),
    Case("the object in a string, beside aps", #"{\#(aps),"mfa":\#(quoted("{\(required)}"))}"#, .apns),
    Case("for Firebase", #"{"data":{\#(required)}}"#, .fcm),
    Case(
      "for Firebase, with source and place in strings",
      #"{"message":{"data":{\#(required),"s":\#(quoted(source)),"l":\#(quoted(place))}}}"#,
      .fcm,
      context: true
    ),
    Case("Firebase's map alone", "{\(required)}", .bare),
  ])
  func isRead(_ row: Case) throws { try check(row) }

  /// The object in a flat map is one push, not two.
  @Test(arguments: [
    Case("for Firebase, the object in a string", #"{"data":{"mfa":\#(quoted("{\(required)}"))}}"#, .fcm)
  ])
  func isReadOnce(_ row: Case) throws {
    try check(row)
  }

  struct Bad: NamedCase {
    let name: String
    let from: String
    let to: String
    let field: String
    let problem: FieldError.Problem

    init(_ name: String, _ from: String, _ to: String, _ field: String, _ problem: FieldError.Problem) {
      (self.name, self.from, self.to, self.field, self.problem) = (name, from, to, field, problem)
    }
  }

  @Test(arguments: [
    Bad("no challenge", #""c":"C","#, "", "mfa.c", .missing),
    Bad("an empty token", #""TX""#, #""""#, "mfa.txtkn", .missing),
    Bad(
      "a host that is a number",
      #""guardian.example.com""#,
      "1",
      "mfa.sh",
      .wrongType(found: "a number", wanted: "text")
    ),
    Bad("no date", #""d":"2030-01-01T00:00:00.000Z","#, "", "mfa.d", .missing),
    Bad("an empty date", "2030-01-01T00:00:00.000Z", "", "mfa.d", .missing),
  ])
  func refuses(_ row: Bad) {
    let members = Self.required.replacingAll(row.from, with: row.to)
    #expect(members != Self.required)
    #expect(
      Reading(#"{\#(Self.aps),"mfa":{\#(members)}}"#).error == .field(FieldError(row.field, row.problem))
    )
  }

  @Test(
    "The date says nothing of the end, but one that can't be read is not passed over",
    arguments: [
      (#""2029-01-01T00:00:00.000+0000""#, nil), ("1893456000", nil),
      (#""2030-01-01T00:00:00.000""#, #""2030-01-01T00:00:00.000""#),
      (#""2030-02-30T00:00:00.000Z""#, #""2030-02-30T00:00:00.000Z""#), ("{}", "{}"), ("1e400", "1e400"),
    ] as [(String, String?)]
  )
  func date(_ spelled: String, _ unreadable: String?) throws {
    let members = Self.required.replacingAll(#""2030-01-01T00:00:00.000Z""#, with: spelled)
    let push = try Reading(#"{\#(Self.aps),"mfa":{\#(members)}}"#).result.get()
    #expect(push.expiry == unreadable.map { .unreadable(FieldError("mfa.d", .notATime($0))) } ?? .never)
  }

  @Test(arguments: [
    #"{"aps":{"category":"com.auth0.notification.authentication"}}"#,
    #"{"aps":{},"mfa":{"c":"C","d":"D"}}"#,
    #"{"aps":{},"mfa":"on"}"#,
    #"{"aps":{},"mfa":true}"#,
    #"{"data":{"c":"C","d":"D","s":"S","l":"L"}}"#,
    #"{"data":{"txtkn":"TX"}}"#,
  ])
  func shortKeysAloneAreSomebodyElses(_ text: String) {
    #expect(Reading(text).error == .notMFA(.noProviderField))
  }
}
