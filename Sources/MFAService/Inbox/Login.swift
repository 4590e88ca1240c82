import MFACore

/// A sign-on that a relying party's page has begun, by showing a QR code or a link.
package struct Login: Sendable, Equatable {
  enum Progress: Sendable, Equatable {
    /// Nobody has scanned the code yet.
    case waiting
    /// Its request is due at that time.
    case scanned(session: String, due: Timestamp)
    /// Its request is a notification.
    case requested(session: String, notification: String, until: Timestamp)
    case answered(session: String, notification: String, isAcceptance: Bool)
  }

  enum Status: String, Sendable, Equatable {
    case waiting
    case scanned
    case pending
    case accepted
    case declined
    case expired

    /// Whether it is the last one.
    var isFinal: Bool { [.accepted, .declined, .expired].contains(self) }
  }

  let id: String
  /// What shows that somebody has seen the code.
  let authenticationKey: Secret
  let order: LoginOrder
  let createdAt: Timestamp
  fileprivate(set) var progress = Progress.waiting

  var keyExpiresAt: Timestamp { createdAt.advanced(bySeconds: order.lifetime) }

  func status(now: Timestamp) -> Status {
    switch progress {
    case .waiting: now >= keyExpiresAt ? .expired : .waiting
    case .scanned: .scanned
    case .requested(_, _, let end): now >= end ? .expired : .pending
    case .answered(_, _, let isAcceptance): isAcceptance ? .accepted : .declined
    }
  }

  /// When its status is another by itself.
  var changesAt: Timestamp? {
    switch progress {
    case .waiting: keyExpiresAt
    case .scanned(_, let due): due
    case .requested(_, _, let end): end
    case .answered: nil
    }
  }

  var session: String? {
    switch progress {
    case .waiting: nil
    case .scanned(let session, _), .requested(let session, _, _), .answered(let session, _, _): session
    }
  }

  /// The id of its request.
  var notification: String? {
    switch progress {
    case .waiting, .scanned: nil
    case .requested(_, let notification, _), .answered(_, let notification, _): notification
    }
  }

  /// Who doesn't have the key learns nothing about the login.
  func checkKey(_ key: String, now: Timestamp) throws(ServiceError) {
    guard ConstantTime.areEqual(key, authenticationKey.reveal()) else {
      throw .refused(.invalidAuthentication)
    }
    guard progress == .waiting, now < keyExpiresAt else { throw .refused(.authenticationKeyExpired) }
  }
}

/// What happens to it. Each says false when it can't happen.
extension Login {
  init(id: String, authenticationKey: String, order: LoginOrder, createdAt: Timestamp, _ progress: Progress) {
    (self.id, self.authenticationKey) = (id, Secret(authenticationKey))
    (self.order, self.createdAt, self.progress) = (order, createdAt, progress)
  }

  mutating func start(_ session: String, at time: Timestamp) -> Bool {
    guard progress == .waiting else { return false }
    progress = .scanned(session: session, due: time.advanced(bySeconds: order.delay))
    return true
  }

  mutating func request(_ notification: PracticeNotification) -> Bool {
    guard case .scanned(let session, _) = progress else { return false }
    let end = notification.expiresAt ?? notification.createdAt
    progress = .requested(session: session, notification: notification.id, until: end)
    return true
  }

  mutating func answer(isAcceptance: Bool) -> Bool {
    guard case .requested(let session, let notification, _) = progress else { return false }
    progress = .answered(session: session, notification: notification, isAcceptance: isAcceptance)
    return true
  }
}

/// What a login is to be, as `POST /logins` says it, and as it stands in a journal.
struct LoginOrder: Sendable, Equatable {
  /// The request that it yields.
  let details: NotificationDetails
  /// Seconds from the scanning of the code to the request.
  let delay: Double
  /// Seconds for which the key is good, and then those for which the request waits.
  let lifetime: Double

  private static let names = ["clientName", "claimNames", "demands", "credentialTypes", "delay", "lifetime"]
  private static let longest = 86_400
  private static let defaultLifetime = 120.0

  init(_ members: Members) throws(ServiceError) {
    try members.checkNames("a login", LoginOrder.names)
    try self.init(members, details: NotificationDetails(login: members))
  }

  init(journal members: Members) throws(ServiceError) {
    try self.init(members, details: NotificationDetails(members))
  }

  private init(_ members: Members, details: NotificationDetails) throws(ServiceError) {
    self.details = details
    delay = try members.seconds("delay", most: LoginOrder.longest) ?? 0
    lifetime = try members.seconds("lifetime", most: LoginOrder.longest) ?? LoginOrder.defaultLifetime
  }
}
