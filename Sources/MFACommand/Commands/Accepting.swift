import MFACore

/// Accepting a request: the credential first, then what the request demands, asked on the terminal where no flag says it.
struct Accepting: Sendable {
  let client: InboxClient
  let settings: AcceptSettings
  let system: System

  func accept(_ request: InboxNotification, _ report: inout Report) throws(Failure) -> InboxNotification {
    let credential = try credential(for: request)
    var body: [JSONObject.Member] = []
    if let credential { body.append(.init(key: "credential", value: .string(credential))) }
    switch request.demand {
    case .nothing: break
    case .face:
      try showFace(for: request)
      body.append(.init(key: "face", value: .string(SimulatedFace.match.rawValue)))
    case .pin: return try acceptWithPIN(request, credential, body, &report)
    }
    return try post(request, credential, body, &report)
  }

  private func post(
    _ request: InboxNotification,
    _ credential: String?,
    _ body: [JSONObject.Member],
    _ report: inout Report
  ) throws(Failure) -> InboxNotification {
    let key = [request.id, "accept", credential].compactMap { $0 }.joined(separator: ".")
    return try client.post("accept", to: request.id, with: JSONObject(body), key: key, &report)
  }

  /// A PIN from a file is tried once; whoever types it may try again as long as the service lets them.
  private func acceptWithPIN(
    _ request: InboxNotification,
    _ credential: String?,
    _ body: [JSONObject.Member],
    _ report: inout Report
  ) throws(Failure) -> InboxNotification {
    var words = InboxPromptWords.pin
    while true {
      let pin = if let given = settings.pin { given } else { try typedPIN(words) }
      report.secrets.append(pin)
      let members = body + [JSONObject.Member(key: "pin", value: .string(pin.reveal()))]
      do throws(Failure) {
        return try post(request, credential, members, &report)
      } catch {
        guard settings.pin == nil, case .inbox(.wrongPIN(let left), _) = error, left > 0 else { throw error }
        words = InboxPromptWords.wrongPIN(triesLeft: left)
      }
    }
  }

  private func typedPIN(_ words: String) throws(Failure) -> Secret {
    let session = try terminal(flags: ["--pin-file FILE"])
    defer { session.close() }
    var question = words
    while true {
      let line = session.readSecret(question, nil)
      session.write("\n")
      switch line {
      // An empty line is no PIN, so none was wrong.
      case .line(let text) where text.isEmpty: question = InboxPromptWords.pin
      case .line(let text): return Secret(text)
      case .endOfInput, .deadline: throw .noDecision(.endOfInput)
      case .interrupted: throw .noDecision(.interrupted)
      }
    }
  }

  /// The only eligible one, the one that was named, or the one that is picked.
  private func credential(for request: InboxNotification) throws(Failure) -> String? {
    let eligible = request.eligibleCredentials
    if let named = settings.credential {
      guard eligible.contains(where: { $0.id == named }) else {
        throw .notAnswerableInbox(.notEligible(named, eligible: eligible.map(\.id)))
      }
      return named
    }
    guard eligible.count > 1 else { return eligible.first?.id }
    let session = try terminal(flags: ["--credential ID"])
    defer { session.close() }
    session.write(
      InboxPromptWords.credentials(request.masked(by: client.console.redactor).eligibleCredentials)
    )
    return try session.ask(InboxPromptWords.pickCredential) { line in
      let typed = line.trimmed
      if let number = Int(typed), (1...eligible.count).contains(number) { return eligible[number - 1].id }
      return eligible.first { $0.id == typed }?.id
    }
  }

  private func showFace(for request: InboxNotification) throws(Failure) {
    let face: SimulatedFace
    if let given = settings.face {
      face = given
    } else {
      let session = try terminal(flags: ["--face match"])
      defer { session.close() }
      face = try session.ask(InboxPromptWords.face) { SimulatedFace(rawValue: $0.trimmed.lowercased()) }
    }
    guard face == .match else { throw .face(face) }
  }

  private func terminal(flags: [String]) throws(Failure) -> TerminalSession {
    try system.sessionForAsking(mayAsk: settings.mayAsk, flags: flags)
  }
}
