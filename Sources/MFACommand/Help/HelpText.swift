import MFACore

/// The help, rendered from the table of flags.
enum HelpText {
  static func version(commit: String?, library: String?) -> String {
    "\(Version.name) \(Version.number) (\(commit ?? "no release"))\n"
      + (library ?? "libcurl was not found: nothing can be sent")
  }

  static func text(_ command: Command?, isLong: Bool, columns: Int) -> String {
    isLong ? long(command, columns: columns) : short(command, columns: columns)
  }

  /// The commands whose names begin with these words.
  static func group(_ words: [String]) -> String {
    let name = words.joined(separator: " ")
    let commands = Command.allCases.filter { $0.words.starts(with: words) }
    return
      ([summary, "usage: mfa-cli \(name) COMMAND [FLAGS]", "", "Commands:"]
      + commands.map { entry($0.rawValue, $0.row.summary, indent: 22) }
      + ["", "'mfa-cli help \(name) COMMAND' has the flags of each."]).joined(separator: "\n")
  }

  private static func short(_ command: Command?, columns: Int) -> String {
    let flags = FlagTable.all.filter { flag in
      command.map { flag.commands.contains($0) } ?? flag.isCommon
    }
    var lines = [summary, usage(command)]
    if command == nil {
      lines += ["", "Commands:"] + shortCommandList
    }
    lines += ["", "Flags:"] + flags.flatMap { listed($0, columns: columns) }
    if command == nil { lines += ["", "'mfa-cli --help' has examples, all flags and the exit codes."] }
    return lines.joined(separator: "\n")
  }

  private static func long(_ command: Command?, columns: Int) -> String {
    var blocks = [[summary, usage(command)], ["Examples:"] + examples(command)]
    if command == nil {
      blocks.append(["Commands:"] + commandList)
    }
    for group in Flag.Group.allCases {
      let flags = FlagTable.all.filter { flag in
        flag.group == group && (command.map { flag.commands.contains($0) } ?? true)
      }
      if !flags.isEmpty {
        blocks.append(["\(group.rawValue):"] + flags.flatMap { details($0, columns: columns) })
      }
    }
    if !(command?.isAboutProgram ?? false) {
      if command?.has(.sendsDecisions) ?? true {
        blocks.append(["Environment:"] + environment)
      }
      blocks.append(
        ["Exit codes:"] + ExitCode.allCases.map { entry(String($0.rawValue), $0.meaning, indent: 15) } + [
          signals
        ]
      )
      if command?.has(.explainsPushes) ?? true {
        blocks.append(["Recognized pushes:"] + pushes(columns: columns))
      }
    }
    return blocks.map { $0.joined(separator: "\n") }.joined(separator: "\n\n")
  }

  /// Columns before the summaries; the longest names have 19.
  private static let shortIndent = 23

  /// A line for each command, or for each group of them.
  private static var shortCommandList: [String] {
    CommandName.words(after: []).compactMap { word in
      switch Command(rawValue: word) {
      // Told with the command that makes them.
      case nil where word == "credentials": nil
      case nil: entry(word + " …", CommandName.summary([word]), indent: shortIndent)
      // Both print what is installed once.
      case .man?: nil
      case .completions?:
        entry("completions, man", "print the completions for a shell, the manual page", indent: shortIndent)
      case .enroll?:
        entry("enroll, credentials", "enroll with a real service; what was enrolled", indent: shortIndent)
      case let command?: entry(word, command.row.summary, indent: shortIndent)
      }
    }
  }

  private static var commandList: [String] {
    Command.allCases.map { entry($0.rawValue, $0.row.summary, indent: 22) }
  }

  private static let signals = entry(
    "130, 143",
    "died by the signal (INT, TERM); nothing was reported",
    indent: 12
  )

  private static let summary =
    "mfa-cli: a phone on the command line; answers pushes that confirm a sign-on"

  private static func usage(_ command: Command?) -> String {
    guard let command else {
      return "usage: mfa-cli [COMMAND] [FLAGS] [PAYLOAD]  (PAYLOAD: a file, - or piped input)"
    }
    return "usage: mfa-cli \(command.rawValue) \(command.row.operands.usage)"
  }

  static func examples(_ command: Command?) -> [String] {
    let first = [Command.demo, .inspect].compactMap(\.row.examples.first)
    return (command?.row.examples ?? first + Command.respond.row.examples).map { "  " + $0 }
  }

  /// `-m, --max-time SECONDS`.
  static func synopsis(_ flag: Flag) -> String {
    let letter = flag.letter.map { "-\($0), " } ?? "    "
    return letter + flag.name + (flag.value.map { " " + $0.placeholder } ?? "")
  }

  /// A flag with its one line of help, which goes below where the flag is too long or the line too short for it.
  private static func listed(_ flag: Flag, columns: Int) -> [String] {
    let indent = 28
    let texts = DisplayWidth.wrap(flag.help, columns: columns - indent)
    let continued = texts.map { String(repeating: " ", count: indent) + $0 }
    let head = "  " + synopsis(flag)
    if head.count > indent - 2 { return [head] + continued }
    return [entry(synopsis(flag), texts[0], indent: indent)] + continued.dropFirst()
  }

  private static func entry(_ name: String, _ text: String, indent: Int) -> String {
    let head = "  " + name
    let gap = max(2, indent - head.count)
    return head + String(repeating: " ", count: gap) + text
  }

  private static func details(_ flag: Flag, columns: Int) -> [String] {
    let text = description(flag)
    return ["  " + synopsis(flag)] + DisplayWidth.wrap(text, columns: columns - 10).map { "          " + $0 }
  }

  /// Everything that is said of a flag, for `--help` and the manual page.
  static func description(_ flag: Flag) -> String {
    var text = flag.help
    if !flag.details.isEmpty { text += ". " + flag.details }
    if let choices = flag.value?.choices, !choices.isEmpty { text += " [\(choices.joined(separator: ", "))]" }
    if let variable = flag.environment { text += " [\(variable)]" }
    return text
  }

  /// The variables that are looked at, with what they do.
  static var variables: [(name: String, meaning: String)] {
    FlagTable.all.compactMap { flag in flag.environment.map { ($0, "stands in for \(flag.name)") } }
      + [
        ("NO_COLOR", "no color when set and not empty"),
        ("http_proxy, HTTPS_PROXY, ALL_PROXY, NO_PROXY", "as libcurl takes them; never for loopback"),
      ]
  }

  private static var environment: [String] {
    variables.flatMap { variable -> [String] in
      guard variable.name.count > 25 else { return [entry(variable.name, variable.meaning, indent: 28)] }
      return ["  " + variable.name, String(repeating: " ", count: 28) + variable.meaning]
    }
  }

  private static func pushes(columns: Int) -> [String] {
    let indent = 15
    let lines = Provider.all.flatMap { provider in
      DisplayWidth.wrap(provider.facts.form, columns: columns - indent).enumerated().map { index, line in
        entry(index == 0 ? provider.name.rawValue : "", line, indent: indent)
      }
    }
    let enrolled = Provider.all.filter { $0.credentials != nil }.map(\.name.rawValue).joined(separator: ", ")
    let remark = "Those of \(enrolled) are answered with a credential: see 'mfa-cli help enroll'."
    return lines + DisplayWidth.wrap(remark, columns: columns - 2).map { "  " + $0 }
  }
}
