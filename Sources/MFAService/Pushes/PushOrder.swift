import MFACore

/// What a new push is to be, as `POST /pushes` says it.
struct PushOrder: Sendable, Equatable {
  let kind: PushKind.Name
  let title: String?
  let message: String?
  /// Values to choose from; empty for some of the service's own.
  let options: [String]
  let isManualEntry: Bool
  /// Seconds.
  let lifetime: Double
  /// The id of the registered device that gets it.
  let device: String?

  private static let known = [
    "kind", "title", "message", "options", "manualEntry", "lifetime", "device",
  ]
  /// Real push providers take 4096 bytes in all.
  static let titleLimit = 256
  static let messageLimit = 2048
  static let longestLifetime = 86_400
  private static let defaultLifetime = 120.0

  init(_ members: Members) throws(ServiceError) {
    // An order that is misunderstood in silence makes a test pass that tests something else.
    for member in members.object.members where !PushOrder.known.containsBytes(of: member.key) {
      throw .malformed("a push has no such member; it has \(PushOrder.known.joined(separator: ", "))")
    }
    let kinds = PushKind.Name.allCases.map(\.rawValue)
    kind = try members.word("kind", of: kinds).flatMap { PushKind.Name(rawValue: $0) } ?? .default
    title = try members.text("title", limit: PushOrder.titleLimit)
    message = try members.text("message", limit: PushOrder.messageLimit)
    options = try PushOrder.options(members)
    isManualEntry = try members.flag("manualEntry") ?? false
    lifetime =
      try members.seconds("lifetime", most: PushOrder.longestLifetime) ?? PushOrder.defaultLifetime
    device = try members.text("device", limit: Route.idLimit)
  }

  private static let mostOptions = 20
  private static let optionLimit = 32

  /// Only values that arrive as they were sent: an app trims them, and separates them by commas.
  static func options(_ members: Members) throws(ServiceError) -> [String] {
    let options = try members.texts("options") ?? []
    guard options.count <= mostOptions else { throw .malformed("options are more than \(mostOptions)") }
    guard Set(options.map { MatchValue($0) }).count == options.count else {
      throw .malformed("options are different texts")
    }
    for option in options {
      guard (1...optionLimit).contains(option.utf8.count), option == option.trimmed,
        !option.utf8.contains(UInt8(ascii: ","))
      else {
        throw .malformed("options are texts of 1 to \(optionLimit) bytes without commas and outer blanks")
      }
    }
    return options
  }
}
