import MFACore

/// The logins that the service remembers, each with the session that was started for it.
struct LoginBook: Sendable {
  static let mostLogins = 1000

  private var roster = Roster<Login>()
  private var slots: [String: Int] = [:]
  private var sessions: [String: Int] = [:]
  /// Those whose request is to come, by the time when it does.
  private var due = ExpiryQueue()

  subscript(id: String) -> Login? { slots[id].flatMap { roster[$0] } }
  subscript(session id: String) -> Login? { sessions[id].flatMap { roster[$0] } }

  func hasRoom(at time: Timestamp) -> Bool {
    roster.count < LoginBook.mostLogins || oldestEnded(at: time) != nil
  }

  private func oldestEnded(at time: Timestamp) -> Int? {
    roster.oldestFirst.first { slot in roster[slot]?.status(now: time).isFinal ?? false }
  }

  /// False when there is one of that id, or no room.
  mutating func add(_ login: Login) -> Bool {
    guard slots[login.id] == nil, login.session.map({ sessions[$0] == nil }) ?? true else { return false }
    if roster.count >= LoginBook.mostLogins {
      guard let oldest = oldestEnded(at: login.createdAt), let forgotten = roster[oldest] else {
        return false
      }
      slots[forgotten.id] = nil
      if let session = forgotten.session { sessions[session] = nil }
      roster.remove(oldest)
    }
    let slot = roster.append(login)
    slots[login.id] = slot
    note(slot)
    return true
  }

  mutating func start(_ session: String, of id: String, at time: Timestamp) -> Bool {
    guard sessions[session] == nil, let slot = slots[id],
      roster.update(slot, { $0.start(session, at: time) }) == true
    else { return false }
    note(slot)
    return true
  }

  /// The request of a login has become a notification; true too for a login that has been forgotten.
  mutating func request(_ notification: PracticeNotification) -> Bool {
    guard let id = notification.login, let slot = slots[id] else { return true }
    due.remove(slot)
    return roster.update(slot) { $0.request(notification) } == true
  }

  mutating func answer(_ id: String, isAcceptance: Bool) -> Bool {
    guard let slot = slots[id] else { return true }
    return roster.update(slot) { $0.answer(isAcceptance: isAcceptance) } == true
  }

  private mutating func note(_ slot: Int) {
    guard let login = roster[slot] else { return }
    if let session = login.session { sessions[session] = slot }
    if case .scanned(_, let time) = login.progress { due.insert(slot, expiringAt: time) }
  }

  /// One whose request should be there by now.
  func dueLogin(at now: Timestamp) -> Login? { due.due(at: now, most: 1).first.flatMap { roster[$0] } }

  /// When the next request comes; nil when none is on its way, or one that is due has no room.
  func nextRequest(after now: Timestamp) -> Timestamp? { due.earliest.flatMap { $0 > now ? $0 : nil } }

  /// Changes that make this book out of an empty one.
  var changes: [InboxChange] { roster.oldestFirst.compactMap { roster[$0] }.map { .loginCreated($0) } }
}
