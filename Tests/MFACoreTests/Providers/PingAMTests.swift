import MFACore
import Testing

/// `pingam`: a JWS in the alert, in Firebase's map, or on its own.
@Suite("pingam")
struct PingAMTests {
  private static let base =
    #""u":"5f1d2c3b-4a59-4e68-8f70-0123456789ab","c":"9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg=","l":"YW1sYmNvb2tpZT0wMQ==""#
  /// Since 7.2, with the time of the clock of these tests in milliseconds.
  private static let full =
    base + #","i":"1893456000000","t":"120","m":"Login attempt","d":"demo","p":"{  }""#
  private static let id = "AUTHENTICATE:22222222-2222-4222-8222-2222222222221893456000000"

  private static func apns(_ claims: String, beside: String = "") -> String {
    #"{"aps":{"alert":"Login attempt from demo","messageId":"\#(id)","data":"\#(jws("{\(claims)}"))","content-available":1}\#(beside)}"#
  }

  struct Kind: NamedCase {
    let name: String
    let claims: String
    let kind: PushKind
    let warnings: [PayloadWarning]

    init(_ name: String, _ claims: String, _ kind: PushKind, _ warnings: PayloadWarning...) {
      (self.name, self.claims, self.kind, self.warnings) = (name, full + claims, kind, warnings)
    }
  }

