import MFACore

/// What of the notifications is asked for.
enum NotificationQuery: Sendable, Equatable {
  /// The newest first, pages counted from 1.
  case page(Int, size: Int, NotificationFilter)
  /// What came after a sequence number, waiting for it some seconds.
  case after(Int, wait: Double)

  private static let filterNames = ["page", "size", "status", "type", "outOfBand"]

  init(_ text: String?) throws(ServiceError) {
    let query = try ServiceQuery(text, allowed: NotificationQuery.filterNames + ["after", "wait"])
    if let sequence = try query.integer("after", in: 0...PracticeNotification.lastSequence) {
      guard NotificationQuery.filterNames.allSatisfy({ query.text($0) == nil }) else {
        throw .malformed("after goes with wait and nothing else")
      }
      let wait = try query.seconds("wait", most: PracticeService.longestWait) ?? 0
      self = .after(sequence, wait: wait)
    } else {
      guard query.text("wait") == nil else { throw .malformed("wait needs after") }
      self = .page(
        try query.integer("page", in: 1...1_000_000) ?? 1,
        size: try query.integer("size", in: 1...100) ?? 20,
        try NotificationFilter(query)
      )
    }
  }
}

/// Which notifications are to be in a list.
struct NotificationFilter: Sendable, Equatable {
  let statuses: Set<InboxItem.Status>
  /// Nil for all of them.
  let types: Set<NotificationType>?
  let isOutOfBand: Bool?

  private static let notDeleted = Set(InboxItem.Status.allCases).subtracting([.deleted])

  /// Whether all that aren't deleted are in it, so that none has to be looked at.
  var isDefault: Bool { statuses == NotificationFilter.notDeleted && types == nil && isOutOfBand == nil }

  init(_ query: ServiceQuery) throws(ServiceError) {
    let words = try query.words("status", of: InboxItem.Status.allCases.map(\.rawValue))
    statuses =
      words.map { words in Set(InboxItem.Status.allCases.filter { words.contains($0.rawValue) }) }
      ?? NotificationFilter.notDeleted
    let plurals = NotificationType.allCases.map { (name: $0.rawValue + "s", type: $0) }
    types = try query.words("type", of: plurals.map(\.name))
      .map { names in Set(plurals.filter { names.contains($0.name) }.map(\.type)) }
    isOutOfBand = try query.words("outOfBand", of: ["yes", "no"], most: 1).map { $0 == ["yes"] }
  }
}

extension ServiceQuery {
  /// Some of these words, separated by commas.
  fileprivate func words(_ name: String, of allowed: [String], most: Int? = nil) throws(ServiceError)
    -> [String]?
  {
    guard let text = text(name) else { return nil }
    let words = text.split(separator: ",", omittingEmptySubsequences: false).map { String($0) }
    guard words.count <= most ?? allowed.count, words.allSatisfy({ allowed.contains($0) }) else {
      let separator = most == 1 ? " or " : ", "
      throw .malformed("\(name) is \(most == 1 ? "" : "a list of ")\(allowed.joined(separator: separator))")
    }
    return words
  }
}
