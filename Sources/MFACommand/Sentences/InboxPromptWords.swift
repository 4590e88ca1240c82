import MFACore

/// What is asked about notifications, on the terminal.
enum InboxPromptWords {
  static let pin = "PIN: "

  static func wrongPIN(triesLeft: Int) -> String {
    "That PIN is wrong; \(triesLeft) \(triesLeft == 1 ? "try is" : "tries are") left.\nPIN: "
  }

  static func credentials(_ credentials: [InboxNotification.Credential]) -> String {
    let lines = credentials.enumerated().map { index, credential in
      let type = credential.documentType.map { " (\(SafeText($0).oneLine))" } ?? ""
      return
        "  | \(index + 1)  \(SafeText(credential.label).oneLine)\(type), \(SafeText(credential.id).oneLine)\n"
    }
    return "Several credentials are eligible:\n" + lines.joined()
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
    let lines = [request.title, request.body, request.clientName.map { "for \($0)" }].compactMap { $0 }
      .flatMap {
        DisplayWidth.wrap(SafeText($0).oneLine, columns: max(20, columns - 4))
      }
    let facts = [
      demand(request.demand), credential.map { "with the credential \(name($0))" },
      request.expirationDate.map { "expires \(Words.distance($0, from: now))" },
    ]
    return "A request asks to confirm a sign-on:\n" + lines.map { "  | \($0)\n" }.joined()
      + facts.compactMap(\.self).map { "  \($0)\n" }.joined()
  }

  private static func demand(_ demand: InboxNotification.Demand) -> String? {
    switch demand {
    case .nothing: nil
    case .pin: "accepting it takes a PIN"
    case .face: "accepting it takes a face"
    }
  }

  private static func name(_ credential: InboxNotification.Credential) -> String {
    let type = credential.documentType.map { " (\(Words.shortened(SafeText($0).oneLine, limit: 60)))" } ?? ""
    return
      "\(Words.quoted(SafeText(credential.label).oneLine))\(type), \(Words.shortened(SafeText(credential.id).oneLine, limit: 60))"
  }

  static func delete(_ notification: InboxNotification, columns: Int) -> String {
    let title = Words.shortened(SafeText(notification.title).oneLine, limit: 60)
    return "Delete the \(notification.kind.rawValue) \"\(title)\"? Type yes or no: "
  }
}
