import MFACore

/// What is written to the terminal around a question. All text of the push stands behind a bar, so that no line of
/// it can be taken for one of ours, however it is broken.
enum PromptWords {
  /// Lines and characters of one text of the push that are shown; more would push the question off the screen.
  private static let lineLimit = 12
  private static let characterLimit = 1000
  /// Values of a choice that are shown, for the same reason.
  private static let valueLimit = 20

  static func screen(
    _ push: Push,
    _ question: Question,
    now: Timestamp,
    columns: Int,
    ignoreExpiry: Bool
  ) -> String {
    var lines = [headline(push)]
    for text in [push.text.title, push.text.message].compactMap(\.self) {
      lines += quoted(text, columns: columns)
    }
    if let signed = push.signedText {
      lines.append("  what is signed says:")
      for text in [signed.title, signed.message].compactMap(\.self) {
        lines += quoted(text, columns: columns)
      }
    }
    if let context = push.context {
      lines.append("  context:")
      lines += quoted(context.string ?? JSONWriter.write(context), columns: columns)
    }
    if let signature = InspectionWords.signature(push) { lines.append("  \(signature)") }
    if push.expiry != .never {
      let expiry = "  \(InspectionWords.expiry(push, now: now))"
      lines.append(push.expiry.isOver(at: now) && ignoreExpiry ? expiry + " (ignored)" : expiry)
    }
    if case .pick(let values) = question {
      lines.append("  \(noun(values))s:")
      lines += numbers(values, columns: columns)
    }
    return lines.joined(separator: "\n") + "\n"
  }

  private static func headline(_ push: Push) -> String {
    let article = push.row.facts.article == "an" ? "An" : "A"
    return "\(article) \(push.provider.rawValue) push asks to confirm a sign-on:"
  }

  /// The line that is typed into.
  static func request(_ question: Question) -> String {
    switch question {
    case .approveOrDeny: "Type approve or deny: "
    case .pick(let values): "Type the \(noun(values)) that the sign-on page shows to approve, or deny: "
    case .typeNumber: "Type the number that the sign-on page shows to approve (1 to 10 digits), or deny: "
    }
  }

  /// What follows a line that was no answer.
  static func again(_ typed: String, _ question: Question, columns: Int) -> String {
    let text = SafeText(Words.shortened(typed.trimmed, limit: 60)).oneLine
    let subject = text.isEmpty ? "An empty line is" : "\"\(text)\" is"
    switch question {
    case .approveOrDeny: return "\(subject) no answer.\n"
    case .pick(let values):
      return "\(subject) no answer; the \(noun(values))s are \(SafeText(Words.list(values)).oneLine).\n"
    case .typeNumber: return "\(subject) no answer.\n"
    }
  }

  /// Some services offer letters.
  private static func noun(_ values: [MatchValue]) -> String {
    values.allSatisfy { $0.text.utf8.allSatisfy { (0x30...0x39).contains($0) } } ? "number" : "value"
  }

  private static func numbers(_ values: [MatchValue], columns: Int) -> [String] {
    let shown = values.map { SafeText($0.text).oneLine }
    let line = shown.joined(separator: "   ")
    let isSimple = !shown.contains { $0.contains(" ") } && DisplayWidth.of(line) <= columns - 6
    if isSimple { return ["  | \(line)"] }
    let lines = values.prefix(valueLimit).flatMap { quoted($0.text, columns: columns) }
    let further = values.count - valueLimit
    return further > 0 ? lines + ["  … (\(further) more; any of them can be typed)"] : lines
  }

  /// Text of the push, wrapped here so that the terminal's own wrapping can't start a line without the bar.
  static func quoted(_ text: String, columns: Int) -> [String] {
    let safe = SafeText(Words.shortened(text, limit: characterLimit)).lines
    let wrapped = safe.flatMap { DisplayWidth.wrap($0, columns: max(8, columns) - 5) }
    let shown = wrapped.prefix(lineLimit).map { "  | \($0)" }
    return shown + (wrapped.count > lineLimit ? ["  | … (\(wrapped.count - lineLimit) more lines)"] : [])
  }
}

/// How many columns a text takes, at the most.
enum DisplayWidth {
  static func of(_ text: some StringProtocol) -> Int {
    text.reduce(0) { $0 + width($1) }
  }

  /// An upper bound: whatever is not ASCII counts double, scalars that a terminal may not join count each.
  private static func width(_ character: Character) -> Int {
    character.isASCII ? 1 : 2 * character.unicodeScalars.count
  }

  /// The text in pieces of at most so many columns, broken at blanks where there are any.
  static func wrap(_ text: String, columns: Int) -> [String] {
    var lines: [String] = []
    var line = ""
    var lineWidth = 0
    // A character that is wider than a line can only be broken up.
    let units = text.flatMap { width($0) <= columns ? [$0] : $0.unicodeScalars.map { Character($0) } }
    for character in units {
      let characterWidth = width(character)
      // Blanks at a break are the break.
      if character == " ", line.isEmpty, !lines.isEmpty { continue }
      if lineWidth + characterWidth > columns, !line.isEmpty {
        if character == " " {
          lines.append(line)
          (line, lineWidth) = ("", 0)
          continue
        }
        let blank = line.lastIndex(of: " ")
        let rest = blank.map { String(line[line.index(after: $0)...]) } ?? ""
        lines.append(blank.map { String(line[..<$0]) } ?? line)
        (line, lineWidth) = (rest, of(rest))
        // Behind an early blank there may be nearly a line, which has no place for a wide character.
        if lineWidth + characterWidth > columns, !line.isEmpty {
          lines.append(line)
          (line, lineWidth) = ("", 0)
        }
      }
      line.append(character)
      lineWidth += characterWidth
    }
    return line.isEmpty && !lines.isEmpty ? lines : lines + [line]
  }
}
