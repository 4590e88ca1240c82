extension Provider {
  /// PingAM (ForgeRock) push: a JWS in `aps.data`, or in `message` of FCM's map, beside a message id.
  ///
  /// Source: `SnsPushMessageConverter` and `PushAuthenticationSenderNode` of PingAM; the SDKs' `PingAMPushHandler`.
  package static let pingAM: Provider = Provider(
    name: .pingam,
    recognises: { PingAMMessage($0) != nil },
    read: { (payload, reception, warnings) throws(PayloadError) in
      guard let message = PingAMMessage(payload) else { throw .notMFA(.noProviderField) }
      return try PingAMReader(payload: payload, message: message).push(reception, warnings: &warnings)
    },
    answering: .enrolled(.pingAM),
    credentials: .pingAM,
    enrollment: EnrollmentScheme(
      schemes: ["pushauth", "mfauth"],
      takes: { scheme, host in scheme == "mfauth" || scheme == "pushauth" && host == "push" },
      read: { (uri) throws(EnrolmentError) in try PingAMEnrolment(uri) }
    ),
    tokenUpdate: TokenUpdate(
      request: { (credential, token, _, cryptography) throws(CryptographyError) in
        try PingAMTokenChange.request(for: credential, token: token, cryptography)
      },
      verdict: { $0.isBadRequestOfPingAM ? .refused(.notAccepted) : Verdict(status: $0.status) }
    ),
    facts: PushFacts(form: "a JWS in aps.data or in message, or on its own")
  )
}

/// The signed text of a PingAM push, with the name of the field that it stood in.
private struct PingAMMessage {
  let field: String
  let jws: String
  let idField: (name: String, value: JSONValue)?

  /// Keys at the top win over those inside `aps`, as in the SDK for iOS.
  init?(_ payload: Payload) {
    let inAPS = Payload(envelope: payload.envelope, fields: payload.aps ?? JSONObject())
    let candidates = [
      ("message", payload.fields["message"]?.string), ("data", payload.fields["data"]?.string),
      ("aps.data", payload.aps?["data"]?.string),
    ]
    for case (let field, let text?) in candidates where CompactJWS.isOne(text) {
      self.field = field
      jws = text
      idField = payload.field("messageId") ?? inAPS.field("messageId").map { ("aps.messageId", $0.value) }
      return
    }
    return nil
  }
}

private struct PingAMReader {
  let payload: Payload
  let message: PingAMMessage

  func push(_ reception: Reception, warnings: inout [PayloadWarning]) throws(PayloadError) -> Push {
    let jws = try CompactJWS.read(message.jws, field: message.field)
    let claims = Payload(envelope: payload.envelope, fields: jws.claims)
    _ = try payload.text("u", in: jws.claims, path: "claim ")
    _ = try payload.text("c", in: jws.claims, path: "claim ")
    if let asked = jws.unsupportedHeader { warnings.append(.signatureNotChecked(message.field, asked)) }
    warnAboutClaims(jws.claims, &warnings)
    let alert = AlertText.read(payload, warnings: &warnings)
    let text = AlertText(
      title: alert.title,
      message: alert.message ?? jws.claims["m"]?.string,
      isLocalized: alert.isLocalized,
      usedFields: []
    )
    let id = try id(jws, warnings: &warnings)
    let signed = jws.claims["m"]?.string.flatMap { message in
      SignedText(title: nil, message: message, insteadOf: text)
    }
    let (kind, evidence) = try kind(claims, warnings: &warnings)
    return Push(
      id: id,
      row: .pingAM,
      envelope: payload.envelope,
      kind: kind,
      evidence: evidence,
      text: text,
      expiry: lifetime(claims).expiry(reception, warnings: &warnings),
      deepLink: nil,
      context: try embeddedJSON("x", in: jws.claims)?.asContext,
      customData: customData(try embeddedJSON("p", in: jws.claims)),
      // No key makes one right whose header asks for another way.
      signature: jws.unsupportedHeader == nil ? .unverified : .wrong,
      callback: nil,
      simulatorBundle: payload.simulatorBundle,
      jws: jws,
      signedText: signed,
      request: PushRequest(of: jws.claims["u"]?.string) { () throws(PayloadError) in
        try PingAMRequest(messageID: id, claims: jws.claims)
      }
    )
  }

