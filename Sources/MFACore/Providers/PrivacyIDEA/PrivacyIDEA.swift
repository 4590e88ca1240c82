extension Provider {
  /// privacyIDEA's push token: a flat map of strings, the same through FCM, its HTTP gateway and polling.
  ///
  /// Source: `lib/tokens/pushtoken.py` of privacyIDEA 3.14.
  package static let privacyIDEA: Provider = Provider(
    name: .privacyidea,
    recognises: { PushTokenReader.recognises($0) },
    read: { (payload, reception, warnings) throws(PayloadError) in
      try PushTokenReader(payload: payload, row: .privacyIDEA).push(reception, warnings: &warnings)
    },
    answering: .enrolled(.pushToken),
    credentials: .pushToken(.privacyIDEA),
    enrollment: EnrollmentScheme(
      schemes: ["otpauth", "pia", "edumfa-push"],
      takes: { scheme, host in
        scheme == "edumfa-push" || ["otpauth", "pia"].contains(scheme) && host == "pipush"
      },
      read: { (uri) throws(EnrolmentError) in try PushTokenEnrolment(uri) }
    ),
    polling: .pushToken,
    tokenUpdate: .pushToken,
    facts: .pushToken(article: "a")
  )
}

/// The push map that privacyIDEA and its fork eduMFA share.
struct PushTokenReader {
  let payload: Payload
  let row: Provider

  private static let mapFields = [
    "nonce", "question", "title", "serial", "sslverify", "url", "signature", "version", "require_presence",
    "capabilities", "capabilities_signature",
  ]

  static func recognises(_ payload: Payload) -> Bool {
    ["nonce", "serial", "signature"].allSatisfy { payload.fields[$0] != nil }
      && ["sslverify", "url", "question"].contains { payload.fields[$0] != nil }
  }

  func push(_ reception: Reception, warnings: inout [PayloadWarning]) throws(PayloadError) -> Push {
    // The nonce is the challenge and the identity of the request in one.
    let nonce = try payload.text("nonce", in: payload.fields)
    for required in ["serial", "signature", "url", "question"] {
      _ = try payload.text(required, in: payload.fields)
    }
    let text = AlertText.read(payload, titleField: "title", messageField: "question", warnings: &warnings)
    let signed = SignedText(
      title: payload.fields["title"]?.string.flatMap { $0.isEmpty ? nil : $0 },
      message: try payload.text("question", in: payload.fields),
      insteadOf: text
    )
    let presence = MatchValueField(name: "require_presence", value: payload.fields["require_presence"])
    let values = try presence.read(warnings: &warnings)
    let isChallenge = !values.isEmpty
    return Push(
      id: try payload.id(("nonce", .string(nonce))) ?? nonce,
      row: row,
      envelope: payload.envelope,
      kind: isChallenge ? .challenge(.pick(values)) : .default,
      evidence: [isChallenge ? presence.evidence : Evidence("require_presence", nil)],
      text: text,
      expiry: .never,
      deepLink: nil,
      context: nil,
      customData: payload.customData(without: PushTokenReader.mapFields + text.usedFields),
      signature: .unverified,
      callback: nil,
      simulatorBundle: payload.simulatorBundle,
      jws: nil,
      signedText: signed,
      request: PushRequest(of: payload.fields["serial"]?.string) { () throws(PayloadError) in
        try PushTokenRequest(payload)
      }
    )
  }
}

extension ProviderName {
  package static let privacyidea = ProviderName("privacyidea")
}
