import MFACore

/// The settings of the `device` commands.
extension SettingsResolution {
  func device(
    _ action: (SettingsResolution) throws(UsageError) -> DeviceSettings.Action
  ) throws(UsageError) -> DeviceSettings {
    let sending = try sending()
    return DeviceSettings(
      command: command,
      action: try action(self),
      folder: try StateFolder.path(in: system.environment),
      sending: sending
    )
  }

  func pairingKey() throws(UsageError) -> String {
    guard let operand, let given = operand.text, !given.isEmpty else {
      throw .missingOperand(.devicePair, choices: ["KEY", "-"])
    }
    let text = operand.is("-") ? try typedPairingKey() : given
    guard text.utf8.count <= 256 else {
      // Most of it may be a key.
      throw .badValue(origin: .flag("device pair"), value: Secret.mask, reason: .tooLong(limit: 256))
    }
    return text
  }

  /// The key on standard input.
  private func typedPairingKey() throws(UsageError) -> String {
    let (origin, input) = (SettingOrigin.flag("device pair"), FilePath("-"))
    let bytes: [UInt8]
    do { bytes = try system.read(.standardInput, 64 << 10) } catch {
      throw .unreadableFile(origin: origin, path: input, error)
    }
    guard let text = try? SourceText.decode(bytes).trimmed else {
      throw .unusableFile(origin: origin, path: input, .notText)
    }
    guard !text.isEmpty else { throw .unusableFile(origin: origin, path: input, .empty) }
    return text
  }
}

/// The settings of the `inbox` commands and of `login`.
extension SettingsResolution {
  func inbox(
    _ action: (SettingsResolution) throws(UsageError) -> InboxSettings.Action
  ) throws(UsageError) -> InboxSettings {
    guard let endpoint = Address(typed: options.send) else { throw .serviceMissing }
    return InboxSettings(
      command: command,
      action: try action(self),
      endpoint: endpoint,
      mayAsk: options.answer.mayAsk,
      sending: try sending()
    )
  }

  func notificationID() throws(UsageError) -> String { try id(limit: 256) }

  private func id(limit: Int) throws(UsageError) -> String {
    guard let operand, let text = operand.text, !text.isEmpty else {
      throw .missingOperand(command, choices: ["ID"])
    }
    guard text.utf8.count <= limit else {
      throw .badValue(origin: .flag(command.rawValue), value: text, reason: .tooLong(limit: limit))
    }
    return text
  }

  func accepting() throws(UsageError) -> AcceptSettings {
    AcceptSettings(
      credential: options.credential,
      pin: try options.login.pinFile.map { path throws(UsageError) in
        // A PIN is no password: nobody types blanks around it.
        let line = try firstLine(of: path, flag: "--pin-file").reveal()
        return Secret(line.trimmed.isEmpty ? line : line.trimmed)
      },
      face: options.login.face,
      mayAsk: options.answer.mayAsk
    )
  }

  func login() throws(UsageError) -> LoginSettings {
    LoginSettings(
      source: try loginSource(),
      answer: options.login.answers.last?.answer,
      accepting: try accepting(),
      interval: options.poll.interval ?? 1,
      retryLimit: options.poll.retryLimit,
      sending: try sending()
    )
  }

  func loginSource() throws(UsageError) -> LoginSettings.Source {
    switch (options.login.code, options.login.deepLink) {
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
}

/// The settings of `enroll` and of the `credentials` commands, and the file that all look into.
extension SettingsResolution {
  func enroll() throws(UsageError) -> EnrollSettings {
    EnrollSettings(
      source: try enrolmentSource(),
      keyType: options.keyType,
      token: options.device.token,
      file: try credentialFile(),
      folder: options.credentialFile == nil ? try StateFolder.path(in: system.environment) : nil,
      sending: try sending()
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
    if let text = operand.text, text.containsText("://") || system.providers.looksLikeEnrollmentURI(text) {
      return .text(text)
    }
    return .input(operand.is("-") ? .standardInput : .file(FilePath(bytes: operand.bytes)))
  }

  func credentials(
    _ action: (SettingsResolution) throws(UsageError) -> CredentialsSettings.Action
  ) throws(UsageError) -> CredentialsSettings {
    CredentialsSettings(
      command: command,
      action: try action(self),
      file: try credentialFile()
    )
  }

  func credentialID() throws(UsageError) -> String { try id(limit: Credential.nameLimit) }

  private func credentialFile() throws(UsageError) -> CredentialsFile {
    if let path = options.credentialFile { return CredentialsFile(path: path, isNamed: true) }
    let folder = try StateFolder.path(in: system.environment)
    return CredentialsFile(path: CredentialStore.file(in: folder), isNamed: false)
  }

  /// The file of the credentials: the one that was named, else the state's own; nil where there is no place for state,
  /// since most pushes take no credential.
  var credentials: CredentialsFile? { try? credentialFile() }
}

/// Where the program keeps what has to outlast a run (the XDG base directory specification).
enum StateFolder {
  static func path(in environment: Environment) throws(UsageError) -> FilePath {
    if let path = environment.setting("MFA_STATE_DIR") { return FilePath(path) }
    // A relative path is to be ignored, says the specification.
    if let path = environment["XDG_STATE_HOME"], path.hasPrefix("/") { return FilePath(path + "/mfa-cli") }
    guard let home = environment["HOME"] else { throw .noStateFolder }
    return FilePath(home + "/.local/state/mfa-cli")
  }
}

extension FilePath {
  /// A file in this folder.
  func appending(_ name: String) -> FilePath {
    FilePath(bytes: bytes + [UInt8(ascii: "/")] + Array(name.utf8))
  }
}
