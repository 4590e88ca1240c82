import MFACore
import Testing

/// Parameters and URIs that are right.
private enum Sample {
  /// Of PingAM's kind; the addresses are `https://am.example.com/push?_action=register` and `…=authenticate`.
  static let pingAM: KeyValuePairs<String, String> = [
    "l": "YW1sYmNvb2tpZT0wMQ", "issuer": "RXhhbXBsZUNvcnA", "m": "REGISTER:1",
    "s": "b3uYLkQ7dRPjBaIzV0t_aijoXRgMq-NP5AwVAvRfa_E", "c": "9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg",
    "r": "aHR0cHM6Ly9hbS5leGFtcGxlLmNvbS9wdXNoP19hY3Rpb249cmVnaXN0ZXI",
    "a": "aHR0cHM6Ly9hbS5leGFtcGxlLmNvbS9wdXNoP19hY3Rpb249YXV0aGVudGljYXRl", "uid": "ZGVtbw",
    "pid": "NTU1", "b": "032b75",
  ]

  static let pushToken: KeyValuePairs<String, String> = [
    "url": "https%3A//mfa.example.com/ttype/push", "ttl": "10", "issuer": "Example%20MFA",
    "enrollment_credential": "54f1b0cd", "v": "1", "serial": "PIPU0001", "sslverify": "0",
    "poll_only": "True",
  ]

  /// The URI with one parameter changed, or left out for nil, and something behind it.
  static func uri(
    _ head: String,
    _ parameters: KeyValuePairs<String, String>,
    _ changes: [String: String?] = [:],
    _ tail: String = ""
  ) -> String {
    var parts = parameters.compactMap { name, value -> String? in
      guard let change = changes[name] else { return "\(name)=\(value)" }
      return change.map { "\(name)=\($0)" }
    }
    for (name, value) in changes where !parameters.contains(where: { $0.key == name }) {
      parts.append("\(name)=\(value ?? "")")
    }
    return "\(head)?\(parts.joined(separator: "&"))\(tail)"
  }

  static let pushauth = "pushauth://push/ExampleCorp:demo"
  static let pipush = "otpauth://pipush/PIPU0001"
}

/// Enrolment URIs of every service, and what is wrong with those that are not.
@Suite("Enrolment URIs")
struct EnrolmentURITests {
  private func enrolmentOfPingAM(_ text: String) throws -> PingAMEnrolment {
    guard case .pingAM(let enrolment) = try Enrolment(text) else { throw OtherKind() }
    return enrolment
  }

  private func enrolmentOfToken(_ text: String) throws -> PushTokenEnrolment {
    guard case .pushToken(let enrolment) = try Enrolment(text) else { throw OtherKind() }
    return enrolment
  }

  private struct OtherKind: Error {}

  // MARK: PingAM

  @Test(arguments: [
    Sample.uri(Sample.pushauth, Sample.pingAM), Sample.uri("PUSHAUTH://Push/ExampleCorp:demo", Sample.pingAM),
    Sample.uri(
      "mfauth://totp/ExampleCorp:demo",
      Sample.pingAM,
      ["secret": "JBSWY3DPEHPK3PXP", "period": "30"]
    ),
    Sample.uri("mfauth://hotp/ExampleCorp:demo", Sample.pingAM),
    Sample.uri("mfauth://push/ExampleCorp:demo", Sample.pingAM),
    Sample.uri("pushauth://push/ExampleCorp%3Ademo", Sample.pingAM),
    "  \(Sample.uri(Sample.pushauth, Sample.pingAM))\r\n",
    Sample.uri(Sample.pushauth, Sample.pingAM, [:], "#fragment"),
    Sample.uri("pushauth://push//ExampleCorp:%20demo%20", Sample.pingAM),
    // Standard base64 with its padding, percent-encoded or not.
    Sample.uri(Sample.pushauth, Sample.pingAM, ["s": "b3uYLkQ7dRPjBaIzV0t/aijoXRgMq+NP5AwVAvRfa/E="]),
    Sample.uri(Sample.pushauth, Sample.pingAM, ["s": "b3uYLkQ7dRPjBaIzV0t%2FaijoXRgMq%2BNP5AwVAvRfa%2fE%3D"]),
  ])
  func readsPingAM(_ text: String) throws {
    let enrolment = try enrolmentOfPingAM(text)
    #expect(enrolment.issuer == "ExampleCorp")
    #expect(enrolment.account == "demo")
    #expect(enrolment.user == "demo")
    #expect(Base64.encode(enrolment.secret.reveal()) == "b3uYLkQ7dRPjBaIzV0t/aijoXRgMq+NP5AwVAvRfa/E=")
    #expect(enrolment.registration.wireText == "https://am.example.com/push?_action=register")
    #expect(enrolment.authentication.wireText == "https://am.example.com/push?_action=authenticate")
    #expect(try Enrolment(text).address == enrolment.registration)
    #expect(try Enrolment(text).provider == .pingam)
    // In whichever alphabet it stands in the URI, the text is a secret, and in the one that the file has.
    let secrets = enrolment.secretTexts.map { $0.reveal() }
    #expect(secrets.contains("b3uYLkQ7dRPjBaIzV0t/aijoXRgMq+NP5AwVAvRfa/E="))
    #expect(secrets.contains { text.contains($0) || text.contains("%2F") })
    #expect(!"\(enrolment)".contains("b3uYLkQ7"))
  }

