/// Names that somebody may have meant. They are offered, never taken.
enum Suggestions {
  /// Up to three names that are at most two edits away, or share their first four letters.
  static func near(_ typed: String, among names: [String]) -> [String] {
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
