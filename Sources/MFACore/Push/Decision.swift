/// What is answered to a push, by whom and how.
package struct Decision: Sendable, Equatable {
  package enum Action: Sendable, Equatable {
    /// With the matched value where number matching asks for one.
    case approve(number: MatchValue?)
    case deny
  }

  /// Where the decision came from.
  package enum Source: String, Sendable, Equatable {
    case flag, action, terminal, policy
  }

  package let action: Action
  /// How the person proved to be present: `user`, `biometric`, `fpt`, …
  package let authMethod: String
  /// Given only with a denial.
  package let denyReason: String?
  package let source: Source

  package init(action: Action, authMethod: String, denyReason: String?, source: Source) {
    self.action = action
    self.authMethod = authMethod
    self.denyReason = action == .deny ? denyReason : nil
    self.source = source
  }

  package var number: MatchValue? {
    if case .approve(let number) = action { number } else { nil }
  }

  /// `approve` or `deny`, as on the wire and in reports.
  package var actionName: String { action == .deny ? "deny" : "approve" }
}
