import MFACore

/// Asks a person on the controlling terminal, as often as it takes to get an answer.
struct Asking: Sendable {
  let push: Push
  let question: Question
  let settings: AnswerSettings
  let system: System

  /// The action that the person typed. Nothing is a default: an empty line asks again, and the end of the
  /// input or of the time is no decision.
  func ask() throws(Failure) -> Decision.Action {
    let session = try terminal()
    defer { session.close() }
    let start = system.now()
    // Where one push follows another, what was typed before this one was shown was meant for an earlier one.
    if settings.source == .policy { session.discardInput() }
    session.write(
      PromptWords.screen(
        push,
        question,
        now: start,
        columns: session.columns,
        ignoreExpiry: settings.ignoreExpiry
      )
    )
    while true {
      session.write(PromptWords.request(question))
      let limit = limit(since: start)
      switch session.readLine(limit?.seconds) {
      case .line(let text):
        if let action = TypedAnswer.action(text, for: question) { return action }
        session.write(PromptWords.again(text, question, columns: session.columns))
      case .endOfInput:
        session.write("\n")
        throw .noDecision(.endOfInput)
      case .deadline:
        session.write("\n")
        throw .noDecision(limit?.cause ?? .endOfInput)
      case .interrupted:
        session.write("\n")
        throw .noDecision(.interrupted)
      }
    }
  }

  private func terminal() throws(Failure) -> TerminalSession {
    let isChallenge = question != .approveOrDeny
    guard settings.mayAsk else { throw .usage(.noTerminal(.noInput, isChallenge: isChallenge)) }
    switch system.openTerminal() {
    case .open(let session): return session
    case .none: throw .usage(.noTerminal(.none, isChallenge: isChallenge))
    case .background: throw .usage(.noTerminal(.background, isChallenge: isChallenge))
    }
  }

  /// What is left of the time to answer, and why it ends; nil for no limit.
  private func limit(since start: Timestamp) -> (seconds: Double, cause: NoDecisionCause)? {
    let now = system.now()
    var limits: [(seconds: Double, cause: NoDecisionCause)] = []
    if let timeout = settings.answerTimeout {
      limits.append((timeout - now.seconds(since: start), .timeout(seconds: timeout)))
    }
    if !settings.ignoreExpiry, let expiresAt = push.expiresAt {
      limits.append((expiresAt.seconds(since: now), .expiredWhileAsking))
    }
    return limits.min { $0.seconds < $1.seconds }.map { (max(0, $0.seconds), $0.cause) }
  }
}
