import MFACore
import Testing

/// `pingone`: the object `PingOne`, with the members of the SDK's notification object.
@Suite("pingone")
struct PingOneTests {
  private func read(_ members: String, beside: String = #""messageId":"m""#) -> Reading {
    Reading(#"{"aps":{},\#(beside),"PingOne":{\#(members)}}"#)
  }

  private static let authentication = #""notificationType":"authentication""#

  struct Kind: NamedCase {
    let name: String
    let members: String
    let kind: PushKind
    let warnings: [PayloadWarning]

    init(_ name: String, _ members: String, _ kind: PushKind, _ warnings: PayloadWarning...) {
      (self.name, self.members, self.kind, self.warnings) = (name, members, kind, warnings)
    }
  }

  private static func unused(_ kind: String) -> PayloadWarning {
    .unusedMatchValues(field: "PingOne.numberMatchingOptions", kind: kind)
  }

  @Test(arguments: [
    Kind("authentication", authentication, .default),
    Kind(
      "an empty matching type, as on iOS",
      #"\#(authentication),"numberMatchingType":"","numberMatchingOptions":[]"#,
      .default
    ),
    Kind(
      "a matching type that is null, as on Android",
      #"\#(authentication),"numberMatchingType":null,"numberMatchingOptions":null"#,
      .default
    ),
    Kind(
      "numbers without a matching type",
      #"\#(authentication),"numberMatchingType":"","numberMatchingOptions":[12]"#,
      .default,
      unused("default")
    ),
    Kind(
      "select a number",
      #"\#(authentication),"numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":[12,47,83]"#,
      .pick("12", "47", "83")
    ),
    Kind(
      "select in a text",
      #"\#(authentication),"numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":"07,41""#,
      .pick("07", "41")
    ),
    Kind(
      "select in lower case",
      #"\#(authentication),"numberMatchingType":"select_number","numberMatchingOptions":[7]"#,
      .pick("7")
    ),
    Kind(
      "select without numbers",
      #"\#(authentication),"numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":[]"#,
      .manual
    ),
    Kind("select without the list", #"\#(authentication),"numberMatchingType":"SELECT_NUMBER""#, .manual),
    Kind(
      "enter manually",
      #"\#(authentication),"numberMatchingType":"ENTER_MANUALLY","numberMatchingOptions":[]"#,
      .manual
    ),
    Kind(
      "enter manually with left-over numbers",
      #"\#(authentication),"numberMatchingType":"ENTER_MANUALLY","numberMatchingOptions":[12]"#,
      .manual,
      unused("challenge")
    ),
    Kind("cancelled", #""notificationType":"authCanceled""#, .cancel),
    Kind("cancelled, upper case", #""notificationType":"AUTHCANCELED""#, .cancel),
    Kind(
      "cancelled with left-over numbers",
      #""notificationType":"authCanceled","numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":[12]"#,
      .cancel,
      unused("cancel")
    ),
    Kind(
      "cancelled with an unknown matching type",
      #""notificationType":"authCanceled","numberMatchingType":"X""#,
      .cancel
    ),
    Kind("dry", #""notificationType":"done""#, .dry),
    Kind(
      "dry with left-over numbers",
      #""notificationType":"done","numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":"12""#,
      .dry,
      unused("dry")
    ),
    Kind("silent", #""notificationType":"none""#, .silent),
    Kind("an alert makes nothing loud", #""notificationType":"None""#, .silent),
    Kind("an unknown member", #"\#(authentication),"isTest":true"#, .default),
  ])
  func tellsTheKind(_ row: Kind) throws {
    let reading = read(row.members)
    let push = try reading.result.get()
    #expect(push.provider == .pingone)
    #expect(push.id == "m")
    #expect(push.kind == row.kind)
    #expect(push.signature == .none)
    #expect(reading.warnings == row.warnings)
    let inText = Reading(#"{"aps":{},"messageId":"m","PingOne":\#(quoted("{\(row.members)}"))}"#)
    #expect(inText.push?.kind == row.kind)
  }

  struct Bad: NamedCase {
    let name: String
    let value: String
    let field: String
    let problem: FieldError.Problem

    init(_ name: String, _ value: String, _ field: String, _ problem: FieldError.Problem) {
      (self.name, self.value, self.field, self.problem) = (name, value, field, problem)
    }
  }

  private static let types = ["authentication", "authCanceled", "done", "none"]
  private static let matchings = ["SELECT_NUMBER", "ENTER_MANUALLY"]

  @Test(arguments: [
    Bad("an opaque text", #""opaque-synthetic-value""#, "PingOne", .signedByService),
    Bad("a JWS", #""eyJhbGciOiJIUzI1NiJ9.e30.c2ln""#, "PingOne", .signedByService),
    Bad("a text that begins like an object", #""{opaque}""#, "PingOne", .signedByService),
    Bad("a lost object", #""[object Object]""#, "PingOne", .stringifiedObject),
    Bad("no type", "{}", "PingOne.notificationType", .missing),
    Bad("an empty type", #"{"notificationType":""}"#, "PingOne.notificationType", .missing),
    Bad(
      "an unknown type",
      #"{"notificationType":"voice"}"#,
      "PingOne.notificationType",
      .unknownValue("voice", known: types)
    ),
    Bad(
      "the other spelling of cancelled",
      #"{"notificationType":"authCancelled"}"#,
      "PingOne.notificationType",
      .unknownValue("authCancelled", known: types)
    ),
    Bad(
      "a type that is a number",
      #"{"notificationType":0}"#,
      "PingOne.notificationType",
      .wrongType(found: "a number", wanted: "text")
    ),
    Bad(
      "an unknown matching type",
      #"{\#(authentication),"numberMatchingType":"SHAKE"}"#,
      "PingOne.numberMatchingType",
      .unknownValue("SHAKE", known: matchings)
    ),
    Bad(
      "a matching type that is a boolean",
      #"{\#(authentication),"numberMatchingType":true}"#,
      "PingOne.numberMatchingType",
      .wrongType(found: "a boolean", wanted: "text")
    ),
    Bad(
      "a boolean among the options",
      #"{\#(authentication),"numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":[true]}"#,
      "PingOne.numberMatchingOptions",
      .matchValueNotText("a boolean")
    ),
    Bad(
      "nothing but empty options",
      #"{\#(authentication),"numberMatchingType":"SELECT_NUMBER","numberMatchingOptions":","}"#,
      "PingOne.numberMatchingOptions",
      .onlyEmptyMatchValues
    ),
  ])
  func refuses(_ row: Bad) {
    let reading = Reading(#"{"aps":{},"messageId":"m","PingOne":\#(row.value)}"#)
    #expect(reading.error == .field(FieldError(row.field, row.problem)))
  }

  /// Recognised by an object or an opaque text; anything else under the name is somebody else's.
  @Test(arguments: ["null", "1", "true", "[]"])
  func otherValuesAreNotItsOwn(_ value: String) {
    #expect(Reading(#"{"aps":{},"PingOne":\#(value)}"#).error == .notMFA(.noProviderField))
  }

  /// What Firebase delivers: texts under every key.
  @Test func theOpaqueTextOfFirebaseIsRefused() {
    let data = #"{"PingOne":"opaque","aps":"{\"alert\":{\"title\":\"T\",\"body\":\"B\"}}","category":"auth"}"#
    #expect(Reading(#"{"data":\#(data)}"#).error == .field(FieldError("PingOne", .signedByService)))
    #expect(Reading(data).error == .field(FieldError("PingOne", .signedByService)))
  }

  struct ID: NamedCase {
    let name: String
    let inside: String
    let beside: String
    let id: String
    let warnings: [PayloadWarning]

    init(_ name: String, inside: String, beside: String, _ id: String, _ warnings: PayloadWarning...) {
      (self.name, self.inside, self.beside) = (name, inside, beside)
      (self.id, self.warnings) = (id, warnings)
    }
  }

  @Test(arguments: [
    ID("inside", inside: #","messageId":"a""#, beside: #""x":1"#, "a"),
    ID("inside, by the short name", inside: #","id":"a""#, beside: #""x":1"#, "a"),
    ID("beside", inside: "", beside: #""messageId":"b""#, "b"),
    ID("beside, by the short name", inside: "", beside: #""id":"b""#, "b"),
    ID("inside before beside", inside: #","id":"a""#, beside: #""messageId":"b""#, "a"),
    ID("none", inside: "", beside: #""x":1"#, "fresh-id", .missingID(replacement: "fresh-id")),
  ])
  func tellsTheID(_ row: ID) throws {
    let reading = read(Self.authentication + row.inside, beside: row.beside)
    #expect(try reading.result.get().id == row.id)
    #expect(reading.warnings == row.warnings)
  }

  @Test func keepsTheRest() throws {
    let push = try read(
      #"\#(Self.authentication),"clientContext":"{\"amount\":\"1\"}","timeoutDuration":40"#,
      beside: #""messageId":"m","deep_link":"app://x","a":[1]"#
    ).result.get()
    #expect(push.context == .string(#"{"amount":"1"}"#))
    #expect(push.deepLink == "app://x")
    #expect(push.expiry == .at(.sample(plus: 40)))
    #expect(push.customData == ["a": .array([.number(JSONNumber(1))])])
    #expect(push.callback == nil)
  }

  /// A push of a service that is told by its own field is not `plain`, whatever else stands beside it.
  @Test func winsOverPlain() throws {
    let push = try read(Self.authentication, beside: #""messageId":"m","pushType":"dry""#).result.get()
    #expect(push.provider == .pingone)
    #expect(push.kind == .default)
  }

  @Test func noAddressIsTakenFromIt() throws {
    let push = try read(Self.authentication, beside: #""messageId":"m","callbackUrl":"https://example.com""#)
      .result.get()
    #expect(push.callback == nil)
  }
}
