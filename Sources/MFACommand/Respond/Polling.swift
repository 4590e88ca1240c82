import MFACore

/// Asks services for the pushes that wait there: what a token without a push channel does.
struct Polling: Sendable {
  let settings: PollSettings
  private(set) var sending: SendSettings
  let credentials: CredentialsFile?
  let system: System
  let console: Console

  /// Pushes of one list that are read: a service has few for one token, and a hostile one costs no more than these.
  private static let limit = 100

  init(
    settings: PollSettings,
    sending: SendSettings,
    credentials: CredentialsFile?,
    system: System,
    console: Console
  ) {
    self.settings = settings
    // A dry run is of the decision: without a push there would be none to show.
    self.sending = sending.withoutDryRun
    self.credentials = credentials
    self.system = system
    self.console = console
  }

  private var lookup: CredentialLookup { CredentialLookup(file: credentials, system: system) }

  /// The same with no exchange longer than what is left of the time; nil for no limit.
  func within(_ seconds: Double?) -> Polling {
    var polling = self
    if let seconds { polling.sending = sending.within(max(seconds, 0.1)) }
    return polling
  }

  /// Fails where pushes are to be asked about and nobody is there: each would come and be lost.
  func checkSomebodyCanBeAsked(mayAsk: Bool) throws(Failure) {
    try system.sessionForAsking(mayAsk: mayAsk, flags: ["--approve", "--deny"]).close()
  }

  /// Where a credential's service is asked.
  func address(of credential: Credential) -> Address? {
    sending.endpoint ?? credential.endpoint.map { Address(enrolled: $0) }
  }

  // MARK: Whom to ask

  /// The credentials to ask with: the one that was named, or each whose service can be asked.
  func pollable() throws(Failure) -> [Credential] {
    guard let store = lookup.store else { throw .credential(.nonePollable) }
    let records = try store.read()
    if let id = settings.credential {
      let record = try records.named(id)
      guard !record.isLocked else { throw .credential(.locked(record.provider, id: id)) }
      guard record.isPollable else { throw .credential(.nonePollable) }
      return [try store.load(record)]
    }
    let pollable = records.filter(\.isPollable)
    if let locked = pollable.first, pollable.allSatisfy(\.isLocked) {
      throw .credential(.locked(locked.provider, id: locked.id))
    }
    var credentials: [Credential] = []
    for record in pollable where !record.isLocked { credentials.append(try store.load(record)) }
    guard !credentials.isEmpty else { throw .credential(.nonePollable) }
    return credentials
  }

  // MARK: Asking

  /// The pushes that wait at one service, not read yet: one that can't be read must not hide the others.
  func look(with credential: Credential, _ report: inout Report) throws(Failure) -> [PolledPush] {
    guard let polling = credential.row.polling, let address = address(of: credential) else {
      throw .credential(.nonePollable)
    }
    let request: HTTPRequest
    do {
      request = try polling.request(credential, address.url, system.now(), system.cryptography)
    } catch {
      throw .credential(.cryptography(error, key: "key", of: credential.id))
    }
    let message = Message(
      kind: .poll,
      request: request,
      isIdempotent: true,
      expiresAt: nil,
      verdict: { Verdict(status: $0.status) },
      needsBody: true,
      waiver: credential.skipsVerification ? .enrolment : nil
    )
    report.secrets += request.url.secrets
    let sender = Sending(settings: sending, system: system, console: console.hiding(report.secrets))
    guard let reply = try sender.send(message, to: address, report: &report) else { return [] }
    return try list(in: reply, of: credential, polling, &report)
  }

  private func list(
    in reply: HTTPReply,
    of credential: Credential,
    _ polling: PollingScheme,
    _ report: inout Report
  ) throws(Failure) -> [PolledPush] {
    let list: [JSONObject]
    do { list = try polling.list(reply) } catch {
      if case .contradiction = error { throw .payload(error, .poll) }
      throw .refused(reply, of: .poll, because: .fieldMissing("result.value"))
    }
    if list.count > Polling.limit {
      console.warn(.morePushesWait(count: list.count, limit: Polling.limit), &report)
    }
    return list.prefix(Polling.limit).map { PolledPush(fields: $0, credential: credential, polling: polling) }
  }

  // MARK: Reading

  /// Reads one push of a list, and checks its signature with the credential that was asked with: what is in a token's
  /// list is for that token, or for nobody.
  func read(_ polled: PolledPush, _ report: inout Report) throws(Failure) -> ReceivedPush {
    let now = system.now()
    let reception = Reception(receivedAt: now, now: now, freshID: RandomUUID.make(from: system.random()))
    var warnings: [PayloadWarning] = []
    report.source = .poll
    let result = Result { () throws(PayloadError) in
      try Recognition.read(
        polled: polled.fields,
        by: polled.polling,
        reception: reception,
        warnings: &warnings
      )
    }
    for warning in warnings { console.warn(.payload(warning), &report) }
    var push: Push
    do throws(PayloadError) { push = try result.get() } catch { throw .payload(error, .poll) }
    guard push.request.credentialID?.isSameBytes(as: polled.credential.id) == true else {
      throw .payload(
        .field(
          FieldError(
            polled.polling.credentialField,
            .unknownValue(push.request.credentialID ?? "", known: [polled.credential.id])
          )
        ),
        .poll
      )
    }
    push.signature = (try? lookup.signature(of: push, by: polled.credential)) ?? push.signature
    report.push = push
    report.credential = polled.credential.id
    console.trace(push, now: now)
    return ReceivedPush(push: push, source: .poll, credential: polled.credential)
  }
}

/// A push that a service gave when it was asked, as it came, and the credential that it was asked with.
struct PolledPush: Sendable {
  let fields: JSONObject
  let credential: Credential
  let polling: PollingScheme

  /// What it is told from others by, whether or not it can be read.
  var id: String { polling.mention(fields).id ?? JSONWriter.write(.object(fields)) }

  var mention: PushMention { PushMention(id: id, text: polling.mention(fields).text) }
}

/// What a person tells one push from others by.
struct PushMention: Sendable, Equatable {
  let id: String
  let text: String?
}

/// `respond --poll`: the one push that waits, or the one that was named.
struct PollingForOne: Sendable {
  let polling: Polling
  /// Nil for the only one.
  let id: String?
  /// Further looks before giving up.
  let retryLimit: Int

  func push(_ report: inout Report) throws(Failure) -> ReceivedPush {
    let credentials = try polling.pollable()
    guard credentials.count == 1, let credential = credentials.first else {
      throw .credential(.several(ids: credentials.map(\.id)))
    }
    var others: [String] = []
    for look in 0...retryLimit {
      let waiting = try polling.look(with: credential, &report)
      // The delivery that counts is the answer's.
      report.delivery = nil
      let wanted = waiting.filter { polled in id.map { polled.id.isSameBytes(as: $0) } ?? true }
      guard wanted.count <= 1 else { throw .severalPushes(wanted.map(\.mention)) }
      if let polled = wanted.first { return try polling.read(polled, &report) }
      others = waiting.map(\.id)
      if look == 0 { sayThatItWaits() }
      if look < retryLimit { _ = polling.system.sleep(polling.settings.interval) }
    }
    throw .noDecision(.nothingToPoll(looks: retryLimit + 1, others: others))
  }

  private func sayThatItWaits() {
    guard !polling.console.settings.quiet, polling.system.isTerminal(.error) else { return }
    polling.console.note(InspectionWords.polling(interval: polling.settings.interval, limit: retryLimit))
  }
}
