import MFACore

/// One of the `inbox` commands.
struct InboxSettings: Sendable {
  enum Action: Sendable {
    case list(InboxQuery)
    case show(id: String)
    case accept(id: String, AcceptSettings)
    case decline(id: String)
    case acknowledge(id: String)
    case delete(id: String, isSure: Bool)
    /// Until so many have come, or so many seconds are over; nil for ever.
    case watch(count: Int?, duration: Double?)
  }

  let command: Command
  let action: Action
  /// The service's `/notifications`.
  let endpoint: Address
  let mayAsk: Bool
  let sending: SendSettings
  let output: OutputSettings

  /// Everything that must not be shown.
  var secrets: [Secret] {
    if case .accept(_, let accepting) = action {
      sending.secrets + accepting.secrets
    } else {
      sending.secrets
    }
  }
}

/// Which notifications are listed.
struct InboxQuery: Sendable, Equatable {
  let page: Int
  let size: Int
  /// Whether the pages behind it are wanted as well.
  let all: Bool
  let statuses: [String]
  let types: [String]
  let outOfBand: Bool?
}

/// How a request is accepted.
struct AcceptSettings: Sendable {
  /// Nil to take the only one, or to ask.
  let credential: String?
  /// Nil to ask for one.
  let pin: Secret?
  let face: SimulatedFace?
  let mayAsk: Bool

  var secrets: [Secret] { [pin].compactMap(\.self) }
}

/// `login`: from a QR code or a deep link to the answer.
struct LoginSettings: Sendable {
  enum Source: Sendable {
    case qr(InputSource)
    case qrText(String)
    case deepLink(String)
  }

  let source: Source
  /// Nil to ask.
  let answer: LoginAnswer?
  let accepting: AcceptSettings
  /// Seconds between two looks for the request.
  let interval: Double
  let retryLimit: Int
  let sending: SendSettings
  let output: OutputSettings

  /// Everything that must not be shown.
  var secrets: [Secret] { sending.secrets + accepting.secrets }
}

extension SettingsResolution {
  mutating func inbox() throws(UsageError) -> InboxSettings {
    try takeEnvironment()
    try checkCombinations()
    guard let endpoint = raw.endpoint else { throw .serviceMissing }
    return InboxSettings(
      command: command,
      action: try inboxAction(),
      endpoint: Address(typed: endpoint),
      mayAsk: !raw.noInput,
      sending: try sending(),
      output: output
    )
  }

  private func inboxAction() throws(UsageError) -> InboxSettings.Action {
    switch command {
    case .inboxShow: return .show(id: try notificationID())
    case .inboxAccept: return .accept(id: try notificationID(), try accepting())
    case .inboxDecline: return .decline(id: try notificationID())
    case .inboxAcknowledge: return .acknowledge(id: try notificationID())
    case .inboxDelete: return .delete(id: try notificationID(), isSure: raw.yes)
    case .inboxWatch: return .watch(count: raw.count, duration: raw.duration)
    default:
      return .list(
        InboxQuery(
          page: raw.page ?? 1,
          size: raw.size ?? 20,
          all: raw.allPages,
          statuses: raw.statuses,
          types: raw.types,
          outOfBand: raw.outOfBand
        )
      )
    }
  }

  private func notificationID() throws(UsageError) -> String {
    guard let operand, let text = operand.text, !text.isEmpty else {
      throw .missingOperand(command, choices: ["ID"])
    }
    guard text.utf8.count <= 256 else {
      throw .badValue(origin: .flag(command.rawValue), value: text, reason: .tooLong(limit: 256))
    }
    return text
  }

  mutating func login() throws(UsageError) -> LoginSettings {
    try takeEnvironment()
    try checkCombinations()
    try checkCodeAddress()
    if let first = raw.loginAnswers.first,
      let other = raw.loginAnswers.first(where: { $0.flag != first.flag })
    {
      throw .twoDecisions(first.flag, other.flag)
    }
    return LoginSettings(
      source: try loginSource(),
      answer: raw.loginAnswers.last?.answer,
      accepting: try accepting(),
      interval: raw.interval ?? 1,
      retryLimit: raw.retryLimit ?? 60,
      sending: try sending(),
      output: output
    )
  }

  func loginSource() throws(UsageError) -> LoginSettings.Source {
    switch (raw.qr, raw.deepLink) {
    case (nil, nil): throw .missingOperand(.login, choices: ["--qr TEXT", "--deep-link URL"])
    case (_?, _?): throw .twoDecisions("--qr", "--deep-link")
    case (nil, let link?): return .deepLink(link)
    case (let code?, nil):
      if code.text.isSameBytes(as: "-") { return .qr(.standardInput) }
      // No file of such a name is likely, and the text of a code is nothing else.
      let isText = code.text.trimmed.beginsWith("{") || code.text.containsText("://")
      return isText ? .qrText(code.text) : .qr(.file(code))
    }
  }

  private func accepting() throws(UsageError) -> AcceptSettings {
    AcceptSettings(
      credential: raw.credential,
      pin: try raw.pinFile.map { path throws(UsageError) in
        // A PIN is no password: nobody types blanks around it.
        let line = try firstLine(of: path, flag: "--pin-file").reveal()
        return Secret(line.trimmed.isEmpty ? line : line.trimmed)
      },
      face: raw.face,
      mayAsk: !raw.noInput
    )
  }
}
