import MFACore
import MFAService

/// `demo`: a whole sign-on on this machine. The practice service runs on a loopback port of its own, gives a push,
/// and gets its answer over HTTP by the same path as `respond`.
struct Demo: Sendable {
  let settings: DemoSettings
  let system: System
  let console: Console

  func run() -> Report {
    return Report(command: .demo).after { (report) throws(Failure) in
      let service = try start()
      defer { service.stop() }
      let page = SignOnPage(url: service.url, system: system, console: console)
      if settings.scenario == .login {
        try DemoLogin(settings: settings, page: page, system: system, console: console).play(&report)
      } else {
        try play(page, report: &report)
      }
    }
  }

  private func start() throws(Failure) -> RunningService {
    let service = PracticeService(seed: system.random().0, cryptography: system.cryptography)
    do {
      return try system.startService(service, ServiceHosting(address: .anyLoopbackPort))
    } catch {
      throw .demo(.serviceNotStarted(error))
    }
  }

  private func play(_ page: SignOnPage, report: inout Report) throws(Failure) {
    console.narrate(DemoWords.start(settings.scenario, url: page.url))
    let created = try page.create(settings.scenario)
    console.narrate(DemoWords.page(number: created.number))
    let payload = settings.scenario == .cancel ? try page.cancel(created.id) : created.payload
    if settings.after > 0 {
      console.narrate(DemoWords.later(settings.after))
      _ = system.sleep(settings.after)
    }
    console.narrate(DemoWords.phone)
    let received = try read(payload, report: &report)
    try answer(received, created, page, report: &report)
    let status = try page.status(of: created.id)
    report.subject = .demonstration(signOn: status)
    let announced = announced(report, created)
    guard status == announced else { throw .demo(.endedOtherwise(announced: announced, actual: status)) }
    report.ending = .finished(.done)
  }

  private func read(_ payload: JSONValue, report: inout Report) throws(Failure) -> ReceivedPush {
    let reading = PushReading(source: .demo, system: system, console: console)
    let received = try reading.received(in: JSONWriter.bytes(payload), report: &report)
    console.narrate(DemoWords.received(received.push))
    return received
  }

  /// Answers on the terminal, or rightly by itself where there is none. An expired push is refused, as announced.
  private func answer(
    _ received: ReceivedPush,
    _ created: SignOnPage.Created,
    _ page: SignOnPage,
    report: inout Report
  ) throws(Failure) {
    let push = received.push
    let canAsk = settings.mayAsk && Question(push.kind) != nil && system.hasTerminal()
    let requested = canAsk ? nil : rightAnswer(push, created.number)
    if !canAsk, let requested, !push.expiry.isOver(at: system.now()) {
      console.narrate(DemoWords.answersItself(requested))
    }
    let responder = PushResponder(
      settings: AnswerSettings(requested: requested),
      sending: try page.sendSettings(),
      credentials: nil,
      system: system,
      console: console
    )
    do throws(Failure) {
      try responder.answer(received, report: &report)
    } catch {
      guard settings.scenario == .expired, error.outcome == .expired else { throw error }
      console.narrate(DemoWords.expired)
      return
    }
    console.narrate(DemoWords.answered(report))
  }

  private func rightAnswer(_ push: Push, _ number: String?) -> RequestedAnswer? {
    switch Question(push.kind) {
    case nil: nil
    case .approveOrDeny: .approve
    case .pick, .typeNumber: number.map { .number(MatchValue($0)) } ?? .deny
    }
  }

  /// How the sign-on ends after the answer that was given.
  private func announced(_ report: Report, _ created: SignOnPage.Created) -> String {
    switch (settings.scenario, report.decision?.action) {
    case (.cancel, _): "cancelled"
    case (.expired, _): "expired"
    case (_, nil): "pending"
    case (_, .deny?): "denied"
    case (_, .approve(let number)?):
      number == nil || number?.text == created.number ? "approved" : "wrong-number"
    }
  }
}
