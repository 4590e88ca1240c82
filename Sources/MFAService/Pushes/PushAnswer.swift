import MFACore

/// An answer as the default contract has it.
package struct PushAnswer: Sendable, Equatable {
  let isApproval: Bool
  let number: String?
  let authMethod: String?
  let denyReason: String?
  let idempotencyKey: String?

  private static let textLimit = 256
  /// An id of 256 bytes, percent-encoded, with the decision and the number.
  private static let keyLimit = 1024

  /// When the phone says that it answered (`respondedAt`) is not looked at: the service has a clock of its own.
  init(_ members: Members, idempotencyKey: String?) throws(ServiceError) {
    guard let decision = try members.word("decision", of: ["approve", "deny"]) else {
      throw .malformed("decision is missing; it is approve or deny")
    }
    guard (idempotencyKey?.utf8.count ?? 0) <= PushAnswer.keyLimit else {
      throw .malformed("the Idempotency-Key has more than \(PushAnswer.keyLimit) bytes")
    }
    isApproval = decision == "approve"
    number = try members.text("numberChallenge", limit: PushAnswer.textLimit)
    authMethod = try members.text("authMethod", limit: PushAnswer.textLimit)
    denyReason = try members.text("denyReason", limit: PushAnswer.textLimit)
    self.idempotencyKey = idempotencyKey
  }

  var decision: String { isApproval ? "approve" : "deny" }

  /// Whether this is the earlier answer sent again. Without a key it can't be told from a second one.
  func repeats(_ earlier: PushAnswer) -> Bool { idempotencyKey != nil && self == earlier }
}
