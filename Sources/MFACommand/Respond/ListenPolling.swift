import MFACore

/// `listen --poll`: a phone that stays on and asks its services for pushes, each answered once.
struct ListenPolling: Sendable {
  let polling: Polling
  /// How each push is answered.
  let answers: PushAnswering
  /// How many pushes; nil for any.
  let count: Int?
  /// Seconds; nil for ever.
  let duration: Double?

  /// The result is that of the first push that did not end well, or else of the service that can't be asked.
  func run() -> ExitCode {
    var state = State(start: polling.system.now())
    do throws(Failure) {
      polling.system.catchStopSignals(duration)
      try answerAll(&state)
    } catch {
      var report = Report(command: .listen)
      report.ending = .failed(error)
      let code = polling.console.finish(report)
      if state.worst == .done { state.worst = code }
    }
    return state.worst
  }

  private struct State {
    let start: Timestamp
    var seen = SeenPushes()
    var answered = 0
    var worst = ExitCode.done
    /// Warnings of the looks so far, each told once.
    var told: [Warning] = []
    /// Why the last look failed, by credential.
    var outages: [String: Failure] = [:]
    /// Services that refuse, by credential: they are not asked again.
    var refusals: [String: Failure] = [:]
    /// Looks that a service answered.
    var looks = 0

    /// What the first of these services fails with that does.
    func failure(of credentials: [Credential]) -> Failure? {
      credentials.lazy.compactMap { refusals[$0.name] ?? outages[$0.name] }.first
    }
  }

  /// Seconds of one look at most: a signal is heeded after it.
  private static let longestLook = 10.0
  /// Warnings that are remembered, so that each is told once.
  private static let mostTold = 20

  private func answerAll(_ state: inout State) throws(Failure) {
    if answers.settings.policy == .ask {
      try polling.checkSomebodyCanBeAsked(mayAsk: answers.settings.answering.mayAsk)
    }
    var credentials = try polling.pollable()
    while true {
      for credential in credentials where state.refusals[credential.name] == nil {
        for polled in try waiting(for: credential, among: credentials, &state)
        where state.seen.add(id: polled.name) {
          // A list can be long, and a person's answer slow.
          if isOver(state) || polling.system.waitForStop(0) { return }
          let code = answers.answer(polled, by: polling)
          if state.worst == .done { state.worst = code }
          state.answered += 1
          if state.answered == count { return }
        }
      }
      if isOver(state) {
        // A service that was never reached is no phone without work.
        if state.looks == 0, let failure = state.failure(of: credentials) { throw failure }
        return
      }
      let pause = min(secondsLeft(state) ?? .infinity, polling.settings.interval)
      if polling.system.waitForStop(pause) { return }
      credentials = try stillPollable()
    }
  }

  /// What is left of the time; nil for ever.
  private func secondsLeft(_ state: State) -> Double? {
    duration.map { $0 - polling.system.now().seconds(since: state.start) }
  }

  private func isOver(_ state: State) -> Bool { (secondsLeft(state) ?? .infinity) <= 0 }

  /// A credential that is locked or removed meanwhile is not asked with any more; one that comes is.
  private func stillPollable() throws(Failure) -> [Credential] {
    do throws(Failure) { return try polling.pollable() } catch {
      switch error {
      case .credential(.locked), .credential(.nonePollable), .credential(.missing): return []
      default: throw error
      }
    }
  }

  /// A service that is away for a while is asked again. One that refuses is not, and ends the phone when it was the last.
  private func waiting(for credential: Credential, among all: [Credential], _ state: inout State)
    throws(Failure) -> [PolledPush]
  {
    // One of its own for each look: this runs for days.
    var report = Report(command: .listen)
    report.warnings = state.told
    defer { state.told = Array(report.warnings.prefix(ListenPolling.mostTold)) }
    let limit = min(secondsLeft(state) ?? .infinity, ListenPolling.longestLook)
    do throws(Failure) {
      let pushes = try polling.within(limit).look(with: credential, &report)
      state.outages[credential.name] = nil
      state.looks += 1
      return pushes
    } catch {
      // For output alone from here on, where what was sent is not known any more.
      let error = error.masked(by: polling.console.hiding(report.secrets).redactor)
      if error.isOutage || error.isTransient {
        if state.outages.updateValue(error, forKey: credential.name) == nil, !error.isStop {
          let url = polling.address(of: credential)?.url.description ?? ""
          polling.console.warn(.pollingBroken(at: url, reason: error.outageReason))
        }
        return []
      }
      state.refusals[credential.name] = error
      guard all.contains(where: { state.refusals[$0.name] == nil }) else {
        throw state.failure(of: all) ?? error
      }
      let reason = error.diagnostic().message
      polling.console.warn(.pollingRefused(credential: credential.id, reason: reason))
      return []
    }
  }
}

extension Credential {
  /// What tells it from all others here.
  fileprivate var name: String { "\(id)@\(endpoint?.wireText ?? "")" }
}

extension PolledPush {
  /// What tells it from all others here.
  fileprivate var name: String { "\(credential.name) \(id)" }
}

extension Failure {
  /// Whether the service may answer a further look (RFC 9110, section 15.5.9; RFC 6585, section 4).
  fileprivate var isTransient: Bool {
    if case .refused(let reply, _, _, _) = self { [408, 429, 500].contains(reply.status) } else { false }
  }

  /// In a few words.
  fileprivate var outageReason: String {
    switch self {
    case .notReached(let failure, _, _, _, _): failure.cause.words
    case .refused(let reply, _, _, _): "HTTP \(reply.status)"
    default: "no reply"
    }
  }
}
