import MFACore
import Testing

/// The alert around a signed message can be anybody's: what is signed is known wherever it says something else.
@Suite("The signed text")
struct SignedTextTests {
  private static let claims = #""u":"U","c":"9g==","t":"120""#

  private func pingAM(_ alert: String, message: String? = "Login attempt") throws -> Push {
    let text = message.map { #","m":"\#($0)""# } ?? ""
    let token = jws("{\(Self.claims)\(text)}")
    return try Reading(#"{"aps":{"alert":\#(alert),"messageId":"m","data":"\#(token)"}}"#).result.get()
  }

  @Test("PingAM's claim m")
  func pingAM() throws {
    #expect(try pingAM(#""Login attempt""#).signedText == nil)
    #expect(try pingAM(#""Lunch?""#, message: nil).signedText == nil)
    for alert in [
      #""Lunch?""#, #"{"title":"Lunch?","body":"Login attempt"}"#, #"{"loc-key":"LUNCH"}"#,
    ] {
      let signed = try #require(try pingAM(alert).signedText)
      #expect(signed.title == nil && signed.message == "Login attempt")
    }
    // What is shown stays what the alert says.
    #expect(try pingAM(#""Lunch?""#).text.message == "Lunch?")
  }

  @Test(
    "privacyIDEA's title and question",
    arguments: [
      (#"{"title":"T","body":"Q"}"#, false), (#"{"title":"T","body":"Lunch?"}"#, true),
      (#"{"title":"Lunch","body":"Q"}"#, true), (#""Lunch?""#, true),
    ]
  )
  func pushToken(alert: String, differs: Bool) throws {
    let fields =
      #""nonce":"N","question":"Q","title":"T","serial":"S","sslverify":"1","url":"https://a.example/ttype/push","signature":"AE======""#
    let push = try Reading(#"{"aps":{"alert":\#(alert)},\#(fields)}"#).result.get()
    #expect((push.signedText != nil) == differs)
    if differs { #expect(push.signedText?.title == "T" && push.signedText?.message == "Q") }
  }

  // MARK: Claims that are not what they have to be

  @Test(
    "A claim that is passed over is told",
    arguments: [
      (#""m":5"#, PayloadWarning.claimNotUsed("claim m", type: "a number")),
      (#""x":true"#, .claimNotUsed("claim x", type: "a boolean")),
      (#""l":[]"#, .claimNotUsed("claim l", type: "an array")),
      (#""l":"%%%""#, .cookieNotSent(field: "claim l")), (#""l":"YW1sYg""#, .cookieNotSent(field: "claim l")),
    ]
  )
  func claims(claim: String, warning: PayloadWarning) {
    let reading = Reading(
      #"{"aps":{"alert":"x","messageId":"m","data":"\#(jws("{\(Self.claims),\(claim)}"))"}}"#
    )
    #expect(reading.push != nil)
    #expect(reading.warnings == [warning])
  }

  @Test("A key that stands twice in custom data or context is refused", arguments: ["p", "x"])
  func duplicates(claim: String) throws {
    let token = jws(#"{\#(Self.claims),"\#(claim)":"{\"a\":1,\"a\":2}"}"#)
    let reading = Reading(#"{"aps":{"alert":"x","messageId":"m","data":"\#(token)"}}"#)
    guard case .contradiction(.duplicateKey("a", _, within: "claim \(claim)"))? = reading.error else {
      Issue.record("\(reading.result)")
      return
    }
  }
}
