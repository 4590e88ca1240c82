/// Completions for bash, from 3.2 on, without the bash-completion package.
enum BashCompletions {
  static var script: String {
    """
    # bash completion for mfa-cli: source this file, or put it where bash-completion looks.
    _mfa_cli() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
      # bash takes the = of --flag=value for a word of its own.
      if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
      local command=respond operands=0 word index
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
          \(valueFlags)) ((index++)); [[ ${COMP_WORDS[index]} == = ]] && ((index++)) ;;
          -?*) ;;
          *)
            if ((operands == 0)); then
              case $word in \(commandNames)) command=$word ;; *) operands=1 ;; esac
            fi
            ((operands++))
            ;;
        esac
      done
      local IFS=$'\\n' words=
      case $prev in
    \(FlagTable.all.compactMap(valueCase).joined(separator: "\n"))
      esac
      if [[ $cur == -* ]]; then
        case $command in
    \(Command.allCases.map(flagCase).joined(separator: "\n"))
        esac
      else
        case $command in
    \(Command.allCases.map(operandCase).joined(separator: "\n"))
        esac
        ((operands == 0)) && words+=$'\\n'\(list(Command.allCases.map(\.rawValue)))
      fi
      COMPREPLY+=($(compgen -W "$words" -- "$cur"))
    }
    complete -F _mfa_cli mfa-cli
    """
  }

  private static var valueFlags: String {
    FlagTable.all.filter { $0.value != nil }.flatMap(\.spellings).joined(separator: "|")
  }

  private static var commandNames: String { Command.allCases.map(\.rawValue).joined(separator: "|") }

  private static let files = "compopt -o filenames 2>/dev/null; COMPREPLY=($(compgen -f -- \"$cur\"))"

  /// Behind a flag that takes a value nothing else is offered.
  private static func valueCase(_ flag: Flag) -> String? {
    guard let completion = flag.completion else { return nil }
    let action =
      switch completion {
      case .files: files + "; return"
      case .choices(let choices): "COMPREPLY=($(compgen -W \(list(choices)) -- \"$cur\")); return"
      case .nothing: "return"
      }
    return "    \(flag.spellings.joined(separator: "|"))) \(action) ;;"
  }

  private static func flagCase(_ command: Command) -> String {
    "      \(command.rawValue)) words=\(list(command.flags.map(\.name))) ;;"
  }

  private static func operandCase(_ command: Command) -> String {
    let action =
      switch command.operandCompletion {
      case .files: files
      case .choices(let choices): "words=\(list(choices))"
      case .nothing: ":"
      }
    return "      \(command.rawValue)) \(action) ;;"
  }

  /// Words as a bash literal, a line each.
  private static func list(_ words: [String]) -> String {
    "$'" + words.joined(separator: "\\n") + "'"
  }
}
