import MFACore

/// What is said of a push.
enum InspectionWords {
  /// `a plain push (APNs userInfo)`.
  static func subject(_ push: Push) -> String {
    "\(push.row.facts.article) \(push.provider.rawValue) push (\(envelope(push.envelope)))"
  }

  private static func envelope(_ envelope: Envelope) -> String {
    switch envelope {
    case .apns: "APNs userInfo"
    case .simctl: "file for simctl push"
    case .fcm: "FCM message"
    case .sns: "SNS message"
    case .bare: "no envelope"
    case .jws: "JWS on its own"
    case .poll: "poll reply"
    }
  }

  /// What may be answered.
  static func answers(_ kind: PushKind) -> String {
    switch Question(kind) {
    case nil: "takes no answer"
    case .approveOrDeny: "takes approve or deny"
    case .pick(let values): "takes one of \(Words.list(values)), or deny"
    case .typeNumber: "takes the number on the sign-on page, or deny"
    }
  }

  static func expiry(_ push: Push, now: Timestamp) -> String {
    switch push.expiry {
    // These services end a request in their own time and do not say in the push when.
    case .never: push.row.credentials == nil ? "never expires" : "says no expiry"
    case .at(let end): "\(now >= end ? "expired" : "expires") \(Words.distance(end, from: now))"
    case .unreadable: "may have expired"
    }
  }

  /// What became of checking the signature; nil where there is none to be checked.
  static func signature(_ push: Push) -> String? {
    switch push.signature {
    case .none: nil
    case .verified: "signature verified"
    case .unverified:
      push.request.credentialID.map { id in
        "signature not verified (that takes credential \(Words.quoted(id, limit: 60)))"
      } ?? "signature not verified"
    case .wrong: "signature WRONG"
    }
  }

  /// `"Sign-in request": "Approve?"`, or what there is of it.
  static func text(_ push: Push) -> String? {
    let parts = [push.text.title, push.text.message].compactMap(\.self).map { Words.quoted($0, limit: 120) }
    return parts.isEmpty ? nil : parts.joined(separator: ": ")
  }

  /// The text that is signed, where that is not the one that is shown.
  static func signedText(_ push: Push) -> String? {
    push.signedText.map { signed in
      let parts = [signed.title, signed.message].compactMap(\.self).map { Words.quoted($0, limit: 120) }
      return "but what is signed says \(parts.joined(separator: ": "))"
    }
  }

  static func reason(_ push: Push) -> String { "because " + facts(push) }

  /// Why it is of its kind.
  static func facts(_ push: Push) -> String {
    let facts = push.evidence.map { evidence -> String in
      guard let value = evidence.value else { return "there is no \(evidence.field)" }
      if value.isSameBytes(as: Secret.mask) { return "there is a \(evidence.field)" }
      return "\(evidence.field) is \(shown(value))"
    }
    return facts.joined(separator: " and ")
  }

  /// A text in quotes, an array as it stands.
  private static func shown(_ value: String) -> String {
    value.beginsWith("[") ? Words.shortened(value, limit: 60) : Words.quoted(value, limit: 60)
  }

  /// The header, and a line a claim. All of it is JSON, the names without their quotes: a line end in one of them is
  /// written as `\n`, so no claim can look like a line of ours.
  static func lines(of jws: CompactJWS) -> [String] {
    let claims = jws.claims.members.map { claim in
      let name = JSONWriter.write(.string(claim.key)).dropFirst().dropLast()
      return "claim \(name) \(JSONWriter.write(claim.value))"
    }
    return ["JWS header \(JSONWriter.write(.object(jws.header)))"] + claims
  }

  /// A line a fact, for `-v`.
  static func details(_ push: Push, now: Timestamp) -> [String] {
    var lines = [
      "\(push.kind.name.rawValue): \(subject(push)), \(reason(push))",
      "id \(push.id)",
      expiry(push, now: now) + (push.expiry.time.map { " (\(RFC3339.format($0)))" } ?? ""),
      "signature \(push.signature.rawValue)",
    ]
    func add(_ name: String, _ value: String?) {
      if let value { lines.append("\(name) \(value)") }
    }
    add("for the app", push.simulatorBundle)
    add("title", push.text.title)
    add("message", push.text.message)
    add("context", push.context.map { $0.string ?? JSONWriter.write($0) })
    add("deep link", push.deepLink)
    add("callback", push.callback?.description)
    lines += push.row.facts.details(push)
    if let jws = push.jws { lines += self.lines(of: jws) }
    if !push.customData.isEmpty { add("custom data", JSONWriter.write(.object(push.customData))) }
    return lines
  }

  /// While a service is polled.
  static func polling(interval: Double, limit: Int) -> String {
    "waiting for a push: asking every \(Seconds.shown(interval)) s, \(limit + 1) times at most"
  }
}
