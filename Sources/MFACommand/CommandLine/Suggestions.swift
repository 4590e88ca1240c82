import MFACore

/// Names that somebody may have meant. They are offered, never taken.
enum Suggestions {
  /// What may have been meant by a flag that there is none of, without its dashes.
  static func flags(near typed: String) -> [String] {
    guard typed.isPlainWord else { return [] }
    if let meant = Synonyms.flags[typed] ?? Synonyms.flags[typed.lowercased()] { return meant }
    guard typed.utf8.count > 1 else { return [] }
    return near(typed, among: FlagTable.all.map(\.long)).map { "--" + $0 }
  }

  /// Whether a word stands where a command's name may: it looks neither like a path nor like a document.
  static func mayBeCommand(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first, !text.isSameBytes(as: "-") else { return false }
    return !text.unicodeScalars.contains { "/.".unicodeScalars.contains($0) }
      && !"{[\"".unicodeScalars.contains(first)
  }

  /// What may have been meant by a word behind the first one of a name, where these may follow.
  static func words(near typed: String, among next: [String]) -> [String] {
    guard typed.isPlainWord else { return [] }
    let meant = (Synonyms.words[typed.lowercased()] ?? []).filter { next.contains($0) }
    return meant.isEmpty ? near(typed.lowercased(), among: next) : meant
  }

  /// What may have been meant by a word that is no command.
  static func commands(near typed: String) -> [String] {
    guard typed.isPlainWord else { return [] }
    let word = typed.lowercased()
    if let meant = Synonyms.commands[word] { return meant }
    // Behind the first word of a longer name: `tap` of `device tap`.
    let longer = Command.allCases.filter { $0.words.dropFirst().contains(word) }
    if !longer.isEmpty { return longer.prefix(3).map { "'mfa-cli \($0.rawValue)'" } }
    let names = near(word, among: CommandName.words(after: []))
    guard names.isEmpty, let flag = FlagTable.named(word) else { return names.map { "'mfa-cli \($0)'" } }
    return ["the flag \(flag.name)"]
  }

  /// Up to three names that are at most two edits away, or share their first four letters.
  static func near(_ typed: String, among names: [String]) -> [String] {
    guard typed.isPlainWord else { return [] }
    let scored = names.compactMap { name -> (name: String, distance: Int)? in
      let distance = distance(Array(typed), Array(name))
      let sharesPrefix = typed.count >= 4 && name.count >= 4 && typed.prefix(4) == name.prefix(4)
      // Two edits turn any short word into any other.
      let allowed = min(2, name.count / 2)
      return distance <= allowed || sharesPrefix || name.hasPrefix(typed) && typed.count >= 2
        ? (name, distance) : nil
    }
    return scored.sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }.prefix(3).map(\.name)
  }

  /// The Damerau-Levenshtein distance with adjacent transpositions.
  private static func distance(_ left: [Character], _ right: [Character]) -> Int {
    // An argument can be long; a name that is so much longer is not near anyway.
    guard abs(left.count - right.count) <= 8 else { return Int.max }
    var beforeLast: [Int] = []
    var last = Array(0...right.count)
    for row in left.indices {
      var current = [row + 1]
      for column in right.indices {
        let cost = left[row] == right[column] ? 0 : 1
        var best = min(last[column] + cost, last[column + 1] + 1, current[column] + 1)
        if row > 0, column > 0, left[row] == right[column - 1], left[row - 1] == right[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      (beforeLast, last) = (last, current)
    }
    return last[right.count]
  }
}
