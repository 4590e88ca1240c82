import MFACore
import MFAService

/// `listen`: a phone that stays on. Pushes come over HTTP and are answered one after the other, in the order in which
/// they came, each by the same path as with `respond`.
struct Listen: Sendable {
  let settings: ListenSettings
  let system: System
  let console: Console

  private var answers: PushAnswering {
    PushAnswering(settings: settings, system: system, console: console)
  }

  func run() -> ExitCode {
    switch settings.source {
    case .listener(let listening): return listen(on: listening)
    case .poll(let poll):
      let polling = Polling(
        settings: poll,
        sending: settings.sending.withoutRetries,
        credentials: settings.credentials,
        system: system,
        console: console
      )
      return ListenPolling(
        polling: polling,
        answers: answers,
        count: settings.count,
        duration: settings.duration
      ).run()
    }
  }

  private func listen(on listening: ListenSettings.Listening) -> ExitCode {
    do throws(Failure) {
      // Before the address is printed: whoever has read it may send a signal.
      if settings.policy == .ask { try checkSomebodyCanBeAsked() }
      let hasNoAddress = try hasNoAddress()
      system.catchStopSignals(settings.duration)
      let listener = try start(listening)
      defer { listener.stop() }
      if hasNoAddress { console.warn(.onlyAddressedPushesAnswered) }
      if HostReach(listening.address.host) != .loopback { console.warn(.listensToOthers(listener.url)) }
      try console.announce(listener.url)
      return answerAll(from: listener)
    } catch {
      var report = Report(command: .listen)
      report.ending = .failed(error)
      return console.finish(report)
    }
  }

  /// Before a push is taken, which would be lost.
  private func checkSomebodyCanBeAsked() throws(Failure) {
    let flags = ["--approve", "--deny", "--number-from FIELD"]
    try system.sessionForAsking(mayAsk: settings.answering.mayAsk, flags: flags).close()
  }

  /// Whether nothing but a push itself can say where its answer goes.
  private func hasNoAddress() throws(Failure) -> Bool {
    let lookup = CredentialLookup(file: settings.credentials, system: system)
    let isNamed = settings.credentials?.isNamed ?? false
    guard isNamed || settings.sending.endpoint == nil else { return false }
    do throws(Failure) {
      let credentials = try lookup.store?.read() ?? []
      return settings.sending.endpoint == nil && credentials.allSatisfy(\.isLocked)
    } catch {
      // What is wrong with the state's own file is told with the first push that takes a credential.
      if isNamed { throw error }
      return true
    }
  }

  private func start(_ listening: ListenSettings.Listening) throws(Failure) -> RunningListener {
    let intake = PushIntake(
      system: system,
      mostPending: listening.mostPending,
      count: settings.count
    )
    do {
      return try system.startListener(
        listening.address,
        { console.warn(.requestRefused($0)) },
        { request, pending, now in intake.take(request, pending: pending, now: now) }
      )
    } catch {
      throw .notListening(error, .phone)
    }
  }

  /// Seconds for which pushes that came are still answered once the time is over or a signal stops it: a service that
  /// is quick gets all of them, and a slow one does not keep the phone from ending within a second.
  private static let farewell = 0.3

  /// Answers what comes until enough has come, the time is over or a signal stops it. The result is that of the first
  /// push that did not end well.
  private func answerAll(from listener: RunningListener) -> ExitCode {
    let start = system.now()
    var answered = 0
    var worst = ExitCode.done
    // When it was told to stop, at the earliest: while the answer at hand was under way, nobody looked.
    var stop: Timestamp?
    var begin = start
    while true {
      let left = settings.duration.map { max(0, $0 - system.now().seconds(since: start)) }
      // Not only when there is nothing to be answered: pushes may come faster than they are.
      if stop == nil, left == 0 || system.waitForStop(0) {
        listener.stop()
        stop = left == 0 ? settings.duration.map { start.advanced(bySeconds: $0) } : begin
      }
      switch listener.next(stop == nil ? left : 0) {
      case .item where isOver(since: stop):
        console.warn(.pushesNotAnswered(1 + rest(of: listener)))
        return worst
      case .item(let posted):
        begin = system.now()
        let code = answers.answer(posted, mayAsk: stop == nil)
        if worst == .done { worst = code }
        answered += 1
        guard answered != settings.count else { return worst }
      case .deadline where stop != nil: return worst
      case .deadline:
        listener.stop()
        stop = system.now()
      case .stopped: return worst
      }
    }
  }

  private func isOver(since stop: Timestamp?) -> Bool {
    stop.map { system.now().seconds(since: $0) >= Listen.farewell } ?? false
  }

  /// How many pushes wait still.
  private func rest(of listener: RunningListener) -> Int {
    var count = 0
    while case .item = listener.next(0) { count += 1 }
    return count
  }
}
