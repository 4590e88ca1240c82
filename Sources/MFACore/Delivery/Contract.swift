/// The default contract, for `plain` and `pingone`: `POST` a small JSON object; any 2xx means that it was recorded.
extension Answering {
  static let contract = Answering(
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
      (200...299).contains(reply.status) ? .recorded : .refused
    }
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
  case refused
}
