import MFACore

/// Every flag, in the order of the help: under its heading, for these commands unless its row names others.
enum FlagTable {
  static let all: [Flag] =
    Flag.section(.decision, of: [.respond], deciding)
    + Flag.section(.time, of: [.respond, .listen], times)
    + Flag.section(.sending, of: Command.having(.sends), sending)
    + Flag.section(.serving, of: [.serve, .listen], serving)
    + Flag.section(.device, of: [.deviceRegister], device)
    + Flag.section(.inbox, of: [.inboxList], listing)
    + Flag.section(.inbox, of: [.inboxAccept, .login], accepting)
    + Flag.section(.inbox, of: [.login], signingOn)
    + Flag.section(.enrolment, of: Command.having(.readsCredentials), enrolment)
    + Flag.section(.output, of: Set(Command.allCases.filter { !$0.isAboutProgram }), output)
    + Flag.section(.general, of: Set(Command.allCases), general)

  static func named(_ long: String) -> Flag? {
    all.first { $0.long.isSameBytes(as: long) }
  }

  static func lettered(_ letter: Character) -> Flag? {
    all.first { $0.letter == letter }
  }

  private static let output: [Flag] = [
    .toggle("json") { $0.output.json = true }
      .help("print the result as one JSON object, on failure too")
      .common,
    .value("expect", .choice("KIND")) { $0.expect = $1 }
      .help("end with 1 if the push is of another kind")
      .of(.inspect),
    .toggle("exit-status", letter: "e") { $0.send.deniedIsNegative = true }
      .help("end with 1 when the recorded decision was a denial")
      .of(.respond),
    .toggle("quiet", letter: "q") { $0.output.quiet = true }
      .help("no result line and no warnings; errors remain")
      .details("The warnings of --insecure and --allow-remote and the result of --json remain too."),
    .toggle("verbose", letter: "v") { $0.output.verbosity += 1 }
      .help("show what is done; -vv with bodies and settings")
      .details("On stderr; lines begin with > (sent), < (received) or *.").common,
    .value("color", .choice("WHEN")) { $0.output.color = $1 }
      .help("color: auto, always or never (default auto)")
      .details("auto looks at the stream, at NO_COLOR and at TERM=dumb."),
  ]

  private static let general: [Flag] = [
    .wish("help", letter: "h")
      .help("help; -h is one screen, --help has it all")
      .details("Wins wherever it stands on the line.").common,
    .wish("version", letter: "V")
      .help("version, and the HTTP library found"),
  ]
}
