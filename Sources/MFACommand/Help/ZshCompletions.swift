import MFACore

/// Completions for zsh.
enum ZshCompletions {
  static var script: String {
    """
    #compdef mfa-cli
    # zsh completion for mfa-cli: put this file as _mfa-cli into a folder of $fpath.
    _mfa_cli() {
      local command=respond name= word skip=0
      for word in ${words[2,CURRENT-1]}; do
        if ((skip)); then skip=0; continue; fi
        case $word in
          (\(valueFlags)) skip=1 ;;
          (-?*) ;;
          (*)
            case $name$word in
              (\(commandNames)) command=$name$word; break ;;
              (\(beginnings)) command=group name="$name$word " ;;
              (*) break ;;
            esac ;;
        esac
      done
      case $command in
    \(Command.allCases.map(commandCase).joined(separator: "\n"))
        (group) _arguments -s -S '*:command:_mfa_cli_commands' ;;
      esac
    }
    _mfa_cli_commands() {
      local -a commands
      case $name in
    \(CommandName.beginnings.map(nextCase).joined(separator: "\n"))
      esac
      _describe command commands
    }
    if [ "$funcstack[1]" = _mfa-cli ]; then _mfa_cli "$@"; else compdef _mfa_cli mfa-cli; fi
    """
  }

  private static var valueFlags: String {
    FlagTable.all.filter { $0.value != nil }.flatMap(\.spellings).joined(separator: "|")
  }

  private static var commandNames: String { names(Command.allCases.map(\.words)) }

  private static var beginnings: String { names(CommandName.beginnings.filter { !$0.isEmpty }) }

  private static func names(_ names: [[String]]) -> String {
    names.map { $0.joined(separator: "\\ ") }.joined(separator: "|")
  }

  /// The words that may follow the beginning of a name.
  private static func nextCase(_ beginning: [String]) -> String {
    let next = CommandName.words(after: beginning).map { word in
      "      " + quoted("\(word):\(CommandName.summary(beginning + [word]))")
    }
    return "    (\"\(beginning.map { $0 + " " }.joined())\") commands=(\n\(next.joined(separator: "\n"))) ;;"
  }

  private static func commandCase(_ command: Command) -> String {
    let specs = command.flags.map { "      " + spec($0) } + ["      " + operandSpec(command)]
    return "    (\"\(command.rawValue)\") _arguments -s -S \\\n" + specs.joined(separator: " \\\n") + " ;;"
  }

  /// Any flag may be repeated: switches count or stay, lists grow, and of other values the last one wins.
  private static func spec(_ flag: Flag) -> String {
    let help = "[" + escaped(flag.help) + "]"
    let value = flag.value.map { ":" + escaped($0.placeholder) + ":" + action(flag.completion) } ?? ""
    return flag.spellings.map { spelling in
      // A value may be glued to the flag: behind = to its name, as it is to its letter.
      let glue = flag.value == nil ? "" : spelling.hasPrefix("--") ? "=" : "+"
      return quoted("*" + spelling + glue + help + value)
    }.joined(separator: " ")
  }

  /// The first operand may be a command's name; a command's own operand stands behind it.
  private static func operandSpec(_ command: Command) -> String {
    let operand = action(command.row.operands.completion)
    if command == .respond {
      // An action that begins with a blank is run as it is; to another one _arguments adds options of its own.
      return quoted("1:command or payload: _alternative 'c:command:_mfa_cli_commands' 'f:payload:_files'")
        + " " + quoted("2:payload:_files")
    }
    let words = command.words.indices.map { quoted("\($0 + 1):command:_mfa_cli_commands") }
    return (words + [quoted("\(words.count + 1):operand:" + operand)]).joined(separator: " ")
  }

  private static func action(_ hint: CompletionHint?) -> String {
    switch hint {
    case .files: "_files"
    case .choices(let choices): "(" + choices.joined(separator: " ") + ")"
    case .nothing, nil: " "
    }
  }

  /// Colons and brackets mean something in a specification.
  private static func escaped(_ text: String) -> String {
    text.map { "[]:\\".contains($0) ? "\\\($0)" : String($0) }.joined()
  }

  private static func quoted(_ text: String) -> String {
    "'" + text.replacingAll("'", with: "'\\''") + "'"
  }
}
