import MFACore
import Testing

/// Pushes that are meant for PingAM and broken.
@Suite("pingam, broken")
struct PingAMRefusalTests {
  private static let claims = #"{"u":"U","c":"C","t":"120","k":"default"}"#
  private static let token = jws(claims)

  struct Bad: NamedCase {
    let name: String
    let token: String
    let problem: FieldError.Problem

    init(_ name: String, _ token: String, _ problem: FieldError.Problem) {
      (self.name, self.token, self.problem) = (name, token, problem)
    }
  }

  private static let parts = token.split(separator: ".").map { String($0) }

  /// In the alert, and on its own.
  @Test(arguments: [
    Bad("two parts", parts[0] + "." + parts[1], .wrongPartCount(2)),
    Bad("an empty signature", parts[0] + "." + parts[1] + ".", .notSigned),
    Bad("four parts", token + ".x", .wrongPartCount(4)),
    Bad("an empty payload", parts[0] + ".." + parts[2], .wrongPartCount(2)),
    Bad(
      "a header that is not base64url",
      "eyJ=." + parts[1] + "." + parts[2],
      .partNotBase64URL(part: "header")
    ),
    Bad(
      "a payload with padding",
      parts[0] + "." + parts[1] + "=." + parts[2],
      .partNotBase64URL(part: "payload")
    ),
    Bad(
      "a payload in the other alphabet",
      parts[0] + ".ab+/." + parts[2],
      .partNotBase64URL(part: "payload")
    ),
    Bad(
      "a signature with a lone letter",
      parts[0] + "." + parts[1] + ".c3lud",
      .partNotBase64URL(part: "signature")
    ),
    Bad("a header that is no object", jws(claims, header: #"{"typ""#), .partNotJSONObject(part: "header")),
    Bad("a payload that is a list", jws("[]"), .partNotJSONObject(part: "payload")),
    Bad("a payload that is no JSON", jws("x"), .partNotJSONObject(part: "payload")),
    Bad("a payload with two documents", jws("{}{}"), .partNotJSONObject(part: "payload")),
  ])
  func refusesTheToken(_ row: Bad) {
    let inAlert = Reading(#"{"aps":{"alert":"x","messageId":"m","data":"\#(row.token)"}}"#)
    #expect(inAlert.error == .field(FieldError("aps.data", row.problem)))
    let inMap = Reading(#"{"data":{"message":"\#(row.token)","messageId":"m"}}"#)
    #expect(inMap.error == .field(FieldError("message", row.problem)))
    #expect(Reading(row.token).error == .field(FieldError("message", row.problem)))
  }

  struct Claims: NamedCase {
    let name: String
    let claims: String
    let error: PayloadError

    init(_ name: String, _ claims: String, _ error: PayloadError) {
      (self.name, self.claims, self.error) = (name, claims, error)
    }

    init(_ name: String, _ claims: String, _ field: String, _ problem: FieldError.Problem) {
      self.init(name, claims, .field(FieldError(field, problem)))
    }
  }

  @Test(arguments: [
    Claims("no mechanism", #"{"c":"C"}"#, "claim u", .missing),
    Claims("no challenge", #"{"u":"U"}"#, "claim c", .missing),
    Claims("an empty challenge", #"{"u":"U","c":""}"#, "claim c", .missing),
    Claims(
      "a mechanism that is a number",
      #"{"u":1,"c":"C"}"#,
      "claim u",
      .wrongType(found: "a number", wanted: "text")
    ),
    Claims(
      "a type that is a number",
      #"{"u":"U","c":"C","k":1}"#,
      "claim k",
      .wrongType(found: "a number", wanted: "text")
    ),
    Claims(
      "a boolean among the numbers",
      #"{"u":"U","c":"C","k":"challenge","n":[true]}"#,
      "claim n",
      .matchValueNotText("a boolean")
    ),
    Claims(
      "nothing but commas",
      #"{"u":"U","c":"C","k":"challenge","n":",,"}"#,
      "claim n",
      .onlyEmptyMatchValues
    ),
    Claims(
      "a type twice",
      #"{"u":"U","c":"C","k":"challenge","k":"default"}"#,
      .contradiction(.duplicateKey("k", TextPosition(line: 1, column: 34), within: "aps.data (payload)"))
    ),
  ])
  func refusesTheClaims(_ row: Claims) {
    #expect(Reading(#"{"aps":{"messageId":"m","data":"\#(jws(row.claims))"}}"#).error == row.error)
  }

  @Test(arguments: ["", #""messageId":null,"#, #""messageId":"","#])
  func refusesWithoutAnID(_ id: String) {
    let text = #"{"aps":{\#(id)"data":"\#(Self.token)"}}"#
    #expect(Reading(text).error == .field(FieldError("messageId", .missing)))
  }

  /// No JWS at all: somebody else's.
  @Test(arguments: ["null", "1", "{}", #""""#, #""text""#, #""a.b.c""#])
  func otherDataIsSomebodyElses(_ data: String) {
    #expect(Reading(#"{"aps":{"messageId":"m","data":\#(data)}}"#).error == .notMFA(.noProviderField))
  }

  /// Signatures are not checked without the enrolment, and the push says so.
  @Test func aChangedSignatureIsReadAndUnverified() throws {
    let changed = jws(Self.claims, signature: "AAAAAAAA")
    #expect(
      try Reading(#"{"aps":{"messageId":"m","data":"\#(changed)"}}"#).result.get().signature == .unverified
    )
  }
}
