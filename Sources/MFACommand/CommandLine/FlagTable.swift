import MFACore

/// Every flag, in the order of the help.
enum FlagTable {
  static let all: [Flag] =
    deciding + times + sending + serving + device + wallet + enrolment + output + general

  static func named(_ long: String) -> Flag? {
    all.first { $0.long.isSameBytes(as: long) }
  }

  static func lettered(_ letter: Character) -> Flag? {
    all.first { $0.letter == letter }
  }

  private static let output = Flag.section(
    .output,
    of: Set(Command.allCases.filter { !$0.isAboutProgram }),
    [
      .toggle("json", \.output.json, "print the result as one JSON object, on failure too").common,
      .value("expect", .choice("KIND"), \.expect, "end with 1 if the push is of another kind").of(.inspect),
      .toggle(
        "exit-status",
        letter: "e",
        \.send.deniedIsNegative,
        "end with 1 when the recorded decision was a denial"
      ).of(.respond),
      .toggle("quiet", letter: "q", \.output.quiet, "no result line and no warnings; errors remain")
        .details("The warnings of --insecure and --allow-remote and the result of --json remain too."),
      .counter(
        "verbose",
        letter: "v",
        \.output.verbosity,
        "show what is done; -vv with bodies and settings"
      ).details("On stderr; lines begin with > (sent), < (received) or *.").common,
      .value("color", .choice("WHEN"), \.output.color, "colour: auto, always or never (default auto)")
        .details("auto looks at the stream, at NO_COLOR and at TERM=dumb."),
    ]
  )

  private static let general = Flag.section(
    .general,
    of: Set(Command.allCases),
    [
      .wish("help", letter: "h", "help; -h is one screen, --help has it all")
        .details("Wins wherever it stands on the line.").common,
      .wish("version", letter: "V", "version, and the HTTP library found"),
    ]
  )
}
