import MFACore

/// `inspect`: says what a push is and sends nothing.
struct Inspect: Sendable {
  let settings: InspectSettings
  let system: System
  let console: Console

  func run() -> Report {
    let reading = PushReading(
      source: .input(settings.input.source),
      receivedAt: settings.input.receivedAt,
      system: system,
      console: console,
      credentials: settings.credentials
    )
    return Report(command: .inspect).after { (report) throws(Failure) in
      let push = try reading.received(report: &report).push
      report.subject = .inspection(at: system.now())
      if let expected = settings.expect, push.kind.name != expected {
        throw .unexpectedKind(expected: expected, found: push.kind.name)
      }
      report.ending = .finished(.inspected)
    }
  }
}
