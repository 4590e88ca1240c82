import MFACore

/// Asks services for the pushes that wait there: what a token without a push channel does.
struct Polling: Sendable {
  let settings: PollSettings
  let sending: SendSettings
  /// The file of the credentials.
  let file: FilePath?
  let system: System
  let console: Console

  private var lookup: CredentialLookup { CredentialLookup(file: file, system: system) }

  /// The credentials to ask with: the one that was named, or each whose service can be asked.
  func credentials() throws(Failure) -> [Credential] {
    guard let store = lookup.store else { throw .credential(.nonePollable) }
    let records = try store.read()
    if let id = settings.credential {
      let found = records.filter { $0.isNamed(id) }
      guard let record = found.first else { throw .credential(.missing(nil, id: id)) }
      guard found.count == 1 else { throw .credential(.several(ids: found.map(\.nameWithEndpoint))) }
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

  /// The pushes that wait at one service. What is no push of ours there is an error: the list is the token's own.
  func look(with credential: Credential, _ report: inout Report) throws(Failure) -> [Push] {
    var pushes: [Push] = []
    for fields in try list(with: credential, &report) {
      let now = system.now()
      let reception = Reception(receivedAt: now, now: now, freshID: RandomUUID.make(from: system.random()))
      var warnings: [Warning] = []
      do throws(PayloadError) {
        let push = try Recognition.read(polled: fields, reception: reception, warnings: &warnings)
        pushes.append(lookup.checked(push))
      } catch {
        throw .polled(error)
      }
      for warning in warnings { warn(warning, &report) }
    }
    return pushes
  }

  private func list(with credential: Credential, _ report: inout Report) throws(Failure) -> [JSONObject] {
    guard case .pushToken(let keys) = credential.keys, let endpoint = sending.endpoint ?? credential.endpoint
    else { throw .credential(.nonePollable) }
    let request: HTTPRequest
    do {
      request = try PushTokenUpkeep.poll(
        credential,
        keys: keys,
        at: endpoint,
        now: system.now(),
        system.cryptography
      )
    } catch {
      throw .credential(.cryptography(error, key: "key", of: credential.id))
    }
    let message = Message(
      kind: .poll,
      request: request,
      isIdempotent: true,
      expiresAt: nil,
      verdict: { Verdict(status: $0.status) },
      needsBody: true
    )
    report.secrets += request.url.secrets
    let sender = Sending(settings: sending, system: system, console: console.hiding(report.secrets))
    guard let reply = try sender.send(message, to: .endpoint(endpoint), report: &report) else { return [] }
    do { return try PushTokenReply.pushes(in: reply) } catch {
      if case .contradiction = error { throw .polled(error) }
      throw .refused(reply, of: .poll, because: .fieldMissing("result.value"))
    }
  }

  private func warn(_ warning: Warning, _ report: inout Report) {
    guard !report.warnings.contains(warning) else { return }
    console.warn(warning)
    report.warnings.append(warning)
  }
}

/// `respond --poll`: the one push that waits, or the one that was named.
struct PollingForOne: Sendable {
  let polling: Polling
  /// Nil for the only one.
  let id: String?
  /// Further looks before giving up.
  let retryLimit: Int

  func push(_ report: inout Report) throws(Failure) -> Push {
    let credentials = try polling.credentials()
    guard credentials.count == 1, let credential = credentials.first else {
      throw .credential(.several(ids: credentials.map(\.id)))
    }
    for look in 0...retryLimit {
      let waiting = try polling.look(with: credential, &report)
      // The delivery that counts is the answer's.
      report.delivery = nil
      let wanted = waiting.filter { id == nil || $0.id == id }
      guard wanted.count <= 1 else { throw .severalPushes(ids: wanted.map(\.id)) }
      if let push = wanted.first { return push }
      if look < retryLimit { polling.system.sleep(polling.settings.interval) }
    }
    throw .noDecision(.nothingToPoll(looks: retryLimit + 1))
  }
}
