import MFACore

extension InboxChange {
  /// The change as one JSON object without a line break in it, behind other bytes.
  func line(after bytes: consuming [UInt8]) -> [UInt8] {
    var object = JSONObjectWriter(after: bytes)
    object.add("change", name.rawValue)
    switch self {
    case .notificationCreated(let notification): notification.write(to: &object)
    case .notificationRead(let id, let time), .notificationAcknowledged(let id, let time),
      .notificationDeleted(let id, let time):
      object.add("notification", id)
      object.add("at", time)
    case .notificationAnswered(let id, let answer, let time):
      object.add("notification", id)
      object.add("accepted", answer.isAcceptance)
      object.add("credential", answer.credential)
      object.add("idempotencyKey", answer.idempotencyKey)
      object.add("at", time)
    case .pinTried(let credential, let failures):
      object.add("credential", credential)
      object.add("failures", JSONNumber(failures))
    case .loginCreated(let login): login.write(to: &object)
    case .sessionStarted(let login, let session, let time):
      object.add("login", login)
      object.add("session", session)
      object.add("at", time)
    }
    return object.finish()
  }
}

extension PracticeNotification {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("notification", id)
    object.add("sequence", JSONNumber(sequence))
    object.add("login", login)
    details.write(to: &object)
    if let expiresAt { object.add("expires", expiresAt) }
    object.add("at", createdAt)
  }
}

extension NotificationDetails {
  /// What its reading takes; absent ones left out.
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("type", type.rawValue)
    object.add("title", title)
    object.add("body", body)
    object.add("customMessage", customMessage)
    object.add("midUid", midUID)
    object.add("documentType", documentType)
    object.add("clientName", clientName)
    object.add("logoUrl", logoURL)
    if !claimNames.isEmpty { object.add("claimNames", claimNames) }
    if isOutOfBand { object.add("outOfBand", true) }
    if !credentialTypes.isEmpty { object.add("credentialTypes", credentialTypes) }
    if demands != .nothing { object.add("demands", demands.rawValue) }
  }
}

extension Login {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("login", id)
    // Whole: a code that was shown before a restart is good after it.
    object.add("key", authenticationKey.reveal())
    order.details.write(to: &object)
    object.add("delay", seconds: order.delay)
    object.add("lifetime", seconds: order.lifetime)
    object.add("session", session)
    object.add("notification", notification)
    switch progress {
    case .waiting: break
    case .scanned(_, let due): object.add("due", due)
    case .requested(_, _, let end): object.add("until", end)
    case .answered(_, _, let isAcceptance): object.add("accepted", isAcceptance)
    }
    object.add("at", createdAt)
  }
}

extension JSONObjectWriter {
  fileprivate mutating func add(_ key: String, seconds: Double) {
    let text = seconds == seconds.rounded() ? String(Int(seconds)) : String(seconds)
    add(key, JSONNumber(spelling: text))
  }
}
