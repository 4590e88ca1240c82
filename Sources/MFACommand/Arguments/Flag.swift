import MFACore

/// One flag: the single declaration that parsing, help, suggestions and the tests of the table come from.
struct Flag: Sendable {
  /// What a flag takes, and the one function that stores it. It validates text only: no file, no terminal, no other flag.
  enum Kind: Sendable {
    case toggle(@Sendable (inout RawSettings) -> Void)
    case value(Value, @Sendable (inout RawSettings, String, SettingOrigin) throws(BadValue) -> Void)
    /// A file name, which need not be UTF-8.
    case file(Value, @Sendable (inout RawSettings, FilePath, SettingOrigin) -> Void)
  }

  /// A value as the help shows it.
  struct Value: Sendable {
    let placeholder: String
    /// The only values there are; empty for any.
    let choices: [String]

    init(_ placeholder: String, choices: [String] = []) {
      self.placeholder = placeholder
      self.choices = choices
    }
  }

  /// The headings of the help, in their order.
  enum Group: String, CaseIterable, Sendable {
    case decision = "Decision"
    case time = "Time"
    case sending = "Sending"
    case serving = "Serving"
    case device = "Device"
    case inbox = "Inbox and login"
    case enrolment = "Enrolment"
    case output = "Output"
    case general = "General"
  }

  /// Without the dashes.
  let long: String
  let letter: Character?
  let kind: Kind
  /// The variable that stands in for the flag.
  let environment: String?
  let group: Group
  let commands: Set<Command>
  /// Whether an empty value says something; else it is a missing one.
  let takesEmpty: Bool
  /// Whether `-h` lists it.
  let isCommon: Bool
  /// One line.
  let help: String
  /// What the one line can't say, for `--help`; empty when there is no more.
  let details: String

  init(
    _ long: String,
    letter: Character? = nil,
    _ kind: Kind,
    environment: String? = nil,
    group: Group,
    commands: Set<Command>,
    takesEmpty: Bool = false,
    common: Bool = false,
    help: String,
    details: String = ""
  ) {
    self.long = long
    self.letter = letter
    self.kind = kind
    self.environment = environment
    self.group = group
    self.commands = commands
    self.takesEmpty = takesEmpty
    self.isCommon = common
    self.help = help
    self.details = details
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
