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
      + commands.map { entry($0.rawValue, $0.summary, indent: 22) }
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
    if ![.help, .completions, .man].contains(command) {
      if command == nil || [.respond, .listen].contains(command) {
        blocks.append(["Environment:"] + environment)
      }
      blocks.append(
        ["Exit codes:"] + ExitCode.allCases.map { entry(String($0.rawValue), $0.meaning, indent: 15) } + [
          signals
        ]
      )
      if command == nil || [.respond, .inspect, .listen].contains(command) {
        blocks.append(["Recognised pushes:"] + providers)
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
      case nil: entry(word + " …", Command.groupSummary(word), indent: shortIndent)
      // Both print what is installed once.
      case .man?: nil
      case .completions?:
        entry("completions, man", "print the completions for a shell, the manual page", indent: shortIndent)
      case .enroll?:
        entry("enroll, credentials", "enrol with a real service; what was enrolled", indent: shortIndent)
      case let command?: entry(word, command.summary, indent: shortIndent)
      }
    }
  }

  private static var commandList: [String] {
    Command.allCases.map { entry($0.rawValue, $0.summary, indent: 22) }
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
    return "usage: mfa-cli \(command.rawValue) \(command.operands)"
  }

  static func examples(_ command: Command?) -> [String] {
    let respond = [
      "  cat push.json | mfa-cli --endpoint https://mfa.example.com/decisions",
      "  mfa-cli --number 34 --json push.json --endpoint https://mfa.example.com/r",
      "  mfa-cli --deny --deny-reason 'not me' push.apns --endpoint http://[::1]:80/r",
    ]
    let inspect = ["  mfa-cli inspect push.json", "  pbpaste | mfa-cli inspect --json --expect challenge"]
    let demo = ["  mfa-cli demo", "  mfa-cli demo manual --no-input"]
    switch command {
    case .respond: return respond
    case .inspect: return inspect
    case .demo: return demo
    case .help: return ["  mfa-cli help inspect"]
    case .completions:
      return [
        "  mfa-cli completions bash >/etc/bash_completion.d/mfa-cli", "  source <(mfa-cli completions bash)",
      ]
    case .man: return ["  mfa-cli man | man -l -"]
    case .serve:
      return ["  mfa-cli serve --port 8080", "  mfa-cli serve --port 8080 --state service.journal"]
    case .listen:
      return [
        "  mfa-cli listen --port 9090 --approve --endpoint http://127.0.0.1:8080/d",
        "  mfa-cli listen --number-from correctNumber --count 1 --for 60 --json",
      ]
    case .deviceRegister:
      return [
        "  mfa-cli device register --endpoint http://127.0.0.1:8080/devices",
        "  mfa-cli device register --token new --topic com.example.portal",
      ]
    case .deviceTokenNew: return ["  mfa-cli device token new && mfa-cli device register"]
    case .deviceClearToken: return ["  mfa-cli device clear-token"]
    case .devicePair: return ["  mfa-cli device pair 1234-5678"]
    case .deviceUnpair: return ["  mfa-cli device unpair"]
    case .deviceShow: return ["  mfa-cli device show --json"]
    case .deviceTap: return ["  mfa-cli device tap push.json --endpoint http://127.0.0.1:8080/events"]
    case .deviceDismiss:
      return ["  mfa-cli device dismiss push.json --endpoint http://127.0.0.1:8080/events"]
    case .inboxList:
      return [
        "  mfa-cli inbox list --endpoint http://127.0.0.1:8080/notifications",
        "  mfa-cli inbox list --endpoint URL --type requests --status new --all --json",
      ]
    case .inboxShow: return ["  mfa-cli inbox show ID --endpoint http://127.0.0.1:8080/notifications"]
    case .inboxAccept:
      return [
        "  mfa-cli inbox accept ID --endpoint http://127.0.0.1:8080/notifications",
        "  mfa-cli inbox accept ID --endpoint URL --credential C --pin-file pin",
      ]
    case .inboxDecline: return ["  mfa-cli inbox decline ID --endpoint http://127.0.0.1:8080/notifications"]
    case .inboxAcknowledge:
      return ["  mfa-cli inbox acknowledge ID --endpoint http://127.0.0.1:8080/notifications"]
    case .inboxDelete:
      return ["  mfa-cli inbox delete ID --yes --endpoint http://127.0.0.1:8080/notifications"]
    case .inboxWatch:
      return ["  mfa-cli inbox watch --endpoint http://127.0.0.1:8080/notifications --json"]
    case .login:
      return ["  mfa-cli login --qr code.txt", "  mfa-cli login --deep-link 'mfa-cli://login?request=…'"]
    case .enroll:
      return [
        "  zbarimg --raw -q qr.png | mfa-cli enroll -",
        "  mfa-cli enroll --credential-file phone.json uri.txt",
      ]
    case .credentialsList: return ["  mfa-cli credentials list --json"]
    case .credentialsShow: return ["  mfa-cli credentials show PIPU0001"]
    case .credentialsLock: return ["  mfa-cli credentials lock PIPU0001"]
    case .credentialsUnlock: return ["  mfa-cli credentials unlock PIPU0001"]
    case .credentialsRemove: return ["  mfa-cli credentials remove PIPU0001"]
    case .deviceCategories: return ["  mfa-cli device categories --json"]
    case nil: return demo.prefix(1) + inspect.prefix(1) + respond
    }
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
        ("NO_COLOR", "no colour when set and not empty"),
        ("http_proxy, HTTPS_PROXY, ALL_PROXY, NO_PROXY", "as libcurl takes them; never for loopback"),
      ]
  }

  private static var environment: [String] {
    variables.flatMap { variable -> [String] in
      guard variable.name.count > 25 else { return [entry(variable.name, variable.meaning, indent: 28)] }
      return ["  " + variable.name, String(repeating: " ", count: 28) + variable.meaning]
    }
  }

  private static let providers = [
    "  plain        pushType beside aps: default, challenge, biometric, dry, cancel,",
    "               silent; numbersChallenge, messageId, ttl, sentAt, callbackUrl",
    "  pingone      the object PingOne, with the members of its SDK's notification",
    "  pingam       a JWS in aps.data or in message, or on its own",
    "  privacyidea, edumfa                        the map of strings with a nonce",
    "  guardian     the object mfa beside aps, or its members in FCM's map",
    "  The last four are answered with a credential: see 'mfa-cli help enroll'.",
  ]
}
