import MFACore

@testable import MFACommand

/// Misuses of the command line and of what it names.
extension Examples {
  private static let flag = SettingOrigin.flag("--flag")

  static let usages: [UsageError] =
    [
      .unknownFlag("--aprove", near: ["--approve"]), .unknownFlag("-x", near: []),
      .typographicCharacter("–json"), .missingValue(flag: "--number"),
      .flagAsValue(flag: "--number", next: "--endpoint"), .flagAsValue(flag: "-m", next: "-k"),
      .unexpectedValue(flag: "--approve"),
      .notUTF8(origin: flag), .extraOperand("b.json", suggestion: nil),
      .extraOperand("x", of: .serve, suggestion: nil), .extraOperand("x", of: .login, suggestion: nil),
      .unknownCommand("inspct", near: ["'mfa-cli inspect'"]), .unknownCommand("xyzzy", near: []),
      .extraOperand("inspect", suggestion: .commandNotFirst(.inspect)),
      .extraOperand("Bearer", suggestion: .headerNotQuoted),
      .flagOfOtherCommand(flag: "--expect", command: .respond, owners: [.inspect]),
      .flagOfOtherCommand(flag: "--no-input", command: .inspect, owners: [.respond, .demo]),
      .twoDecisions("--approve", "--deny"), .excluded("--poll", "PAYLOAD"),
      .flagNeeds(flag: "--force", needed: "a decision flag"),
      .unknownHelpTopic("inspekt"), .unknownHelpTopic("nothing"), .missingInput, .enrolmentURIAsPayload,
      .endpointMissing,
      .serviceMissing, .twoAuthorizations, .addressOfCode(flag: "--header"),
      .missingOperand(.completions, choices: ["bash", "zsh", "fish"]),
      .badValue(origin: .environment("MFA_ENDPOINT"), value: "", reason: .empty),
      .incompleteCommand(["device"], typed: nil, next: ["register", "show"]),
      .incompleteCommand(["device"], typed: "shwo", next: ["register", "show"]),
      .incompleteCommand(["device", "token"], typed: "x", next: ["new"]),
      .decisionMissing(["--approve", "--deny"]), .remoteNotAllowed(host: "0.0.0.0"),
      .hostInvalid("example.com"), .noStateFolder,
      .nobodyToAsk(.none, flags: ["--yes"]), .nobodyToAsk(.background, flags: ["--pin-file FILE"]),
      .nobodyToAsk(.noInput, flags: ["--credential ID"]),
    ] + badValues.map { .badValue(origin: flag, value: "alway", reason: $0) }
    + lacks.flatMap { [.noTerminal($0, isChallenge: true), .noTerminal($0, isChallenge: false)] }
    + readErrors.map { .unreadableFile(origin: flag, path: FilePath("f"), $0) }
    + unusables.map { .unusableFile(origin: flag, path: FilePath("f"), $0) }

  private static func isListed(_ error: UsageError) {
    switch error {
    case .unknownFlag, .typographicCharacter, .missingValue, .flagAsValue, .unexpectedValue, .badValue,
      .notUTF8, .extraOperand, .unknownCommand,
      .flagOfOtherCommand, .twoDecisions, .excluded, .flagNeeds, .unknownHelpTopic, .missingInput,
      .enrolmentURIAsPayload,
      .endpointMissing,
      .serviceMissing, .noTerminal, .unreadableFile, .unusableFile, .twoAuthorizations, .addressOfCode,
      .missingOperand, .incompleteCommand, .decisionMissing, .remoteNotAllowed, .hostInvalid, .noStateFolder,
      .nobodyToAsk:
      break
    }
  }

  static let badValues: [BadValue] =
    [
      .empty, .notOneOf(["auto", "always", "never"]), .notOneOf(["x", "y"]),
      .notSeconds(minimum: "0", maximum: "86400"), .notRFC3339, .headerWithoutColon, .headerNameInvalid,
      .headerValueInvalid, .headerReserved, .notAToken, .tooLong(limit: 1024),
      .notAHostOverride, .notAHostName, .notACount(minimum: 0, maximum: 1000), .notAPushToken, .notAnOrigin,
      .proxy(.schemeNotKnown("ftp")), .proxy(.noHost),
      .proxy(.badPort("x")), .proxy(.badCharacter(" ")), .proxy(.path),
    ] + endpointProblems.map { .endpoint($0) }

  private static func isListed(_ value: BadValue) {
    switch value {
    case .empty, .notOneOf, .notSeconds, .notRFC3339, .endpoint, .headerWithoutColon, .headerNameInvalid,
      .headerValueInvalid, .headerReserved, .notAToken, .tooLong, .notAHostOverride, .notAHostName,
      .notACount,
      .notAPushToken, .notAnOrigin,
      .proxy:
      break
    }
  }

  static let endpointProblems: [EndpointURL.Problem] = [
    .noScheme, .schemeNotHTTP("ftp"), .noHost, .badPort("70000"), .badHost("[::1"),
    .badCharacter(" ", position: 21), .badCharacter("ü", position: 21), .badCharacter("\n", position: 21),
    .fragment,
    .badPercentEncoding(position: 21), .userInfoNotEncoded,
  ]

  private static func isListed(_ problem: EndpointURL.Problem) {
    switch problem {
    case .noScheme, .schemeNotHTTP, .noHost, .badPort, .badHost, .badCharacter, .fragment,
      .badPercentEncoding, .userInfoNotEncoded:
      break
    }
  }

  static let lacks: [TerminalLack] = [.none, .background, .noInput]

  private static func isListed(_ lack: TerminalLack) {
    switch lack {
    case .none, .background, .noInput: break
    }
  }

  static let unusables: [UnusableFile] = [
    .empty, .notAToken, .noCertificate, .header(line: 2, .headerWithoutColon), .notText,
    .noKey, .notOneLine, .severalWords, .markBeforePEM,
  ]

  private static func isListed(_ problem: UnusableFile) {
    switch problem {
    case .empty, .notAToken, .severalWords, .noCertificate, .header, .notText, .noKey, .markBeforePEM,
      .notOneLine:
      break
    }
  }
}
