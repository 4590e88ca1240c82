/// What an `otpauth://pipush` URI of privacyIDEA or an `edumfa-push://` URI of eduMFA says.
///
/// Source: `lib/tokens/pushtoken.py` of both.
package struct PushTokenEnrolment: Sendable {
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

  func replacingOrigin(with other: EndpointURL) -> PushTokenEnrolment {
    var enrolment = self
    enrolment.url = url.replacingOrigin(with: other)
    return enrolment
  }

  /// The request that hands over the public key and the push token.
  package func request(key: PublicKey, token: PushToken) -> HTTPRequest {
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
      id: serial,
      issuer: issuer,
      account: account,
      endpoint: url,
      keys: .pushToken(
        PushTokenKeys(
          service: service,
          privateKey: key.pem,
          algorithm: key.kind,
          serverKey: serverKey,
          isPollOnly: isPollOnly,
          skipsVerification: skipsVerification
        )
      )
    )
  }
}

/// What a push token of privacyIDEA or eduMFA asks of its service beside answers. Both requests are signed with the time,
/// which the service takes within a minute or five.
package enum PushTokenUpkeep {
  /// Asks for the pushes that wait.
  package static func poll(
    _ credential: Credential,
    keys: PushTokenKeys,
    at endpoint: EndpointURL,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let time = PushTokenUpkeep.time(now)
    let signature = try sign("\(credential.id)|\(time)", keys, cryptography)
    return HTTPRequest(
      method: "GET",
      url: endpoint.appending(query: [
        ("serial", credential.id), ("timestamp", time), ("signature", signature),
      ]),
      headers: [HTTPHeader("Accept", .plain("application/json"))],
      body: []
    )
  }

  /// Tells the push token, after it has changed.
  package static func tokenChange(
    _ credential: Credential,
    keys: PushTokenKeys,
    at endpoint: EndpointURL,
    token: PushToken,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let time = PushTokenUpkeep.time(now)
    let signature = try sign("\(token.hex)|\(credential.id)|\(time)", keys, cryptography)
    return .form(
      [
        ("new_fb_token", token.hex), ("serial", credential.id), ("timestamp", time),
        ("signature", signature),
      ],
      to: endpoint
    )
  }

  /// Without milliseconds, and in UTC.
  private static func time(_ now: Timestamp) -> String {
    RFC3339.format(Timestamp(clamping: now.milliseconds / 1000 * 1000))
  }

  private static func sign(
    _ text: String,
    _ keys: PushTokenKeys,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> String {
    return Base32.encode(try cryptography.sign(keys.signingKey, Array(text.utf8)))
  }
}
