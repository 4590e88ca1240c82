/// The answer to a push of privacyIDEA or eduMFA: a form whose parts the phone's key signs.
package struct PushTokenAnswer: Sendable {
  package let request: PushTokenRequest
  package let decision: Decision

  package init(to request: PushTokenRequest, _ decision: Decision) {
    self.request = request
    self.decision = decision
  }

  private var isDecline: Bool { decision.action == .deny }

  /// The server leaves an empty one out of what it checks.
  private var declineReason: String? { decision.denyReason.flatMap { $0.isEmpty ? nil : $0 } }

  private var presenceAnswer: String? { decision.number.map { request.option($0) } }

  /// The text that is signed: the parts that apply, in this order.
  package var signedText: String {
    var parts = [request.nonce, request.serial]
    if isDecline { parts += ["decline"] + [declineReason].compactMap(\.self) }
    parts += [presenceAnswer].compactMap(\.self)
    return parts.joined(separator: "|")
  }

  /// The form, with the signature in base 32 with padding: privacyIDEA answers 500 to one without.
  ///
  /// The nonce is there for eduMFA, which finds the challenge by it.
  func form(signature: [UInt8]) -> [(name: String, value: String)] {
    var fields = [
      ("serial", request.serial), ("nonce", request.nonce), ("signature", Base32.encode(signature)),
    ]
    if isDecline {
      fields.append(("decline", "1"))
      if let reason = declineReason { fields.append(("decline_reason", reason)) }
    }
    if let presenceAnswer { fields.append(("presence_answer", presenceAnswer)) }
    return fields.map { (name: $0.0, value: $0.1) }
  }
}

extension HTTPRequest {
  /// A form as browsers post it (application/x-www-form-urlencoded), blanks as `%20`.
  static func form(_ fields: [(name: String, value: String)], to address: EndpointURL) -> HTTPRequest {
    let body = fields.map { "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))" }
    return HTTPRequest(
      method: "POST",
      url: address,
      headers: [
        HTTPHeader("Content-Type", .plain("application/x-www-form-urlencoded")),
        HTTPHeader("Accept", .plain("application/json")),
      ],
      body: Array(body.joined(separator: "&").utf8),
      secrets: fields.filter { $0.name == "signature" }.flatMap { field in
        [Secret(field.value), Secret(PercentEncoding.encode(field.value))]
      }
    )
  }
}

extension EnrolledAnswering {
  /// privacyIDEA and eduMFA: each side signs with a key of its own.
  static let pushToken: EnrolledAnswering = EnrolledAnswering(
    check: { (push, credential, cryptography) throws(CryptographyError) in
      guard let request = push.request.content(as: PushTokenRequest.self),
        let serverKey = credential.keys(as: PushTokenKeys.self)?.serverKey
      else { return .unverified }
      return try request.isSigned(by: serverKey, cryptography) ? .verified : .wrong
    },
    address: { push, credential in
      // Servers move: one that is verified says where it is now.
      guard push.signature == .verified, let request = push.request.content(as: PushTokenRequest.self),
        request.url != credential.endpoint
      else { return credential.endpoint.map { .enrolled($0) } }
      return .push(request.url)
    },
    denyReason: { push in
      guard let request = push.request.content(as: PushTokenRequest.self) else { return .never }
      return request.capabilities?.hasDeclineReason ?? false ? .taken : .notOffered
    },
    request: { (decision, push, credential, cryptography, address, _) throws(CryptographyError) in
      guard let request = push.request.content(as: PushTokenRequest.self),
        let keys = credential.keys(as: PushTokenKeys.self)
      else {
        throw .unusableKey
      }
      let answer = PushTokenAnswer(to: request, decision)
      let signature = try cryptography.sign(
        try credential.signingKey(keys.algorithm),
        Array(answer.signedText.utf8)
      )
      return .form(answer.form(signature: signature), to: address)
    },
    verdict: { reply, _ in PushTokenReply(reply).verdict },
    needsBody: true,
    lifetime: nil
  )
}

extension PushTokenRequest {
  /// Whether both signatures, where there are two, are the server's.
  func isSigned(by key: PublicKey, _ cryptography: Cryptography) throws(CryptographyError) -> Bool {
    guard hasOneReading, try cryptography.verify(key, Array(signedText.utf8), signature) else { return false }
    guard let capabilities else { return true }
    guard let text = capabilities.signedText else { return false }
    return try cryptography.verify(key, Array(text.utf8), capabilities.signature)
  }
}
