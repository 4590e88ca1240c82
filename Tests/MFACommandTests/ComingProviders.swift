@testable import MFACore

/// Two providers that exist in tests only. They have the shapes that no provider here has yet.
extension Provider {
  /// As Keycloak's HTTP channel for CIBA: the bearer of the push, which is an HTTP request, is that of the answer, and
  /// says where it goes.
  static let backchannel: Provider = Provider(
    name: ProviderName("backchannel"),
    recognises: {
      $0.authorization?.reveal().hasPrefix("Bearer ") == true && $0.fields["binding_message"] != nil
    },
    read: { (payload, reception, warnings) throws(PayloadError) in
      let bearer = String((payload.authorization?.reveal() ?? "").dropFirst("Bearer ".count))
      let claims = try CompactJWS.read(bearer, field: "Authorization").claims
      let issuer = try payload.text("iss", in: claims, path: "claim ")
      return .coming(
        id: try payload.text("jti", in: claims, path: "claim "),
        row: .backchannel,
        payload,
        message: try payload.text("binding_message", in: payload.fields),
        callback: try? EndpointURL(issuer + "/callback"),
        request: PushRequest(of: nil) { () throws(PayloadError) in Secret(bearer) }
      )
    },
    answering: .contract(
      ContractAnswering(
        request: { decision, push, address, _ in
          let bearer = push.request.content(as: Secret.self)?.reveal() ?? ""
          let status = decision.action == .deny ? "UNAUTHORIZED" : "SUCCEED"
          return HTTPRequest(
            method: "POST",
            url: address,
            headers: [
              HTTPHeader("Content-Type", .plain("application/json")),
              HTTPHeader("Authorization", .secret(Secret("Bearer " + bearer))),
            ],
            body: JSONWriter.bytes(.object(JSONObject(["status": .string(status)])))
          )
        },
        isIdempotent: false,
        verdict: { Verdict(status: $0.status) }
      )
    ),
    reception: PushReception(status: 201)
  )

  /// As Keycloak's push MFA: the push names a challenge and no more. An access token comes first, then the numbers, and
  /// then the answer, which a key signs.
  static let fetching: Provider = Provider(
    name: ProviderName("fetching"),
    recognises: { $0.fields["cid"] != nil && $0.fields["credId"] != nil },
    read: { (payload, reception, warnings) throws(PayloadError) in
      .coming(
        id: try payload.text("cid", in: payload.fields),
        row: .fetching,
        payload,
        expiry: payload.fields["exp"] == nil ? .never : .at(reception.now),
        request: PushRequest(of: payload.fields["credId"]?.string) { () throws(PayloadError) in FetchedToken()
        }
      )
    },
    answering: .enrolled(
      EnrolledAnswering(
        check: { _, _, _ in .none },
        address: { _, credential in credential.endpoint.map { .enrolled($0) } },
        denyReason: { _ in .never },
        fetch: { (push, credential, address, now, cryptography) throws(CryptographyError) in
          .send(
            try signed(
              ["sub": .string(credential.id)],
              credential,
              to: address.appending(["token"]),
              cryptography
            )
          ) {
            (reply, _, _) throws(FetchError) in try pending(push, at: address, with: reply)
          }
        },
        request: { (decision, push, credential, cryptography, address, _) throws(CryptographyError) in
          let number = decision.number.map { JSONValue.string($0.text) } ?? .null
          let action = JSONValue.string(decision.action == .deny ? "deny" : "approve")
          return try signed(
            ["cid": .string(push.id), "action": action, "userVerification": number],
            credential,
            to: address.appending(["challenges", push.id, "respond"]),
            token: push.request.content(as: FetchedToken.self)?.token,
            cryptography
          )
        },
        verdict: { reply, _ in Verdict(status: reply.status) },
        needsBody: false,
        lifetime: nil
      )
    ),
    credentials: CredentialCoding(
      read: { fields throws(CredentialFileError) in ("", try fields.privateKey()) },
      members: { $0.privateKey.map { [$0.member] } ?? [] },
      algorithm: { _ in "RS256" },
      takesPushesOf: { [.fetching] }
    ),
    facts: PushFacts(
      secrets: { push in [push.request.content(as: FetchedToken.self)?.token].compactMap(\.self) }
    )
  )

  private struct FetchedToken: Sendable, Equatable {
    var token: Secret?
  }

  private static func pending(_ push: Push, at address: EndpointURL, with reply: HTTPReply) throws(FetchError)
    -> FetchStep
  {
    guard let token = object(in: reply)["access_token"]?.string else {
      throw .refused(.fieldMissing("access_token"))
    }
    let request = HTTPRequest(
      method: "GET",
      url: address.appending(["pending"]),
      headers: [HTTPHeader("Authorization", .secret(Secret("DPoP " + token)))],
      body: []
    )
    return .send(request) { (reply, _, _) throws(FetchError) in
      guard let numbers = object(in: reply)["numbers"]?.array else {
        throw .refused(.fieldMissing("numbers"))
      }
      let values = numbers.compactMap { $0.string.map { MatchValue($0) } }
      var whole = push
      whole.kind = .challenge(.pick(values))
      whole.request = PushRequest(of: push.request.credentialID) { () throws(PayloadError) in
        FetchedToken(token: Secret(token))
      }
      return .done(whole)
    }
  }

  private static func object(in reply: HTTPReply) -> JSONObject {
    (try? JSONReader.read(utf8: reply.body[...]))?.value.object ?? JSONObject()
  }

  private static func signed(
    _ claims: KeyValuePairs<String, JSONValue>,
    _ credential: Credential,
    to address: EndpointURL,
    token: Secret? = nil,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let jws = try cryptography.compactRS256(JSONObject(claims), key: credential.signingKey(.rsa))
    return HTTPRequest(
      method: "POST",
      url: address,
      headers: token.map { [HTTPHeader("Authorization", .secret(Secret("DPoP " + $0.reveal())))] } ?? [],
      body: JSONWriter.bytes(.object(JSONObject(["token": .string(jws)]))),
      secrets: [Secret(signatureOf: jws)]
    )
  }
}

extension Push {
  fileprivate static func coming(
    id: String,
    row: Provider,
    _ payload: Payload,
    message: String? = nil,
    callback: EndpointURL? = nil,
    expiry: Expiry = .never,
    request: PushRequest
  ) -> Push {
    Push(
      id: id,
      row: row,
      envelope: payload.envelope,
      kind: .default,
      evidence: [],
      text: AlertText(title: nil, message: message, isLocalized: false, usedFields: []),
      expiry: expiry,
      deepLink: nil,
      context: nil,
      customData: JSONObject(),
      signature: .none,
      callback: callback,
      simulatorBundle: nil,
      jws: nil,
      signedText: nil,
      request: request
    )
  }
}
