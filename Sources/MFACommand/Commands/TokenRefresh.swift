import MFACore

/// Tells the services that were enrolled with that the device has another push token. Tokens go stale, so each is told
/// on every registration, whatever it knows already.
struct TokenRefresh: Sendable {
  let store: CredentialStore
  let settings: SendSettings
  let system: System
  let console: Console

  /// What became of telling one service.
  struct Told: Sendable {
    let credential: CredentialRecord
    /// Nil when the service took it, or nothing was sent.
    let failure: Failure?
    let delivery: Delivery?
    /// Nil when nothing was sent, to show what would be.
    let isTaken: Bool?
  }

  /// The credentials whose services push to this device. A locked one is used for nothing.
  func records() throws(Failure) -> [CredentialRecord] {
    try store.read().filter { record in
      guard !record.isLocked, !record.isPollOnly else { return false }
      // Guardian's enrolment is kept up elsewhere: a file with its key is all there is of it here.
      if case .guardian = record.keys { return false } else { return true }
    }
  }

  /// Tells each of them, whatever becomes of the others.
  func tell(_ token: PushToken, _ records: [CredentialRecord], _ report: inout Report) -> [Told] {
    records.map { record in
      report.delivery = nil
      do throws(Failure) {
        try tell(token, record, &report)
        let isTaken = settings.dryRun ? nil : true
        return Told(credential: record, failure: nil, delivery: report.delivery, isTaken: isTaken)
      } catch {
        let name = "\(record.id) (\(record.provider.rawValue))"
        let reason = error.masked(by: console.hiding(report.secrets).redactor).diagnostic().message
        console.warn(.tokenNotTaken(credential: name, reason: reason), &report)
        return Told(credential: record, failure: error, delivery: report.delivery, isTaken: false)
      }
    }
  }

  private func tell(_ token: PushToken, _ record: CredentialRecord, _ report: inout Report) throws(Failure) {
    let credential = try store.load(record)
    let request = try request(token, credential)
    report.secrets += request.signedTexts + request.proofs + request.url.secrets
    let message = Message(
      kind: .token,
      request: request,
      isIdempotent: true,
      expiresAt: nil,
      verdict: { TokenRefresh.verdict($0, of: credential) },
      needsBody: true,
      waiver: credential.waiver
    )
    let sending = Sending(settings: settings, system: system, console: console.hiding(report.secrets))
    _ = try sending.send(message, to: Address(enrolled: request.url), report: &report)
  }

  private func request(_ token: PushToken, _ credential: Credential) throws(Failure) -> HTTPRequest {
    do {
      switch (credential.keys, credential.endpoint) {
      case (.pingAM(let keys), _?):
        let request = try PingAMTokenChange.request(
          for: credential,
          keys: keys,
          token: token,
          system.cryptography
        )
        if let request { return request }
      case (.pushToken(let keys), let endpoint?):
        return try PushTokenUpkeep.tokenChange(
          credential,
          keys: keys,
          at: endpoint,
          token: token,
          now: system.now(),
          system.cryptography
        )
      default: break
      }
    } catch {
      throw .credential(.cryptography(error, key: "key", of: credential.id))
    }
    // PingAM finds the device by its user.
    throw .credential(.unusableFile(store.file, "\(credential.id) has neither user nor account"))
  }

  private static func verdict(_ reply: HTTPReply, of credential: Credential) -> Verdict {
    if case .pushToken = credential.keys { return PushTokenReply(reply).verdict }
    return reply.status == 400 ? .refused(.notAccepted) : Verdict(status: reply.status)
  }
}

extension Credential {
  fileprivate var waiver: VerificationWaiver? {
    if case .pushToken(let keys) = keys, keys.skipsVerification { .enrolment } else { nil }
  }
}
