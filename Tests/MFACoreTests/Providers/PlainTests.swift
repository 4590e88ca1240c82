import MFACore
import Testing

/// `plain`: flat keys beside `aps`.
@Suite("plain")
struct PlainTests {
  private func read(_ members: String) -> Reading { Reading(#"{"aps":{},\#(members)}"#) }

  struct Kind: NamedCase {
    let name: String
    let members: String
    let kind: PushKind
    let warnings: [PayloadWarning]

    init(_ name: String, _ members: String, _ kind: PushKind, _ warnings: PayloadWarning...) {
      (self.name, self.members, self.kind, self.warnings) = (name, members, kind, warnings)
    }
  }

  @Test(arguments: [
    Kind("default", #""pushType":"default""#, .default),
    Kind("biometric", #""pushType":"biometric""#, .biometric),
    Kind("dry", #""pushType":"dry""#, .dry),
    Kind("cancel", #""pushType":"cancel""#, .cancel),
    Kind("silent", #""pushType":"silent""#, .silent),
    Kind("challenge", #""pushType":"challenge","numbersChallenge":"12,34""#, .pick("12", "34")),
    Kind("challenge without numbers", #""pushType":"challenge""#, .manual),
    Kind("upper case", #""pushType":"CHALLENGE","numbersChallenge":[7]"#, .pick("7")),
    Kind("mixed case", #""pushType":"Biometric""#, .biometric),
    Kind("blanks around", #""pushType":" dry ""#, .dry),
    Kind("a cancellation", #""isCancelAuthentication":true"#, .cancel),
    Kind("a cancellation in a flat map", #""isCancelAuthentication":"true""#, .cancel),
    Kind("a cancellation in upper case", #""isCancelAuthentication":"True""#, .cancel),
    Kind("a cancellation as 1", #""isCancelAuthentication":1"#, .cancel),
    Kind(
      "a cancellation wins over the type",
      #""isCancelAuthentication":true,"pushType":"default""#,
      .cancel
    ),
    Kind(
      "a cancellation wins over an unknown type",
      #""isCancelAuthentication":true,"pushType":"voice""#,
      .cancel
    ),
    Kind(
      "a cancellation with left-over numbers",
      #""isCancelAuthentication":true,"pushType":"challenge","numbersChallenge":"12,34""#,
      .cancel,
      .unusedMatchValues(field: "numbersChallenge", kind: "cancel")
    ),
    Kind("no cancellation", #""isCancelAuthentication":false,"pushType":"default""#, .default),
    Kind(
      "no cancellation in a flat map",
      #""isCancelAuthentication":"false","pushType":"default""#,
      .default
    ),
    Kind("a cancellation that is null", #""isCancelAuthentication":null,"pushType":"default""#, .default),
    Kind("content-available makes nothing silent", #""content-available":1,"pushType":"default""#, .default),
  ])
  func tellsTheKind(_ row: Kind) throws {
    let reading = read(#""messageId":"m",\#(row.members)"#)
    let push = try reading.result.get()
    #expect(push.provider == .plain)
    #expect(push.kind == row.kind)
    #expect(push.signature == .none)
    #expect(reading.warnings == row.warnings)
  }

  @Test func aMissingAlertMakesNothingSilent() throws {
    let text = #"{"aps":{"content-available":1},"messageId":"m","pushType":"default"}"#
    #expect(try Reading(text).result.get().kind == .default)
  }

  struct Bad: NamedCase {
    let name: String
    let members: String
    let field: String
    let problem: FieldError.Problem

    init(_ name: String, _ members: String, _ field: String, _ problem: FieldError.Problem) {
      (self.name, self.members, self.field, self.problem) = (name, members, field, problem)
    }
  }

  private static let known = ["default", "challenge", "dry", "cancel", "silent", "biometric"]

  @Test(arguments: [
    Bad("an unknown type", #""pushType":"voice""#, "pushType", .unknownValue("voice", known: known)),
    Bad(
      "two types",
      #""pushType":"default,challenge""#,
      "pushType",
      .unknownValue("default,challenge", known: known)
    ),
    Bad(
      "a type with an invisible character",
      #""pushType":"default\u200b""#,
      "pushType",
      .unknownValue("default\u{200b}", known: known)
    ),
    Bad("a type that is empty", #""pushType":"""#, "pushType", .missing),
    Bad("a type that is null", #""pushType":null"#, "pushType", .missing),
    Bad(
      "a type that is a number",
      #""pushType":1"#,
      "pushType",
      .wrongType(found: "a number", wanted: "text")
    ),
    Bad("no cancellation and no type", #""isCancelAuthentication":false"#, "pushType", .missing),
    Bad(
      "a cancellation of another word",
      #""isCancelAuthentication":"yes","pushType":"default""#,
      "isCancelAuthentication",
      .wrongType(found: "a string", wanted: "true or false")
    ),
    Bad(
      "a cancellation of another number",
      #""isCancelAuthentication":2,"pushType":"default""#,
      "isCancelAuthentication",
      .wrongType(found: "a number", wanted: "true or false")
    ),
    Bad(
      "an id that is an object",
      #""messageId":{},"pushType":"default""#,
      "messageId",
      .wrongType(found: "an object", wanted: "text")
    ),
    Bad(
      "an id that is a boolean",
      #""id":true,"pushType":"default""#,
      "id",
      .wrongType(found: "a boolean", wanted: "text")
    ),
    Bad(
      "an id with a fraction",
      #""messageId":1.5,"pushType":"default""#,
      "messageId",
      .wrongType(found: "a number", wanted: "text")
    ),
    Bad(
      "an id of 257 bytes",
      #""messageId":"\#(String(repeating: "x", count: 257))","pushType":"default""#,
      "messageId",
      .tooLong(bytes: 257, limit: 256)
    ),
    Bad(
      "an id of 129 letters of two bytes",
      #""messageId":"\#(String(repeating: "\u{e9}", count: 129))","pushType":"default""#,
      "messageId",
      .tooLong(bytes: 258, limit: 256)
    ),
  ])
  func refuses(_ row: Bad) {
    #expect(read(row.members).error == .field(FieldError(row.field, row.problem)))
  }

  struct ID: NamedCase {
    let name: String
    let members: String
    let id: String
    let warnings: [PayloadWarning]

    init(_ name: String, _ members: String, _ id: String, _ warnings: PayloadWarning...) {
      (self.name, self.members, self.id, self.warnings) = (name, members, id, warnings)
    }
  }

  private func check(_ row: ID) throws {
    let reading = read(#"\#(row.members)"pushType":"default""#)
    #expect(try reading.result.get().id == row.id)
    #expect(reading.warnings == row.warnings)
  }

  @Test(arguments: [
    ID("messageId", #""messageId":"a","#, "a"),
    ID("id", #""id":"b","#, "b"),
    ID("both", #""id":"b","messageId":"a","#, "a"),
    ID("messageId is null", #""messageId":null,"id":"b","#, "b"),
    ID("a number", #""id":42,"#, "42"),
    ID(
      "a number keeps its spelling",
      #""id":123456789012345678901234567890,"#,
      "123456789012345678901234567890"
    ),
    ID("256 bytes", #""id":"\#(String(repeating: "x", count: 256))","#, String(repeating: "x", count: 256)),
    ID("any text", #""id":"a/b \u0000\n","#, "a/b \u{0}\n"),
    ID("none", "", "fresh-id", .missingID(replacement: "fresh-id")),
    ID("empty", #""messageId":"","#, "fresh-id", .missingID(replacement: "fresh-id")),
    ID("both null", #""messageId":null,"id":null,"#, "fresh-id", .missingID(replacement: "fresh-id")),
  ])
  func tellsTheID(_ row: ID) throws { try check(row) }

  @Test(arguments: [ID("an empty messageId and an id", #""messageId":"","id":"b","#, "b")])
  func anEmptyIDHidesNoOther(_ row: ID) throws {
    try check(row)
  }

  @Test func keepsTheRest() throws {
    let push = try read(
      #""messageId":"m","id":"other","pushType":"default","ttl":1,"sentAt":1,"contextInfo":{"ip":"192.0.2.1"},"#
        + #""deep_link":"app://x","callbackUrl":"https://example.com/x","numbersChallenge":[],"a":1,"b":null"#
    ).result.get()
    #expect(push.context == JSONValue(json: #"{"ip":"192.0.2.1"}"#))
    #expect(push.deepLink == "app://x")
    #expect(push.callback?.wireText == "https://example.com/x")
    #expect(push.customData == ["id": .string("other"), "a": .number(JSONNumber(1)), "b": .null])
  }

  @Test(arguments: ["null", #""""#])
  func anEmptyContextIsNone(_ context: String) throws {
    let push = try read(#""id":"m","pushType":"default","contextInfo":\#(context),"deep_link":\#(context)"#)
      .result.get()
    #expect(push.context == nil)
    #expect(push.deepLink == nil)
  }

  struct Ignored: NamedCase {
    let name: String
    let member: String
    let warning: PayloadWarning

    init(_ name: String, _ member: String, _ warning: PayloadWarning) {
      (self.name, self.member, self.warning) = (name, member, warning)
    }
  }

  @Test(arguments: [
    Ignored(
      "a link that is an object",
      #""deep_link":{}"#,
      .deepLinkIgnored(field: "deep_link", type: "an object")
    ),
    Ignored(
      "a callback that is a number",
      #""callbackUrl":1"#,
      .callbackIgnored(field: "callbackUrl", problem: nil)
    ),
    Ignored(
      "a callback without a scheme",
      #""callbackUrl":"example.com/x""#,
      .callbackIgnored(field: "callbackUrl", problem: .noScheme)
    ),
    Ignored(
      "a callback of another scheme",
      #""callbackUrl":"file:///x""#,
      .callbackIgnored(field: "callbackUrl", problem: .schemeNotHTTP("file"))
    ),
    Ignored(
      "a callback of more bytes than an address has",
      #""callbackUrl":"https://example.com/\#(String(repeating: "x", count: 2029))""#,
      .callbackTooLong(field: "callbackUrl", bytes: 2049, limit: 2048)
    ),
    Ignored(
      "a callback with a line break",
      #""callbackUrl":"https://example.com/\r\nX: y""#,
      .callbackIgnored(field: "callbackUrl", problem: .badCharacter("\r", position: 21))
    ),
  ])
  func ignoresWithAWarning(_ row: Ignored) throws {
    let reading = read(#""id":"m","pushType":"default",\#(row.member)"#)
    let push = try reading.result.get()
    #expect(push.deepLink == nil && push.callback == nil)
    #expect(push.customData.isEmpty)
    #expect(reading.warnings == [row.warning])
  }

  @Test func saysWhatMadeItSo() throws {
    #expect(
      try read(#""id":"m","pushType":"Challenge","numbersChallenge":[7]"#).result.get().evidence
        == [Evidence("pushType", "Challenge"), Evidence("numbersChallenge", "[7]")]
    )
    #expect(
      try read(#""id":"m","isCancelAuthentication":"1""#).result.get().evidence
        == [Evidence("isCancelAuthentication", "true")]
    )
  }
}
