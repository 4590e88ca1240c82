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

/// What a push token of privacyIDEA or eduMFA asks of its service beside answers. Both requests are signed with the time,
/// which the service takes within a minute or five.
package enum PushTokenUpkeep {
  /// Asks for the pushes that wait.
  package static func poll(
    _ credential: Credential,
    at endpoint: EndpointURL,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let time = PushTokenUpkeep.time(now)
    let signature = try sign("\(credential.id)|\(time)", credential, cryptography)
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
    at endpoint: EndpointURL,
    token: DeviceToken,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let time = PushTokenUpkeep.time(now)
    let signature = try sign("\(token.hex)|\(credential.id)|\(time)", credential, cryptography)
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
    _ credential: Credential,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> String {
    guard let keys = credential.keys(as: PushTokenKeys.self) else { throw .unusableKey }
    return Base32.encode(try cryptography.sign(try credential.signingKey(keys.algorithm), Array(text.utf8)))
  }
}

/// What a push token of privacyIDEA or eduMFA has beside its own key: the server's, to check its pushes with.
package struct PushTokenKeys: Sendable {
  package let service: PushTokenService
  /// The kind that its own key was enrolled as.
  package let algorithm: KeyKind
  /// As it is kept, in PEM.
  let serverKeyText: String
  /// Nil until it is read, where that takes a library.
  package let serverKey: PublicKey?
  /// Whether the server never pushes to it.
  package let isPollOnly: Bool
  /// Whether the enrollment asked not to verify the service's certificate.
  package let skipsVerification: Bool

  package init(
    service: PushTokenService,
    algorithm: KeyKind,
    serverKey: PublicKey,
    isPollOnly: Bool,
    skipsVerification: Bool = false
  ) {
    self.init(service, algorithm, serverKey.pem, serverKey, isPollOnly, skipsVerification)
  }

  private init(
    _ service: PushTokenService,
    _ algorithm: KeyKind,
    _ serverKeyText: String,
    _ serverKey: PublicKey?,
    _ isPollOnly: Bool,
    _ skipsVerification: Bool
  ) {
    self.service = service
    self.algorithm = algorithm
    self.serverKeyText = serverKeyText
    self.serverKey = serverKey
    self.isPollOnly = isPollOnly
    self.skipsVerification = skipsVerification
  }

  init(_ fields: CredentialFields, of service: PushTokenService) throws(CredentialFileError) {
    let algorithm = try fields.optionalText("algorithm") ?? "RS256"
    guard ["RS256", "ES256"].contains(algorithm) else {
      throw CredentialFileError("algorithm is neither RS256 nor ES256")
    }
    let serverKey = try fields.text("serverKey")
    self.init(
      service,
      algorithm == "RS256" ? .rsa : .p256,
      serverKey,
      PublicKey(pem: serverKey),
      try fields.bool("pollOnly") ?? false,
      try fields.bool("sslVerify") == false
    )
  }

  func loaded(_ cryptography: Cryptography) throws(CryptographyError) -> PushTokenKeys {
    guard serverKey == nil else { return self }
    let key = try cryptography.readPublicKey(Array(serverKeyText.utf8))
    return PushTokenKeys(service, algorithm, serverKeyText, key, isPollOnly, skipsVerification)
  }

  var algorithmName: String { algorithm == .rsa ? "RS256" : "ES256" }
}

/// The two services that have push tokens: the second began as a copy of the first.
package enum PushTokenService: Sendable, Equatable {
  case privacyIDEA, eduMFA

  var row: Provider { self == .privacyIDEA ? .privacyIDEA : .eduMFA }
}

extension CredentialCoding {
  static func pushToken(_ service: PushTokenService) -> CredentialCoding {
    CredentialCoding(
      read: { fields throws(CredentialFileError) in
        let privateKey: KeySource
        // In the order in which faults were always told: the algorithm, the key, the server's key.
        if let algorithm = try fields.optionalText("algorithm"), !["RS256", "ES256"].contains(algorithm) {
          throw CredentialFileError("algorithm is neither RS256 nor ES256")
        }
        privateKey = try fields.privateKey()
        return (try PushTokenKeys(fields, of: service), privateKey)
      },
      members: { credential in
        guard let keys = credential.keys(as: PushTokenKeys.self) else { return [] }
        var members: [JSONObject.Member] = [
          .init(key: "algorithm", value: .string(keys.algorithmName))
        ]
        if let key = credential.privateKey { members.append(key.member) }
        members.append(.init(key: "serverKey", value: .string(keys.serverKeyText)))
        members.append(.init(key: "pollOnly", value: .bool(keys.isPollOnly)))
        if keys.skipsVerification { members.append(.init(key: "sslVerify", value: .bool(false))) }
        return members
      },
      algorithm: { $0.keys(as: PushTokenKeys.self)?.algorithmName ?? "RS256" },
      load: { (credential, cryptography) throws(CryptographyError) in
        guard let keys = credential.keys(as: PushTokenKeys.self) else { return credential }
        return credential.with(keys: try keys.loaded(cryptography))
      },
      isPollOnly: { $0.keys(as: PushTokenKeys.self)?.isPollOnly ?? false },
      skipsVerification: { $0.keys(as: PushTokenKeys.self)?.skipsVerification ?? false },
      // privacyIDEA's pushes and eduMFA's are told apart by their addresses alone, which either may choose.
      takesPushesOf: { [.privacyIDEA, .eduMFA] },
      isAnswering: { credential, push in
        guard let request = push.request.content(as: PushTokenRequest.self) else { return true }
        return request.url == credential.endpoint
      }
    )
  }
}

extension PollingScheme {
  package static let pushToken: PollingScheme = PollingScheme(
    request: { (credential, address, now, cryptography) throws(CryptographyError) in
      try PushTokenUpkeep.poll(credential, at: address, now: now, cryptography)
    },
    list: { (reply) throws(PayloadError) in try PushTokenReply.pushes(in: reply) },
    credentialField: "serial",
    mention: { ($0["nonce"]?.string, $0["question"]?.string) },
    providers: { [.eduMFA, .privacyIDEA] }
  )
}

extension TokenUpdate {
  static let pushToken: TokenUpdate = TokenUpdate(
    request: { (credential, token, now, cryptography) throws(CryptographyError) in
      guard let endpoint = credential.endpoint else { return nil }
      return try PushTokenUpkeep.tokenChange(credential, at: endpoint, token: token, now: now, cryptography)
    },
    verdict: { PushTokenReply($0).verdict }
  )
}

extension PushFacts {
  static func pushToken(article: String) -> PushFacts {
    PushFacts(
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
