import MFACore

/// The settings of the `device` commands.
extension SettingsResolution {
  mutating func device() throws(UsageError) -> DeviceSettings {
    try takeEnvironment()
    try checkCombinations()
    let sending = try sending()
    return DeviceSettings(
      command: command,
      action: try action(),
      folder: try StateFolder.path(in: system.environment),
      sending: sending,
      output: output
    )
  }

  private func action() throws(UsageError) -> DeviceSettings.Action {
    switch command {
    case .deviceTokenNew: return .newToken
    case .deviceClearToken: return .clearToken
    case .devicePair: return .pair(key: try pairingKey())
    case .deviceUnpair: return .unpair
    case .deviceTap: return .tap(try input())
    case .deviceDismiss: return .dismiss(try input())
    case .deviceCategories: return .categories
    case .deviceRegister: return .register(registration)
    default: return .show
    }
  }

  private func pairingKey() throws(UsageError) -> String {
    guard let operand, let given = operand.text, !given.isEmpty else {
      throw .missingOperand(.devicePair, choices: ["KEY", "-"])
    }
    let text = given == "-" ? try typedPairingKey() : given
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

  private var registration: DeviceSettings.Registration {
    DeviceSettings.Registration(
      token: raw.token,
      environment: raw.environment,
      topic: raw.topic,
      callback: raw.callbackURL.map { .init(url: $0, form: raw.callbackForm ?? .plain) }
    )
  }
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
