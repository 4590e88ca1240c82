import MFACore

/// Completions for fish.
enum FishCompletions {
  static var script: String {
    let header = """
      # fish completion for mfa-cli: put this file into ~/.config/fish/completions/mfa-cli.fish
      function __mfa_cli_operand
        set -l is_value 0
        for word in (commandline -opc)[2..-1]
          if test $is_value = 1
            set is_value 0
          else if contains -- $word \(valueFlags)
            set is_value 1
          else if test $word = -; or not string match -q -- '-*' $word
            echo $word
            return
          end
        end
      end
      function __mfa_cli_command
        set -l operand (__mfa_cli_operand)
        if contains -- "$operand" \(Command.allCases.map(\.rawValue).joined(separator: " "))
          echo $operand
        else
          echo respond
        end
      end
      function __mfa_cli_has_no_command
        test (count (__mfa_cli_operand)) -eq 0
      end
      """
    let commands = Command.allCases.map { command in
      "complete -c mfa-cli -n __mfa_cli_has_no_command -a \(command.rawValue) -d \(quoted(command.summary))"
    }
    return ([header] + commands + Command.allCases.flatMap(lines)).joined(separator: "\n")
  }

  private static var valueFlags: String {
    FlagTable.all.filter { $0.value != nil }.flatMap(\.spellings).joined(separator: " ")
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