  @Test("The one-time secret of a combined URI is as secret")
  func combinedSecret() throws {
    let text = Sample.uri("mfauth://totp/A:b", Sample.pingAM, ["secret": "JBSWY3DPEHPK3PXP"])
    #expect(try enrolmentOfPingAM(text).secretTexts.contains(Secret("JBSWY3DPEHPK3PXP")))
  }

  @Test(
    arguments: [
      ("A:b", nil, "A", "b"), ("A:b", "Qg", "B", "b"), ("b", nil, nil, "b"), ("", nil, nil, nil),
      (":b", nil, nil, "b"),
      ("A:", nil, "A", nil), ("A:b:c", nil, "A", "b:c"), ("A%20B:b%40c.example", nil, "A B", "b@c.example"),
      ("%C3%9Cber:b", nil, "Über", "b"),
    ] as [(String, String?, String?, String?)]
  )
  func labels(label: String, issuer: String?, shownIssuer: String?, account: String?) throws {
    let enrolment = try enrolmentOfPingAM(
      Sample.uri("pushauth://push/\(label)", Sample.pingAM, ["issuer": issuer])
    )
    #expect(enrolment.issuer == shownIssuer)
    #expect(enrolment.account == account)
  }

  @Test("What a server before 8.0.1 does not say is not needed")
  func optionalParameters() throws {
    let text = Sample.uri(
      Sample.pushauth,
      Sample.pingAM,
      ["uid": nil, "pid": nil, "l": nil, "b": nil, "issuer": ""]
    )
    let enrolment = try enrolmentOfPingAM(text)
    #expect(enrolment.user == nil)
    #expect(enrolment.issuer == "ExampleCorp")
    let request = try enrolment.request(mechanism: "M", token: .init(random: ((0, 0), (0, 0))), .echoing)
    #expect(!request.headers.contains { $0.name == "Cookie" })
  }

  // MARK: privacyIDEA and eduMFA

  struct Token: NamedCase {
    let name: String
    let text: String
    let service: PushTokenService
    let url: String

    init(
      _ name: String,
      _ head: String,
      _ changes: [String: String?] = [:],
      _ service: PushTokenService = .privacyIDEA,
      url: String = "https://mfa.example.com/ttype/push"
    ) {
      (self.name, self.service, self.url) = (name, service, url)
      text = Sample.uri(head, Sample.pushToken, changes)
    }
  }

  private static let edupush = "https://mfa.example.com/ttype/edupush"

  @Test(arguments: [
    Token("privacyIDEA", Sample.pipush), Token("privacyIDEA's own scheme", "pia://pipush/PIPU0001"),
    Token("eduMFA", "edumfa-push://edumfa/PIPU0001", ["url": edupush], .eduMFA, url: edupush),
    Token("eduMFA in the older scheme", Sample.pipush, ["url": edupush], .eduMFA, url: edupush),
    Token("eduMFA at another address", "edumfa-push://edumfa/PIPU0001", [:], .eduMFA),
    Token("no version", Sample.pipush, ["v": nil]),
    Token(
      "with a PIN and an image",
      Sample.pipush,
      ["pin": "True", "image": "https%3A//mfa.example.com/logo.png"]
    ),
  ])
  func readsPushTokens(_ row: Token) throws {
    let enrolment = try enrolmentOfToken(row.text)
    #expect(enrolment.service == row.service)
    #expect(enrolment.url.wireText == row.url)
    #expect(enrolment.serial == "PIPU0001")
    #expect(enrolment.issuer == "Example MFA")
    #expect(enrolment.account == "PIPU0001")
    #expect(enrolment.isPollOnly)
    #expect(enrolment.enrolmentCredential == Secret("54f1b0cd"))
    #expect(!"\(enrolment)".contains("54f1b0cd"))
    #expect(try Enrolment(row.text).provider == row.service.provider)
  }

