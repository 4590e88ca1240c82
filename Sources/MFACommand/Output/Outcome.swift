/// How a run ended, as the closed set of words in `outcome`; each has one exit code.
package enum Outcome: String, CaseIterable, Sendable {
  case approved
  case denied
  case nothingToAnswer = "nothing-to-answer"
  case inspected
  case dryRun = "dry-run"
  case done
  case unexpectedKind = "unexpected-kind"
  case usage
  case payloadInvalid = "payload-invalid"
  case notMFAPush = "not-mfa-push"
  case noDecision = "no-decision"
  case notAnswerable = "not-answerable"
  case notReached = "not-reached"
  case refused
  case expired
  case credential
  case localIO = "local-io"
  case `internal`

  /// - Parameter deniedIsNegative: `-e`: a recorded denial ends with 1.
  package func exitCode(deniedIsNegative: Bool = false) -> ExitCode {
    switch self {
    case .denied: deniedIsNegative ? .negative : .done
    case .approved, .nothingToAnswer, .inspected, .dryRun, .done: .done
    case .unexpectedKind: .negative
    case .usage: .usage
    case .payloadInvalid: .payloadInvalid
    case .notMFAPush: .notMFAPush
    case .noDecision: .noDecision
    case .notAnswerable: .notAnswerable
    case .notReached: .notReached
    case .refused: .refused
    case .expired: .expired
    case .credential: .credential
    case .localIO: .localIO
    case .internal: .internal
    }
  }
}
