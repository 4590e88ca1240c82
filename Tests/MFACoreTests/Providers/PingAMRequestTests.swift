import MFACore
import Testing

@Suite("What a PingAM push wants to be answered with")
struct PingAMRequestTests {
  private static let good: [(String, JSONValue)] = [
    ("u", .string("5f1d2c3b-4a59-4e68-8f70-0123456789ab")), ("c", .string("9giiBA==")),
    ("l", .string("YW1sYmNvb2tpZT0wMQ==")),
  ]

  /// With another value for one claim; nil for none.
  private func claims(_ name: String, _ value: JSONValue?) -> JSONObject {
    let others = Self.good.filter { $0.0 != name } + (value.map { [(name, $0)] } ?? [])
    return JSONObject(others.map { JSONObject.Member(key: $0.0, value: $0.1) })
  }

  @Test func readsTheClaims() throws {
    let request = try PingAMRequest(
      messageID: "AUTHENTICATE:x1",
      claims: claims("m", .string("Login attempt"))
    )
    #expect(request.messageID == "AUTHENTICATE:x1")
    #expect(request.mechanism == "5f1d2c3b-4a59-4e68-8f70-0123456789ab")
    #expect(request.challenge == [0xF6, 0x08, 0xA2, 0x04])
    #expect(request.cookie == "amlbcookie=01")
  }

  @Test(
    "What can't be answered names the claim",
    arguments: [
      ("u", nil, FieldError.Problem.missing), ("u", .string(""), .missing),
      ("u", .number(JSONNumber(1)), .wrongType(found: "a number", wanted: "text")),
      ("c", nil, .missing), ("c", .null, .missing),
      ("c", .array([.string("9giiBA==")]), .wrongType(found: "an array", wanted: "text")),
      ("c", .string("9giiBA"), .notBase64), ("c", .string("-_-_"), .notBase64),
      ("c", .string("9giiBA==\n"), .notBase64),
    ] as [(String, JSONValue?, FieldError.Problem)]
  )
  func refuses(name: String, value: JSONValue?, problem: FieldError.Problem) {
    #expect(throws: PayloadError.field(FieldError("claim \(name)", problem))) {
      try PingAMRequest(messageID: "x", claims: claims(name, value))
    }
  }

  @Test(
    "A cookie that can't be read or sent is none",
    arguments: [
      nil, .null, .string(""), .number(JSONNumber(1)), .string("YW1sYmNvb2tpZT0wMQ"), .string("-_-_"),
      // `a=b` with a line end and another header; with a NUL; in Latin-1.
      .string("YT1iDQpYOiB5"), .string("YT1iAA=="), .string("YT3p"),
    ] as [JSONValue?]
  )
  func dropsCookies(claim: JSONValue?) throws {
    #expect(try PingAMRequest(messageID: "x", claims: claims("l", claim)).cookie == nil)
  }
}
