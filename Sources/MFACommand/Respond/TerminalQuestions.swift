import MFACore

/// How long a question stands, and why it is over then.
struct AskingLimit {
  let seconds: Double
  let cause: NoDecisionCause
}

extension TerminalSession {
  /// Asks as often as it takes to get an answer. Nothing is a default: an empty line asks again, and the end of the
  /// input or of the time is no decision.
  ///
  /// - Parameter limit: what is left of the time, each time that it is asked; nil for no limit.
  func ask<Answer>(
    _ question: String,
    within limit: () -> AskingLimit? = { nil },
    read: (_ line: String) -> Answer?
  ) throws(Failure) -> Answer {
    while true {
      write(question)
      let limit = limit()
      let cause: NoDecisionCause
      switch readLine(limit?.seconds) {
      case .line(let text):
        if let answer = read(text) { return answer }
        continue
      case .cut:
        write(TerminalLine.tooLong)
        continue
      case .endOfInput: cause = .endOfInput
      case .deadline: cause = limit?.cause ?? .endOfInput
      case .interrupted: cause = .interrupted
      }
      write("\n")
      throw .noDecision(cause)
    }
  }
}

extension TerminalLine {
  /// What is said of a line that was cut.
  static let tooLong = "That line is too long to be an answer.\n"
}

extension System {
  /// The terminal, to ask what no flag has said.
  func sessionForAsking(mayAsk: Bool, flags: [String]) throws(Failure) -> TerminalSession {
    guard mayAsk else { throw .usage(.nobodyToAsk(.noInput, flags: flags)) }
    switch openTerminal() {
    case .open(let session): return session
    case .none: throw .usage(.nobodyToAsk(.none, flags: flags))
    case .background: throw .usage(.nobodyToAsk(.background, flags: flags))
    }
  }

  /// Whether somebody could be asked.
  func hasTerminal() -> Bool {
    guard case .open(let session) = openTerminal() else { return false }
    session.close()
    return true
  }
}
