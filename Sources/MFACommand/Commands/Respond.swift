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
    do throws(Failure) {
      try answer(try push(&report), report: &report)
    } catch {
      report.ending = .failed(error)
    }
    return report
  }

  private func push(_ report: inout Report) throws(Failure) -> ReceivedPush {
    switch settings.origin {
    case .input(let input):
      let reading = PushReading(
        input: input,
        system: system,
        console: console,
        credentials: settings.credentials
      )
      return try reading.received(in: try reading.bytes(), report: &report)
    case .poll(let poll, let id, let retryLimit):
      let polling = Polling(
        settings: poll,
        sending: settings.sending,
        credentials: settings.credentials,
        system: system,
        console: console
      )
      // Before a minute of waiting for what could then not be answered.
      if settings.answering.requested == nil, !settings.answering.isDismissed {
        try polling.checkSomebodyCanBeAsked(mayAsk: settings.answering.mayAsk)
      }
      return try PollingForOne(polling: polling, id: id, retryLimit: retryLimit).push(&report)
    }
  }

  /// Everything after recognising: `demo` joins here with a push of its own.
  func answer(_ received: ReceivedPush, report: inout Report) throws(Failure) {
    let push = received.push
    let answering = push.row.answering
    // That nobody said where to answer is told whatever the push is, or a job that forgot it would pass on some.
    if case .contract = answering { _ = try contractAddress(for: push) }
    let question = Question(push.kind)
    guard question != nil || settings.answering.requested != nil, !settings.answering.isDismissed else {
      report.ending = .finished(.nothingToAnswer)
      return
    }
    if let error = push.request.problem { throw unusable(error) }
    // That a push takes no answer at all comes before its expiry; whether an answer fits it comes after.
    if question == nil { _ = try requestedAction(push, question) }
    try checkPrinted(push)
    try checkExpiry(of: push)
    let requested = try requestedAction(push, question)
    try checkDenyReason(push, requested, answering)
    let answer = try answer(to: push, by: answering, with: received.credential, &report)
    if requested == nil { try answer.checkKey(system: system) }
    guard let decision = try decide(push, question, requested) else { return }
    report.decision = decision
    if settings.answering.delay > 0, system.sleep(settings.answering.delay) {
      let stopped = TransferFailure(cause: .stopped, detail: "")
      throw .notReached(stopped, answer.address.url, mayHaveArrived: false)
    }
    try checkExpiry(of: push)
    let message = try answer.message(decision, system: system)
    // What the push itself gave away is not to be shown either.
    report.secrets += answer.secrets + message.request.proofs
    let sending = Sending(
      settings: settings.sending,
      system: system,
      console: console.hiding(report.secrets),
      ignoreExpiry: settings.answering.ignoreExpiry
    )
    guard let reply = try sending.send(message, to: answer.address, report: &report) else { return }
    report.displayCode = push.row.facts.displayCode?(reply)
    report.ending = .finished(decision.action == .deny ? .denied : .approved)
  }

  /// What was guessed is for a person who sees it.
  private func checkPrinted(_ push: Push) throws(Failure) {
    guard let place = push.place, let printer = place.printer, settings.answering.requested != nil,
      !settings.answering.force
    else { return }
    throw unusable(.printed(printer, .guessed, place.position))
  }

  private func checkExpiry(of push: Push) throws(Failure) {
    guard !settings.answering.ignoreExpiry else { return }
    let now = system.now()
    switch push.expiry {
    case .never: return
    case .unreadable(let error): throw unusable(.field(error))
    case .at(let end):
      if now >= end { throw .expired(at: end, now: now) }
    }
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

  /// A reason is part of the answer, so one that has no place makes the answer another.
  private func checkDenyReason(
    _ push: Push,
    _ requested: Decision.Action?,
    _ answering: Answering
  ) throws(Failure) {
    guard settings.answering.denyReason != nil, requested == nil || requested == .deny,
      case .enrolled(let enrolled) = answering
    else { return }
    switch enrolled.denyReason(push) {
    case .taken: return
    case .notOffered where settings.answering.force: return
    case .notOffered, .never: throw .notAnswerable(.noDenyReason(enrolled.denyReason(push)))
    }
  }

  private func decide(
    _ push: Push,
    _ question: Question?,
    _ requested: Decision.Action?
  ) throws(Failure) -> Decision? {
    if let requested { return decision(requested, source: settings.answering.source) }
    guard let question else { return nil }
    let shown = push.masked(by: console.redactor)
    let asking = Asking(push: shown, question: question, settings: settings.answering, system: system)
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
