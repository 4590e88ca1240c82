import MFACore

/// `respond`: answers one push.
struct Respond: Sendable {
  let settings: RespondSettings
  let system: System
  let console: Console

  func run() -> Report {
    traceSettings()
    return Report(command: .respond, deniedIsNegative: settings.sending.deniedIsNegative).after {
      (report) throws(Failure) in
      let responder = PushResponder(
        settings: settings.answering,
        sending: settings.sending,
        credentials: settings.credentials,
        system: system,
        console: console
      )
      try responder.answer(try push(&report), report: &report)
    }
  }

  private func push(_ report: inout Report) throws(Failure) -> ReceivedPush {
    switch settings.origin {
    case .input(let input):
      let reading = PushReading(
        source: .input(input.source),
        receivedAt: input.receivedAt,
        system: system,
        console: console,
        credentials: settings.credentials
      )
      return try reading.received(report: &report)
    case .poll(let poll, let id, let retryLimit):
      let polling = Polling(
        settings: poll,
        sending: settings.sending,
        credentials: settings.credentials,
        system: system,
        console: console
      )
      // Before a minute of waiting for what could then not be answered.
      if settings.answering.requested == nil, !settings.answering.isDismissed {
        try polling.checkSomebodyCanBeAsked(mayAsk: settings.answering.mayAsk)
      }
      return try PollingForOne(polling: polling, id: id, retryLimit: retryLimit).push(&report)
    }
  }

  private func traceSettings() {
    for entry in settings.sending.provenance {
      console.trace("*", TraceWords.setting(entry), level: 2)
    }
  }
}
