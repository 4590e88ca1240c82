/// The exit codes, which are a promise: they never change their meaning.
package enum ExitCode: Int32, CaseIterable, Sendable {
  case done = 0
  case negative = 1
  case usage = 2
  case payloadInvalid = 3
  case notMFAPush = 4
  case noDecision = 5
  case notAnswerable = 6
  case notReached = 7
  case refused = 8
  case expired = 9
  case credential = 10
  case localIO = 11
  case `internal` = 70

  /// One line for the help, the manual and the README.
  package var meaning: String {
    switch self {
    case .done: "done as asked"
    case .negative: "a negative result that you asked to see (-e, --expect)"
    case .usage: "bad flag or endpoint, or no terminal and no decision flag"
    case .payloadInvalid: "not readable, not JSON, or a push whose fields contradict"
    case .notMFAPush: "somebody else's notification"
    case .noDecision: "no decision: end of input or deadline"
    case .notAnswerable: "this push does not take that answer; nothing sent"
    case .notReached: "service not reached: DNS, connect, TLS, time limit"
    case .refused: "the service answered, but not 2xx"
    case .expired: "the push has expired; nothing sent"
    case .credential: "no enrolment for this push, or a key that does not work"
    case .localIO: "the output itself failed"
    case .internal: "a bug: please report it"
    }
  }
}
