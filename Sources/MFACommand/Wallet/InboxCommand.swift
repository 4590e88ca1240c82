import MFACore

/// The `inbox` commands: a wallet works by request, and lists what waits.
struct InboxCommand: Sendable {
  let settings: InboxSettings
  let system: System
  let console: Console

  func run() -> ExitCode {
    let report = Report(command: settings.command).after { (report) throws(Failure) in try perform(&report) }
    // A listing has been written line by line.
    return report.failure == nil && settings.isListing ? report.exitCode : console.finish(report)
  }

  private var client: InboxClient {
    InboxClient(address: settings.endpoint, settings: settings.sending, system: system, console: console)
  }

  private func perform(_ report: inout Report) throws(Failure) {
    switch settings.action {
    case .list(let query): try list(query, &report)
    case .watch(let count, let duration):
      let watching = InboxWatching(
        client: client,
        system: system,
        console: console,
        count: count,
        duration: duration
      )
      try watching.run(&report)
    case .show(let id): report.subject = .notification(try show(id, &report))
    case .accept(let id, let accepting):
      let request = try found(id, .accept, &report)
      var accept = Accepting(client: client, settings: accepting, system: system)
      do throws(Failure) { report.subject = .notification(try accept.accept(request, &report)) } catch {
        throw error.whileWaiting(request.id, at: client.address)
      }
    case .decline(let id):
      let request = try found(id, .decline, &report)
      let declined = try client.post("decline", to: request.id, key: "\(request.id).decline", &report)
      report.subject = .notification(declined)
    case .acknowledge(let id):
      let message = try found(id, .acknowledge, &report)
      report.subject = .notification(try client.post("acknowledge", to: message.id, &report))
    case .delete(let id, let isSure):
      let notification = try found(id, .delete, &report)
      let isConfirmed = if isSure { true } else { try confirms(notification) }
      guard isConfirmed else { throw .noDecision(.kept) }
      try client.delete(id, &report)
      report.subject = .notification(notification)
    }
    report.ending = .finished(.done)
  }

  // MARK: Looking

  private func list(_ query: InboxQuery, _ report: inout Report) throws(Failure) {
    var number = query.page
    var isFirst = true
    var last = Int.max
    var repeated = 0
    while true {
      let page = try client.page(number, of: query, &report)
      // What comes while the pages are turned moves the others behind: some stand on the next page again.
      let unseen = page.filter { $0.sequence < last }
      try write(unseen, isFirst: isFirst)
      isFirst = false
      last = unseen.last?.sequence ?? last
      // A short page is the last one; a full one may be, and then the next is empty.
      guard query.all, page.count == query.size else { return }
      repeated = unseen.isEmpty ? repeated + 1 : 0
      guard repeated < InboxCommand.mostRepeated else {
        throw .unusableReply(.field(InboxFieldError("notifications", "repeat what other pages held")))
      }
      number += 1
    }
  }

  /// Full pages in a row with nothing new on them, behind which a service has no other end.
  private static let mostRepeated = 10

  private func write(_ page: [InboxClient.Listed], isFirst: Bool) throws(Failure) {
    guard !console.settings.quiet || console.settings.json else { return }
    var lines: [ArraySlice<UInt8>] = []
    if console.settings.json {
      lines = page.map(shown)
    } else {
      var notifications: [InboxNotification] = []
      for listed in page { notifications.append(try listed.notification().masked(by: console.redactor)) }
      let table = InboxWords.table(notifications, withHeading: isFirst, now: system.now())
      lines = table.map { Array(SafeText($0).oneLine.utf8)[...] }
    }
    guard !lines.isEmpty else { return }
    // A page at a time: a write for each line costs as much as fetching it.
    do { try console.result(lines: lines) } catch { throw .output(error) }
  }

  /// As the service wrote it, as long as there is nothing to be masked.
  private func shown(_ listed: InboxClient.Listed) -> ArraySlice<UInt8> {
    guard !console.redactor.isEmpty else { return listed.line }
    return console.redactor.redact(body: Array(listed.line), keeping: InboxNotification.ownMembers)[...]
  }

  private func show(_ id: String, _ report: inout Report) throws(Failure) -> InboxNotification {
    let notification = try client.notification(id, &report)
    guard notification.status == .new else { return notification }
    return try client.post("read", to: id, &report)
  }

  // MARK: Answering

  /// The notification, if that may be done to it at all.
  private func found(
    _ id: String,
    _ action: InboxAction,
    _ report: inout Report
  ) throws(Failure) -> InboxNotification {
    let notification = try client.notification(id, &report)
    try action.check(notification, now: system.now())
    return notification
  }

  private func confirms(_ notification: InboxNotification) throws(Failure) -> Bool {
    let session = try system.sessionForAsking(mayAsk: settings.mayAsk, flags: ["--yes"])
    defer { session.close() }
    return try session.ask(
      InboxPromptWords.delete(notification.masked(by: console.redactor), columns: session.columns)
    ) { line in
      switch line.trimmed.lowercased() {
      case "yes", "y": true
      case "no", "n": false
      default: nil
      }
    }
  }
}

extension InboxSettings {
  /// Whether its result is a line for each notification.
  var isListing: Bool {
    switch action {
    case .list, .watch: true
    case .show, .accept, .decline, .acknowledge, .delete: false
    }
  }
}