  /// A bare JWS has no message id; the SDK for iOS makes one up from the signature, and so does this.
  private func id(_ jws: CompactJWS, warnings: inout [PayloadWarning]) throws(PayloadError) -> String {
    if let id = try payload.id(message.idField) { return id }
    guard payload.envelope == .jws else { throw .field(FieldError("messageId", .missing)) }
    let invented = String(Base64URL.encode(jws.signature).prefix(8))
    warnings.append(.messageIDInvented(invented))
    return invented
  }

  private func kind(_ claims: Payload, warnings: inout [PayloadWarning]) throws(PayloadError) -> (
    PushKind, [Evidence]
  ) {
    let numbers = MatchValueField(name: "claim n", value: claims.fields["n"])
    // Servers before 7.2 send no type; theirs is the one-tap confirmation.
    guard let field = claims.field("k") else {
      numbers.warnIfUnused(kind: .default, warnings: &warnings)
      return (.default, [Evidence("claim k", nil)])
    }
    guard let spelled = field.value.string else {
      throw .field(FieldError("claim k", .wrongType(found: field.value.typeName, wanted: "text")))
    }
    let evidence = Evidence("claim k", spelled)
    switch spelled.word {
    case "challenge":
      return (.challenge(Challenge(try numbers.read(warnings: &warnings))), [evidence, numbers.evidence])
    case "biometric":
      numbers.warnIfUnused(kind: .biometric, warnings: &warnings)
      return (.biometric, [evidence])
    case "default": break
    default: warnings.append(.unknownTypeReadAsDefault(field: "claim k", value: spelled))
    }
    numbers.warnIfUnused(kind: .default, warnings: &warnings)
    return (.default, [evidence])
  }

  /// The SDKs take 120 seconds where the claim is missing, which is also the server's default. No server is known that
  /// adds `exp`; one that does means it.
  private func lifetime(_ claims: Payload) -> Lifetime {
    func claim(_ name: String) -> Lifetime.Field {
      ("claim \(name)", claims.fields[name] ?? .null)
    }
    return Lifetime(ttl: claim("t"), sent: claim("i"), end: claim("exp"), assumed: 120)
  }

  /// `x` and `p` are JSON in a string.
  private func embeddedJSON(_ name: String, in claims: JSONObject) throws(PayloadError) -> JSONValue? {
    guard let text = claims[name]?.string, let document = try? JSONReader.read(text) else {
      return claims[name]
    }
    for case .duplicateKey(let key, let position) in document.notices {
      throw .contradiction(.duplicateKey(key, position, within: "claim \(name)"))
    }
    return document.value
  }

  /// Those that are passed over where they are not what they have to be, as the SDKs do.
  private func warnAboutClaims(_ claims: JSONObject, _ warnings: inout [PayloadWarning]) {
    for name in ["m", "l", "x"] {
      switch claims[name] {
      case nil, .null, .string: break
      case .object where name == "x": break
      case .some(let other): warnings.append(.claimNotUsed("claim \(name)", type: other.typeName))
      }
    }
    if let cookie = claims["l"]?.string, !cookie.isEmpty, PingAMRequest.cookie(.string(cookie)) == nil {
      warnings.append(.cookieNotSent(field: "claim l"))
    }
  }

  private func customData(_ claim: JSONValue?) -> JSONObject {
    switch claim {
    case .object(let object): object
    case nil, .null, .string(""): JSONObject()
    case .some(let other): JSONObject(["p": other])
    }
  }
}

extension ProviderName {
  package static let pingam = ProviderName("pingam")
}
