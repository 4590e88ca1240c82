import MFACore

/// `inspect`: says what a push is and sends nothing.
struct Inspect: Sendable {
  let settings: InspectSettings
  let system: System
  let console: Console

  func run() -> Report {
    var report = Report(command: .inspect)
    let reading = PushReading(
      source: .input(settings.input.source),
      receivedAt: settings.input.receivedAt,
      system: system,
      console: console,
      credentials: settings.credentials
    )
    do throws(Failure) {
      let push = try reading.received(report: &report).push
      report.subject = .inspection(at: system.now())
      if let expected = settings.expect, push.kind.name != expected {
        throw .unexpectedKind(expected: expected, found: push.kind.name)
      }
      report.ending = .finished(.inspected)
    } catch {
      report.ending = .failed(error)
    }
    return report
  }
}
