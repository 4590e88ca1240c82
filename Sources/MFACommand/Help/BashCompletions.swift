/// Completions for bash, from 3.2 on, without the bash-completion package.
enum BashCompletions {
  static var script: String {
    """
    # bash completion for mfa-cli: source this file, or put it where bash-completion looks.
    _mfa_cli() {
      local cur=${COMP_WORDS[COMP_CWORD]} prev=${COMP_WORDS[COMP_CWORD-1]}
      # bash takes the = of --flag=value for a word of its own.
      if [[ $cur == = ]]; then cur=; elif [[ $prev == = ]]; then prev=${COMP_WORDS[COMP_CWORD-2]}; fi
      local command=respond name= operands=0 named=0 word index
      for ((index = 1; index < COMP_CWORD; index++)); do
        word=${COMP_WORDS[index]}
        case $word in
          \(valueFlags)) ((index++)); [[ ${COMP_WORDS[index]} == = ]] && ((index++)) ;;
          -?*) ;;
          *)
            if ((operands == named)); then
              case "$name$word" in
    \(Command.allCases.map(nameCase).joined(separator: "\n"))
    \(CommandName.beginnings.filter { !$0.isEmpty }.map(beginningCase).joined(separator: "\n"))
              esac
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
        ((operands == named)) && case $name in
    \(CommandName.beginnings.map(nextCase).joined(separator: "\n"))
        esac
      fi
      COMPREPLY+=($(compgen -W "$words" -- "$cur"))
    }
    complete -F _mfa_cli mfa-cli
    """
  }

  private static var valueFlags: String {
    FlagTable.all.filter { $0.value != nil }.flatMap(\.spellings).joined(separator: "|")
  }

  /// A whole name: what follows is no part of it.
  private static func nameCase(_ command: Command) -> String {
    "            \"\(command.rawValue)\") command=\"\(command.rawValue)\" name=\"\(command.rawValue)\" ;;"
  }

  /// The beginning of several names: another word of it may follow.
  private static func beginningCase(_ words: [String]) -> String {
    let name = words.joined(separator: " ")
    return "            \"\(name)\") command=group name=\"\(name) \"; ((named++)) ;;"
  }

  private static func nextCase(_ words: [String]) -> String {
    let name = words.map { $0 + " " }.joined()
    return "      \"\(name)\") words+=$'\\n'\(list(CommandName.words(after: words))) ;;"
  }

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
    "      \"\(command.rawValue)\") words=\(list(command.flags.map(\.name))) ;;"
  }

  private static func operandCase(_ command: Command) -> String {
    let action =
      switch command.row.operands.completion {
      case .files: files
      case .choices(let choices): "words=\(list(choices))"
      case .nothing: ":"
      }
    return "      \"\(command.rawValue)\") \(action) ;;"
  }

  /// Words as a bash literal, a line each.
  private static func list(_ words: [String]) -> String {
    "$'" + words.joined(separator: "\\n") + "'"
  }
}
