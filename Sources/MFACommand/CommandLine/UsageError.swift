import MFACore

/// What is wrong with the arguments, the environment or what they name.
enum UsageError: Error, Sendable, Equatable {
  case unknownFlag(String, near: [String])
  /// A flag begins with a dash or quote that a word processor made.
  case typographicCharacter(String)
  case missingValue(flag: String)
  /// Where the value of a flag has to be stands another flag, or `--`.
  case flagAsValue(flag: String, next: String)
  case unexpectedValue(flag: String)
  case badValue(origin: SettingOrigin, value: String, reason: BadValue)
  case notUTF8(origin: SettingOrigin)
  case extraOperand(String, of: Command = .respond, suggestion: ExtraOperandCause?)
  /// The first operand is neither a command nor a file; what may have been meant.
  case unknownCommand(String, near: [String])
  case flagOfOtherCommand(flag: String, command: Command, owners: [Command])
  case twoDecisions(String, String)
  /// The first flag rules out the second, or an operand.
  case excluded(String, String)
  case flagNeeds(flag: String, needed: String)
  case unknownHelpTopic(String)
  /// Words that begin the names of several commands, and what was typed behind them.
  case incompleteCommand([String], typed: String?, next: [String])
  /// The command needs one of these words.
  case missingOperand(Command, choices: [String])
  case missingInput
  /// An enrolment URI stands where a payload has to.
  case enrolmentURIAsPayload
  case endpointMissing
  /// Nothing says which service a device is to report to.
  case serviceMissing
  case noTerminal(TerminalLack, isChallenge: Bool)
  case unreadableFile(origin: SettingOrigin, path: FilePath, ReadError)
  case unusableFile(origin: SettingOrigin, path: FilePath, UnusableFile)
  case twoAuthorizations
  /// The flag gives something of the user's, and only a code says where it would go.
  case addressOfCode(flag: String)
  /// Something has to be asked, and there is nobody to ask.
  case nobodyToAsk(TerminalLack, flags: [String])
  /// None of these decision flags was given.
  case decisionMissing([String])
  /// The address is one that other machines reach, and that was not allowed.
  case remoteNotAllowed(host: String)
  case hostInvalid(String)
  /// There is neither a folder for state in the environment nor a home.
  case noStateFolder
}

/// Where the value of a setting came from.
enum SettingOrigin: Sendable, Equatable {
  /// `--endpoint`.
  case flag(String)
  /// `MFA_ENDPOINT`.
  case environment(String)
  case builtIn

  /// The flag or the variable as it is written.
  var name: String {
    switch self {
    case .flag(let name), .environment(let name): name
    case .builtIn: "default"
    }
  }
}

/// Why a value is no value of its flag.
enum BadValue: Error, Sendable, Equatable {
  case empty
  case notOneOf([String])
  case notSeconds(minimum: String, maximum: String)
  case notRFC3339
  case endpoint(EndpointURL.Problem)
  /// It is an address with more than scheme, host and port.
  case notAnOrigin
  case proxy(ProxyURL.Problem)
  case notAHostOverride
  case notAHostName
  case notACount(minimum: Int, maximum: Int)
  case notAPushToken
  case headerWithoutColon
  case headerNameInvalid
  case headerValueInvalid
  case headerReserved
  case notAToken
  case tooLong(limit: Int)
}

/// What probably made an operand one too many.
enum ExtraOperandCause: Sendable, Equatable {
  /// A command's name stands behind an operand.
  case commandNotFirst(Command)
  /// `-H Authorization: Bearer TOKEN` without quotes: the operand may be a secret.
  case headerNotQuoted
}

/// Why nobody can be asked.
enum TerminalLack: Sendable, Equatable {
  case none
  case background
  case noInput
}

/// Why a file that a flag names can't be used.
enum UnusableFile: Sendable, Equatable {
  case empty
  case notAToken
  /// It is one word, and the file has several.
  case severalWords
  case noCertificate
  case noKey
  /// The TLS library would pass over the first certificate or key, or read none.
  case markBeforePEM
  case notOneLine
  case header(line: Int, BadValue)
  case notText
}
