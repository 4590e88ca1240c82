import MFACore

/// The values of flags, whatever they were taken from, and where each came from.
struct FlagValues: Sendable {
  private(set) var options = Options()
  /// By the long name of the flag.
  private(set) var origins: [String: SettingOrigin] = [:]

  mutating func setOn(_ flag: Flag) {
    guard case .toggle(let store) = flag.kind else { return }
    store(&options)
    origins[flag.long] = .flag(flag.name)
  }

  /// - Parameter origin: what the value is refused by, as it was typed.
  mutating func take(_ argument: Argument, for flag: Flag, from origin: SettingOrigin) throws(UsageError) {
    guard !argument.bytes.isEmpty || flag.takesEmpty else {
      throw .badValue(origin: origin, value: "", reason: .empty)
    }
    switch flag.kind {
    case .toggle: return
    case .file(_, let store): store(&options, FilePath(bytes: argument.bytes))
    case .value(_, let store):
      guard let text = argument.text else { throw .notUTF8(origin: origin) }
      do { try store(&options, text) } catch {
        throw .badValue(origin: origin, value: text, reason: error)
      }
    }
    // Told by its name, whichever spelling was typed.
    origins[flag.long] = if case .flag = origin { .flag(flag.name) } else { origin }
  }
}

/// A command line that was read: the command, what stands behind its name, and what its flags say.
struct Invocation: Sendable {
  let command: Command
  let operands: [Argument]
  private(set) var values: FlagValues

  init(_ command: Command, _ operands: [Argument], _ values: FlagValues) {
    self.command = command
    self.operands = operands
    self.values = values
  }

  var options: Options { values.options }
  var operand: Argument? { operands.first }

  /// Whether the flag has a value that was given, on the command line or in the environment.
  func has(_ flag: String) -> Bool { origin(of: flag) != .builtIn }

  func origin(of flag: String) -> SettingOrigin {
    assert(FlagTable.named(flag) != nil, "there is no flag of that name: \(flag)")
    return values.origins[flag] ?? .builtIn
  }

  /// Variables stand in for flags that were not given; an empty one counts as unset.
  mutating func takeVariables(of environment: Environment) throws(UsageError) {
    for flag in command.flags where !has(flag.long) {
      guard let variable = flag.environment, flag.standsIn(self), let value = environment.setting(variable)
      else { continue }
      try values.take(Argument(bytes: Array(value.utf8)), for: flag, from: .environment(variable))
    }
  }
}
