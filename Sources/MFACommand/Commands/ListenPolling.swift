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
    var report = Report(command: .listen)
    do throws(Failure) {
      polling.system.catchStopSignals()
      return try answerAll(with: try polling.credentials(), &report)
    } catch {
      report.ending = .failed(error)
      return polling.console.finish(report)
    }
  }

  private func answerAll(with credentials: [Credential], _ report: inout Report) throws(Failure) -> ExitCode {
    let start = polling.system.now()
    var state = State()
    while true {
      for credential in credentials {
        for push in try waiting(for: credential, &state, &report) where state.seen.add(push) {
          let code = answers.answer(push, mayAsk: true)
          if state.worst == .done { state.worst = code }
          state.answered += 1
          if state.answered == count { return state.worst }
        }
      }
      let left = duration.map { $0 - polling.system.now().seconds(since: start) } ?? .infinity
      guard left > 0 else { return state.worst }
      if polling.system.waitForStop(min(left, polling.settings.interval)) { return state.worst }
    }
  }

  private struct State {
    var seen = SeenPushes()
    var answered = 0
    var worst = ExitCode.done
    var isBroken = false
  }

  /// A service that is away for a while is asked again; one that refuses ends the phone.
  private func waiting(for credential: Credential, _ state: inout State, _ report: inout Report)
    throws(Failure) -> [Push]
  {
    do throws(Failure) {
      let pushes = try polling.look(with: credential, &report)
      state.isBroken = false
      return pushes
    } catch {
      guard error.isOutage else { throw error }
      if !state.isBroken { polling.console.warn(.pollingBroken) }
      state.isBroken = true
      return []
    }
  }
}
