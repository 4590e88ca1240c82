import MFACore

/// One flag: the single declaration that parsing, help, completions, suggestions and the tests of the table come from.
struct Flag: Sendable {
  /// What a flag takes, and how it is stored. Text is validated by itself: no file, no terminal, no other flag.
  enum Kind: Sendable {
    case toggle(@Sendable (inout Options) -> Void)
    case value(Value, @Sendable (inout Options, String) throws(BadValue) -> Void)
    /// A file name, which need not be UTF-8.
    case file(Value, @Sendable (inout Options, FilePath) -> Void)
  }

  /// A value as the help shows it.
  struct Value: Sendable {
    let placeholder: String
    /// The only values there are; empty for any.
    let choices: [String]
  }

  /// The headings of the help, in their order.
  enum Group: String, CaseIterable, Sendable {
    case decision = "Decision"
    case time = "Time"
    case sending = "Sending"
    case serving = "Serving"
    case device = "Device"
    case inbox = "Inbox and login"
    case enrolment = "Enrollment"
    case output = "Output"
    case general = "General"
  }

  /// Without the dashes.
  let long: String
  let letter: Character?
  let kind: Kind
  /// One line.
  var help = ""
  /// What the one line can't say, for `--help`; empty when there is no more.
  var details = ""
  var group = Group.general
  var commands: Set<Command> = []
  /// Whether `-h` lists it.
  var isCommon = false
  /// Whether an empty value says something; else it is a missing one.
  var takesEmpty = false
  /// The variable that stands in for the flag.
  var environment: String?
  /// Whether the variable does so on this command line.
  var standsIn: @Sendable (Invocation) -> Bool = { _ in true }

  init(_ long: String, _ letter: Character?, _ kind: Kind) {
    self.long = long
    self.letter = letter
    self.kind = kind
  }

  /// As it is typed: `--endpoint`.
  var name: String { "--" + long }

  var value: Value? {
    switch kind {
    case .toggle: nil
    case .value(let value, _), .file(let value, _): value
    }
  }
}
