/// Reads one line that a person typed.
package enum TypedAnswer {
  /// The action that the line means, or nil when it is no answer: nothing is guessed and nothing is a default.
  package static func action(_ line: String, for question: Question) -> Decision.Action? {
    let words = line.trimmed
    switch question {
    case .approveOrDeny:
      switch words.lowercased() {
      case "approve", "a", "yes", "y": return .approve(number: nil)
      case "deny", "d", "no", "n": return .deny
      default: return nil
      }
    case .pick(let offered):
      if words.lowercased() == "deny" { return .deny }
      // What was typed to the letter comes first: a value may itself hold blanks or full-width digits.
      let exact = MatchValue(words)
      if offered.contains(exact) { return .approve(number: exact) }
      let folded = MatchValue(foldingNumber(words))
      return offered.contains(folded) ? .approve(number: folded) : nil
    case .typeNumber:
      if words.lowercased() == "deny" { return .deny }
      let number = MatchValue(foldingNumber(words))
      return number.isTypedNumber ? .approve(number: number) : nil
    }
  }

  /// Pasting brings blanks, and input methods bring full-width digits: blanks go, digits become ASCII.
  private static func foldingNumber(_ text: String) -> String {
    var folded = String.UnicodeScalarView()
    for scalar in text.unicodeScalars where !scalar.properties.isWhitespace {
      if (0xFF10...0xFF19).contains(scalar.value), let digit = Unicode.Scalar(scalar.value - 0xFF10 + 0x30) {
        folded.append(digit)
      } else {
        folded.append(scalar)
      }
    }
    return String(folded)
  }
}
