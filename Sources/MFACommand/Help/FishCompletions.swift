import MFACore

/// Completions for fish.
enum FishCompletions {
  static var script: String {
    let header = """
      # fish completion for mfa-cli: put this file into ~/.config/fish/completions/mfa-cli.fish
      function __mfa_cli_operands
        set -l is_value 0
        for word in (commandline -opc)[2..-1]
          if test $is_value = 1
            set is_value 0
          else if contains -- $word \(valueFlags)
            set is_value 1
          else if test $word = -; or not string match -q -- '-*' $word
            echo $word
          end
        end
      end
      function __mfa_cli_command
        set -l typed (string join ' ' -- (__mfa_cli_operands))
        for name in \(Command.allCases.map { quoted($0.rawValue) }.joined(separator: " "))
          if string match -q -- "$name *" "$typed "
            echo $name
            return
          end
        end
        for group in \(CommandName.groups.joined(separator: " "))
          if string match -q -- "$group *" "$typed "
            echo group
            return
          end
        end
        echo respond
      end
      function __mfa_cli_has_typed
        set -l typed (string join ' ' -- (__mfa_cli_operands))
        test "$typed" = "$argv[1]"
      end
      """
    let commands = CommandName.beginnings.flatMap { beginning in
      CommandName.words(after: beginning).map { word in
        let condition = quoted("__mfa_cli_has_typed \"\(beginning.joined(separator: " "))\"")
        return
          "complete -c mfa-cli -n \(condition) -a \(word) -d \(quoted(CommandName.summary(beginning + [word])))"
      }
    }
    let group = "complete -c mfa-cli -n \(quoted("test (__mfa_cli_command) = group")) -f"
    return ([header, group] + commands + Command.allCases.flatMap(lines)).joined(separator: "\n")
  }

  private static var valueFlags: String {
    FlagTable.all.filter { $0.value != nil }.flatMap(\.spellings).joined(separator: " ")
  }

  private static func lines(_ command: Command) -> [String] {
    let condition = "complete -c mfa-cli -n \(quoted("test (__mfa_cli_command) = \"\(command.rawValue)\""))"
    let operand =
      switch command.row.operands.completion {
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
