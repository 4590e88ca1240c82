/// What is said of a run that ended short of what was asked.
struct Diagnostic: Sendable, Equatable {
  let outcome: Outcome
  /// `error.code`: a word for machines, more particular than the outcome, and as durable.
  let code: String
  /// What was being done and what is wrong, in one line.
  let message: String
  /// What to do, to be pasted where that is possible.
  let hint: String?

  init(_ outcome: Outcome, _ code: String, _ message: String, _ hint: String? = nil) {
    (self.outcome, self.code, self.message, self.hint) = (outcome, code, message, hint)
  }
}
