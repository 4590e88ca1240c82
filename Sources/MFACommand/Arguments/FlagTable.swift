import MFACore

/// Every flag, in the order of the help.
enum FlagTable {
  static let all: [Flag] =
    DecisionFlags.rows + TimeFlags.rows + SendingFlags.rows + ServingFlags.rows + DeviceFlags.rows
    + InboxFlags.rows + EnrolmentFlags.rows
    + OutputFlags.rows + general

  static func named(_ long: String) -> Flag? {
    all.first { $0.long.isSameBytes(as: long) }
  }

  static func lettered(_ letter: Character) -> Flag? {
    all.first { $0.letter == letter }
  }

  static let everyCommand: Set<Command> = Set(Command.allCases)

  private static let general: [Flag] = [
    Flag(
      "help",
      letter: "h",
      .toggle { _ in },
      group: .general,
      commands: everyCommand,
      common: true,
      help: "help; -h is one screen, --help has it all",
      details: "Wins wherever it stands on the line."
    ),
    Flag(
      "version",
      letter: "V",
      .toggle { _ in },
      group: .general,
      commands: everyCommand,
      help: "version, and the HTTP library found"
    ),
  ]
}
