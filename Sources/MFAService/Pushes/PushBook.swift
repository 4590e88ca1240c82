import MFACore

/// Every push that the service remembers: those that wait, and the newest of those that have ended.
struct PushBook: Sendable {
  /// Pushes that wait at one time; tests make do with fewer.
  var mostPending = 50_000
  /// Ended pushes that are remembered.
  static let mostEnded = 10_000

  private var roster = Roster<SignOn>()
  private var slots: [String: Int] = [:]
  private var pending = ExpiryQueue()
  /// In the order in which they ended.
  private var ended = FirstInFirstOut<Int>()

  var count: Int { roster.count }
  var pendingCount: Int { pending.count }

  subscript(id: String) -> SignOn? { slots[id].flatMap { roster[$0] } }

  /// Some of the pushes whose time is over without anybody having noticed.
  func overdue(at now: Timestamp, most: Int) -> [String] {
    pending.due(at: now, most: most).compactMap { roster[$0]?.push.id }
  }

  /// False when there is one of that id.
  mutating func add(_ push: PracticePush) -> Bool {
    guard slots[push.id] == nil else { return false }
    let slot = roster.append(SignOn(push))
    slots[push.id] = slot
    pending.insert(slot, expiringAt: push.expiresAt)
    return true
  }

  /// Ends a push that waits, and forgets the oldest that ended where there are too many; false when it doesn't wait.
  mutating func end(_ id: String, as ending: SignOn.State) -> Bool {
    guard let slot = slots[id], roster.update(slot, { $0.end(as: ending) }) == true else { return false }
    pending.remove(slot)
    ended.append(slot)
    if ended.count > PushBook.mostEnded, let oldest = ended.popFirst(), let id = roster[oldest]?.push.id {
      roster.remove(oldest)
      slots[id] = nil
    }
    return true
  }

  mutating func record(_ event: PushEvent, of id: String) -> Bool {
    guard let slot = slots[id] else { return false }
    return roster.update(slot) { $0.record(event) } == true
  }

  /// The newest first.
  func page(_ page: Int, size: Int) -> [SignOn] {
    let (skipped, overflow) = (page - 1).multipliedReportingOverflow(by: size)
    guard !overflow, skipped < count else { return [] }
    return roster.newestFirst.lazy.dropFirst(skipped).prefix(size).compactMap { roster[$0] }
  }

  /// The oldest first.
  func waiting(at now: Timestamp) -> [PracticePush] {
    roster.oldestFirst.compactMap { roster[$0] }.filter { $0.isPending(now: now) }.map(\.push)
  }

  /// Changes that make this book out of an empty one.
  var changes: [ServiceChange] {
    var changes: [ServiceChange] = []
    for slot in roster.oldestFirst {
      guard let signOn = roster[slot] else { continue }
      changes.append(.pushCreated(signOn.push))
      changes += signOn.events.map { .eventRecorded(push: signOn.push.id, $0) }
    }
    changes += ended.all.compactMap { slot in roster[slot].flatMap(\.ending) }
    return changes
  }
}

extension SignOn {
  /// The change that ended the push; nil while it waits.
  fileprivate var ending: ServiceChange? {
    switch state {
    case .pending: nil
    case .answered(let answer, let time): .pushAnswered(push: push.id, answer, at: time)
    case .completed(let time):
      .registrationCompleted(device: push.device ?? "", push: push.id, at: time)
    case .cancelled(let time): .pushCancelled(push: push.id, at: time)
    case .expired: .pushExpired(push: push.id)
    }
  }
}
