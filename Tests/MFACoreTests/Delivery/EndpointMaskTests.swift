import MFACore
import Testing

/// What is shown of an address: everything but its secrets.
@Suite("Masked addresses")
struct EndpointMaskTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let shown: String
    let secrets: [String]

    init(_ name: String, _ text: String, _ shown: String, _ secrets: String...) {
      (self.name, self.text, self.shown, self.secrets) = (name, text, shown, secrets)
    }
  }

  private func check(_ row: Case) throws {
    let url = try EndpointURL(row.text)
    #expect(url.description == row.shown)
    #expect("\(url)" == row.shown)
    #expect(Set(row.secrets).isSubset(of: url.secrets.map { $0.reveal() }))
    #expect(url.secrets.isEmpty == row.secrets.isEmpty)
    #expect(url.wireText == row.text)
  }

  @Test(arguments: [
    Case("nothing to mask", "https://example.com/a?b=c", "https://example.com/a?b=c"),
    Case("user and password", "http://user:secret@example.com/", "http://***@example.com/", "user", "secret"),
    Case("a user alone", "http://token4711@example.com/", "http://***@example.com/", "token4711"),
    Case("a password alone", "http://:secret@example.com/", "http://***@example.com/", "secret"),
    Case("a colon in the password", "http://u:a:b@example.com/", "http://***@example.com/", "u", "a:b"),
    Case("an at sign in the password", "http://u:a@b@example.com/", "http://***@example.com/", "u", "a@b"),
    Case("a token", "https://example.com/?token=x", "https://example.com/?token=***", "x"),
    Case("upper case", "https://example.com/?Access_Token=x", "https://example.com/?Access_Token=***", "x"),
    Case(
      "among others",
      "https://example.com/r?a=1&api_key=k&b=2&sig=s",
      "https://example.com/r?a=1&api_key=***&b=2&sig=***",
      "k",
      "s"
    ),
    Case(
      "an equals sign in the value",
      "https://example.com/?key=a=b",
      "https://example.com/?key=***",
      "a=b"
    ),
    Case("an empty value", "https://example.com/?token=", "https://example.com/?token="),
    Case("a name without a value", "https://example.com/?token", "https://example.com/?token"),
    Case("a name that only ends like one", "https://example.com/?monkey=1", "https://example.com/?monkey=1"),
    Case(
      "both",
      "https://u:p@example.com/?code=c",
      "https://***@example.com/?code=***",
      "u",
      "p",
      "c"
    ),
  ])
  func masks(_ row: Case) throws { try check(row) }

  /// Names that carry credentials in the wild: OAuth's, and those of signed links.
  @Test(arguments: [
    Case(
      "a client's secret",
      "https://example.com/?client_secret=x",
      "https://example.com/?client_secret=***",
      "x"
    ),
    Case("an ID token", "https://example.com/?id_token=x", "https://example.com/?id_token=***", "x"),
    Case(
      "a refresh token",
      "https://example.com/?refresh_token=x",
      "https://example.com/?refresh_token=***",
      "x"
    ),
    Case(
      "a signed link",
      "https://example.com/?X-Amz-Signature=x",
      "https://example.com/?X-Amz-Signature=***",
      "x"
    ),
    Case(
      "a session's token",
      "https://example.com/?X-Amz-Security-Token=x",
      "https://example.com/?X-Amz-Security-Token=***",
      "x"
    ),
    Case("a hyphen", "https://example.com/?api-key=x", "https://example.com/?api-key=***", "x"),
    Case("a token of the web", "https://example.com/?jwt=x", "https://example.com/?jwt=***", "x"),
  ])
  func masksWhatOthersCallTheirSecrets(_ row: Case) throws {
    try check(row)
  }

  /// A service that echoes what it got has the credentials in the form in which they were sent.
  @Test(arguments: [
    Case(
      "user and password",
      "http://us%40er:p%20w@example.com/",
      "http://***@example.com/",
      "us@er",
      "p w",
      "dXNAZXI6cCB3"
    ),
    Case("a user alone", "http://token4711@example.com/", "http://***@example.com/", "dG9rZW40NzExOg=="),
    Case("a password alone", "http://:secret@example.com/", "http://***@example.com/", "OnNlY3JldA=="),
    Case(
      "an encoded token",
      "https://example.com/?token=a%2Fb",
      "https://example.com/?token=***",
      "a%2Fb",
      "a/b"
    ),
  ])
  func knowsTheFormsInWhichTheyAreSent(_ row: Case) throws { try check(row) }
}
