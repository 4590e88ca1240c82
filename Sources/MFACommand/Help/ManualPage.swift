import MFACore

/// The manual page, in the `man` macros that every `man` understands.
enum ManualPage {
  static var text: String {
    let sections: [(String, [String])] = [
      ("NAME", ["mfa\\-cli \\- a phone on the command line, for pushes that confirm a sign\\-on"]),
      (
        "SYNOPSIS",
        Command.allCases.flatMap { command in
          [".B mfa\\-cli", escaped("\(command.rawValue) \(command.row.operands.usage)".trimmed), ".br"]
        }.dropLast()
      ),
      ("DESCRIPTION", description),
      ("COMMANDS", Command.allCases.flatMap { tagged(bold($0.rawValue), $0.row.summary) }),
    ]
    let options = Flag.Group.allCases.flatMap { group -> [String] in
      [".SS \(escaped(group.rawValue))"] + FlagTable.all.filter { $0.group == group }.flatMap(option)
    }
    let rest: [(String, [String])] = [
      ("OPTIONS", options),
      ("ENVIRONMENT", environment),
      ("EXIT STATUS", exitStatus),
      ("EXAMPLES", HelpText.examples(nil).flatMap { [".PP", ".nf", escaped($0), ".fi"] }),
    ]
    let body = (sections + rest).flatMap { [".SH \($0.0)"] + $0.1 }
    return ([".TH MFA\\-CLI 1 \"\" \"mfa\\-cli \(Version.number)\" \"User Commands\""] + body).joined(
      separator: "\n"
    )
  }

  private static let description = [
    escaped(
      "mfa-cli takes a push notification that asks somebody to confirm a sign-on, says what it is, lets a person or a "
        + "flag approve it, deny it or match a number, and sends that decision to the service, as an authenticator app "
        + "would. The push is a file, - for standard input, or what is piped in; the question is asked on the terminal."
    ),
    ".PP",
    escaped(
      "Nothing is approved by default, by the end of the input, by a timeout or by a missing terminal. Recorded by the "
        + "service does not mean signed in."
    ),
  ]

  private static func option(_ flag: Flag) -> [String] {
    let value = flag.value.map { " \\fI" + escaped($0.placeholder) + "\\fR" } ?? ""
    let names = flag.spellings.map { bold($0) }.joined(separator: ", ") + value
    return tagged(names, HelpText.description(flag))
  }

  private static var environment: [String] {
    HelpText.variables.flatMap { tagged(bold($0.name), $0.meaning) }
  }

  private static var exitStatus: [String] {
    ExitCode.allCases.flatMap { tagged(bold(String($0.rawValue)), $0.meaning) }
      + tagged(bold("130, 143"), "died by the signal (INT, TERM); nothing was reported")
  }

  private static func tagged(_ head: String, _ text: String) -> [String] {
    [".TP", head, escaped(text)]
  }

  private static func bold(_ text: String) -> String { "\\fB" + escaped(text) + "\\fR" }

  /// A backslash begins an escape, a hyphen and a quote may become typographic ones that can't be pasted into a
  /// shell, and a dot at the start of a line makes it a request.
  private static func escaped(_ text: String) -> String {
    let replacements = [("\\", "\\e"), ("-", "\\-"), ("'", "\\(aq"), ("…", "...")]
    let body = replacements.reduce(text) { $0.replacingAll($1.0, with: $1.1) }
    return body.hasPrefix(".") ? "\\&" + body : body
  }
}
