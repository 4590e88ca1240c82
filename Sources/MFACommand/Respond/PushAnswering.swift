import MFACore

/// Answers pushes one after the other by a policy, each by the same path as with `respond`, and reports each.
struct PushAnswering: Sendable {
  let settings: ListenSettings
  let system: System
  let console: Console

  /// A push that was posted.
  func answer(_ posted: PostedPush, mayAsk: Bool) -> ExitCode {
    let reading = PushReading(
      source: .listener,
      system: system,
      console: console,
      credentials: settings.credentials
    )
    return finish { (report) throws(Failure) in
      try answer(reading.received(posted, report: &report), mayAsk: mayAsk, &report)
    }
  }

  /// A push that a service gave when it was asked.
  func answer(_ polled: PolledPush, by polling: Polling) -> ExitCode {
    finish { (report) throws(Failure) in
      try answer(try polling.read(polled, &report), mayAsk: true, &report)
    }
  }

  private func finish(_ answer: (inout Report) throws(Failure) -> Void) -> ExitCode {
    let report = Report(command: .listen).after(answer)
    let code = console.finish(report)
    // It is reported, but whoever stops a phone does not make that a failure.
    return report.failure?.isStop == true ? .done : code
  }

  private func answer(_ received: ReceivedPush, mayAsk: Bool, _ report: inout Report) throws(Failure) {
    let responder = PushResponder(
      settings: settings.answering.asking(for: try requested(for: received.push, mayAsk: mayAsk)),
      sending: settings.sending,
      credentials: settings.credentials,
      system: system,
      console: console
    )
    try responder.answer(received, report: &report)
  }

  /// What the policy makes of a push; nil to ask, and for a push that takes no answer: it gets none.
  private func requested(for push: Push, mayAsk: Bool) throws(Failure) -> RequestedAnswer? {
    guard let question = Question(push.kind) else { return nil }
    switch settings.policy {
    case .approve: return .approve
    case .deny: return .deny
    case .ask:
      guard mayAsk else { throw .noDecision(.listeningOver) }
      return nil
    case .numberFrom(let field):
      guard question != .approveOrDeny else { return .approve }
      guard let value = push.customData[field].flatMap(MatchValue.init(revealed:)) else {
        throw .notAnswerable(.numberNotRevealed(field: field))
      }
      return .number(value)
    }
  }
}

extension MatchValue {
  /// A value that a push reveals to testers: text or a whole number.
  fileprivate init?(revealed value: JSONValue) {
    switch value {
    case .string(let text) where !text.trimmed.isEmpty: self.init(text.trimmed)
    case .number(let number) where number.isInteger: self.init(number.spelling)
    default: return nil
    }
  }
}

extension AnswerSettings {
  /// The same for one push of many.
  fileprivate func asking(for answer: RequestedAnswer?) -> AnswerSettings {
    var settings = self
    (settings.requested, settings.source) = (answer, .policy)
    return settings
  }
}
