import MFACore

/// `inbox watch`: tells what comes, by a long poll. After a broken connection it goes on from the last notification
/// that it told, so that none is lost or told twice; where the service has lost what it had, from the beginning.
struct InboxWatching: Sendable {
  let client: InboxClient
  let system: System
  let console: Console
  /// Notifications; nil for any.
  let count: Int?
  /// Seconds; nil for ever.
  let duration: Double?

  /// Seconds of one long poll.
  private static let patience = 20.0
  /// Seconds before another attempt, at first and at most.
  private static let pauses = 0.2...5.0

  /// Seconds before a service is asked again that knew of nothing at once.
  private static let idlePause = 0.5

  func run(_ report: inout Report) throws(Failure) {
    let start = system.now()
    // The end of the time ends an exchange and a pause as a signal does.
    system.catchStopSignals(duration)
    do throws(Failure) { try watch(since: start, &report) } catch { if !error.isStop { throw error } }
  }

  private func watch(since start: Timestamp, _ report: inout Report) throws(Failure) {
    var told = 0
    var last = try newest(&report)
    var pause = InboxWatching.pauses.lowerBound
    while true {
      let left = duration.map { $0 - system.now().seconds(since: start) } ?? .infinity
      guard left > 0 else { return }
      let asked = system.now()
      do throws(Failure) {
        // Back from an outage, a service that lost what it had says so at once, not after waiting for far numbers.
        let wait = pause > InboxWatching.pauses.lowerBound ? 0 : min(left, InboxWatching.patience)
        let found = try client.arrivals(after: last, wait: wait, &report)
        pause = InboxWatching.pauses.lowerBound
        for notification in found.notifications where notification.sequence > last {
          try tell(notification)
          last = notification.sequence
          told += 1
          if told == count { return }
        }
        // A service that does not wait for anything to come is not asked without a pause.
        let isIdle = found.notifications.isEmpty && found.sequence <= last
        last = place(found.sequence, after: last)
        if isIdle, system.now().seconds(since: asked) < InboxWatching.idlePause {
          if system.sleep(min(left, InboxWatching.idlePause)) { return }
        }
      } catch {
        guard error.isOutage, !error.isStop else { throw error }
        if pause == InboxWatching.pauses.lowerBound { console.warn(.watchingBroken) }
        if system.sleep(min(pause, left)) { return }
        pause = min(pause * 2, InboxWatching.pauses.upperBound)
      }
    }
  }

  /// The sequence to go on from.
  private func place(_ looked: Int, after last: Int) -> Int {
    guard looked < last else { return looked }
    console.warn(.inboxBeganAnew)
    // All that the service has now came after what was told last.
    return 0
  }

  /// The sequence of the newest notification that is there already; those are for `inbox list`.
  private func newest(_ report: inout Report) throws(Failure) -> Int {
    let query = InboxQuery(page: 1, size: 1, all: false, statuses: [], types: [], outOfBand: nil)
    // A service that was not reached in all the time is an error, and no empty inbox.
    let first = InboxClient(
      address: client.address,
      settings: duration.map(client.settings.within) ?? client.settings,
      system: system,
      console: console
    )
    return try first.page(1, of: query, &report).first?.sequence ?? 0
  }

  private func tell(_ notification: InboxNotification) throws(Failure) {
    let notification = notification.masked(by: console.redactor)
    let line =
      console.settings.json
      ? JSONWriter.write(.object(notification.json)) : SafeText(InboxWords.arrival(notification)).oneLine
    do { try console.result(line) } catch { throw .output(error) }
  }
}

extension Failure {
  /// The program is to stop: that says nothing about the service.
  var isStop: Bool {
    if case .notReached(let failure, _, _, _, _) = self { failure.cause == .stopped } else { false }
  }

  /// Whether the service may be back in a while.
  var isOutage: Bool {
    switch self {
    case .notReached(let failure, _, _, _, _):
      ![.unusableClientCertificate, .unusableCAFile, .clientCertificateRefused].contains(failure.cause)
        && !failure.cause.isAboutCertificates
    case .refused(let reply, _, _, _): [502, 503, 504].contains(reply.status)
    default: false
    }
  }
}

extension TransferFailure.Cause {
  fileprivate var isAboutCertificates: Bool {
    switch self {
    case .certificate, .libraryMissing: true
    default: false
    }
  }
}
