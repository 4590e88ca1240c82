/// What may be answered to a push; a push that takes no answer has no question.
package enum Question: Sendable, Equatable {
  case approveOrDeny
  /// One of these values approves.
  case pick([MatchValue])
  /// The number on the sign-on page approves.
  case typeNumber

  package init?(_ kind: PushKind) {
    switch kind {
    case .cancel, .dry, .silent: return nil
    case .challenge(.pick(let values)): self = .pick(values)
    case .challenge(.manualEntry): self = .typeNumber
    case .biometric, .default: self = .approveOrDeny
    }
  }

  /// The answers by name, as reports list them.
  package var answers: [String] {
    switch self {
    case .approveOrDeny: ["approve", "deny"]
    case .pick, .typeNumber: ["number", "deny"]
    }
  }
}
