import MFACore

enum OutputFlags {
  private static let commands: Set<Command> = FlagTable.everyCommand.subtracting([.completions, .man, .help])

  static let rows: [Flag] = [
    Flag(
      "json",
      .toggle { $0.json = true },
      group: .output,
      commands: commands,
      common: true,
      help: "print the result as one JSON object, on failure too"
    ),
    Flag(
      "expect",
      .value(.init("KIND", choices: PushKind.Name.allCases.map(\.rawValue))) {
        (raw, text, _) throws(BadValue) in
        guard let kind = PushKind.Name(named: text) else {
          throw .notOneOf(PushKind.Name.allCases.map(\.rawValue))
        }
        raw.expect = kind
      },
      group: .output,
      commands: [.inspect],
      help: "end with 1 if the push is of another kind"
    ),
    Flag(
      "exit-status",
      letter: "e",
      .toggle { $0.deniedIsNegative = true },
      group: .output,
      commands: [.respond],
      help: "end with 1 when the recorded decision was a denial"
    ),
    Flag(
      "quiet",
      letter: "q",
      .toggle { $0.quiet = true },
      group: .output,
      commands: commands,
      help: "no result line and no warnings; errors remain",
      details: "The warnings of --insecure and --allow-remote and the result of --json remain too."
    ),
    Flag(
      "verbose",
      letter: "v",
      .toggle { $0.verbosity += 1 },
      group: .output,
      commands: commands,
      common: true,
      help: "show what is done; -vv with bodies and settings",
      details: "On stderr; lines begin with > (sent), < (received) or *."
    ),
    Flag(
      "color",
      .value(.init("WHEN", choices: ColorChoice.allCases.map(\.rawValue))) {
        (raw, text, _) throws(BadValue) in
        guard let choice = ColorChoice(named: text) else {
          throw .notOneOf(ColorChoice.allCases.map(\.rawValue))
        }
        raw.color = choice
      },
      group: .output,
      commands: commands,
      help: "colour: auto, always or never (default auto)",
      details: "auto looks at the stream, at NO_COLOR and at TERM=dumb."
    ),
  ]
}

/// When colour is used.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}
