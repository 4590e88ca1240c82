import MFACore

extension Console {
  /// Writes what a run has to say when it ends, and gives its exit code.
  ///
  /// Warnings were written when they arose. A failure goes to standard error in words and, with `--json`, to
  /// standard output as well.
  func finish(_ report: Report) -> ExitCode {
    let console = hiding(report.secrets)
    var report = report.masked(by: console.redactor)
    // They are of the whole run, and not of each of the pushes that a phone answers as long as it listens.
    if report.command != .listen { report.warnings = settings.exposures + report.warnings }
    return console.finishing(report)
  }

  private func finishing(_ report: Report) -> ExitCode {
    if let failure = report.failure {
      fail(failure, about: report.command == .listen ? report.push?.id : nil)
    }
    do {
      for line in output(report) { try lastResult(line) }
      return report.exitCode
    } catch {
      let change = ChangeWords.text(report)
      // Whoever closed the pipe does not want to read about it, unless it can't be seen elsewhere.
      if error != .closedPipe || change != nil { fail(.output(error, despite: change)) }
      if error == .closedPipe { system.endOfPipe() }
      return .localIO
    }
  }

  /// What goes to standard output.
  private func output(_ report: Report) -> [String] {
    if settings.json { return [JSONWriter.write(ReportJSON().object(report))] }
    if report.failure == nil, !settings.quiet { return resultLines(report) }
    // It comes once and nowhere else, and the sign-on is lost without it.
    guard case .answer(let code?) = report.subject else { return [] }
    return [SafeText(code).oneLine]
  }

  /// One line where that says it; a dry run's result is the request, in as many as it takes.
  private func resultLines(_ report: Report) -> [String] {
    if report.outcome == .dryRun, let request = report.delivery?.request {
      return TraceWords.lines(request).map { SafeText($0).oneLine }
    }
    switch report.subject {
    case .notification(let notification?) where report.command == .inboxShow:
      return InboxWords.lines(notification).map { SafeText($0).oneLine }
    case .credentials(let records) where report.command == .credentialsList && !records.isEmpty:
      return EnrolmentWords.lines(records).map { SafeText($0).oneLine }
    case .categories(let categories): return DeviceWords.lines(categories)
    // What is inside a signed message is what somebody who debugs a push looks for first.
    case .inspection:
      let inside = report.push?.jws.map(InspectionWords.lines) ?? []
      return [resultLine(report)] + inside.map { "  " + SafeText($0).oneLine }
    case .answer, .demonstration, .notification, .enrollment, .credentials, .device, .nothing:
      return [resultLine(report)]
    }
  }

  private func resultLine(_ report: Report) -> String {
    let words = ResultWords(report)
    return styled(words.word, .bold, on: .output) + SafeText(words.rest).oneLine
  }
}
