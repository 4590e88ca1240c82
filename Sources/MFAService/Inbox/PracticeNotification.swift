import MFACore

/// A notification that the service has made. Nothing in it changes any more; what becomes of it is its `InboxItem`.
package struct PracticeNotification: Sendable, Equatable {
  let id: String
  /// How many there had been when it was made, itself included.
  let sequence: Int
  let createdAt: Timestamp
  /// Nil when its time is never over.
  let expiresAt: Timestamp?
  /// The id of the login that it is the request of.
  let login: String?
  let details: NotificationDetails

  /// Any JSON reader keeps whole numbers up to it (RFC 8259, section 6).
  static let lastSequence = 9_007_199_254_740_991
  /// Seconds: a year.
  static let longestLifetime = 31_536_000
}

/// What a person has said to a request.
package struct NotificationAnswer: Sendable, Equatable {
  let isAcceptance: Bool
  /// The id of the credential that it was accepted with.
  let credential: String?
  let idempotencyKey: String?

  private static let keyLimit = 1024

  init(isAcceptance: Bool, credential: String? = nil, idempotencyKey: String?) throws(ServiceError) {
    guard (idempotencyKey?.utf8.count ?? 0) <= NotificationAnswer.keyLimit else {
      throw .malformed("the Idempotency-Key has more than \(NotificationAnswer.keyLimit) bytes")
    }
    (self.isAcceptance, self.credential) = (isAcceptance, credential)
    self.idempotencyKey = idempotencyKey
  }

  /// Whether this is the earlier answer sent again. Without a key it can't be told from a second one.
  func repeats(_ earlier: NotificationAnswer) -> Bool { idempotencyKey != nil && self == earlier }
}
