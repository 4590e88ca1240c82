import MFACore

/// How an input is named, and why it could not be read.
enum InputWords {
  static func name(_ source: PushSource) -> String {
    switch source {
    case .input(let input): name(input)
    case .poll, .reply: "the service's push"
    case .listener: "the push that was posted"
    case .demo: "the practice service's push"
    }
  }

  static func name(_ source: InputSource) -> String {
    switch source {
    case .file(let path): path.text
    case .standardInput: "standard input"
    }
  }

  /// Why it could not be read.
  static func reason(_ error: ReadError) -> String {
    switch error {
    case .tooLarge(let limit): "it has more than \(limit) bytes"
    case .notFound: "there is no such file"
    case .isDirectory: "it is a directory"
    case .system(let reason): reason
    }
  }
}

/// Small pieces that several sentences use.
enum Words {
  /// An id of the service's in a command that is made to be pasted, if a shell takes it as it is.
  static func pasted(_ id: String, or placeholder: String) -> String {
    PercentEncoding.encode(id).isSameBytes(as: id) && !id.beginsWith("-") ? id : placeholder
  }

  /// `a, b or c`.
  static func either(_ items: [String]) -> String {
    guard let last = items.last, items.count > 1 else { return items.first ?? "" }
    return items.dropLast().joined(separator: ", ") + " or " + last
  }

  /// In double quotes, shortened to a length that fits a line.
  static func quoted(_ text: String, limit: Int = 80) -> String {
    "\"" + shortened(text, limit: limit) + "\""
  }

  static func shortened(_ text: String, limit: Int) -> String {
    // Scalars, not characters: a single character can be a megabyte of combining marks.
    text.unicodeScalars.count > limit ? String(text.unicodeScalars.prefix(limit)) + "…" : text
  }

  /// A few ids in quotes.
  static func listed(_ ids: [String]) -> String {
    let shown = ids.prefix(5).map { quoted($0, limit: 120) }.joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }

  /// The values of a challenge, as many as fit a sentence.
  static func list(_ values: [MatchValue]) -> String {
    let shown = values.prefix(10).map { shortened($0.text, limit: 40) }
    return shown.joined(separator: ", ") + (values.count > 10 ? ", … (\(values.count) in all)" : "")
  }

  /// `in 2 s`, `90 s ago`.
  static func distance(_ time: Timestamp, from now: Timestamp) -> String {
    let seconds = Int(time.seconds(since: now).rounded(.up))
    // Seconds are exact where somebody waits for them, and noise beyond.
    let amount =
      switch abs(seconds) {
      case ..<7200: "\(abs(seconds)) s"
      case ..<172_800: "\(abs(seconds) / 3600) h"
      default: "\(abs(seconds) / 86_400) days"
      }
    return seconds > 0 ? "in \(amount)" : "\(amount) ago"
  }

  /// `1 byte`, `2 bytes`.
  static func count(_ number: Int, _ noun: String, _ plural: String? = nil) -> String {
    "\(number) \(number == 1 ? noun : plural ?? noun + "s")"
  }
}
