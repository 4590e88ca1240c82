import MFACore
import Testing

/// `privacyidea` and `edumfa`: one flat map of texts, told apart by the endpoint.
@Suite("privacyidea and edumfa")
struct PushTokenTests {
  private static let nonce = "NMHYWQMRXCQXZTV6CYHG7UHT5JKCNPQ4"

  private static func map(_ extra: String = "", url: String = "https://mfa.example.com/ttype/push") -> String
  {
    #"{"nonce":"\#(nonce)","question":"Confirm?","title":"Example MFA","serial":"PIPU0001","sslverify":"1","url":"\#(url)","signature":"SYNTHETIC"\#(extra)}"#
  }

  struct Case: NamedCase {
    let name: String
    let text: String
    let envelope: Envelope
    let kind: PushKind
    let warnings: [PayloadWarning]

    init(
      _ name: String,
      _ text: String,
      _ envelope: Envelope,
      _ kind: PushKind,
      _ warnings: PayloadWarning...
    ) {
      (self.name, self.text, self.envelope, self.kind) = (name, text, envelope, kind)
      self.warnings = warnings
    }
  }

  private static func presence(_ options: String) -> String {
    #","version":"2","require_presence":"\#(options)""#
  }

  @Test(arguments: [
    Case("from its gateway", map(), .bare, .default),
    Case("data of Firebase", #"{"data":\#(map())}"#, .fcm, .default),
    Case(
      "a message of Firebase",
      #"{"message":{"token":"x","data":\#(map()),"notification":{"title":"Example MFA","body":"Confirm?"},"apns":{"payload":{"aps":{"alert":{"title":"Example MFA","body":"Confirm?"},"category":"PUSH_AUTHENTICATION"}}}}}"#,
      .fcm,
      .default
    ),
    Case(
      "userInfo of an app",
      #"{"aps":{"alert":{"title":"Example MFA","body":"Confirm?"}},"nonce":"\#(nonce)","question":"Confirm?","title":"Example MFA","serial":"PIPU0001","sslverify":"1","url":"https://mfa.example.com/ttype/push","signature":"S"}"#,
      .apns,
      .default
    ),
    Case(
      "a poll",
      #"{"id":1,"jsonrpc":"2.0","result":{"status":true,"value":[\#(map())]},"version":"x"}"#,
      .poll,
      .default
    ),
    Case("letters", map(presence("B,L,C")), .bare, .pick("B", "L", "C")),
    Case("digits with zeros", map(presence("00,07,70")), .bare, .pick("00", "07", "70")),
    Case(
      "digits in a poll",
      #"{"id":1,"jsonrpc":"2.0","result":{"value":[\#(map(presence("07,41")))]}}"#,
      .poll,
      .pick("07", "41")
    ),
    Case(
      "options of its own",
      map(presence("red apple,green pear")),
      .bare,
      .pick("red apple", "green pear")
    ),
    Case("no options", map(presence("")), .bare, .default),
    Case(
      "options twice",
      map(presence("A,A,B")),
      .bare,
      .pick("A", "B"),
      .repeatedMatchValues(field: "require_presence", count: 1)
    ),
    Case(
      "a list of capabilities",
      map(#","capabilities":"{\"decline_reason\":true}","capabilities_signature":"S""#),
      .bare,
      .default
    ),
  ])
  func isRead(_ row: Case) throws {
    let reading = Reading(row.text)
    let push = try reading.result.get()
    #expect(push.provider == .privacyidea)
    #expect(push.envelope == row.envelope)
    #expect(push.id == Self.nonce)
    #expect(push.kind == row.kind)
    #expect(push.text.title == "Example MFA")
    #expect(push.text.message == "Confirm?")
    #expect(push.signature == .unverified)
    #expect(push.customData.isEmpty)
    #expect(push.expiry == .never)
    #expect(reading.warnings == row.warnings)
  }

  @Test(arguments: [
    ("https://mfa.example.com/ttype/edupush", ProviderName.edumfa),
    ("https://mfa.example.com/sub/ttype/edupush", .edumfa),
    ("https://mfa.example.com/ttype/push", .privacyidea),
    ("https://edupush.example.com/ttype/push", .privacyidea),
  ])
  func isToldApartByTheEndpoint(_ url: String, _ provider: ProviderName) throws {
    let push = try Reading(Self.map(url: url)).result.get()
    #expect(push.provider == provider)
    #expect(push.kind == .default)
    #expect(push.id == Self.nonce)
  }

  struct Bad: NamedCase {
    let name: String
    let field: String
    let value: String?
    let problem: FieldError.Problem

    var text: String {
      let members = [
        ("nonce", #""N""#), ("question", #""Q""#), ("serial", #""S""#), ("url", #""https://example.com""#),
        ("signature", #""X""#),
        ("sslverify", #""1""#), ("require_presence", #""A,B""#),
      ].compactMap { key, usual -> String? in
        guard key == field else { return "\"\(key)\":\(usual)" }
        return value.map { "\"\(key)\":\($0)" }
      }
      return "{\(members.joined(separator: ","))}"
    }
  }

  private static let notText = FieldError.Problem.wrongType(found: "a number", wanted: "text")

  @Test(arguments: [
    Bad(name: "an empty nonce", field: "nonce", value: #""""#, problem: .missing),
    Bad(name: "a nonce that is a number", field: "nonce", value: "1", problem: notText),
    Bad(name: "a serial that is null", field: "serial", value: "null", problem: .missing),
    Bad(name: "no address", field: "url", value: nil, problem: .missing),
    Bad(name: "no question", field: "question", value: nil, problem: .missing),
    Bad(name: "a signature that is a number", field: "signature", value: "1", problem: notText),
    Bad(
      name: "nothing but commas",
      field: "require_presence",
      value: #"",,""#,
      problem: .onlyEmptyMatchValues
    ),
    Bad(
      name: "a boolean among the options",
      field: "require_presence",
      value: "[true]",
      problem: .matchValueNotText("a boolean")
    ),
  ])
  func refuses(_ row: Bad) {
    #expect(Reading(row.text).error == .field(FieldError(row.field, row.problem)))
  }

  /// Without what makes it one, it is somebody else's: never a plain approval.
  @Test(arguments: ["nonce", "serial", "signature"])
  func isNotRecognisedWithout(_ field: String) {
    let row = Bad(name: "", field: field, value: nil, problem: .missing)
    #expect(Reading(row.text).error == .notMFA(.noProviderField))
  }
}
