/// What a `pushauth://` or `mfauth://` URI of PingAM says. Of a combined one the half for one-time passwords is left.
///
/// Source: `PushRegistrationHelper` of PingAM for the URI, the SDKs' `PingAMPushResponder` for the answer.
package struct PingAMEnrolment: Enrollment {
  package let issuer: String?
  package let account: String?
  /// The server's name of the user, in URIs from 8.0.1 on.
  package let user: String?
  /// Shared with the server from now on.
  package let secret: SecretBytes
  /// Where the enrolment is answered, with its `_action=register`.
  package private(set) var registration: EndpointURL
  /// Where pushes are answered, with its `_action=authenticate`.
  package private(set) var authentication: EndpointURL
  /// The texts of the URI that are as secret as the secret.
  package let secretTexts: [Secret]
  private let messageID: String
  private let challenge: [UInt8]
  /// `name=value`, which leads a load balancer to the server that waits.
  private let cookie: String?

  init(_ uri: EnrolmentURI) throws(EnrolmentError) {
    let label = uri.issuerAndAccount
    issuer = try uri.optionalBase64Text("issuer") ?? label.issuer
    account = label.account
    user = try uri.optionalBase64Text("uid")
    secret = SecretBytes(try uri.base64("s"))
    challenge = try uri.base64("c")
    messageID = try uri.text("m")
    registration = try PingAMEnrolment.address("r", in: uri)
    authentication = try PingAMEnrolment.address("a", in: uri)
    cookie = try uri.optionalBase64Text("l")
    // It becomes a header: only visible ASCII and blanks (RFC 6265, section 4.2.1).
    guard cookie?.unicodeScalars.allSatisfy({ (0x20...0x7E).contains($0.value) }) ?? true else {
      throw .parameter("l", .notAHeaderValue)
    }
    // The half for one-time passwords has a secret as well.
    secretTexts = [try uri.text("s"), Base64.encode(secret.reveal()), uri.optional("secret")]
      .compactMap(\.self).map { Secret($0) }
  }

  package var row: Provider { .pingAM }
  package var addresses: [EndpointURL] { [registration, authentication] }
  package var takesKey: Bool { false }
  package var refusesP256: Bool { false }

  /// The mechanism's id is another each time; the secret is what the server made for this one.
  package func made(_ credential: Credential, _ cryptography: Cryptography) throws(CryptographyError) -> Bool
  {
    guard let keys = credential.keys(as: PingAMKeys.self) else { return false }
    return try cryptography.areEqual(keys.secret.reveal(), secret.reveal())
  }

  package func attempt(_ materials: EnrollmentMaterials, _ cryptography: Cryptography)
    throws(CryptographyError)
    -> EnrollmentAttempt
  {
    EnrollmentAttempt(
      request: try request(mechanism: materials.freshID, token: materials.token, cryptography),
      skipsVerification: false,
      verdict: { PingAMEnrolment.verdict($0) },
      credential: { _, _ in credential(mechanism: materials.freshID) }
    )
  }

  package func replacingOrigin(with other: EndpointURL) -> PingAMEnrolment {
    var enrolment = self
    enrolment.registration = registration.replacingOrigin(with: other)
    enrolment.authentication = authentication.replacingOrigin(with: other)
    return enrolment
  }

  private static func address(_ name: String, in uri: EnrolmentURI) throws(EnrolmentError) -> EndpointURL {
    guard let text = try uri.optionalBase64Text(name) else { throw .parameter(name, .missing) }
    return try EnrolmentURI.address(text, of: name)
  }

  /// Bytes of a secret that could be guessed, as HMAC takes it; nil for one of 128 bits or more (RFC 4226, section 4, R6).
  package var shortSecretBytes: Int? {
    let count = secret.reveal().count
    return count < 16 ? count : nil
  }

  /// The request that registers this device.
  ///
  /// - Parameter mechanism: a fresh UUID, by which pushes name the credential from now on.
  package func request(
    mechanism: String,
    token: DeviceToken,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let response = Base64.encode(try cryptography.hmacSHA256(secret, challenge))
    let device = PingAMDevice(token: token)
    let claims = JSONObject(
      [
        .init(key: "response", value: .string(response)),
        .init(key: "mechanismUid", value: .string(mechanism)),
      ] + device.claims
    )
    let jwt = try cryptography.compactHS256(claims, key: secret)
    return .pingAM(
      ["messageId": .string(messageID), "jwt": .string(jwt)],
      cookie: cookie,
      // The device token stands in it, encoded.
      secrets: [Secret(jwt)],
      to: registration
    )
  }

  /// What a reply means. PingAM says `{}`: a page of a proxy or a portal that answers 200 to everything has not enrolled
  /// anybody, and a credential that the server does not know would look like one that works.
  package static func verdict(_ reply: HTTPReply) -> Verdict {
    guard !reply.isBadRequestOfPingAM else { return .refused(.notAccepted) }
    let verdict = Verdict(status: reply.status)
    guard verdict == .recorded, !reply.body.isEmpty else { return verdict }
    let text = try? SourceText.decode(reply.body)
    let isObject = text.flatMap { try? JSONReader.read($0) }?.value.object != nil
    return isObject ? .recorded : .refused(.fieldMissing("JSON object"))
  }

  /// The credential, once the server has taken the registration.
  package func credential(mechanism: String) -> Credential {
    Credential(
      of: .pingAM,
      id: mechanism,
      issuer: issuer,
      account: account,
      endpoint: authentication,
      keys: PingAMKeys(secret: secret, user: user)
    )
  }
}

