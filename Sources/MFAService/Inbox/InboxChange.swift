package import MFACore

/// One effect of a request on notifications, credentials and logins.
package enum InboxChange: Sendable, Equatable {
  case notificationCreated(PracticeNotification)
  case notificationRead(String, at: Timestamp)
  case notificationAcknowledged(String, at: Timestamp)
  case notificationAnswered(String, NotificationAnswer, at: Timestamp)
  case notificationDeleted(String, at: Timestamp)
  /// How many wrong PINs in a row there have been; none after a right one.
  case pinTried(credential: String, failures: Int)
  /// A login as it stands: as new when it is made, with all that has happened to it when a journal is compacted.
  case loginCreated(Login)
  case sessionStarted(login: String, session: String, at: Timestamp)

  /// The change's name in a journal.
  enum Name: String, Sendable, CaseIterable {
    case notificationCreated = "notification-created"
    case notificationRead = "notification-read"
    case notificationAcknowledged = "notification-acknowledged"
    case notificationAnswered = "notification-answered"
    case notificationDeleted = "notification-deleted"
    case pinTried = "pin-tried"
    case loginCreated = "login-created"
    case sessionStarted = "session-started"
  }

  var name: Name {
    switch self {
    case .notificationCreated: .notificationCreated
    case .notificationRead: .notificationRead
    case .notificationAcknowledged: .notificationAcknowledged
    case .notificationAnswered: .notificationAnswered
    case .notificationDeleted: .notificationDeleted
    case .pinTried: .pinTried
    case .loginCreated: .loginCreated
    case .sessionStarted: .sessionStarted
    }
  }
}

extension PracticeService {
  /// One change; false when it can't happen as things stand.
  mutating func applies(_ change: InboxChange) -> Bool {
    switch change {
    case .notificationCreated(let notification):
      return notifications.add(notification) && logins.request(notification)
    case .notificationRead(let id, _), .notificationAcknowledged(let id, _), .notificationDeleted(let id, _):
      return notifications.update(id) { $0.applies(change) }
    case .notificationAnswered(let id, let answer, _):
      guard notifications.update(id, { $0.applies(change) }) else { return false }
      guard let login = notifications[id]?.notification.login else { return true }
      return logins.answer(login, isAcceptance: answer.isAcceptance)
    case .pinTried(let credential, let failures): return credentials.setFailures(failures, of: credential)
    case .loginCreated(let login): return logins.add(login)
    case .sessionStarted(let login, let session, let time):
      return logins.start(session, of: login, at: time)
    }
  }

  /// Changes that make the present inbox out of nothing.
  ///
  /// Logins come last and whole: what they went through may be about notifications that have been forgotten.
  var inboxChanges: [ServiceChange] {
    (credentials.changes + notifications.changes + logins.changes).map { .inbox($0) }
  }
}

extension InboxItem {
  /// A change of this notification; false when it can't happen.
  mutating func applies(_ change: InboxChange) -> Bool {
    switch change {
    case .notificationRead(_, let time): read(at: time)
    case .notificationAcknowledged(_, let time): acknowledge(at: time)
    case .notificationAnswered(_, let answer, let time): take(answer, at: time)
    case .notificationDeleted(_, let time): delete(at: time)
    case .notificationCreated, .pinTried, .loginCreated, .sessionStarted: false
    }
  }
}
