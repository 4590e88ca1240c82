import MFACore

extension JSONValue {
  /// A moment in milliseconds since 1970, as journals have it.
  fileprivate static func milliseconds(_ time: Timestamp) -> JSONValue {
    .number(JSONNumber(spelling: String(time.milliseconds)))
  }
}

extension InboxChange {
  /// The change as one JSON object without a line break in it.
  var line: [UInt8] {
    JSONWriter.bytes(
      .object(JSONObject([.init(key: "change", value: .string(name.rawValue))] + journalMembers))
    )
  }

  private var journalMembers: [JSONObject.Member] {
    switch self {
    case .notificationCreated(let notification): notification.journalMembers
    case .notificationRead(let id, let time), .notificationAcknowledged(let id, let time),
      .notificationDeleted(let id, let time):
      [.init(key: "notification", value: .string(id)), .init(key: "at", value: .milliseconds(time))]
    case .notificationAnswered(let id, let answer, let time):
      [.init(key: "notification", value: .string(id))] + answer.journalMembers
        + [.init(key: "at", value: .milliseconds(time))]
    case .pinTried(let credential, let failures):
      [
        .init(key: "credential", value: .string(credential)),
        .init(key: "failures", value: .number(JSONNumber(failures))),
      ]
    case .loginCreated(let login): login.journalMembers
    case .sessionStarted(let login, let session, let time):
      [
        .init(key: "login", value: .string(login)), .init(key: "session", value: .string(session)),
        .init(key: "at", value: .milliseconds(time)),
      ]
    }
  }
}

extension PracticeNotification {
  fileprivate var journalMembers: [JSONObject.Member] {
    var members: [JSONObject.Member] = [
      .init(key: "notification", value: .string(id)),
      .init(key: "sequence", value: .number(JSONNumber(sequence))),
    ]
    if let login { members.append(.init(key: "login", value: .string(login))) }
    members += details.members
    if let expiresAt { members.append(.init(key: "expires", value: .milliseconds(expiresAt))) }
    return members + [.init(key: "at", value: .milliseconds(createdAt))]
  }
}

extension NotificationAnswer {
  fileprivate var journalMembers: [JSONObject.Member] {
    let texts = [("credential", credential), ("idempotencyKey", idempotencyKey)]
    return [.init(key: "accepted", value: .bool(isAcceptance))]
      + texts.compactMap { key, text in text.map { JSONObject.Member(key: key, value: .string($0)) } }
  }
}

extension Login {
  fileprivate var journalMembers: [JSONObject.Member] {
    let members: [JSONObject.Member] = [
      .init(key: "login", value: .string(id)),
      // Whole: a code that was shown before a restart is good after it.
      .init(key: "key", value: .string(authenticationKey.reveal())),
    ]
    return members + order.members + progress.journalMembers
      + [.init(key: "at", value: .milliseconds(createdAt))]
  }
}

extension Login.Progress {
  fileprivate var journalMembers: [JSONObject.Member] {
    let (session, notification, last): (String, String?, JSONObject.Member)
    switch self {
    case .waiting: return []
    case .scanned(let id, let due):
      (session, notification, last) = (id, nil, .init(key: "due", value: .milliseconds(due)))
    case .requested(let id, let request, let end):
      (session, notification, last) = (id, request, .init(key: "until", value: .milliseconds(end)))
    case .answered(let id, let request, let isAcceptance):
      (session, notification, last) = (id, request, .init(key: "accepted", value: .bool(isAcceptance)))
    }
    let texts = [("session", session), ("notification", notification)]
    return texts.compactMap { key, text in text.map { JSONObject.Member(key: key, value: .string($0)) } } + [
      last
    ]
  }
}
