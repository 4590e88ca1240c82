import MFACore
import MFAService

/// `listen`: a phone that stays on. Pushes come over HTTP and are answered one after the other, in the order in which
/// they came, each by the same path as with `respond`.
struct Listen: Sendable {
  let settings: ListenSettings
  let system: System
  let console: Console

  func run() -> ExitCode {
    do throws(Failure) {
      // Before the address is printed: whoever has read it may send a signal.
      system.catchStopSignals()
      let listener = try start()
      defer { listener.stop() }
      if HostReach(settings.address.host) != .loopback { console.warn(.listensToOthers(listener.url)) }
      try console.announce(listener.url)
      return answerAll(from: listener)
    } catch {
      var report = Report(command: .listen)
      report.ending = .failed(error)
      return console.finish(report)
    }
  }

  private func start() throws(Failure) -> RunningListener {
    let intake = PushIntake(
      reading: PushReading(
        input: PushInput(source: .standardInput, receivedAt: nil),
        system: system,
        console: console
      ),
      mostPending: settings.mostPending,
      count: settings.count
    )
    do {
      return try system.startListener(settings.address) { request, pending, now in
        intake.take(request, pending: pending, now: now)
      }
    } catch {
      throw .notListening(error, .phone)
    }
  }

  /// Answers what comes until enough has come, the time is over or a signal stops it; then what has come already.
  /// The result is that of the first push that did not end well.
  private func answerAll(from listener: RunningListener) -> ExitCode {
    let start = system.now()
    var answered = 0
    var worst = ExitCode.done
    var isOver = false
    while true {
      let left = settings.duration.map { max(0, $0 - system.now().seconds(since: start)) }
      // Not only when there is nothing to be answered: pushes may come faster than they are.
      if left == 0, !isOver {
        listener.stop()
        isOver = true
      }
      switch listener.next(isOver ? 0 : left) {
      case .item(let bytes):
        let code = answer(bytes, mayAsk: !isOver)
        if worst == .done { worst = code }
        answered += 1
        guard answered != settings.count else { return worst }
      case .deadline where isOver: return worst
      case .deadline:
        // Those that were taken before the time was over are answered all the same.
        listener.stop()
        isOver = true
      case .stopped: return worst
      }
    }
  }

  private func answer(_ bytes: [UInt8], mayAsk: Bool) -> ExitCode {
    var report = Report(command: .listen)
    do throws(Failure) {
      let item = QueuedPush(bytes)
      let input = PushInput(source: .standardInput, receivedAt: item.receivedAt)
      let reading = PushReading(
        input: input,
        system: system,
        console: console,
        credentials: settings.credentials
      )
      let push = try reading.push(
        in: item.payload,
        freshID: item.freshID,
        report: &report
      )
      let respond = Respond(
        settings: RespondSettings(
          input: input,
          answering: settings.answering.asking(for: try requested(for: push, mayAsk: mayAsk)),
          sending: settings.sending,
          credentials: settings.credentials,
          output: settings.output
        ),
        system: system,
        console: console
      )
      try respond.answer(push, report: &report)
    } catch {
      report.ending = .failed(error)
    }
    return console.finish(report)
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
    AnswerSettings(
      requested: answer,
      source: .policy,
      isDismissed: false,
      mayAsk: mayAsk,
      force: false,
      authMethod: authMethod,
      denyReason: denyReason,
      ignoreExpiry: ignoreExpiry,
      answerTimeout: answerTimeout,
      delay: delay
    )
  }
}
