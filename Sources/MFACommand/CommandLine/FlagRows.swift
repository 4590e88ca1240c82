import MFACore

/// How a row of the table is written: what the flag stores and where it goes, its line of help, and what it has besides.
extension Flag {
  // MARK: What it stores

  // By closures: making a key path for each of eighty flags takes 0.2 ms.

  static func toggle(
    _ long: String,
    letter: Character? = nil,
    store: @escaping @Sendable (inout Options) -> Void
  ) -> Flag {
    Flag(long, letter, .toggle(store))
  }

  /// One that the parser looks for before it reads the line.
  static func wish(_ long: String, letter: Character) -> Flag {
    Flag(long, letter, .toggle { _ in })
  }

  static func value<Value>(
    _ long: String,
    letter: Character? = nil,
    _ parser: ValueParser<Value>,
    store: @escaping @Sendable (inout Options, Value) -> Void
  ) -> Flag {
    let shown = Flag.Value(placeholder: parser.placeholder, choices: parser.choices)
    let kind = Kind.value(shown) { (options, text) throws(BadValue) in
      store(&options, try parser.parse(text))
    }
    return Flag(long, letter, kind)
  }

  static func file(
    _ long: String,
    placeholder: String = "FILE",
    store: @escaping @Sendable (inout Options, FilePath) -> Void
  ) -> Flag {
    Flag(long, nil, .file(Value(placeholder: placeholder, choices: []), store))
  }

  static func decision(_ long: String, _ choice: DecisionChoice) -> Flag {
    Flag(long, nil, .toggle { $0.decisions.append(("--" + long, choice)) })
  }

  static func decision<Value>(
    _ long: String,
    _ parser: ValueParser<Value>,
    _ choice: @escaping @Sendable (Value) -> DecisionChoice
  ) -> Flag {
    value(long, parser) { $0.decisions.append(("--" + long, choice($1))) }
  }

  static func loginAnswer(_ long: String, _ answer: LoginAnswer) -> Flag {
    Flag(long, nil, .toggle { $0.login.answers.append(("--" + long, answer)) })
  }

  // MARK: What it has besides

  /// Flags under one heading of the help, for these commands unless a row names its own.
  static func section(_ group: Group, of commands: Set<Command>, _ rows: [Flag]) -> [Flag] {
    rows.map { row in
      row.with {
        $0.group = group
        if row.commands.isEmpty { $0.commands = commands }
      }
    }
  }

  /// One line.
  func help(_ help: String) -> Flag { with { $0.help = help } }

  /// Sentences, for `--help`.
  func details(_ details: String) -> Flag { with { $0.details = details } }

  func of(_ commands: Command...) -> Flag { with { $0.commands = Set(commands) } }

  /// Listed by `-h` of the program.
  var common: Flag { with { $0.isCommon = true } }

  var takingEmpty: Flag { with { $0.takesEmpty = true } }

  func variable(_ name: String, if standsIn: @escaping @Sendable (Invocation) -> Bool = { _ in true }) -> Flag
  {
    with { ($0.environment, $0.standsIn) = (name, standsIn) }
  }

  private func with(_ change: (inout Flag) -> Void) -> Flag {
    var flag = self
    change(&flag)
    return flag
  }
}
