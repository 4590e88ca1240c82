/// What a push of Auth0 Guardian wants to be answered with.
///
/// Source: `Notification` and `APIClient` of Guardian.swift.
package struct GuardianRequest: Sendable, Equatable {
  /// The id of the enrolment, `dai`.
  package let enrolment: String
  /// The bearer of the answer, `txtkn`.
  package let transactionToken: Secret
  /// What is signed, `c`.
  package let challenge: String
  /// The server, `sh`, without a path of ours.
  package let server: EndpointURL

  package static func == (left: GuardianRequest, right: GuardianRequest) -> Bool {
    left.enrolment.isSameBytes(as: right.enrolment) && left.transactionToken == right.transactionToken
      && left.challenge.isSameBytes(as: right.challenge) && left.server == right.server
  }

  /// The address that takes answers. Tenants have it below `/appliance-mfa`, the service's own hosts have not.
  package static func resolveURL(at server: EndpointURL) -> EndpointURL {
    let labels = server.host.split(separator: ".")
    let isOwnHost =
      labels.suffix(3) == ["guardian", "auth0", "com"]
      || (labels.count >= 4 && labels[labels.count - 4] == "guardian"
        && labels.suffix(2) == ["auth0", "com"])
    let path = server.wireText.prefix { $0 != "?" }
    let hasPrefix = path.hasSuffix("/appliance-mfa") || path.hasSuffix("/appliance-mfa/")
    return server.appending(
      (isOwnHost || hasPrefix ? [] : ["appliance-mfa"]) + ["api", "resolve-transaction"]
    )
  }
}

/// The answer to a Guardian push: a JWT that the enrolled key signs.
package struct GuardianAnswer: Sendable {
  package let request: GuardianRequest
  package let decision: Decision
  /// The phone's own identifier.
  package let device: String

  /// Seconds that the JWT is good for, as in the SDK.
  static let lifetime = 30

  func claims(audience: EndpointURL, now: Timestamp) -> JSONObject {
    let issued = Int(now.milliseconds / 1000)
    var members: [JSONObject.Member] = [
      .init(key: "sub", value: .string(request.challenge)),
      .init(key: "iss", value: .string(device)),
      .init(key: "aud", value: .string(audience.wireText)),
      .init(key: "iat", value: .number(JSONNumber(issued))),
      .init(key: "exp", value: .number(JSONNumber(issued + GuardianAnswer.lifetime))),
      .init(key: "auth0_guardian_method", value: .string("push")),
      .init(key: "auth0_guardian_accepted", value: .bool(decision.action != .deny)),
    ]
    if decision.action == .deny, let reason = decision.denyReason {
      members.append(.init(key: "auth0_guardian_reason", value: .string(reason)))
    }
    return JSONObject(members)
  }

  func httpRequest(
    to address: EndpointURL,
    key: SigningKey,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let jwt = try cryptography.compactRS256(claims(audience: address, now: now), key: key)
    return HTTPRequest(
      method: "POST",
      url: address,
      headers: [
        HTTPHeader("Content-Type", .plain("application/json")),
        HTTPHeader("Authorization", .secret(Secret("Bearer " + request.transactionToken.reveal()))),
      ],
      body: JSONWriter.bytes(.object(JSONObject(["challenge_response": .string(jwt)]))),
      secrets: [Secret(signatureOf: jwt)]
    )
  }
}

extension EnrolledAnswering {
  /// Guardian: the push is not signed, the answer is.
  static let guardian: EnrolledAnswering = EnrolledAnswering(
    check: { _, _, _ in .none },
    address: { push, credential in
      if let endpoint = credential.endpoint { return .enrolled(GuardianRequest.resolveURL(at: endpoint)) }
      guard let request = push.request.content(as: GuardianRequest.self) else { return nil }
      return .push(GuardianRequest.resolveURL(at: request.server))
    },
    denyReason: { _ in .taken },
    request: { (decision, push, credential, cryptography, address, now) throws(CryptographyError) in
      guard let request = push.request.content(as: GuardianRequest.self),
        let keys = credential.keys(as: GuardianKeys.self)
      else {
        throw .unusableKey
      }
      let answer = GuardianAnswer(request: request, decision: decision, device: keys.device)
      let key = try credential.signingKey(.rsa)
      return try answer.httpRequest(to: address, key: key, now: now, cryptography)
    },
    verdict: { reply, _ in
      // The SDK for iOS takes another 2xx than 204 only where it holds JSON.
      let isJSON = reply.header("Content-Type")?.lowercased().containsText("json") ?? false
      guard (200...299).contains(reply.status) else { return .refused(.status) }
      return reply.status == 204 || isJSON
        ? .recorded : .refused(.fieldMissing("Content-Type: application/json"))
    },
    needsBody: false,
    lifetime: Double(GuardianAnswer.lifetime)
  )
}

/// An Auth0 Guardian enrollment, beside its private key.
package struct GuardianKeys: Sendable {
  /// The local identifier that the phone enrolled with, the issuer of its answers.
  package let device: String

  package init(device: String) { self.device = device }
}

extension CredentialCoding {
  static let guardian: CredentialCoding = CredentialCoding(
    read: { fields throws(CredentialFileError) in
      (GuardianKeys(device: try fields.text("deviceIdentifier")), try fields.privateKey())
    },
    members: { credential in
      let device = credential.keys(as: GuardianKeys.self)?.device ?? ""
      let key = credential.privateKey.map { [$0.member] } ?? []
      return [.init(key: "deviceIdentifier", value: .string(device))] + key
    },
    algorithm: { _ in "RS256" },
    needsEndpoint: false,
    takesPushesOf: { [.guardian] }
  )
}
