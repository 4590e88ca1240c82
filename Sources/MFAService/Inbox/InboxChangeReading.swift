import MFACore

extension InboxChange {
  /// Reads what `line` wrote.
  init(_ name: Name, _ members: Members) throws(ServiceError) {
    switch name {
    case .notificationCreated: self = .notificationCreated(try PracticeNotification(members))
    case .notificationRead:
      self = .notificationRead(try members.id("notification"), at: try members.requiredTime("at"))
    case .notificationAcknowledged:
      self = .notificationAcknowledged(try members.id("notification"), at: try members.requiredTime("at"))
    case .notificationAnswered:
      let (id, answer) = (try members.id("notification"), try NotificationAnswer(members))
      self = .notificationAnswered(id, answer, at: try members.requiredTime("at"))
    case .notificationDeleted:
      self = .notificationDeleted(try members.id("notification"), at: try members.requiredTime("at"))
    case .pinTried:
      guard let failures = try members.integer("failures", in: 0...CredentialStore.mostFailures) else {
        throw .malformed("failures is missing")
      }
      self = .pinTried(credential: try members.id("credential"), failures: failures)
    case .loginCreated: self = .loginCreated(try Login(members))
    case .sessionStarted:
      let (login, session) = (try members.id("login"), try members.id("session"))
      self = .sessionStarted(login: login, session: session, at: try members.requiredTime("at"))
    }
  }
}

extension PracticeNotification {
  fileprivate init(_ members: Members) throws(ServiceError) {
    guard let sequence = try members.integer("sequence", in: 1...PracticeNotification.lastSequence) else {
      throw .malformed("sequence is missing")
    }
    self.init(
      id: try members.id("notification"),
      sequence: sequence,
      createdAt: try members.requiredTime("at"),
      expiresAt: try members.time("expires"),
      login: try members.text("login", limit: Route.idLimit),
      details: try NotificationDetails(members)
    )
  }
}

extension NotificationAnswer {
  fileprivate init(_ members: Members) throws(ServiceError) {
    guard let isAcceptance = try members.flag("accepted") else { throw .malformed("accepted is missing") }
    try self.init(
      isAcceptance: isAcceptance,
      credential: members.text("credential", limit: Route.idLimit),
      idempotencyKey: members.text("idempotencyKey", limit: 1024)
    )
  }
}

extension Login {
  fileprivate init(_ members: Members) throws(ServiceError) {
    self.init(
      id: try members.id("login"),
      authenticationKey: try members.id("key"),
      order: try LoginOrder(journal: members),
      createdAt: try members.requiredTime("at"),
      try Progress(members)
    )
  }
}

extension Login.Progress {
  fileprivate init(_ members: Members) throws(ServiceError) {
    guard let session = try members.text("session", limit: Route.idLimit) else {
      self = .waiting
      return
    }
    guard let notification = try members.text("notification", limit: Route.idLimit) else {
      self = .scanned(session: session, due: try members.requiredTime("due"))
      return
    }
    if let isAcceptance = try members.flag("accepted") {
      self = .answered(session: session, notification: notification, isAcceptance: isAcceptance)
    } else {
      let end = try members.requiredTime("until")
      self = .requested(session: session, notification: notification, until: end)
    }
  }
}
