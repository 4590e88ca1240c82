/// What a PingAM push wants to be answered with, read from its claims.
///
/// Source: `PushAuthenticationSenderNode` of PingAM for the claims, the SDKs' `PingAMPushResponder` for the answer.
package struct PingAMRequest: Sendable, Equatable {
  /// Echoed unchanged; the server finds the request by it.
  package let messageID: String
  /// The id under which the credential was enrolled.
  package let mechanism: String
  /// What has to be proven to know the shared secret with.
  package let challenge: [UInt8]
  /// `name=value`, which leads a load balancer to the server that waits for the answer.
  package let cookie: String?

  package static func == (left: PingAMRequest, right: PingAMRequest) -> Bool {
    left.messageID.isSameBytes(as: right.messageID) && left.mechanism.isSameBytes(as: right.mechanism)
      && left.challenge == right.challenge && left.cookie == right.cookie
  }

  package init(messageID: String, claims: JSONObject) throws(PayloadError) {
    let payload = Payload(envelope: .jws, fields: claims)
    self.messageID = messageID
    mechanism = try payload.text("u", in: claims, path: "claim ")
    guard let challenge = Base64.decode(try payload.text("c", in: claims, path: "claim ")) else {
      throw .field(FieldError("claim c", .notBase64))
    }
    self.challenge = challenge
    cookie = PingAMRequest.cookie(claims["l"])
  }

  /// Nil too for what can't be read, as in the SDK for iOS: without the cookie the answer may still arrive. Nothing
  /// but visible ASCII and blanks is taken (RFC 6265, section 4.2.1), or a claim could add headers of its own.
  static func cookie(_ claim: JSONValue?) -> String? {
    guard let bytes = claim?.string.flatMap({ Base64.decode($0) }), !bytes.isEmpty,
      bytes.allSatisfy({ (0x20...0x7E).contains($0) })
    else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }
}

/// The answer to a PingAM push.
package struct PingAMAnswer: Sendable {
  package let request: PingAMRequest
  package let action: Decision.Action

  package init(to request: PingAMRequest, _ action: Decision.Action) {
    self.request = request
    self.action = action
  }

  /// The claims of the answer. The server compares the text of `response`, so it is base64 with padding and nothing
  /// else; of `deny` it only sees whether it is there.
  package func claims(
    secret: SecretBytes,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> JSONObject {
    let response = Base64.encode(try cryptography.hmacSHA256(secret, request.challenge))
    return switch action {
    case .approve(number: nil): JSONObject(["response": .string(response)])
    case .approve(let number?):
      // A text, although it holds digits.
      JSONObject(["response": .string(response), "challengeResponse": .string(number.text)])
    case .deny: JSONObject(["response": .string(response), "deny": .bool(true)])
    }
  }

  /// The whole request, to the address for `_action=authenticate` that the enrolment gave.
  ///
  /// - Parameter secret: the shared secret, decoded.
  package func httpRequest(
    to address: EndpointURL,
    secret: SecretBytes,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let jwt = try cryptography.compactHS256(try claims(secret: secret, cryptography), key: secret)
    return .pingAM(
      ["messageId": .string(request.messageID), "jwt": .string(jwt)],
      cookie: request.cookie,
      secrets: [Secret(signatureOf: jwt)],
      to: address
    )
  }
}

extension EnrolledAnswering {
  /// PingAM: the push is checked and the answer signed with the one secret that both sides have.
  static let pingAM: EnrolledAnswering = EnrolledAnswering(
    check: { (push, credential, cryptography) throws(CryptographyError) in
      guard let jws = push.jws, let keys = credential.keys(as: PingAMKeys.self) else { return .unverified }
      return try cryptography.checkHS256(jws, key: keys.secret) == .valid ? .verified : .wrong
    },
    address: { _, credential in credential.endpoint.map { .enrolled($0) } },
    denyReason: { _ in .never },
    request: { (decision, push, credential, cryptography, address, _) throws(CryptographyError) in
      guard let request = push.request.content(as: PingAMRequest.self),
        let keys = credential.keys(as: PingAMKeys.self)
      else {
        throw .unusableKey
      }
      return try PingAMAnswer(to: request, decision.action)
        .httpRequest(to: address, secret: keys.secret, cryptography)
    },
    verdict: { reply, decision in
      guard reply.isBadRequestOfPingAM else { return Verdict(status: reply.status) }
      // One sentence for every check that fails, says its source; releases from 8.1 on answer so to a wrong number.
      return .refused(decision.number == nil ? .notAccepted : .numberWrongOrTooLate)
    },
    needsBody: false,
    lifetime: nil
  )
}

extension HTTPReply {
  /// What PingAM says of everything that it does not take, an object with its `code`, or nothing. An object without one
  /// is another service's: a wrong address must not look like a wrong number.
  var isBadRequestOfPingAM: Bool {
    guard status == 400 else { return false }
    let object = (try? SourceText.decode(body)).flatMap { try? JSONReader.read($0) }?.value.object
    return object.map { $0["code"] != nil } ?? true
  }
}
