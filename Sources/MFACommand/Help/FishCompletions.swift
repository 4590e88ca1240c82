import MFACore

/// Completions for fish.
enum FishCompletions {
  static var script: String {
    let header = """
      # fish completion for mfa-cli: put this file into ~/.config/fish/completions/mfa-cli.fish
      function __mfa_cli_command
        set -l names \(Command.allCases.map(\.rawValue).joined(separator: " "))
        for word in (commandline -opc)[2..-1]
          if contains -- $word $names
            echo $word
            return
          end
        end
        echo respond
      end
      function __mfa_cli_has_no_command
        set -l names \(Command.allCases.map(\.rawValue).joined(separator: " "))
        for word in (commandline -opc)[2..-1]
          contains -- $word $names; and return 1
        end
        return 0
      end
      """
    let commands = Command.allCases.map { command in
      "complete -c mfa-cli -n __mfa_cli_has_no_command -a \(command.rawValue) -d \(quoted(command.summary))"
    }
    return ([header] + commands + Command.allCases.flatMap(lines)).joined(separator: "\n")
  }

  private static func lines(_ command: Command) -> [String] {
    let condition = "complete -c mfa-cli -n \(quoted("test (__mfa_cli_command) = \(command.rawValue)"))"
    let operand =
      switch command.operandCompletion {
      case .files: "\(condition) -F"
      case .choices(let choices): "\(condition) -f -a \(quoted(choices.joined(separator: " ")))"
      case .nothing: "\(condition) -f"
      }
    return [operand] + command.flags.map { condition + " " + flag($0) }
  }

  private static func flag(_ flag: Flag) -> String {
    let letter = flag.letter.map { " -s \($0)" } ?? ""
    let value =
      switch flag.completion {
      case nil: ""
      case .files: " -r -F"
      case .choices(let choices): " -x -a \(quoted(choices.joined(separator: " ")))"
      case .nothing: " -x"
      }
    return "-l \(flag.long)\(letter)\(value) -d \(quoted(flag.help))"
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingAll("\\", with: "\\\\").replacingAll("'", with: "\\'") + "'"
  }
}
