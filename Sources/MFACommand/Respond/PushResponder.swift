import MFACore

/// Answers one push that was received. The order of the steps is the order of the checks, so that an exit code never
/// depends on luck.
struct PushResponder: Sendable {
  let settings: AnswerSettings
  let sending: SendSettings
  /// The file of the credentials; nil where there is none and no state.
  let credentials: CredentialsFile?
  let system: System
  let console: Console

  func answer(_ received: ReceivedPush, report: inout Report) throws(Failure) {
    let answering = received.push.row.answering
    // That nobody said where to answer is told whatever the push is, or a job that forgot it would pass on some.
    if case .contract = answering { _ = try contractAddress(for: received.push) }
    var (push, question) = (received.push, Question(received.push.kind))
    guard question != nil || settings.requested != nil, !settings.isDismissed else {
      report.ending = .finished(.nothingToAnswer)
      return
    }
    if let error = push.request.problem { throw .payload(error, received.source) }
    // That a push takes no answer at all comes before its expiry; whether an answer fits it comes after.
    if question == nil { _ = try requestedAction(push, question) }
    try checkPrinted(received)
    try checkExpiry(of: push, from: received.source)
    var credential = received.credential
    if case .enrolled(let enrolled) = answering, enrolled.fetch != nil {
      (push, credential) = try fetched(received, by: answering, &report)
      question = Question(push.kind)
      try checkExpiry(of: push, from: received.source)
    }
    let requested = try requestedAction(push, question)
    try checkDenyReason(push, requested, answering)
    let answer = try answer(to: push, by: answering, with: credential, &report)
    if requested == nil { try answer.checkKey(system: system) }
    guard let decision = try decide(push, question, requested) else { return }
    report.decision = decision
    if settings.delay > 0, system.sleep(settings.delay) {
      let stopped = TransferFailure(cause: .stopped, detail: "")
      throw .notReached(stopped, answer.address.url, mayHaveArrived: false)
    }
    try checkExpiry(of: push, from: received.source)
    let message = try answer.message(decision, system: system)
    // What the push itself gave away is not to be shown either.
    report.secrets += answer.secrets + message.request.secrets
    guard let reply = try sender(report).send(message, to: answer.address, report: &report) else { return }
    if let displayCode = push.row.facts.displayCode, case .answer = report.subject {
      report.subject = .answer(displayCode: displayCode(reply))
    }
    report.ending = .finished(decision.action == .deny ? .denied : .approved)
  }

  /// The push with what it does not hold, and the credential that got it.
  private func fetched(
    _ received: ReceivedPush,
    by answering: Answering,
    _ report: inout Report
  ) throws(Failure) -> (Push, Credential?) {
    let answer = try answer(to: received.push, by: answering, with: received.credential, &report)
    // A dry run is of the decision: without the details there would be none to show.
    let push = try answer.fetched(system: system) { (message) throws(Failure) in
      report.secrets += answer.secrets + message.request.secrets
      return try sender(report).deliver(message, to: answer.address, report: &report)
    }
    // The delivery that counts is the answer's.
    report.delivery = nil
    report.push = push
    return (push, answer.credential)
  }

  /// To be made anew for each message: what the ones before had in them is not to be shown.
  private func sender(_ report: Report) -> Sending {
    Sending(
      settings: sending,
      system: system,
      console: console.hiding(report.secrets),
      ignoreExpiry: settings.ignoreExpiry
    )
  }

  /// What was guessed is for a person who sees it.
  private func checkPrinted(_ received: ReceivedPush) throws(Failure) {
    guard let place = received.push.place, let printer = place.printer, settings.requested != nil,
      !settings.force
    else { return }
    throw .payload(.printed(printer, .guessed, place.position), received.source)
  }

  private func checkExpiry(of push: Push, from source: PushSource) throws(Failure) {
    guard !settings.ignoreExpiry else { return }
    let now = system.now()
    switch push.expiry {
    case .never: return
    case .unreadable(let error): throw .payload(.field(error), source)
    case .at(let end):
      if now >= end { throw .expired(at: end, now: now) }
    }
  }

  /// The action that a flag asks for; nil when there is none and somebody has to be asked.
  private func requestedAction(_ push: Push, _ question: Question?) throws(Failure) -> Decision.Action? {
    guard let requested = settings.requested else { return nil }
    do {
      return try requested.action(for: question, kind: push.kind.name)
    } catch {
      guard settings.force, let forced = requested.forcedAction(for: question) else {
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
    guard settings.denyReason != nil, requested == nil || requested == .deny,
      case .enrolled(let enrolled) = answering
    else { return }
    switch enrolled.denyReason(push) {
    case .taken: return
    case .notOffered where settings.force: return
    case .notOffered, .never: throw .notAnswerable(.noDenyReason(enrolled.denyReason(push)))
    }
  }

  private func decide(
    _ push: Push,
    _ question: Question?,
    _ requested: Decision.Action?
  ) throws(Failure) -> Decision? {
    if let requested { return decision(requested, source: settings.source) }
    guard let question else { return nil }
    let shown = push.masked(by: console.redactor)
    let asking = Asking(push: shown, question: question, settings: settings, system: system)
    return decision(try asking.ask(), source: .terminal)
  }

  private func decision(_ action: Decision.Action, source: Decision.Source) -> Decision {
    Decision(
      action: action,
      authMethod: settings.authMethod,
      denyReason: settings.denyReason,
      source: source
    )
  }
}
