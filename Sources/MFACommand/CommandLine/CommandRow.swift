import MFACore

/// One command: the single declaration that parsing, help, completions and running it come from.
struct CommandRow: Sendable {
  /// What may stand behind the name.
  struct Operands: Sendable {
    /// For the usage line.
    let usage: String
    /// At most so many.
    let limit: Int
    /// What a shell may offer.
    let completion: CompletionHint

    static let none = Operands(usage: "[FLAGS]", limit: 0, completion: .nothing)
    static let payload = Operands(usage: "[FLAGS] [PAYLOAD]", limit: 1, completion: .files)
    static let id = Operands(usage: "[FLAGS] ID", limit: 1, completion: .nothing)

    static func choice<Choice: CaseIterable & RawRepresentable<String>>(
      of _: Choice.Type,
      usage: (String) -> String
    ) -> Operands {
      let names = Choice.allCases.map(\.rawValue)
      return Operands(usage: usage(names.joined(separator: "|")), limit: 1, completion: .choices(names))
    }
  }

  enum Trait: Sendable {
    /// It sends something to a service.
    case sends
    /// Decisions are what it sends, to where the environment may say.
    case sendsDecisions
    /// The text of a code says where it sends to.
    case sendsToCode
    /// It reads pushes of every kind, which its help lists.
    case explainsPushes
    /// It looks at credentials, in the state's folder or in a file of their own.
    case readsCredentials
    /// It looks at the device, in the state's folder.
    case readsDevice
  }

  typealias Run = @Sendable (SettingsResolution) throws(UsageError) -> ExitCode

  /// What the command comes to when its line was read.
  enum Action: Sendable {
    /// It says something about the program itself.
    case tells(@Sendable ([Argument]) throws(UsageError) -> ParsedArguments)
    case runs(Run)
  }

  /// One line for the list of commands.
  let summary: String
  let operands: Operands
  let traits: Set<Trait>
  /// Command lines, for `--help`.
  let examples: [String]
  let action: Action
  /// What of the user's secrets stands on the command line, where others can see it; nil for a command whose operand and
  /// flags hold none, so that a stray part of one may be shown.
  private(set) var exposure: (@Sendable (SettingsResolution) -> Warning?)?

  init(
    _ summary: String,
    operands: Operands = .none,
    _ traits: Set<Trait> = [],
    examples: [String],
    run: @escaping Run
  ) {
    (self.summary, self.operands, self.traits, self.examples) = (summary, operands, traits, examples)
    action = .runs(run)
  }

  /// A command that says something about the program itself.
  fileprivate init(
    _ summary: String,
    operands: Operands,
    examples: [String],
    tell: @escaping @Sendable ([Argument]) throws(UsageError) -> ParsedArguments
  ) {
    (self.summary, self.operands, self.traits, self.examples) = (summary, operands, [], examples)
    action = .tells(tell)
  }
}

extension CommandRow {
  func exposing(_ exposure: @escaping @Sendable (SettingsResolution) -> Warning?) -> CommandRow {
    var row = self
    row.exposure = exposure
    return row
  }
}

// MARK: About the program itself

extension CommandRow {
  static let completions = CommandRow(
    "print the completions for a shell",
    operands: .choice(of: Shell.self) { $0 },
    examples: [
      "mfa-cli completions bash >/etc/bash_completion.d/mfa-cli", "source <(mfa-cli completions bash)",
    ]
  ) { operands throws(UsageError) in .completions(try Shell(operands)) }

  static let man = CommandRow(
    "print the manual page",
    operands: Operands(usage: "", limit: 0, completion: .nothing),
    examples: ["mfa-cli man | man -l -"]
  ) { _ in .manualPage }

  static let help = CommandRow(
    "help on a command",
    // The words of the longest name.
    operands: Operands(usage: "[COMMAND]", limit: 3, completion: .choices(CommandName.words(after: []))),
    examples: ["mfa-cli help inspect"]
  ) { operands throws(UsageError) in try .help(about: operands) }
}

extension Shell {
  fileprivate init(_ operands: [Argument]) throws(UsageError) {
    let names = Shell.allCases.map(\.rawValue)
    guard let operand = operands.first else { throw .missingOperand(.completions, choices: names) }
    guard let shell = operand.text.flatMap({ Shell(named: $0) }) else {
      throw .badValue(origin: .flag("completions"), value: operand.shownText, reason: .notOneOf(names))
    }
    self = shell
  }
}