  @Test(
    arguments: [
      ("True", true), ("true", true), ("1", true), ("False", false), ("0", false), ("", false), (nil, false),
    ] as [(String?, Bool)]
  )
  func pollOnly(_ spelled: String?, _ isPollOnly: Bool) throws {
    let text = Sample.uri(Sample.pipush, Sample.pushToken, ["poll_only": spelled])
    #expect(try enrolmentOfToken(text).isPollOnly == isPollOnly)
  }

  @Test("The key and the push token go into a form; the key is base64 of SubjectPublicKeyInfo")
  func form() throws {
    let enrolment = try enrolmentOfToken(Sample.uri(Sample.pipush, Sample.pushToken))
    let token = PushToken(random: ((1, 0), (0, 0)))
    let request = enrolment.request(key: .sample, token: token)
    #expect(request.method == "POST")
    #expect(request.url.wireText == "https://mfa.example.com/ttype/push")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "serial=PIPU0001&enrollment_credential=54f1b0cd&fbtoken=\(token.hex)&pubkey=%2F%2B7%2B"
    )
  }

  // MARK: What is refused

  struct Bad: NamedCase {
    let name: String
    let text: String
    let error: EnrolmentError

    init(_ name: String, _ text: String, _ error: EnrolmentError) {
      (self.name, self.text, self.error) = (name, text, error)
    }
  }

  @Test(
    "A parameter that is needed is missing, or empty",
    arguments: Sample.pingAM.map(\.key).filter { ["m", "s", "c", "r", "a"].contains($0) }
  )
  func missingOfPingAM(_ name: String) {
    for value in [nil, ""] as [String?] {
      let text = Sample.uri(Sample.pushauth, Sample.pingAM, [name: value])
      #expect(throws: EnrolmentError.parameter(name, .missing)) { try Enrolment(text) }
    }
  }

  @Test(
    "A parameter that is needed is missing, or empty",
    arguments: ["url", "serial", "enrollment_credential"]
  )
  func missingOfPushTokens(_ name: String) {
    for value in [nil, ""] as [String?] {
      let text = Sample.uri(Sample.pipush, Sample.pushToken, [name: value])
      #expect(throws: EnrolmentError.parameter(name, .missing)) { try Enrolment(text) }
    }
  }

  @Test(
    "Any parameter that stands twice, is too long or is badly encoded",
    arguments: [(Sample.pushauth, Sample.pingAM), (Sample.pipush, Sample.pushToken)]
  )
  func anyParameter(_ head: String, _ parameters: KeyValuePairs<String, String>) {
    for (name, value) in parameters {
      func refuses(_ text: String, _ problem: EnrolmentError.Problem) {
        #expect(throws: EnrolmentError.parameter(name, problem)) { try Enrolment(text) }
      }
      refuses(Sample.uri(head, parameters, [:], "&\(name)=\(value)"), .twice)
      refuses(Sample.uri(head, parameters, [:], "&\(name)"), .twice)
      let long = String(repeating: "A", count: 2049)
      refuses(Sample.uri(head, parameters, [name: long]), .tooLong(bytes: 2049, limit: 2048))
      for bad in ["%", "%4", "%zz", "A%FF", "%C3", "%ED%A0%80", "%C0%AF"] {
        refuses(Sample.uri(head, parameters, [name: bad]), .badPercentEncoding)
      }
    }
  }

  @Test(
    "Base64 of neither alphabet, of both, with other padding or with spare bits",
    arguments: ["s", "c", "r", "a", "l", "issuer", "uid"]
  )
  func notBase64(_ name: String) {
    for value in ["!", "A", "AAAAA", "+_8", "AA=", "AA===", "AB", "AA%20AA", "AAA.AAA"] {
      let text = Sample.uri(Sample.pushauth, Sample.pingAM, [name: value])
      #expect(throws: EnrolmentError.parameter(name, .notBase64), "\(value)") { try Enrolment(text) }
    }
  }

  @Test(arguments: [
    // Bytes that are no UTF-8, and addresses that are none.
    Bad(
      "text",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["issuer": "_w"]),
      .parameter("issuer", .notBase64)
    ),
    Bad(
      "register",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["r": "YW0uZXhhbXBsZS5jb20"]),
      .parameter("r", .notAnAddress(.noScheme))
    ),
    Bad(
      "authenticate",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["a": "amF2YXNjcmlwdDovL3g"]),
      .parameter("a", .notAnAddress(.schemeNotHTTP("javascript")))
    ),
    // "a\r\nX-Evil: 1", and "ü".
    Bad(
      "a cookie of two lines",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["l": "YQ0KWC1FdmlsOiAx"]),
      .parameter("l", .notAHeaderValue)
    ),
    Bad(
      "a cookie beyond ASCII",
      Sample.uri(Sample.pushauth, Sample.pingAM, ["l": "w7w"]),
      .parameter("l", .notAHeaderValue)
    ),
    Bad(
      "another version",
      Sample.uri(Sample.pipush, Sample.pushToken, ["v": "2"]),
      .parameter("v", .unknownValue("2", known: ["1"]))
    ),
    Bad(
      "no address",
      Sample.uri(Sample.pipush, Sample.pushToken, ["url": "mfa"]),
      .parameter("url", .notAnAddress(.noScheme))
    ),
    Bad(
      "a port beyond all",
      Sample.uri(Sample.pipush, Sample.pushToken, ["url": "http://a:70000"]),
      .parameter("url", .notAnAddress(.badPort("70000")))
    ),
    Bad(
      "a one-time password",
      "otpauth://totp/A:b?secret=AAAA",
      .unsupported(scheme: "otpauth", host: "totp")
    ),
    Bad("Guardian's", "otpauth://totp/A?enrollment_tx_id=1", .unsupported(scheme: "otpauth", host: "totp")),
    Bad("a page", "https://mfa.example.com/", .unsupported(scheme: "https", host: "mfa.example.com")),
    Bad("another action", "pushauth://pull/A:b", .unsupported(scheme: "pushauth", host: "pull")),
    Bad("a host that grew", "pushauth://pushy/A:b", .unsupported(scheme: "pushauth", host: "pushy")),
    Bad("no host", "pushauth:///A:b", .unsupported(scheme: "pushauth", host: "")),
    Bad("nothing but a scheme", "pushauth://", .unsupported(scheme: "pushauth", host: "")),
    Bad("no scheme", "://push", .unsupported(scheme: "", host: "push")),
    Bad("no query", "pushauth://push/A:b", .parameter("s", .missing)),
    Bad("no query of a push token", "edumfa-push://edumfa/A", .parameter("serial", .missing)),
    Bad("nothing", "", .notURI), Bad("blanks", " \n ", .notURI), Bad("a word", "pushauth", .notURI),
    Bad("a deep link", "mfa-cli:login", .notURI),
    Bad(
      "two lines",
      "\(Sample.uri(Sample.pushauth, Sample.pingAM))\n\(Sample.uri(Sample.pushauth, Sample.pingAM))",
      .notURI
    ),
    Bad("a blank inside", "pushauth://push/A b", .notURI),
    Bad(
      "more than a QR code holds",
      "pushauth://push/A?x=" + String(repeating: "A", count: 16 << 10),
      .tooLong(bytes: 20 + 16 << 10, limit: 16 << 10)
    ),
  ])
  func refuses(_ row: Bad) {
    #expect(throws: row.error) { try Enrolment(row.text) }
    let isSomebodyElses =
      switch row.error {
      case .notURI, .unsupported: true
      default: false
      }
    #expect(row.error.isUnsupported == isSomebodyElses)
  }

  @Test("A URI of nothing but parameters takes no time")
  func manyParameters() {
    let text = "pushauth://push/A?" + (0..<2000).map { "a\($0)=" }.joined(separator: "&")
    #expect(throws: EnrolmentError.parameter("s", .missing)) { try Enrolment(text) }
    let marks = "pushauth://push\u{301}/\u{301}?\u{301}=\u{301}&\u{301}"
    #expect(throws: EnrolmentError.self) { try Enrolment(marks) }
  }
}
