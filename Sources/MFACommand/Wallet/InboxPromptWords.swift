import MFACore

/// What is asked about notifications, on the terminal.
enum InboxPromptWords {
  static let pin = "PIN: "

  static func wrongPIN(triesLeft: Int) -> String {
    "That PIN is wrong; \(triesLeft) \(triesLeft == 1 ? "try is" : "tries are") left.\nPIN: "
  }

  static func credentials(_ credentials: [InboxNotification.Credential], columns: Int) -> String {
    let lines = credentials.enumerated().flatMap { index, credential in
      PromptWords.quoted("\(index + 1)  \(name(credential))", columns: columns)
    }
    return "Several credentials are eligible:\n" + lines.map { $0 + "\n" }.joined()
  }

  static let pickCredential = "Type the number of the credential to accept with: "
  static let face = "The request asks for a face. Type what the camera sees, match, no-match or unavailable: "
  static let acceptOrDecline = "Type accept or decline: "

  /// - Parameter credential: the one that it is accepted with, where that is known.
  static func request(
    _ request: InboxNotification,
    with credential: InboxNotification.Credential?,
    now: Timestamp,
    columns: Int
  ) -> String {
    let texts = [request.title, request.body, request.clientName.map { "for \($0)" }].compactMap(\.self)
    var lines = texts.flatMap { PromptWords.quoted($0, columns: columns) }
    if let credential {
      lines += ["  with the credential:"] + PromptWords.quoted(name(credential), columns: columns)
    }
    if let demand = demand(request.demand) { lines.append("  \(demand)") }
    if let end = request.expirationDate { lines.append("  expires \(Words.distance(end, from: now))") }
    return (["A request asks to confirm a sign-on:"] + lines).map { $0 + "\n" }.joined()
  }

  private static func demand(_ demand: InboxNotification.Demand) -> String? {
    switch demand {
    case .nothing: nil
    case .pin: "accepting it takes a PIN"
    case .face: "accepting it takes a face"
    }
  }

  private static func name(_ credential: InboxNotification.Credential) -> String {
    "\(credential.label)\(credential.documentType.map { " (\($0))" } ?? ""), \(credential.id)"
  }

  static func delete(_ notification: InboxNotification, columns: Int) -> String {
    let title = Words.shortened(SafeText(notification.title).oneLine, limit: 60)
    return "Delete the \(notification.kind.rawValue) \"\(title)\"? Type yes or no: "
  }

  /// While a login waits for its request.
  static func waiting(interval: Double, limit: Int) -> String {
    "waiting for the request: looking every \(Seconds.shown(interval)) s, \(limit + 1) times at most"
  }
}
