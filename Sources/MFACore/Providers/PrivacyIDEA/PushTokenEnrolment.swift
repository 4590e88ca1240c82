/// What an `otpauth://pipush` URI of privacyIDEA or an `edumfa-push://` URI of eduMFA says.
///
/// Source: `lib/tokens/pushtoken.py` of both.
package struct PushTokenEnrolment: Enrollment {
  package let service: PushTokenService
  package let issuer: String?
  /// What the service's QR code calls it.
  package let account: String?
  package let serial: String
  /// Where the enrolment, answers and polls go.
  package private(set) var url: EndpointURL
  /// Good once.
  package let enrolmentCredential: Secret
  package let isPollOnly: Bool
  /// Whether the service asks its phones not to verify its certificate (policy `push_ssl_verify`).
  package let skipsVerification: Bool

  /// Bytes; a serial is an id, and those of pushes have as many.
  private static let serialLimit = 256

  init(_ uri: EnrolmentURI) throws(EnrolmentError) {
    if let version = uri.optional("v"), version != "1" {
      throw .parameter("v", .unknownValue(version, known: ["1"]))
    }
    serial = try uri.text("serial")
    guard serial.utf8.count <= PushTokenEnrolment.serialLimit else {
      throw .parameter("serial", .tooLong(bytes: serial.utf8.count, limit: PushTokenEnrolment.serialLimit))
    }
    enrolmentCredential = Secret(try uri.text("enrollment_credential"))
    url = try EnrolmentURI.address(try uri.text("url"), of: "url")
    let isEduMFA = uri.scheme == "edumfa-push" || url.wireText.hasSuffix("/ttype/edupush")
    service = isEduMFA ? .eduMFA : .privacyIDEA
    let label = uri.issuerAndAccount
    issuer = uri.optional("issuer") ?? label.issuer
    account = label.account
    isPollOnly = ["1", "true"].contains(uri.optional("poll_only")?.lowercased() ?? "")
    skipsVerification = uri.optional("sslverify") == "0"
  }

  package var row: Provider { service.row }
  /// As it is, and as a form has it.
  package var secretTexts: [Secret] {
    [enrolmentCredential, Secret(PercentEncoding.encode(enrolmentCredential.reveal()))]
  }
  package var addresses: [EndpointURL] { [url] }
  package var takesKey: Bool { true }
  package var shortSecretBytes: Int? { nil }
  package var refusesP256: Bool { service == .privacyIDEA }

  package func made(_ credential: Credential, _: Cryptography) throws(CryptographyError) -> Bool {
    credential.keys(as: PushTokenKeys.self) != nil && credential.id == serial && credential.endpoint == url
  }

  package func attempt(_ materials: EnrollmentMaterials, _: Cryptography) throws(CryptographyError)
    -> EnrollmentAttempt
  {
    guard let key = materials.key else { throw .unusableKey }
    return EnrollmentAttempt(
      request: request(key: key.publicKey, token: materials.token),
      skipsVerification: skipsVerification,
      verdict: { PushTokenReply($0).enrolmentVerdict },
      credential: { (reply, cryptography) throws(UnusableServerKey) in
        guard let serverKey = try? cryptography.readPublicKey(PushTokenReply(reply).serverKey ?? []) else {
          throw UnusableServerKey(field: "detail.public_key")
        }
        return credential(key: key, serverKey: serverKey)
      }
    )
  }

  package func replacingOrigin(with other: EndpointURL) -> PushTokenEnrolment {
    var enrolment = self
    enrolment.url = url.replacingOrigin(with: other)
    return enrolment
  }

  /// The request that hands over the public key and the push token.
  package func request(key: PublicKey, token: DeviceToken) -> HTTPRequest {
    .form(
      [
        ("serial", serial), ("enrollment_credential", enrolmentCredential.reveal()),
        ("fbtoken", token.hex), ("pubkey", Base64.encode(key.der)),
      ],
      to: url
    )
  }

  /// The credential, once the service has taken the enrolment.
  package func credential(key: PrivateKey, serverKey: PublicKey) -> Credential {
    Credential(
      of: service.row,
      id: serial,
      issuer: issuer,
      account: account,
      endpoint: url,
      privateKey: .pem(key.pem),
      keys: PushTokenKeys(
        service: service,
        algorithm: key.kind,
        serverKey: serverKey,
        isPollOnly: isPollOnly,
        skipsVerification: skipsVerification
      )
    )
  }
}

extension PushFacts {
  static func pushToken(article: String) -> PushFacts {
    PushFacts(
      form: "the map of strings with a nonce",
      article: article,
      details: { push in
        guard let request = push.request.content(as: PushTokenRequest.self) else { return [] }
        return [
          "token \(request.serial)", "answered at \(request.url)",
          request.capabilities?.hasDeclineReason ?? false
            ? "a denial may have a reason" : "a denial takes no reason",
        ]
      },
      skipsVerification: { $0.request.content(as: PushTokenRequest.self)?.skipsVerification ?? false },
      displayCode: { PushTokenReply($0).displayCode }
    )
  }
}
