import MFACore

/// What the first operands say about the command.
enum CommandName: Equatable {
  /// They begin with the name of a command, which has that many words.
  case command(Command, words: Int)
  /// They begin with the first words of several names, and what follows is none of the next ones.
  case group([String], next: [String])
  /// The first of them is no word of any command.
  case none

  init(_ operands: [String]) {
    var typed: [String] = []
    var candidates = Command.allCases
    for operand in operands {
      let next = candidates.filter { $0.words.dropFirst(typed.count).first?.isSameBytes(as: operand) == true }
      guard !next.isEmpty else { break }
      candidates = next
      typed.append(operand)
      if let command = candidates.first(where: { $0.words == typed }) {
        self = .command(command, words: typed.count)
        return
      }
    }
    self = typed.isEmpty ? .none : .group(typed, next: CommandName.words(after: typed))
  }

  /// The words that may follow these in the name of a command, in the order of the help.
  static func words(after typed: [String]) -> [String] {
    var words: [String] = []
    for command in Command.allCases where command.words.starts(with: typed) {
      if let word = command.words.dropFirst(typed.count).first, !words.contains(word) { words.append(word) }
    }
    return words
  }

  /// One line for the commands whose names begin with a word.
  static let groupSummaries = [
    "device": "this device: its push token, pairing, taps",
    "credentials": "what was enrolled: list, show, lock, unlock, remove",
    "inbox": "a wallet's inbox: list, show, accept, decline, watch",
  ]

  /// The first words of names of several.
  static var groups: [String] {
    words(after: []).filter { Command(rawValue: $0) == nil }
  }

  /// One line for the command of that name, or for those whose names begin so.
  static func summary(_ words: [String]) -> String {
    let commands = Command.allCases.filter { $0.words.starts(with: words) }
    return commands.count == 1 ? commands[0].row.summary : groupSummaries[words[0]] ?? ""
  }

  /// Every beginning of a name that is not yet one, the empty one included.
  static var beginnings: [[String]] {
    var beginnings: [[String]] = []
    for command in Command.allCases {
      for count in command.words.indices where !beginnings.contains(Array(command.words.prefix(count))) {
        beginnings.append(Array(command.words.prefix(count)))
      }
    }
    return beginnings
  }
}
