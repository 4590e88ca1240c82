import MFACore
import Testing

@Suite("The QR code and the deep link of a sign-on page")
struct LoginRequestTests {
  private static let members: [(String, String)] = [
    ("version", "1"), ("service", #""http://127.0.0.1:8080""#), ("login", #""l1""#),
    ("authenticationKey", #""00112233445566778899aabbccddeeff""#),
    ("expiresAt", #""2030-01-01T00:02:00Z""#),
  ]

  /// A whole payload in which a member is something else; nil leaves it out.
  static func payload(_ name: String = "", _ value: String? = nil) -> String {
    let texts = members.compactMap { member, text in
      member == name ? value.map { "\"\(member)\":\($0)" } : "\"\(member)\":\(text)"
    }
    return "{" + texts.joined(separator: ",") + "}"
  }

  static func link(_ payload: String) -> String {
    "mfa-cli://login?request=" + Base64URL.encode(Array(payload.utf8))
  }

  struct Good: NamedCase {
    let name: String
    let text: String

    init(_ name: String, _ text: String) {
      (self.name, self.text) = (name, text)
    }
  }

  static let good = [
    Good("the payload", payload()),
    Good("with blanks around", " \r\n" + payload() + "\n"),
    Good("with members that nobody knows", payload().replacing("{", with: #"{"more":[1],"#)),
    Good("the link", link(payload())),
    Good("the link with blanks around", "\t" + link(payload()) + "\r\n"),
    Good("the scheme in capitals", link(payload()).replacing("mfa-cli:", with: "MFA-CLI:")),
    Good("a slash behind the action", link(payload()).replacing("login?", with: "login/?")),
    Good("other members of the query", link(payload()).replacing("?", with: "?utm=1&") + "&x=request=1"),
  ]

  @Test(arguments: good)
  func isRead(_ row: Good) throws {
    let request = try LoginRequest(qr: row.text)
    #expect(request.service.wireText == "http://127.0.0.1:8080" && request.login == "l1")
    #expect(request.authenticationKey.reveal() == "00112233445566778899aabbccddeeff")
    #expect(request.expiresAt == RFC3339.parse("2030-01-01T00:02:00Z"))
    #expect(!"\(request)".contains("00112233445566778899aabbccddeeff"))
  }

  @Test("Without a time it does not expire here")
  func timeless() throws {
    for value in [nil, "null"] {
      #expect(try LoginRequest(qr: Self.payload("expiresAt", value)).expiresAt == nil)
    }
  }

  struct Bad: NamedCase {
    let name: String
    let text: String
    let error: LoginRequestError

    init(_ name: String, _ text: String, _ error: LoginRequestError) {
      (self.name, self.text, self.error) = (name, text, error)
    }
  }

  static let bad = [
    Bad("nothing", "", .noDeepLink), Bad("a word", "hello", .noDeepLink),
    Bad("mail", "mailto:a@example.com", .noDeepLink),
    Bad("a web page", "https://login?request=e30", .unsupportedScheme("https")),
    Bad("no scheme", "://login?request=e30", .noDeepLink),
    Bad("an address in a text", "see https://a", .noDeepLink),
    Bad("another app", "mfa-cli2://login?request=e30", .unsupportedScheme("mfa-cli2")),
    Bad("another action", "mfa-cli://pay?request=e30", .unsupportedAction("pay")),
    Bad("an action that goes on", "mfa-cli://loginx?request=e30", .unsupportedAction("loginx")),
    Bad("the action in capitals", "mfa-cli://LOGIN?request=e30", .unsupportedAction("LOGIN")),
    Bad("a user in front", "mfa-cli://login@evil?request=e30", .unsupportedAction("login@evil")),
    Bad("no action", "mfa-cli://?request=e30", .unsupportedAction("")),
    Bad("no query", "mfa-cli://login", .requestMissing),
    Bad("a path", "mfa-cli://login/x?request=e30", .requestMissing),
    Bad("an empty request", "mfa-cli://login?request=", .requestMissing),
    Bad("another name", "mfa-cli://login?requests=e30", .requestMissing),
    Bad("two requests", "mfa-cli://login?request=e30&request=e30", .requestTwice),
    Bad("no base 64", "mfa-cli://login?request=!", .notBase64),
    Bad("no text", "mfa-cli://login?request=gICA", .notBase64),
    Bad("no JSON", "mfa-cli://login?request=aGVsbG8", .notJSON),
    Bad("a list", "mfa-cli://login?request=W10", .notJSON),
    Bad("cut off", String(payload().dropLast()), .notJSON),
    Bad("a member twice", payload().replacing("{", with: #"{"login":"other","#), .notJSON),
    Bad("a nested link", link(link(payload())), .notJSON),
  ]

  @Test(arguments: bad)
  func isRefused(_ row: Bad) {
    #expect(throws: row.error) { try LoginRequest(qr: row.text) }
  }

  @Test("Only somebody else's link is not ours; a payload is no deep link")
  func unsupported() {
    for row in Self.bad {
      let isOthers =
        switch row.error {
        case .noDeepLink, .unsupportedScheme, .unsupportedAction: true
        default: false
        }
      #expect(row.error.isUnsupported == isOthers, "\(row.name)")
    }
    #expect(throws: LoginRequestError.noDeepLink) { try LoginRequest(deepLink: Self.payload()) }
  }

  struct Field: NamedCase {
    let member: String
    let value: String?

    var name: String { "\(member) \(value?.prefix(40) ?? "missing")" }
  }

  static let fields: [Field] =
    ["version", "service", "login", "authenticationKey"].flatMap { member in
      [nil, "null", "{}", "[]", "true"].map { Field(member: member, value: $0) }
    }
    + ["0", "2", "-1", "1.0", "99999999999999999999", #""1""#].map { Field(member: "version", value: $0) }
    + [
      "", "127.0.0.1:8080", "ftp://a", "file:///etc/passwd", "javascript:alert(1)", "http://", "http://a b",
      "mfa-cli://login?request=e30",
    ].map { Field(member: "service", value: "\"\($0)\"") }
    + [#""""#, "1", "\"" + String(repeating: "x", count: 257) + "\""].map {
      Field(member: "login", value: $0)
    }
    + [#""""#, "1"].map { Field(member: "authenticationKey", value: $0) }
    + [#""soon""#, "1893456000", "true"].map { Field(member: "expiresAt", value: $0) }

  @Test("A member that is missing or wrong is named, in both forms", arguments: fields)
  func field(_ row: Field) throws {
    let payload = Self.payload(row.member, row.value)
    for text in [payload, Self.link(payload)] {
      let error = try #require(throws: LoginRequestError.self) { try LoginRequest(qr: text) }
      guard case .field(let problem) = error else {
        Issue.record("\(error)")
        continue
      }
      #expect(problem.field == row.member)
    }
  }

  @Test("A text at the limit is read, and one behind it not even looked at")
  func limit() throws {
    let payload = Self.payload()
    let padding = String(repeating: " ", count: LoginRequest.limit - payload.utf8.count)
    #expect(try LoginRequest(qr: payload + padding).login == "l1")
    #expect(throws: LoginRequestError.tooLong(bytes: LoginRequest.limit + 1)) {
      try LoginRequest(qr: payload + padding + " ")
    }
    #expect(throws: LoginRequestError.tooLong(bytes: 1 << 20)) {
      try LoginRequest(deepLink: String(repeating: "x", count: 1 << 20))
    }
  }
}
