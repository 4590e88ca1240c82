import MFACore

/// `enroll`.
struct EnrollSettings: Sendable {
  enum Source: Sendable {
    case text(String)
    case input(InputSource)
  }

  let source: Source
  let keyType: NewKeyName?
  let token: TokenWish?
  let file: CredentialsFile
  /// The folder of the device's state; nil where the credentials are in a file of their own.
  let folder: FilePath?
  let sending: SendSettings
  let output: OutputSettings
}

/// One of the `credentials` commands.
struct CredentialsSettings: Sendable {
  enum Action: Sendable {
    case list
    case show(id: String)
    case lock(id: String)
    case unlock(id: String)
    case remove(id: String)
  }

  let command: Command
  let action: Action
  let file: CredentialsFile
  let output: OutputSettings
}

/// How a service is asked for the pushes that wait there.
struct PollSettings: Sendable {
  /// The credential to ask with; nil for the only one, or for each.
  let credential: String?
  /// Seconds between two looks.
  let interval: Double
}

extension SettingsResolution {
  mutating func enroll() throws(UsageError) -> EnrollSettings {
    try takeEnvironment()
    try checkCombinations()
    try checkCodeAddress()
    return EnrollSettings(
      source: try enrolmentSource(),
      keyType: raw.keyType,
      token: raw.token,
      file: try credentialFile(),
      folder: raw.credentialFile == nil ? try StateFolder.path(in: system.environment) : nil,
      sending: try sending(),
      output: output
    )
  }

  func enrolmentSource() throws(UsageError) -> EnrollSettings.Source {
    guard let operand else {
      // A terminal on standard input would wait for somebody to type a URI.
      guard !system.isTerminal(.input) else {
        throw .missingOperand(command, choices: ["URI", "FILE", "-"])
      }
      return .input(.standardInput)
    }
    // No file of such a name is likely, and the text of a code is nothing else.
    if let text = operand.text, text.containsText("://") || Provider.all.looksLikeEnrollmentURI(text) {
      return .text(text)
    }
    return .input(operand.is("-") ? .standardInput : .file(FilePath(bytes: operand.bytes)))
  }

  func credentialsSettings() throws(UsageError) -> CredentialsSettings {
    CredentialsSettings(
      command: command,
      action: try credentialsAction(),
      file: try credentialFile(),
      output: output
    )
  }

  private func credentialsAction() throws(UsageError) -> CredentialsSettings.Action {
    switch command {
    case .credentialsShow: .show(id: try credentialID())
    case .credentialsLock: .lock(id: try credentialID())
    case .credentialsUnlock: .unlock(id: try credentialID())
    case .credentialsRemove: .remove(id: try credentialID())
    default: .list
    }
  }

  private func credentialID() throws(UsageError) -> String {
    guard let operand, let text = operand.text, !text.isEmpty else {
      throw .missingOperand(command, choices: ["ID"])
    }
    guard text.utf8.count <= EnrolmentFlags.nameLimit else {
      let reason = BadValue.tooLong(limit: EnrolmentFlags.nameLimit)
      throw .badValue(origin: .flag(command.rawValue), value: text, reason: reason)
    }
    return text
  }

  private func credentialFile() throws(UsageError) -> CredentialsFile {
    if let path = raw.credentialFile { return CredentialsFile(path: path, isNamed: true) }
    let folder = try StateFolder.path(in: system.environment)
    return CredentialsFile(path: CredentialStore.file(in: folder), isNamed: false)
  }

  /// The file of the credentials: the one that was named, else the state's own; nil where there is no place for state,
  /// since most pushes take no credential.
  var credentials: CredentialsFile? { try? credentialFile() }

  /// - Parameter interval: seconds, when none are given.
  func poll(interval: Double) throws(UsageError) -> PollSettings? {
    guard raw.poll else {
      let strays = [
        ("--credential", raw.credential != nil), ("--push", raw.pushID != nil),
        ("--interval", raw.interval != nil), ("--retry-limit", raw.retryLimit != nil),
      ]
      if let stray = strays.first(where: \.1) { throw .flagNeeds(flag: stray.0, needed: "--poll") }
      return nil
    }
    let others = [
      ("PAYLOAD", operand != nil), ("--received-at", raw.receivedAt != nil), ("--host", raw.host != nil),
      ("--port", raw.port != nil), ("--allow-remote", raw.allowRemote),
      ("--allow-host", !raw.allowedHosts.isEmpty),
      ("--max-pending", raw.maxPending != nil),
    ]
    if let other = others.first(where: \.1) { throw .excluded("--poll", other.0) }
    return PollSettings(credential: raw.credential, interval: raw.interval ?? interval)
  }
}
