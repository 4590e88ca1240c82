import MFACore
import Testing

/// What a push of privacyIDEA or eduMFA was signed over, and what in it can't be answered.
@Suite("What a push token is asked")
struct PushTokenRequestTests {
  /// The push with these members besides, or in place of, the usual ones; a value is JSON, nil for none.
  private static func map(_ changes: KeyValuePairs<String, String?> = [:]) -> String {
    var members: [(String, String)] = [
      ("nonce", #""NONCE""#), ("question", #""Confirm?""#), ("title", #""Example""#),
      ("serial", #""PIPU0001""#), ("sslverify", #""1""#), ("url", #""https://mfa.example.com/ttype/push""#),
      ("signature", #""AE======""#),
    ]
    for (name, value) in changes {
      members.removeAll { $0.0 == name }
      if let value { members.append((name, value)) }
    }
    return "{\(members.map { "\"\($0)\":\($1)" }.joined(separator: ","))}"
  }

  private func request(_ text: String) throws -> PushTokenRequest {
    let push = try Reading(text).result.get()
    guard let request = push.request.content(as: PushTokenRequest.self) else {
      throw Unanswerable(request: push.request)
    }
    return request
  }

  private struct Unanswerable: Error { let request: PushRequest }

  struct Signed: NamedCase {
    let name: String
    let text: String
    let signed: String

    init(_ name: String, _ changes: KeyValuePairs<String, String?>, _ signed: String) {
      (self.name, self.signed) = (name, signed)
      text = map(changes)
    }
  }

  private static let usual = "NONCE|https://mfa.example.com/ttype/push|PIPU0001|Confirm?|Example|1"

