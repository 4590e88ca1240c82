import MFACore
import Testing

private typealias Sample = EnrolmentSample

/// Enrolment URIs of every service.
@Suite("Enrolment URIs")
struct EnrolmentURITests {
  private func enrolmentOfPingAM(_ text: String) throws -> PingAMEnrolment {
    guard let enrolment = try Provider.all.enrollment(text) as? PingAMEnrolment else { throw OtherKind() }
    return enrolment
  }

  private func enrolmentOfToken(_ text: String) throws -> PushTokenEnrolment {
    guard let enrolment = try Provider.all.enrollment(text) as? PushTokenEnrolment else { throw OtherKind() }
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
    #expect(try Provider.all.enrollment(text).addresses.first == enrolment.registration)
    #expect(try Provider.all.enrollment(text).row.name == .pingam)
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
    #expect(
      try Provider.all.enrollment(row.text).row.name == (row.service == .eduMFA ? .edumfa : .privacyidea)
    )
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
    let token = DeviceToken(random: ((1, 0), (0, 0)))
    let request = enrolment.request(key: .sample, token: token)
    #expect(request.method == "POST")
    #expect(request.url.wireText == "https://mfa.example.com/ttype/push")
    #expect(
      String(decoding: request.body, as: UTF8.self)
        == "serial=PIPU0001&enrollment_credential=54f1b0cd&fbtoken=\(token.hex)&pubkey=%2F%2B7%2B"
    )
  }
}
