import MFACore

/// Every notification that the service remembers, in the order in which they were made.
struct NotificationBook: Sendable {
  static let mostNotifications = 20_000

  private var roster = Roster<InboxItem>()
  private var slots: [String: Int] = [:]
  /// The slots of those that aren't deleted, oldest first: a page of them is a place in it.
  private var listed: [Int] = []
  /// Those whose time will be over.
  private var expiring = ExpiryQueue()
  /// Those that have ended otherwise, in the order in which they did.
  private var ended = FirstInFirstOut<Int>()
  /// The sequence number of the newest, which is never forgotten before there is a newer one.
  private(set) var lastSequence = 0

  subscript(id: String) -> InboxItem? { slots[id].flatMap { roster[$0] } }

  /// Whether another one can be made, be it that an old one is forgotten for it.
  func hasRoom(at time: Timestamp) -> Bool {
    roster.count < NotificationBook.mostNotifications || forgettable(at: time) != nil
  }

  /// False when it can't be the next one.
  mutating func add(_ notification: PracticeNotification) -> Bool {
    guard slots[notification.id] == nil, notification.sequence > lastSequence else { return false }
    if roster.count >= NotificationBook.mostNotifications {
      // Its own time is the clock by which others are expired, so that a journal says the same again.
      guard let oldest = forgettable(at: notification.createdAt) else { return false }
      forget(oldest)
    }
    let slot = roster.append(InboxItem(notification))
    slots[notification.id] = slot
    listed.append(slot)
    if let end = notification.expiresAt { expiring.insert(slot, expiringAt: end) }
    lastSequence = notification.sequence
    return true
  }

  /// Makes something happen to one; false when it can't, or there is no such notification.
  mutating func update(_ id: String, _ change: (inout InboxItem) -> Bool) -> Bool {
    guard let slot = slots[id], let before = roster[slot], roster.update(slot, change) == true,
      let after = roster[slot]
    else { return false }
    if after.hasEnded, !before.hasEnded {
      expiring.remove(slot)
      ended.append(slot)
    }
    if after.isDeleted, !before.isDeleted { unlist(slot) }
    return true
  }

  /// The one that ended first, by being expired or otherwise; nil when none has.
  private func forgettable(at time: Timestamp) -> Int? {
    guard let expired = expiring.due(at: time, most: 1).first else { return ended.first }
    guard let oldest = ended.first, let end = roster[oldest]?.updatedAt,
      let expiry = roster[expired]?.notification.expiresAt
    else { return expired }
    return end <= expiry ? oldest : expired
  }

  private mutating func forget(_ slot: Int) {
    guard let item = roster[slot] else { return }
    if slot == ended.first { _ = ended.popFirst() } else { expiring.remove(slot) }
    if !item.isDeleted { unlist(slot) }
    slots[item.notification.id] = nil
    roster.remove(slot)
  }

  private mutating func unlist(_ slot: Int) {
    guard let sequence = roster[slot]?.notification.sequence else { return }
    listed.remove(at: place(after: sequence - 1))
  }

  /// Where in the list those with a larger sequence number begin.
  private func place(after sequence: Int) -> Int {
    var (low, high) = (0, listed.count)
    while low < high {
      let middle = (low + high) / 2
      if roster[listed[middle]].map({ $0.notification.sequence > sequence }) ?? true {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return low
  }
}

/// Looking at them.
extension NotificationBook {
  /// The oldest of those with a larger sequence number that aren't deleted.
  func after(_ sequence: Int, most: Int) -> [InboxItem] {
    listed[place(after: sequence)...].prefix(most).compactMap { roster[$0] }
  }

  /// Some of those that pass, the newest first, and how many pass in all.
  func page(_ page: Int, size: Int, _ filter: NotificationFilter, now: Timestamp) -> (
    items: [InboxItem], total: Int
  ) {
    let (skipped, overflow) = (page - 1).multipliedReportingOverflow(by: size)
    guard !filter.isDefault else {
      let slots = overflow ? [] : listed.reversed().dropFirst(skipped).prefix(size)
      return (slots.compactMap { roster[$0] }, listed.count)
    }
    var (items, total): ([InboxItem], Int) = ([], 0)
    for slot in roster.newestFirst {
      guard let item = roster[slot], item.passes(filter, now: now) else { continue }
      if !overflow, total >= skipped, items.count < size { items.append(item) }
      total += 1
    }
    return (items, total)
  }

  /// Changes that make this book out of an empty one.
  var changes: [InboxChange] {
    var changes: [InboxChange] = []
    for slot in roster.oldestFirst {
      guard let item = roster[slot] else { continue }
      changes.append(.notificationCreated(item.notification))
      if item.isRead, !item.isAcknowledged {
        changes.append(.notificationRead(item.notification.id, at: item.updatedAt))
      }
    }
    for slot in ended.all {
      if let item = roster[slot] { changes += item.endings }
    }
    return changes
  }
}

extension InboxItem {
  /// The changes that ended it.
  fileprivate var endings: [InboxChange] {
    let id = notification.id
    var endings: [InboxChange] = []
    if isAcknowledged { endings.append(.notificationAcknowledged(id, at: updatedAt)) }
    if let answer { endings.append(.notificationAnswered(id, answer, at: updatedAt)) }
    if isDeleted { endings.append(.notificationDeleted(id, at: updatedAt)) }
    return endings
  }
}