/// What a phone says of itself to PingAM.
struct PingAMDevice: Sendable {
  let token: DeviceToken

  var claims: [JSONObject.Member] {
    let claims: KeyValuePairs<String, String> = [
      "deviceId": token.hex, "deviceName": "mfa-cli", "deviceType": "ios", "communicationType": "apns",
    ]
    return claims.map { .init(key: $0.key, value: .string($0.value)) }
  }
}

/// The change of the push token at PingAM, from release 8.0.1 on.
package enum PingAMTokenChange {
  /// The request, to the address of the enrolment with another action. The server finds the device by the user's name,
  /// `username`, which the new SDK for iOS calls `userId`, so that the server refuses it.
  package static func request(
    for credential: Credential,
    token: DeviceToken,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest? {
    guard let keys = credential.keys(as: PingAMKeys.self),
      let address = credential.endpoint?.withAction("refresh"),
      let user = keys.user ?? credential.account
    else { return nil }
    let claims = JSONObject(
      [.init(key: "mechanismUid", value: .string(credential.id))] + PingAMDevice(token: token).claims
    )
    let jwt = try cryptography.compactHS256(claims, key: keys.secret)
    return .pingAM(
      ["mechanismUid": .string(credential.id), "username": .string(user), "jwt": .string(jwt)],
      cookie: nil,
      secrets: [Secret(jwt), Secret(signatureOf: jwt)],
      to: address
    )
  }
}

extension EndpointURL {
  /// The same address with this `_action` alone in its query.
  fileprivate func withAction(_ action: String) -> EndpointURL? {
    let base = wireText.prefix { $0 != "?" }
    return try? EndpointURL("\(base)?_action=\(action)")
  }
}

extension HTTPRequest {
  /// A request as PingAM's endpoints for push take it.
  static func pingAM(
    _ members: KeyValuePairs<String, JSONValue>,
    cookie: String?,
    secrets: [Secret],
    to address: EndpointURL
  ) -> HTTPRequest {
    var headers = [
      HTTPHeader("Content-Type", .plain("application/json")),
      HTTPHeader("Accept-API-Version", .plain("resource=1.0, protocol=1.0")),
    ]
    if let cookie { headers.append(HTTPHeader("Cookie", .plain(cookie))) }
    return HTTPRequest(
      method: "POST",
      url: address,
      headers: headers,
      body: JSONWriter.bytes(.object(JSONObject(members))),
      secrets: secrets
    )
  }
}

/// A PingAM enrollment shares one secret with the server.
package struct PingAMKeys: Sendable {
  /// Decoded.
  package let secret: SecretBytes
  /// The server's name of the user, which a change of the device token has to give.
  package let user: String?

  package init(secret: SecretBytes, user: String?) {
    self.secret = secret
    self.user = user
  }
}

extension CredentialCoding {
  static let pingAM: CredentialCoding = CredentialCoding(
    read: { fields throws(CredentialFileError) in
      let text = try fields.text("secret")
      guard let secret = Base64.decodeEitherAlphabet(text), !secret.isEmpty else {
        throw CredentialFileError("secret is not base 64", isKey: true)
      }
      return (PingAMKeys(secret: SecretBytes(secret), user: try fields.optionalText("user")), nil)
    },
    members: { credential in
      guard let keys = credential.keys(as: PingAMKeys.self) else { return [] }
      return [
        .init(key: "secret", value: .string(Base64.encode(keys.secret.reveal()))),
        .init(key: "user", value: keys.user.map { .string($0) } ?? .null),
      ]
    },
    algorithm: { _ in "HS256" },
    sharedSecrets: { credential in
      guard let secret = credential.keys(as: PingAMKeys.self)?.secret.reveal() else { return [] }
      return [Secret(Base64.encode(secret)), Secret(Base64URL.encode(secret))]
    },
    takesPushesOf: { [.pingAM] }
  )
}
