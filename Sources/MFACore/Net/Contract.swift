/// The default contract, for `plain` and `pingone`: `POST` a small JSON object; any 2xx means that it was recorded.
extension Answering {
  static let contract = Answering.contract(
    ContractAnswering(
      request: { decision, push, address, now in
        HTTPRequest(
          method: "POST",
          url: address.replacingID(with: push.id),
          headers: [
            HTTPHeader("Content-Type", .plain("application/json")),
            HTTPHeader("Accept", .plain("application/json")),
            HTTPHeader("Idempotency-Key", .plain(DecisionBody.idempotencyKey(decision, push))),
          ],
          body: JSONWriter.bytes(DecisionBody.json(decision, push, now))
        )
      },
      isIdempotent: true,
      verdict: { reply in
        Verdict(status: reply.status)
      }
    )
  )
}

private enum DecisionBody {
  /// `ID.decision[.number]`: a repeat of the same decision is the same, another decision is another.
  static func idempotencyKey(_ decision: Decision, _ push: Push) -> String {
    let parts = [push.id, decision.actionName] + [decision.number?.text].compactMap(\.self)
    return PercentEncoding.encode(parts.joined(separator: "."))
  }

  static func json(_ decision: Decision, _ push: Push, _ now: Timestamp) -> JSONValue {
    var members: [JSONObject.Member] = [
      .init(key: "id", value: .string(push.id)),
      .init(key: "decision", value: .string(decision.actionName)),
      .init(key: "authMethod", value: .string(decision.authMethod)),
    ]
    if let number = decision.number {
      members.append(.init(key: "numberChallenge", value: .string(number.text)))
    }
    if let reason = decision.denyReason { members.append(.init(key: "denyReason", value: .string(reason))) }
    members.append(.init(key: "respondedAt", value: .string(RFC3339.format(now))))
    return .object(JSONObject(members))
  }
}

/// What a reply means for the decision.
package enum Verdict: Sendable, Equatable {
  /// The service has taken the decision down, which does not yet sign anybody on.
  case recorded
  case refused(RefusalReason)

  /// Any 2xx means recorded.
  package init(status: Int) {
    self = (200...299).contains(status) ? .recorded : .refused(.status)
  }
}

/// What in a reply says that the service did not do as asked.
package enum RefusalReason: Sendable, Equatable {
  /// Its status.
  case status
  /// This field, which is false.
  case saidNo(field: String)
  /// A reply that says nothing: this field is missing from it.
  case fieldMissing(String)
  /// This field of it holds what can't be used.
  case fieldUnusable(String)
  /// The number was wrong, or the request is no longer valid: the service does not say which.
  case numberWrongOrTooLate
  /// What is signed does not fit, or the request is no longer valid: the service does not say which.
  case notAccepted
}
