import MFACore

/// What is said of notifications.
enum InboxWords {
  /// A line for each, in columns.
  static func table(_ notifications: [InboxNotification], withHeading: Bool, now: Timestamp) -> [String] {
    let heading = withHeading ? [row("TYPE", "STATUS", "CREATED", "ID", "TITLE")] : []
    if withHeading, notifications.isEmpty { return ["nothing is there"] }
    return heading
      + notifications.map { notification in
        row(
          notification.kind.rawValue,
          notification.isExpired(at: now) && notification.status != .deleted
            ? "expired" : notification.status.rawValue,
          String(RFC3339.format(notification.created).prefix(19)),
          notification.id,
          Words.shortened(SafeText(notification.title).oneLine, limit: 60)
        )
      }
  }

  private static func row(_ kind: String, _ status: String, _ created: String, _ id: String, _ title: String)
    -> String
  {
    [padded(kind, 16), padded(status, 9), padded(created, 20), padded(id, 37), title].joined(separator: " ")
      .trimmed
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - text.count))
  }

  /// One that has just come, for `inbox watch`.
  static func arrival(_ notification: InboxNotification) -> String {
    let what =
      switch notification.kind {
      case .message: "new message"
      case .lifecycleEvent: "new lifecycle event"
      case .request: "pending request"
      }
    return "\(what): \(Words.quoted(notification.title, limit: 120)), \(notification.id)"
  }

  /// What was done, behind the word `done`.
  static func done(_ command: Command, _ notification: InboxNotification, _ status: String) -> String {
    switch command {
    case .inboxAccept:
      return "the service took the acceptance\(status), which does not yet mean that anybody is signed in"
    case .inboxDecline: return "the service took the refusal\(status)"
    case .inboxAcknowledge: return "the message is acknowledged\(status)"
    case .inboxDelete: return "the \(notification.kind.rawValue) is deleted\(status)"
    case .login: return login(notification, status)
    default: return ""
    }
  }

  private static func login(_ request: InboxNotification, _ status: String) -> String {
    switch request.status {
    case .accepted:
      "the service took the acceptance\(status), which does not yet mean that anybody is signed in"
    case .declined: "the service took the refusal\(status)"
    default: "the request waits in the inbox: \(request.id)"
    }
  }

  /// A line a fact, for `inbox show`.
  static func lines(_ notification: InboxNotification) -> [String] {
    var lines = ["\(notification.kind.rawValue), \(notification.status.rawValue): \(notification.title)"]
    func add(_ name: String, _ value: String?) {
      if let value, !value.isEmpty { lines.append("  \(name): \(value)") }
    }
    add("text", notification.body)
    add("more", notification.json["customMessage"]?.string)
    add("from", notification.clientName)
    add(
      "claims",
      notification.json["data"]?.object?["claimNames"]?.array?.compactMap(\.string).joined(separator: ", ")
    )
    add("out of band", notification.isOutOfBand ? "yes" : nil)
    add("created", RFC3339.format(notification.created))
    add("expires", notification.expirationDate.map(RFC3339.format))
    add("asks for", notification.demand == .nothing ? nil : notification.demand.rawValue)
    add(
      "eligible",
      notification.eligibleCredentials.map { "\($0.label) (\($0.id))" }.joined(separator: ", ")
    )
    add("id", notification.id)
    return lines
  }
}