  @Test(arguments: [
    Kind("default", #","k":"default""#, .default),
    Kind("biometric", #","k":"biometric""#, .biometric),
    Kind("challenge", #","k":"challenge","n":"34,62,91""#, .pick("34", "62", "91")),
    Kind("no type, before 7.2", "", .default),
    Kind("a type that is null", #","k":null"#, .default),
    Kind("upper case", #","k":"CHALLENGE","n":"34,62""#, .pick("34", "62")),
    Kind(
      "an unknown type, as the SDK",
      #","k":"voice""#,
      .default,
      .unknownTypeReadAsDefault(field: "claim k", value: "voice")
    ),
    Kind("an empty type", #","k":"""#, .default, .unknownTypeReadAsDefault(field: "claim k", value: "")),
    Kind(
      "numbers with blanks and a letter",
      #","k":"challenge","n":" 34 , 62,x, 91 ""#,
      .pick("34", "62", "x", "91")
    ),
    Kind("one number", #","k":"challenge","n":"62""#, .pick("62")),
    Kind("leading zeros", #","k":"challenge","n":"07,10""#, .pick("07", "10")),
    Kind(
      "empty parts",
      #","k":"challenge","n":",12,,34,""#,
      .pick("12", "34"),
      .emptyMatchValues(field: "claim n", count: 3)
    ),
    Kind("an empty text", #","k":"challenge","n":"""#, .manual),
    Kind("no numbers", #","k":"challenge""#, .manual),
    Kind("an array", #","k":"challenge","n":[34,62,91]"#, .pick("34", "62", "91")),
    Kind(
      "numbers in a default push",
      #","k":"default","n":"34,62""#,
      .default,
      .unusedMatchValues(field: "claim n", kind: "default")
    ),
    Kind(
      "numbers in a biometric push",
      #","k":"biometric","n":"34""#,
      .biometric,
      .unusedMatchValues(field: "claim n", kind: "biometric")
    ),
    Kind(
      "numbers without a type",
      #","n":"34""#,
      .default,
      .unusedMatchValues(field: "claim n", kind: "default")
    ),
  ])
  func tellsTheKind(_ row: Kind) throws {
    let reading = Reading(Self.apns(row.claims))
    let push = try reading.result.get()
    #expect(push.provider == .pingam)
    #expect(push.envelope == .apns)
    #expect(push.id == Self.id)
    #expect(push.kind == row.kind)
    #expect(push.text.title == nil)
    #expect(push.text.message == "Login attempt from demo")
    #expect(push.signature == .unverified)
    #expect(push.expiry == .at(.sample(plus: 120)))
    #expect(reading.warnings == row.warnings)
  }

  struct Time: NamedCase {
    let name: String
    let claims: String
    let expiry: Expiry
    let warnings: [PayloadWarning]

    init(_ name: String, _ claims: String, _ secondsFromNow: Double, _ warnings: PayloadWarning...) {
      (self.name, self.claims, self.warnings) = (name, base + claims, warnings)
      expiry = .at(.sample(plus: secondsFromNow))
    }

    init(_ name: String, _ claims: String, unreadable problem: FieldError) {
      (self.name, self.claims, self.warnings) = (name, base + claims, [.timeUnreadable(problem)])
      expiry = .unreadable(problem)
    }
  }

  /// Received ten seconds before now.
  @Test(arguments: [
    Time("texts", #","i":"1893455970000","t":"120""#, 90),
    Time("numbers", #","i":1893455970000,"t":60"#, 30),
    Time("no sent time, before 7.2", #","t":"120""#, 110),
    Time("an old sent time", #","i":"1609459200000","t":"20""#, -283_996_780),
    Time(
      "no lifetime",
      #","i":"1893455970000""#,
      90,
      .lifetimeMissing(field: "claim t", assumedSeconds: 120)
    ),
    Time(
      "an empty lifetime is none",
      #","i":"1893455970000","t":"""#,
      90,
      .emptyTime(field: "claim t"),
      .lifetimeMissing(field: "claim t", assumedSeconds: 120)
    ),
    Time("an end that comes first", #","t":"120","exp":1893456030"#, 30),
    Time("an end that comes last", #","t":"120","exp":1893456999"#, 110),
    Time("an end that is over", #","t":"120","exp":1577836800"#, -315_619_200),
    Time(
      "a lifetime that is no number",
      #","i":"1893455970000","t":"soon""#,
      unreadable: FieldError("claim t", .notALifetime(#""soon""#))
    ),
    Time(
      "a lifetime of more than any number",
      #","t":1e400"#,
      unreadable: FieldError("claim t", .notALifetime("1e400"))
    ),
    Time("a lifetime below 0", #","t":"-5""#, unreadable: FieldError("claim t", .notALifetime(#""-5""#))),
    Time(
      "a sent time that is no time",
      #","i":"x","t":"120""#,
      unreadable: FieldError("claim i", .notATime(#""x""#))
    ),
    Time(
      "a sent time of another type",
      #","i":{},"t":"120""#,
      unreadable: FieldError("claim i", .notATime("{}"))
    ),
    Time(
      "an end that is no time",
      #","t":"120","exp":"soon""#,
      unreadable: FieldError("claim exp", .notATime(#""soon""#))
    ),
  ])
  func tellsTheTime(_ row: Time) throws {
    let reading = Reading(Self.apns(row.claims), reception: .received(secondsAgo: 10))
    #expect(try reading.result.get().expiry == row.expiry)
    #expect(reading.warnings == row.warnings)
  }

  struct Shape: NamedCase {
    let name: String
    let text: String
    let envelope: Envelope
    let id: String

    init(_ name: String, _ text: String, _ envelope: Envelope, _ id: String = PingAMTests.id) {
      (self.name, self.text, self.envelope, self.id) = (name, text, envelope, id)
    }
  }

  private static let token = jws("{\(full),\"k\":\"challenge\",\"n\":\"34,62,91\"}")
  private static let map = #"{"message":"\#(token)","messageId":"\#(id)"}"#

  @Test(arguments: [
    Shape("Firebase's map", map, .bare),
    Shape("a legacy message", #"{"priority":"high","data":\#(map)}"#, .fcm),
    Shape("with the priority in upper case", #"{"PRIORITY":"high","data":\#(map)}"#, .fcm),
    Shape("a message of version 1", #"{"message":{"data":\#(map)}}"#, .fcm),
    Shape(
      "what the server gives to SNS",
      #"{"default":"x","GCM":\#(quoted(#"{"data":\#(map)}"#)),"APNS":\#(quoted(#"{"aps":{"alert":"x","data":"\#(token)","messageId":"\#(id)"}}"#))}"#,
      .sns
    ),
    Shape(
      "content-available as text, before 7.3",
      #"{"aps":{"alert":"x","content-available":"1","messageId":"\#(id)","data":"\#(token)"}}"#,
      .apns
    ),
    Shape(
      "keys beside aps win",
      #"{"aps":{"alert":"x","messageId":"\#(id)","data":"\#(jws("{\(full)}"))"},"message":"\#(token)","messageId":"AUTHENTICATE:other1"}"#,
      .apns,
      "AUTHENTICATE:other1"
    ),
    Shape(
      "an id beside aps wins",
      #"{"aps":{"alert":"x","messageId":"\#(id)","data":"\#(token)"},"messageId":"AUTHENTICATE:other1"}"#,
      .apns,
      "AUTHENTICATE:other1"
    ),
    Shape(
      "an id without a type",
      #"{"aps":{"messageId":"11111893456000000","data":"\#(token)"}}"#,
      .apns,
      "11111893456000000"
    ),
    Shape(
      "aps is a text, and the keys stand beside it",
      #"{"aps":"x","message":"\#(token)","messageId":"\#(id)"}"#,
      .bare
    ),
  ])
  func isFoundInEveryShape(_ row: Shape) throws {
    let push = try Reading(row.text).result.get()
    #expect(push.provider == .pingam)
    #expect(push.envelope == row.envelope)
    #expect(push.id == row.id)
    #expect(push.kind == .pick("34", "62", "91"))
  }

  /// The SDK invents an id from the first eight characters of the signature.
  @Test(arguments: ["", "\n", "\u{FEFF}", "\""])
  func isFoundOnItsOwn(_ around: String) throws {
    let isQuoted = around == "\""
    let text = isQuoted ? quoted(Self.token) : around + Self.token + (around == "\u{FEFF}" ? "" : around)
    let reading = Reading(text)
    let push = try reading.result.get()
    #expect(push.envelope == .jws)
    #expect(push.id == "c3ludGhl")
    #expect(push.kind == .pick("34", "62", "91"))
    #expect(push.text.message == "Login attempt")
    #expect(reading.warnings == [.messageIDInvented("c3ludGhl")])
  }

  /// Complete pushes of the vendor's tests and of the reference, signed for real.
  @Test(arguments: [
    (
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJjIjoibFltZmVQUzllYisrMWtpbzJJSUpBdHdVV1dDY1pDcytCU2dLUGpaS04yOD0iLCJ0IjoiMTIwIiwidSI6Ijc1OUFDRTlELUM2NEItNDNFNi05ODFELTk3RjdCNTRDM0IwMSIsImwiOiJZVzFzWW1OdmIydHBaVDB3TVE9PSJ9.Kflihn5sCXFQ3TDWe8GBayCinguSLs9nsu4j4JxddtY",
      PushKind.default
    ),
    (
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJ1IjoiNWYxZDJjM2ItNGE1OS00ZTY4LThmNzAtMDEyMzQ1Njc4OWFiIiwibCI6IllXMXNZbU52YjJ0cFpUMHdNUT09IiwiYyI6IjlnaWlCQWRVSGpxcG8wWEU0WWRaN3BSbHYwaHJRWXdEejhaMXd3TExia2c9IiwibSI6IkxvZ2luIGF0dGVtcHQgZnJvbSBkZW1vIGF0IEV4YW1wbGVDb3JwIiwiayI6ImNoYWxsZW5nZSIsImkiOiIxNzY3MjI1NjAwMDAwIiwidCI6IjEyMCIsImQiOiJkZW1vIiwicCI6InsgIH0iLCJuIjoiMzQsNjIsOTEifQ.IaDo3EuL4p5SotohCVD8Im69pT9thMmU-iVq8LZDUlY",
      .pick("34", "62", "91")
    ),
    // The payload part has a letter that base 64 has not.
    (
      "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9.eyJ1IjoiNWYxZDJjM2ItNGE1OS00ZTY4LThmNzAtMDEyMzQ1Njc4OWFiIiwibCI6IllXMXNZbU52YjJ0cFpUMHdNUT09IiwiYyI6IjlnaWlCQWRVSGpxcG8wWEU0WWRaN3BSbHYwaHJRWXdEejhaMXd3TExia2c9IiwibSI6IkRpZCB5b3UgdHJ5IHRvIGxvZ2luPyDDv8O-IiwiayI6ImRlZmF1bHQiLCJpIjoiMTc2NzIyNTYwMDAwMCIsInQiOiIxMjAiLCJkIjoiZGVtbyIsInAiOiJ7ICB9In0.l-OpUNACHkmMo4_MhclUIIAwkeVg21Kj1qQE29JRasc",
      .default
    ),
  ])
  func readsRealOnes(_ token: String, _ kind: PushKind) throws {
    #expect(try Reading(token).result.get().kind == kind)
    let text = #"{"aps":{"alert":"x","messageId":"m","data":"\#(token)"}}"#
    #expect(try Reading(text).result.get().kind == kind)
  }

  @Test func keepsContextAndCustomData() throws {
    let claims =
      #"\#(Self.base),"t":"120","k":"biometric","p":"{\"a\":1}","x":"{ \"remoteIp\": \"192.0.2.10\" }""#
    let push = try Reading(Self.apns(claims)).result.get()
    #expect(push.context == JSONValue(json: #"{"remoteIp":"192.0.2.10"}"#))
    #expect(push.customData == ["a": .number(JSONNumber(1))])
    let object = try Reading(Self.apns(#"\#(Self.base),"t":"1","p":{"a":1},"x":"no JSON""#)).result.get()
    #expect(object.customData == ["a": .number(JSONNumber(1))])
    #expect(object.context == .string("no JSON"))
  }
}
