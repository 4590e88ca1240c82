import MFACore

enum InboxFlags {
  private static let accepting: Set<Command> = [.inboxAccept, .login]
  private static let longest = 86_400.0

  static let rows: [Flag] = listing + answering + loginRows

  private static let listing: [Flag] = [
    Flag(
      "page",
      .value(.init("N")) { (raw, text, _) throws(BadValue) in
        raw.page = try ServingFlags.count(text, in: 1...1_000_000)
      },
      group: .inbox,
      commands: [.inboxList],
      help: "the page, counted from 1 (default 1)"
    ),
    Flag(
      "size",
      .value(.init("N")) { (raw, text, _) throws(BadValue) in
        raw.size = try ServingFlags.count(text, in: 1...100)
      },
      group: .inbox,
      commands: [.inboxList],
      help: "notifications on a page (default 20)"
    ),
    Flag(
      "all",
      .toggle { $0.allPages = true },
      group: .inbox,
      commands: [.inboxList],
      help: "all pages, from --page on"
    ),
    Flag(
      "status",
      .value(.init("LIST")) { (raw, text, _) throws(BadValue) in
        raw.statuses = try words(text, among: InboxNotification.Status.allCases.map(\.rawValue))
      },
      group: .inbox,
      commands: [.inboxList],
      help: "only of these statuses: new, read, accepted, declined, expired, deleted"
    ),
    Flag(
      "type",
      .value(.init("LIST")) { (raw, text, _) throws(BadValue) in
        raw.types = try words(text, among: InboxNotification.Kind.allCases.map { $0.rawValue + "s" })
      },
      group: .inbox,
      commands: [.inboxList],
      help: "only of these types: messages, lifecycle-events, requests"
    ),
    Flag(
      "out-of-band",
      .value(.init("ANSWER", choices: ["yes", "no"])) { (raw, text, _) throws(BadValue) in
        guard ["yes", "no"].containsBytes(of: text) else { throw .notOneOf(["yes", "no"]) }
        raw.outOfBand = text == "yes"
      },
      group: .inbox,
      commands: [.inboxList],
      help: "only those that are, or are not, for a sign-on elsewhere"
    ),
  ]

  private static let answering: [Flag] = [
    Flag(
      "credential",
      .value(.init("ID")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        guard text.utf8.count <= EnrolmentFlags.nameLimit else {
          throw .tooLong(limit: EnrolmentFlags.nameLimit)
        }
        raw.credential = text
      },
      group: .inbox,
      commands: accepting.union([.respond, .listen]),
      help: "the credential to accept with, or with --poll to ask with",
      details:
        "Needed when several are eligible; listen asks with each of them otherwise. With --poll ID@ENDPOINT tells "
        + "those of two servers apart."
    ),
    Flag(
      "pin-file",
      .file(.init("FILE")) { raw, path, _ in raw.pinFile = path },
      group: .inbox,
      commands: accepting,
      help: "the PIN, in the first line of this file",
      details: "A file, so that the PIN shows up in no process list. Without it the PIN is typed unseen."
    ),
    Flag(
      "face",
      .value(.init("RESULT", choices: SimulatedFace.allCases.map(\.rawValue))) {
        (raw, text, _) throws(BadValue) in
        guard let face = SimulatedFace(named: text) else {
          throw .notOneOf(SimulatedFace.allCases.map(\.rawValue))
        }
        raw.face = face
      },
      group: .inbox,
      commands: accepting,
      help: "what the camera sees, for a request that asks for a face"
    ),
    Flag(
      "yes",
      .toggle { $0.yes = true },
      group: .inbox,
      commands: [.inboxDelete],
      help: "delete without asking"
    ),
  ]

  private static let loginRows: [Flag] = [
    Flag(
      "qr",
      .file(.init("TEXT|FILE|-")) { raw, path, _ in raw.qr = path },
      group: .inbox,
      commands: [.login],
      help: "the text of the QR code, a file with it, or - for standard input"
    ),
    Flag(
      "deep-link",
      .value(.init("URL")) { (raw, text, _) throws(BadValue) in
        guard !text.isEmpty else { throw .empty }
        raw.deepLink = text
      },
      group: .inbox,
      commands: [.login],
      help: "the deep link"
    ),
    Flag(
      "accept",
      .toggle { $0.loginAnswers.append(("--accept", .accept)) },
      group: .inbox,
      commands: [.login],
      help: "accept the request without asking"
    ),
    Flag(
      "decline",
      .toggle { $0.loginAnswers.append(("--decline", .decline)) },
      group: .inbox,
      commands: [.login],
      help: "decline the request without asking"
    ),
    Flag(
      "no-answer",
      .toggle { $0.loginAnswers.append(("--no-answer", .handOver)) },
      group: .inbox,
      commands: [.login],
      help: "leave the request in the inbox, and say its id"
    ),
    Flag(
      "interval",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.interval = try Seconds.parse(text, in: 0.01...longest)
      },
      group: .inbox,
      commands: [.login, .respond, .listen],
      help: "time between two looks (default 1; of listen 2)",
      details: "With respond and listen it goes with --poll."
    ),
    Flag(
      "retry-limit",
      .value(.init("N")) { (raw, text, _) throws(BadValue) in
        raw.retryLimit = try ServingFlags.count(text, in: 0...100_000)
      },
      group: .inbox,
      commands: [.login, .respond],
      help: "further looks before giving up (exit 5; default 60)",
      details: "With respond it goes with --poll."
    ),
  ]

  /// Words with commas between them.
  private static func words(_ text: String, among known: [String]) throws(BadValue) -> [String] {
    let words = text.commaParts.map(\.trimmed)
    guard !text.isEmpty else { throw .empty }
    guard words.allSatisfy({ known.containsBytes(of: $0) }) else { throw .notOneOf(known) }
    return words
  }
}

/// What the simulated camera sees.
enum SimulatedFace: String, CaseIterable, Sendable {
  case match
  case noMatch = "no-match"
  case unavailable
}

/// What is to be done with the request of a login.
enum LoginAnswer: Sendable, Equatable {
  case accept, decline
  /// Left in the inbox for somebody else.
  case handOver
}
