import MFACore

/// What a run writes: the result on standard output, everything else on standard error.
///
/// All text passes through here, and colour is decided here, per stream. Lines are written as they are: what others
/// wrote is masked before words are made of it, which is done here for failures and warnings.
struct Console: Sendable {
  let system: System
  let settings: OutputSettings
  /// Knows the secrets of the run.
  let redactor: Redactor

  /// The same, with more to be masked.
  func hiding(_ secrets: [Secret]) -> Console {
    Console(system: system, settings: settings, redactor: redactor.adding(secrets))
  }

  /// The few styles that are used.
  enum Style: String, Sendable {
    case bold = "1"
    case error = "1;31"
    case warning = "1;33"
  }

  func styled(_ text: String, _ style: Style, on stream: StandardStream) -> String {
    usesColor(on: stream) ? "\u{1B}[\(style.rawValue)m\(text)\u{1B}[0m" : text
  }

  /// `--color` beats `NO_COLOR`, which beats what the stream is.
  private func usesColor(on stream: StandardStream) -> Bool {
    switch settings.color {
    case .always: true
    case .never: false
    case .auto:
      system.environment["NO_COLOR"] == nil && !(system.environment["TERM"] ?? "dumb").isSameBytes(as: "dumb")
        && system.isTerminal(stream)
    }
  }

  /// Writes a line of the result. A reader that has gone ends the program as it ends others.
  func result(_ line: String) throws(WriteError) {
    try write(Array((line + "\n").utf8))
  }

  private func write(_ bytes: [UInt8]) throws(WriteError) {
    do { try system.write(.output, bytes) } catch {
      if error == .closedPipe { system.endOfPipe() }
      throw error
    }
  }

  /// Writes a line of a result after which something may have to be said if its reader has gone.
  func lastResult(_ line: String) throws(WriteError) {
    try system.write(.output, Array((line + "\n").utf8))
  }

  /// Writes lines of the result that are UTF-8 already, all at once.
  func result(lines: [ArraySlice<UInt8>]) throws(WriteError) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(lines.reduce(0) { $0 + $1.count + 1 })
    for line in lines {
      bytes += line
      bytes.append(UInt8(ascii: "\n"))
    }
    try write(bytes)
  }

  /// Writes a line that is no result. That it can't be written changes nothing.
  func note(_ line: String) {
    try? system.write(.error, Array((line + "\n").utf8))
  }

  /// Writes what is going on, which nobody who asked for quiet wants to know.
  func narrate(_ line: String) {
    if !settings.quiet { note(line) }
  }

  func warn(_ warning: Warning) {
    guard !settings.quiet || warning.isAlwaysTold else { return }
    let text = SafeText(warning.masked(by: redactor).message).oneLine
    note("\(Version.name): \(styled("warning:", .warning, on: .error)) \(text)")
  }

  /// Tells it once, and puts it into the report: some commands send for as long as they live.
  func warn(_ warning: Warning, _ report: inout Report) {
    guard !report.warnings.contains(warning) else { return }
    warn(warning)
    report.warnings.append(warning)
  }

  /// - Parameter push: the id of the push that it is about, where there are several.
  func fail(_ failure: Failure, about push: String? = nil) {
    let words = failure.masked(by: redactor).diagnostic(of: settings.command)
    let subject = push.map { "push \($0): " } ?? ""
    note(
      "\(Version.name): \(styled("error:", .error, on: .error)) \(SafeText(subject + words.message).oneLine)"
    )
    if let hint = words.hint {
      note("\(Version.name): \(styled("hint:", .bold, on: .error)) \(SafeText(hint).oneLine)")
    }
    if case .usage = failure { note("\(Version.name): try '\(Version.name) --help'") }
  }

  /// A line of `-v` (level 1) or `-vv` (level 2); `mark` is `>`, `<` or `*`. What others wrote in it is masked.
  func trace(_ mark: Character, _ text: @autoclosure () -> String, level: Int = 1) {
    guard settings.verbosity >= level else { return }
    // What was sent and received is shown as it is, under its mark; our own words may quote a text of several lines,
    // and none of these may look like another remark.
    for (index, line) in SafeText(text()).lines.enumerated() {
      note(index == 0 || mark != "*" ? "\(mark) \(line)" : "    \(line)")
    }
  }
}

extension Warning {
  /// What makes others able to answer, or to use the program, is said even with `-q`.
  fileprivate var isAlwaysTold: Bool {
    switch self {
    case .certificateNotVerified, .listensToOthers: true
    default: false
    }
  }
}
