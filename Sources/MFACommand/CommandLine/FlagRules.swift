import MFACore

/// What does not go together on a command line: it is checked when the environment was read, and before any file is.
struct FlagRule: Sendable {
  /// Nil where the rule holds.
  let problem: @Sendable (Invocation) -> UsageError?

  /// In the order of the checks: the first that is broken is told.
  static let all: [FlagRule] = [
    oneOf { $0.options.decisions.map(\.flag) },
    needs("force", "a decision flag") { !$0.options.decisions.isEmpty },
    needs("key", "--cert") { $0.has("cert") },
    needs("key-password-file", "--cert") { $0.has("cert") },
    needs("retry-delay", "--retry") { $0.options.send.retry.retries > 0 },
    needs("retry-max-time", "--retry") { $0.options.send.retry.retries > 0 },
    needs("retry-all-errors", "--retry") { $0.options.send.retry.retries > 0 },
    needs("deny-reason", "--deny") { $0.options.decisions.last?.choice.mayDeny ?? true },
    needs("callback-form", "--callback-url") { $0.has("callback-url") },
    // The address that is listened on otherwise is this machine's alone.
    needs("allow-remote", "--host ADDRESS, such as 0.0.0.0") { $0.has("host") || $0.options.poll.isOn },
    originOnly,
    // Where only a code says what to send to, nothing of the user's goes along.
    FlagRule { line in
      guard line.command.has(.sendsToCode), !line.has("endpoint") else { return nil }
      return line.first(of: ["header", "bearer-token-file", "cert"]).map { .addressOfCode(flag: "--" + $0) }
    },
    oneOf { $0.options.login.answers.map(\.flag) },
    // A login polls by itself.
    polls("credential"), polls("push"), polls("interval"), polls("retry-limit"),
    FlagRule { line in
      guard line.options.poll.isOn else { return nil }
      if line.operand != nil { return .excluded("--poll", "PAYLOAD") }
      let others = ["received-at", "host", "port", "allow-remote", "allow-host", "max-pending"]
      return line.first(of: others).map { .excluded("--poll", "--" + $0) }
    },
  ]

  private static func needs(
    _ flag: String,
    _ needed: String,
    unless isMet: @escaping @Sendable (Invocation) -> Bool
  ) -> FlagRule {
    FlagRule { $0.has(flag) && !isMet($0) ? .flagNeeds(flag: "--" + flag, needed: needed) : nil }
  }

  private static func polls(_ flag: String) -> FlagRule {
    needs(flag, "--poll") { $0.options.poll.isOn || !$0.command.flags.contains { $0.long == "poll" } }
  }

  /// Of flags that each decide the same, one may be given, as often as one likes.
  private static func oneOf(_ flags: @escaping @Sendable (Invocation) -> [String]) -> FlagRule {
    FlagRule { line in
      let flags = flags(line)
      guard let first = flags.first, let other = flags.first(where: { $0 != first }) else { return nil }
      return .twoDecisions(first, other)
    }
  }

  /// The path stays the code's.
  private static let originOnly = FlagRule { line in
    guard line.command.has(.sendsToCode), let endpoint = line.options.send.endpoint, !endpoint.isOrigin
    else { return nil }
    return .badValue(
      origin: line.origin(of: "endpoint"),
      value: endpoint.description,
      reason: .notAnOrigin
    )
  }
}

extension Invocation {
  fileprivate func first(of flags: [String]) -> String? { flags.first { has($0) } }
}

extension DecisionChoice {
  /// Whether the decision may come to be a denial.
  fileprivate var mayDeny: Bool { [.answer(.deny), .ask, .action(.deny), .action(.open)].contains(self) }
}
