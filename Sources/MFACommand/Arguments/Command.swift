/// The commands; without a name the command is `respond`.
enum Command: String, CaseIterable, Sendable {
  case respond, inspect, demo, completions, man, help

  /// One line for the list of commands.
  var summary: String {
    switch self {
    case .respond: "answer one push: show it, ask or take the flag, send (default)"
    case .inspect: "say what a push is; send nothing"
    case .demo: "a whole sign-on on this machine: practice service, push, answer"
    case .completions: "print the completions for a shell"
    case .man: "print the manual page"
    case .help: "help on a command"
    }
  }

  /// The operands, for the usage line.
  var operands: String {
    switch self {
    case .respond, .inspect: "[FLAGS] [PAYLOAD]"
    case .demo: "[FLAGS] [\(DemoScenario.allCases.map(\.rawValue).joined(separator: "|"))]"
    case .completions: Shell.allCases.map(\.rawValue).joined(separator: "|")
    case .man: ""
    case .help: "[COMMAND]"
    }
  }

  static func named(_ text: String) -> Command? {
    Command(rawValue: text)
  }
}
