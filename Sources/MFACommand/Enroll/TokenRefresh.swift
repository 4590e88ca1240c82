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
    let credential: Credential
    /// Nil when the service took it, or nothing was sent.
    let failure: Failure?
    let delivery: Delivery?
    /// Nil when nothing was sent, to show what would be.
    let isTaken: Bool?
  }

  /// The credentials whose services push to this device. A locked one is used for nothing.
  func records() throws(Failure) -> [Credential] {
    try store.read().filter { !$0.isLocked && !$0.isPollOnly && $0.row.tokenUpdate != nil }
  }

  /// Tells each of them, whatever becomes of the others.
  func tell(_ token: DeviceToken, _ records: [Credential], _ report: inout Report) -> [Told] {
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

  private func tell(_ token: DeviceToken, _ record: Credential, _ report: inout Report) throws(Failure) {
    let credential = try store.load(record)
    guard let update = credential.row.tokenUpdate,
      let request = try request(token, credential, by: update)
    else {
      throw .credential(.unusableFile(store.file, "\(credential.id) has neither user nor account"))
    }
    report.secrets += request.secrets + request.url.secrets
    let message = Message(
      kind: .token,
      request: request,
      isIdempotent: true,
      expiresAt: nil,
      verdict: update.verdict,
      needsBody: true,
      waiver: credential.skipsVerification ? .enrolment : nil
    )
    let sending = Sending(settings: settings, system: system, console: console.hiding(report.secrets))
    _ = try sending.send(message, to: Address(enrolled: request.url), report: &report)
  }

  private func request(_ token: DeviceToken, _ credential: Credential, by update: TokenUpdate)
    throws(Failure) -> HTTPRequest?
  {
    do { return try update.request(credential, token, system.now(), system.cryptography) } catch {
      throw .credential(.cryptography(error, key: "key", of: credential.id))
    }
  }
}
