import MFACore
import Testing

/// However a secret is printed, by itself or inside something else, its text does not appear.
@Suite("Secrets")
struct SecretTests {
  private struct Holder {
    let name = "holder"
    let secret = Secret("canary-4711")
    let list = [Secret("canary-4711")]
    let table = ["key": Secret("canary-4711")]
    let maybe: Secret? = Secret("canary-4711")
  }

  private func dumped(_ value: Any) -> String {
    var text = ""
    dump(value, to: &text)
    return text
  }

  @Test func printsAsAMask() {
    let secret = Secret("canary-4711")
    #expect(secret.description == "***")
    #expect(secret.debugDescription == "***")
    #expect("\(secret)" == "***")
    #expect(String(describing: secret) == "***")
    #expect(String(reflecting: secret) == "***")
    #expect(Mirror(reflecting: secret).children.isEmpty)
    #expect(!dumped(secret).contains("canary"))
  }

  @Test func printsAsAMaskInsideOtherThings() {
    let holder = Holder()
    for text in ["\(holder)", String(describing: holder), String(reflecting: holder), dumped(holder)] {
      #expect(text.contains("holder"))
      #expect(!text.contains("canary"))
    }
    let maybe: Secret? = Secret("canary-4711")
    #expect(!String(describing: maybe).contains("canary"))
  }

  @Test func headersShowTheirNameOnly() {
    let header = HTTPHeader("Authorization", .secret(Secret("canary-4711")))
    #expect(header.shownValue == "***")
    #expect(header.wireValue == "canary-4711")
    #expect(!dumped(header).contains("canary"))
    #expect(!String(reflecting: header).contains("canary"))
    #expect(HTTPHeader("Accept", .plain("text/plain")).shownValue == "text/plain")
  }

  /// The mask has one length, or it would tell that of the secret.
  @Test(arguments: ["", "x", "canary-4711", "\n"])
  func revealsOnlyWhenAsked(_ text: String) {
    #expect(Secret(text).reveal() == text)
    #expect(Secret(text).description == Secret.mask)
  }

  @Test func comparesByValue() {
    #expect(Secret("a") == Secret("a"))
    #expect(Secret("a") != Secret("b"))
  }

  /// An address may hold a password and a token.
  @Test func addressesPrintWithoutTheirSecrets() throws {
    let url = try EndpointURL("https://user:canary-4711@example.com/x?token=canary-4711")
    #expect(!"\(url)".contains("canary"))
    #expect(!String(reflecting: url).contains("canary"))
    #expect(!dumped(url).contains("canary"))
    let request = HTTPRequest(method: "POST", url: url, headers: [], body: [])
    #expect(!dumped(request).contains("canary"))
  }
}
