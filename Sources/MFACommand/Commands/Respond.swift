import MFACore

/// `respond`: answers one push. The order of the steps is the order of the checks, so that an exit code never
/// depends on luck.
struct Respond: Sendable {
  let settings: RespondSettings
  let system: System
  let console: Console

  func run() -> Report {
    var report = Report(command: .respond, deniedIsNegative: settings.sending.deniedIsNegative)
    traceSettings()
    let reading = PushReading(input: settings.input, system: system, console: console)
    do throws(Failure) {
      let push = try reading.push(in: try reading.bytes(), report: &report)
      try answer(push, report: &report)
    } catch {
      report.ending = .failed(error)
    }
    return report
  }

  /// Everything after recognising: `demo` joins here with a push of its own.
  func answer(_ push: Push, report: inout Report) throws(Failure) {
    let provider = Provider.named(push.provider)
    let address = provider?.answering == nil ? nil : try address(for: push)
    let question = Question(push.kind)
    guard question != nil || settings.answering.requested != nil, !settings.answering.isDismissed else {
      report.ending = .finished(.nothingToAnswer)
      return
    }
    // That a push takes no answer at all comes before its expiry; whether an answer fits it comes after.
    if question == nil { _ = try requestedAction(push, question) }
    try checkExpiry(of: push)
    let requested = try requestedAction(push, question)
    guard let answering = provider?.answering, let address else { throw .noEnrolment(push.provider) }
    guard let decision = try decide(push, question, requested) else { return }
    report.decision = decision
    if settings.answering.delay > 0 { system.sleep(settings.answering.delay) }
    try checkExpiry(of: push)
    // What the push itself gave away is not to be shown either.
    report.secrets += push.callback?.secrets ?? []
    let sending = Sending(
      settings: settings.sending,
      system: system,
      console: console.hiding(report.secrets),
      ignoreExpiry: settings.answering.ignoreExpiry
    )
    try sending.send(decision, for: push, to: address, by: answering, report: &report)
  }

  /// The address that was given; else the one that the push names.
  private func address(for push: Push) throws(Failure) -> Address {
    if let endpoint = settings.sending.endpoint { return .endpoint(endpoint) }
    guard let callback = push.callback else { throw .usage(.endpointMissing) }
    return .callback(callback)
  }

  private func checkExpiry(of push: Push) throws(Failure) {
    let now = system.now()
    guard !settings.answering.ignoreExpiry, push.isExpired(at: now), let expiresAt = push.expiresAt else {
      return
    }
    throw .expired(at: expiresAt, now: now)
  }

  /// The action that a flag asks for; nil when there is none and somebody has to be asked.
  private func requestedAction(_ push: Push, _ question: Question?) throws(Failure) -> Decision.Action? {
    guard let requested = settings.answering.requested else { return nil }
    do {
      return try requested.action(for: question, kind: push.kind.name)
    } catch {
      guard settings.answering.force, let forced = requested.forcedAction(for: question) else {
        throw .notAnswerable(error)
      }
      return forced
    }
  }

  private func decide(
    _ push: Push,
    _ question: Question?,
    _ requested: Decision.Action?
  ) throws(Failure) -> Decision? {
    if let requested { return decision(requested, source: settings.answering.source) }
    guard let question else { return nil }
    let asking = Asking(push: push, question: question, settings: settings.answering, system: system)
    return decision(try asking.ask(), source: .terminal)
  }

  private func decision(_ action: Decision.Action, source: Decision.Source) -> Decision {
    Decision(
      action: action,
      authMethod: settings.answering.authMethod,
      denyReason: settings.answering.denyReason,
      source: source
    )
  }

  private func traceSettings() {
    for entry in settings.sending.provenance {
      console.trace("*", TraceWords.setting(entry), level: 2)
    }
  }
}

/// Where a decision goes, and who said so.
enum Address: Sendable, Equatable {
  /// What the user named: it gets the user's headers and tokens.
  case endpoint(EndpointURL)
  /// What the push named: it gets none of them.
  case callback(EndpointURL)

  var isEndpoint: Bool {
    if case .endpoint = self { true } else { false }
  }

  var url: EndpointURL {
    switch self {
    case .endpoint(let url), .callback(let url): url
    }
  }
}
