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

  /// The result is that of the first push that did not end well, or of the service that can't be asked.
  func run() -> ExitCode {
    do throws(Failure) {
      polling.system.catchStopSignals()
      return try answerAll()
    } catch {
      var report = Report(command: .listen)
      report.ending = .failed(error)
      return polling.console.finish(report)
    }
  }

  private struct State {
    let start: Timestamp
    var seen = SeenPushes()
    var answered = 0
    var worst = ExitCode.done
    /// Why the last look failed; nil when it did not.
    var outage: Failure?
    /// Those that a service answered.
    var looks = 0
  }

  private func answerAll() throws(Failure) -> ExitCode {
    var state = State(start: polling.system.now())
    var credentials = try polling.pollable()
    while true {
      for credential in credentials {
        for polled in try waiting(for: credential, &state) where state.seen.add(key: polled.id) {
          // A list can be long, and a person's answer slow.
          if isOver(state) || polling.system.waitForStop(0) { return state.worst }
          let code = answers.answer(polled, by: polling)
          if state.worst == .done { state.worst = code }
          state.answered += 1
          if state.answered == count { return state.worst }
        }
      }
      if isOver(state) {
        // A service that was never reached is no phone without work.
        if let outage = state.outage, state.looks == 0 { throw outage }
        return state.worst
      }
      let pause = min(secondsLeft(state) ?? .infinity, polling.settings.interval)
      if polling.system.waitForStop(pause) { return state.worst }
      credentials = try stillPollable()
    }
  }

  /// What is left of the time; nil for ever.
  private func secondsLeft(_ state: State) -> Double? {
    duration.map { $0 - polling.system.now().seconds(since: state.start) }
  }

  private func isOver(_ state: State) -> Bool { (secondsLeft(state) ?? .infinity) <= 0 }

  /// A credential that is locked or removed meanwhile is used for nothing; one that comes is used from then on.
  private func stillPollable() throws(Failure) -> [Credential] {
    do throws(Failure) { return try polling.pollable() } catch {
      switch error {
      case .credential(.locked), .credential(.nonePollable), .credential(.missing): return []
      default: throw error
      }
    }
  }

  /// A service that is away for a while is asked again; one that refuses ends the phone.
  private func waiting(for credential: Credential, _ state: inout State) throws(Failure) -> [PolledPush] {
    // One of its own for each look: this runs for days.
    var report = Report(command: .listen)
    do throws(Failure) {
      let pushes = try polling.within(secondsLeft(state)).look(with: credential, &report)
      state.outage = nil
      state.looks += 1
      return pushes
    } catch {
      guard error.isOutage else { throw error }
      if state.outage == nil {
        let url = polling.address(of: credential)?.url.description ?? ""
        polling.console.warn(.pollingBroken(at: url, reason: error.outageReason))
      }
      state.outage = error
      return []
    }
  }
}

extension Failure {
  /// In a few words.
  fileprivate var outageReason: String {
    switch self {
    case .notReached(let failure, _, _, _): TransferWords.cause(failure.cause)
    case .refused(let reply, _, _): "HTTP \(reply.status)"
    default: "no reply"
    }
  }
}
