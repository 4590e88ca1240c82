import MFACore

/// Accepting a request: the credential first, then what the request demands, asked on the terminal where no flag says it.
struct Accepting: Sendable {
  let client: InboxClient
  let settings: AcceptSettings
  let system: System
  /// Whether the request stands on the terminal: nobody is asked to accept what was not shown.
  private var isShown = false

  init(client: InboxClient, settings: AcceptSettings, system: System) {
    (self.client, self.settings, self.system) = (client, settings, system)
  }

  /// Shows what is accepted, and with what.
  mutating func show(_ request: InboxNotification, on session: TerminalSession) {
    session.write(card(for: request, on: session))
  }

  /// Empty where it has been shown.
  private mutating func card(for request: InboxNotification, on session: TerminalSession) -> String {
    guard !isShown else { return "" }
    isShown = true
    let request = request.masked(by: client.console.redactor)
    let eligible = request.eligibleCredentials
    let credential =
      settings.credential.map { named in eligible.first { $0.id.isSameBytes(as: named) } }
      ?? (eligible.count == 1 ? eligible.first : nil)
    return InboxPromptWords.request(
      request,
      with: credential,
      now: system.now(),
      columns: session.columns
    )
  }

  mutating func accept(_ request: InboxNotification, _ report: inout Report) throws(Failure)
    -> InboxNotification
  {
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
  private mutating func acceptWithPIN(
    _ request: InboxNotification,
    _ credential: String?,
    _ body: [JSONObject.Member],
    _ report: inout Report
  ) throws(Failure) -> InboxNotification {
    var words = InboxPromptWords.pin
    while true {
      let pin = if let given = settings.pin { given } else { try typedPIN(words, for: request) }
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

  private mutating func typedPIN(_ words: String, for request: InboxNotification) throws(Failure) -> Secret {
    let session = try terminal(flags: ["--pin-file FILE"])
    defer { session.close() }
    // Part of the question, which stands once nothing is shown any more: somebody may type as soon as they see it.
    var question = card(for: request, on: session) + words
    while true {
      let line = session.readSecret(question, nil)
      session.write("\n")
      switch line {
      // An empty line is no PIN, so none was wrong.
      case .line(let text) where text.isEmpty: question = InboxPromptWords.pin
      case .line(let text): return Secret(text)
      case .cut: question = TerminalLine.tooLong + InboxPromptWords.pin
      case .endOfInput, .deadline: throw .noDecision(.endOfInput)
      case .interrupted: throw .noDecision(.interrupted)
      }
    }
  }

  /// The only eligible one, the one that was named, or the one that is picked.
  private mutating func credential(for request: InboxNotification) throws(Failure) -> String? {
    let eligible = request.eligibleCredentials
    if let named = settings.credential {
      guard eligible.contains(where: { $0.id.isSameBytes(as: named) }) else {
        throw .notAnswerableInbox(.notEligible(named, eligible: eligible.map(\.id)))
      }
      return named
    }
    guard eligible.count > 1 else { return eligible.first?.id }
    let session = try terminal(
      flags: eligible.prefix(5).map { "--credential \(Words.pasted($0.id, or: "ID"))" }
    )
    defer { session.close() }
    show(request, on: session)
    session.write(
      InboxPromptWords.credentials(
        request.masked(by: client.console.redactor).eligibleCredentials,
        columns: session.columns
      )
    )
    return try session.ask(InboxPromptWords.pickCredential) { line in
      let typed = line.trimmed
      if let number = Int(typed), (1...eligible.count).contains(number) { return eligible[number - 1].id }
      return eligible.first { $0.id.isSameBytes(as: typed) }?.id
    }
  }

  private mutating func showFace(for request: InboxNotification) throws(Failure) {
    let face: SimulatedFace
    if let given = settings.face {
      face = given
    } else {
      let session = try terminal(flags: ["--face match"])
      defer { session.close() }
      show(request, on: session)
      face = try session.ask(InboxPromptWords.face) { SimulatedFace(rawValue: $0.trimmed.lowercased()) }
    }
    guard face == .match else { throw .face(face) }
  }

  private func terminal(flags: [String]) throws(Failure) -> TerminalSession {
    try system.sessionForAsking(mayAsk: settings.mayAsk, flags: flags)
  }
}

extension Failure {
  /// The same, with the request's id where it is as it was: nothing was sent, or the service takes another answer.
  func whileWaiting(_ id: String, at inbox: Address) -> Failure {
    let isWaiting =
      switch self {
      case .noDecision(.expiredWhileAsking): false
      case .usage, .noDecision, .face, .notAnswerableInbox(.notEligible): true
      // Asked for and not had, or certainly not sent.
      case .notReached(_, _, _, .notification, _), .notReached(_, _, mayHaveArrived: false, _, _): true
      case .inbox(.wrongPIN(let left), _): left > 0
      case .inbox(.pinNeeded, _), .inbox(.faceNotRecognised, _): true
      default: false
      }
    return isWaiting ? .requestWaits(self, id: id, inbox: inbox) : self
  }
}
