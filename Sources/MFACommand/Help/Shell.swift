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
