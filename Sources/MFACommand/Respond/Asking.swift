import MFACore

/// Asks a person on the controlling terminal, as often as it takes to get an answer.
struct Asking: Sendable {
  let push: Push
  let question: Question
  let settings: AnswerSettings
  let system: System

  /// The action that the person typed.
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
    return try session.ask(PromptWords.request(question), within: { limit(since: start) }) { line in
      if let action = TypedAnswer.action(line, for: question) { return action }
      session.write(PromptWords.again(line, question, columns: session.columns))
      return nil
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

  /// What is left of the time to answer; nil for no limit.
  private func limit(since start: Timestamp) -> AskingLimit? {
    let now = system.now()
    var limits: [AskingLimit] = []
    if let timeout = settings.answerTimeout {
      let left = timeout - now.seconds(since: start)
      limits.append(AskingLimit(seconds: max(0, left), cause: .timeout(seconds: timeout)))
    }
    if !settings.ignoreExpiry, let expiresAt = push.expiry.time {
      let left = expiresAt.seconds(since: now)
      limits.append(AskingLimit(seconds: max(0, left), cause: .expiredWhileAsking))
    }
    return limits.min { $0.seconds < $1.seconds }
  }
}