  /// The order is that of the server's source, whatever the order of the members.
  @Test(arguments: [
    Signed("the usual ones", [:], usual),
    Signed("no title", ["title": nil], "NONCE|https://mfa.example.com/ttype/push|PIPU0001|Confirm?||1"),
    Signed(
      "an empty title",
      ["title": #""""#],
      "NONCE|https://mfa.example.com/ttype/push|PIPU0001|Confirm?||1"
    ),
    Signed(
      "a title that is null",
      ["title": "null"],
      "NONCE|https://mfa.example.com/ttype/push|PIPU0001|Confirm?||1"
    ),
    Signed("a choice", ["version": #""2""#, "require_presence": #""07,41,90""#], usual + "|07,41,90"),
    Signed("a choice with blanks", ["require_presence": #"" A, B""#], usual + "| A, B"),
    Signed("an empty choice", ["require_presence": #""""#], usual + "|"),
    Signed("a code to show", ["display_code": #""12""#], usual + "|12"),
    Signed("both", ["display_code": #""12""#, "require_presence": #""A,B""#], usual + "|A,B|12"),
    Signed(
      "a bar in a text",
      ["question": #""a|b""#],
      "NONCE|https://mfa.example.com/ttype/push|PIPU0001|a|b|Example|1"
    ),
    Signed(
      "text beyond ASCII",
      ["title": #""\u00dcber\n""#],
      "NONCE|https://mfa.example.com/ttype/push|PIPU0001|Confirm?|Über\n|1"
    ),
    Signed("another member", ["message": #""x""#], usual),
  ])
  func signs(_ row: Signed) throws {
    let request = try request(row.text)
    #expect(Array(request.signedText.utf8) == Array(row.signed.utf8))
    #expect(request.signature == [1])
    #expect(request.capabilities == nil)
  }

  @Test("Capabilities are signed by themselves, in canonical JSON")
  func capabilities() throws {
    let request = try request(
      Self.map([
        "capabilities": #""{\"z\": 1, \"decline_reason\": true}""#, "capabilities_signature": #""AI======""#,
      ])
    )
    #expect(request.signedText == Self.usual)
    let capabilities = try #require(request.capabilities)
    #expect(capabilities.hasDeclineReason)
    #expect(capabilities.signedText == #"{"capabilities":{"decline_reason":true,"z":1},"nonce":"NONCE"}"#)
    #expect(capabilities.signature == [2])
  }

  @Test(arguments: [
    ("{}", false), (#"{\"decline_reason\":false}"#, false), (#"{\"decline_reason\":\"true\"}"#, false),
    (#"{\"decline_reason\":1}"#, false), (#"{\"decline_reason\":true}"#, true),
  ])
  func offersAReason(_ capabilities: String, _ offers: Bool) throws {
    let text = Self.map(["capabilities": "\"\(capabilities)\"", "capabilities_signature": #""AI======""#])
    let push = try Reading(text).result.get()
    #expect(try enrolled(.privacyidea).denyReason(push) == (offers ? .taken : .notOffered))
  }

  struct Bad: NamedCase {
    let name: String
    let text: String
    let error: PayloadError

    init(
      _ name: String,
      _ changes: KeyValuePairs<String, String?>,
      _ field: String,
      _ problem: FieldError.Problem
    ) {
      self.name = name
      text = map(changes)
      error = .field(FieldError(field, problem))
    }
  }

  private static func notText(_ found: String) -> FieldError.Problem {
    .wrongType(found: found, wanted: "text")
  }

  /// Such a push is worth showing, and says with what it can't be answered.
  @Test(arguments: [
    Bad("a signature of another alphabet", ["signature": #""A1======""#], "signature", .notBase32),
    Bad("a signature with half its padding", ["signature": #""AE===""#], "signature", .notBase32),
    Bad("an address without a scheme", ["url": #""mfa.example.com""#], "url", .notAnAddress(.noScheme)),
    Bad(
      "an address of another scheme",
      ["url": #""ftp://mfa.example.com""#],
      "url",
      .notAnAddress(.schemeNotHTTP("ftp"))
    ),
    Bad("a title that is a number", ["title": "1"], "title", notText("a number")),
    Bad("a switch that is a number", ["sslverify": "1"], "sslverify", notText("a number")),
    // It would be shown as a choice and not be in what the server signed.
    Bad(
      "a choice that is a list",
      ["require_presence": #"["A","B"]"#],
      "require_presence",
      notText("an array")
    ),
    Bad("a code that is a number", ["display_code": "12"], "display_code", notText("a number")),
    Bad("capabilities that are an object", ["capabilities": "{}"], "capabilities", notText("an object")),
    Bad("capabilities that are no JSON", ["capabilities": #""{""#], "capabilities", .notJSONObject),
    Bad("capabilities that are a list", ["capabilities": #""[]""#], "capabilities", .notJSONObject),
    Bad("capabilities that nobody signed", ["capabilities": #""{}""#], "capabilities_signature", .missing),
    Bad(
      "capabilities with a signature of another alphabet",
      ["capabilities": #""{}""#, "capabilities_signature": #""!""#],
      "capabilities_signature",
      .notBase32
    ),
  ])
  func showsWhatCannotBeAnswered(_ row: Bad) throws {
    let push = try Reading(row.text).result.get()
    #expect(push.request.problem == row.error)
    #expect(push.signature == .unverified)
  }

  /// The reader of documents looks into texts as well; one that is polled does not pass it.
  @Test("A capability that stands twice is a contradiction")
  func capabilityTwice() throws {
    let text = Self.map([
      "capabilities": #""{\"decline_reason\":false,\"decline_reason\":true}""#,
      "capabilities_signature": #""AE======""#,
    ])
    let fields = try #require(JSONValue(json: text)?.object)
    var warnings: [PayloadWarning] = []
    let push = try Recognition.read(polled: fields, by: .pushToken, reception: .sample, warnings: &warnings)
    guard
      case .contradiction(.duplicateKey("decline_reason", _, within: "capabilities"))? =
        push.request.problem
    else {
      Issue.record("\(push.request)")
      return
    }
  }

  @Test("A number that canonical JSON has no spelling for here makes the signature wrong, not the program")
  func capabilitiesWithAFraction() throws {
    let text = Self.map([
      "capabilities": #""{\"a\":-9223372036854775808}""#, "capabilities_signature": #""AE======""#,
    ])
    let request = try request(text)
    #expect(request.capabilities?.signedText == nil)
    let push = try Reading(text).result.get()
    var trusting = Cryptography.missing([])
    trusting.verify = { _, _, _ in true }
    #expect(try enrolled(.privacyidea).check(push, .pushToken(), trusting) == .wrong)
  }
}
