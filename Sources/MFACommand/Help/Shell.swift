/// A shell that completions are written for.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish

  /// The script that the shell reads.
  var completions: String {
    switch self {
    case .bash: BashCompletions.script
    case .zsh: ZshCompletions.script
    case .fish: FishCompletions.script
    }
  }
}

/// What a shell may offer behind a flag, or as an operand.
enum CompletionHint: Sendable, Equatable {
  case files
  case choices([String])
  /// Something that only the user knows.
  case nothing
}

extension Flag {
  /// What may follow the flag; nil when it takes no value.
  var completion: CompletionHint? {
    switch kind {
    case .toggle: nil
    case .file: .files
    case .value(let value, _): value.choices.isEmpty ? .nothing : .choices(value.choices)
    }
  }

  /// As it may be typed: `-H`, `--header`.
  var spellings: [String] { [letter.map { "-\($0)" }, name].compactMap(\.self) }
}

extension Command {
  /// What the command's operand may be.
  var operandCompletion: CompletionHint {
    switch self {
    case .respond, .inspect, .deviceTap, .deviceDismiss, .enroll: .files
    case .demo: .choices(DemoScenario.allCases.map(\.rawValue))
    case .completions: .choices(Shell.allCases.map(\.rawValue))
    case .help: .choices(CommandName.words(after: []))
    case .serve, .listen, .deviceRegister, .deviceTokenNew, .deviceClearToken, .devicePair, .deviceUnpair,
      .deviceShow, .deviceCategories, .inboxList, .inboxShow, .inboxAccept, .inboxDecline, .inboxAcknowledge,
      .inboxDelete, .inboxWatch, .login, .credentialsList, .credentialsShow, .credentialsLock,
      .credentialsUnlock, .credentialsRemove, .man:
      .nothing
    }
  }

  var flags: [Flag] { FlagTable.all.filter { $0.commands.contains(self) } }
}
