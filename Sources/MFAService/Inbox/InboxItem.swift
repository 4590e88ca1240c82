import MFACore

/// One notification and what has become of it.
struct InboxItem: Sendable, Equatable {
  enum Status: String, Sendable, Equatable, CaseIterable {
    case new
    case read
    case accepted
    case declined
    case expired
    case deleted
  }

  let notification: PracticeNotification
  private(set) var isRead = false
  private(set) var isAcknowledged = false
  private(set) var answer: NotificationAnswer?
  private(set) var isDeleted = false
  /// When the last of it happened.
  private(set) var updatedAt: Timestamp

  init(_ notification: PracticeNotification) {
    self.notification = notification
    updatedAt = notification.createdAt
  }

  /// Whether nothing is left to do with it, so that it may be forgotten.
  var hasEnded: Bool { isDeleted || isAcknowledged || answer != nil }

  func status(now: Timestamp) -> Status {
    if isDeleted { return .deleted }
    if let answer { return answer.isAcceptance ? .accepted : .declined }
    if isAcknowledged { return .read }
    if let end = notification.expiresAt, now >= end { return .expired }
    return isRead ? .read : .new
  }

  /// Whether an answer is new; false for a repeat of the one that was recorded.
  func takes(_ answer: NotificationAnswer, now: Timestamp) throws(ServiceError) -> Bool {
    let type = notification.details.type
    guard type == .request else {
      throw .refused(.wrongType("only requests are accepted or declined; this is a \(type.rawValue)"))
    }
    if let earlier = self.answer, answer.repeats(earlier) { return false }
    switch status(now: now) {
    case .deleted: throw .refused(.deleted)
    case .accepted, .declined: throw .refused(.alreadyAnswered)
    case .expired: throw .refused(.requestExpired)
    case .new, .read: return true
    }
  }

  /// Whether there is anything to acknowledge; false when that has been done.
  func takesAcknowledgement(now: Timestamp) throws(ServiceError) -> Bool {
    let type = notification.details.type
    guard type == .message else {
      throw .refused(.wrongType("only messages are acknowledged; this is a \(type.rawValue)"))
    }
    switch status(now: now) {
    case .deleted: throw .refused(.deleted)
    case .expired: throw .refused(.messageExpired)
    default: return !isAcknowledged
    }
  }
}

/// What happens to it. Each says false when it can't happen.
extension InboxItem {
  mutating func read(at time: Timestamp) -> Bool {
    guard !isRead, !hasEnded else { return false }
    (isRead, updatedAt) = (true, time)
    return true
  }

  mutating func acknowledge(at time: Timestamp) -> Bool {
    guard notification.details.type == .message, !hasEnded else { return false }
    (isRead, isAcknowledged, updatedAt) = (true, true, time)
    return true
  }

  mutating func take(_ answer: NotificationAnswer, at time: Timestamp) -> Bool {
    guard notification.details.type == .request, !hasEnded else { return false }
    (self.answer, updatedAt) = (answer, time)
    return true
  }

  mutating func delete(at time: Timestamp) -> Bool {
    guard !isDeleted else { return false }
    (isDeleted, updatedAt) = (true, time)
    return true
  }
}

extension InboxItem {
  /// The notification as every route says it.
  func description(now: Timestamp) -> JSONObject {
    let (details, status) = (notification.details, status(now: now))
    func list(_ texts: [String]) -> JSONValue { .array(texts.map { .string($0) }) }
    return JSONObject([
      "id": .string(notification.id),
      "sequence": .number(JSONNumber(notification.sequence)),
      "type": .string(details.type.rawValue),
      "status": .string(status.rawValue),
      "title": .string(details.title),
      "body": .string(details.body),
      "customMessage": JSONValue(details.customMessage),
      "created": JSONValue(notification.createdAt),
      // Expiring is the last that has happened to it, though nobody may have noticed.
      "updated": JSONValue(status == .expired ? notification.expiresAt : updatedAt),
      "expirationDate": JSONValue(notification.expiresAt),
      "midUid": JSONValue(details.midUID),
      "documentType": JSONValue(details.documentType),
      "data": .object(
        JSONObject([
          "clientName": JSONValue(details.clientName),
          "logoUrl": JSONValue(details.logoURL),
          "claimNames": list(details.claimNames),
          "outOfBand": .bool(details.isOutOfBand),
        ])
      ),
      "eligibleCredentials": .array(details.eligible.map { .object(JSONObject($0.members)) }),
      "credentialTypes": list(details.credentialTypes),
      "demands": .string(details.demands.rawValue),
      "acknowledged": .bool(isAcknowledged),
    ])
  }

  /// What of a whole list this belongs to.
  func passes(_ filter: NotificationFilter, now: Timestamp) -> Bool {
    filter.statuses.contains(status(now: now))
      && (filter.types.map { $0.contains(notification.details.type) } ?? true)
      && (filter.isOutOfBand.map { $0 == notification.details.isOutOfBand } ?? true)
  }
}
