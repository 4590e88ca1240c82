import MFACore

/// What a new push is to be, as `POST /pushes` says it.
struct SignOnOrder: Sendable, Equatable {
  let kind: PushKind.Name
  let title: String?
  let message: String?
  /// Values to choose from; empty for some of the service's own.
  let options: [String]
  let isManualEntry: Bool
  /// Seconds.
  let lifetime: Double

  init(_ body: JSONObject) throws(ServiceError) {
    guard let kind = PushKind.Name(rawValue: try SignOnOrder.text("kind", in: body) ?? "default") else {
      throw .malformed("kind is not known")
    }
    self.kind = kind
    title = try SignOnOrder.text("title", in: body)
    message = try SignOnOrder.text("message", in: body)
    let options: [JSONValue]
    switch body["options"] {
    case nil, .null: options = []
    case .array(let elements): options = elements
    default: throw .malformed("options are an array")
    }
    self.options = options.compactMap(\.string)
    guard self.options.count == options.count, Set(self.options).count == options.count else {
      throw .malformed("options are different texts")
    }
    switch body["manualEntry"] {
    case nil, .null: isManualEntry = false
    case .bool(let flag): isManualEntry = flag
    default: throw .malformed("manualEntry is true or false")
    }
    switch body["lifetime"] {
    case nil, .null: lifetime = 120
    case .number(let number) where number.double >= 0 && number.double <= 86_400: lifetime = number.double
    default: throw .malformed("lifetime is a number of seconds from 0 to 86400")
    }
  }

  private static func text(_ name: String, in body: JSONObject) throws(ServiceError) -> String? {
    switch body[name] {
    case nil, .null: return nil
    case .string(let text): return text
    default: throw .malformed("\(name) is text")
    }
  }
}

/// An answer as the default contract has it.
struct SignOnAnswer: Sendable, Equatable {
  let id: String
  let isApproval: Bool
  let number: String?
  let idempotencyKey: String?

  init(_ body: JSONObject, idempotencyKey: String?) throws(ServiceError) {
    guard let id = body["id"]?.string, !id.isEmpty else { throw .malformed("id is missing") }
    guard let decision = body["decision"]?.string, ["approve", "deny"].contains(decision) else {
      throw .malformed("decision is approve or deny")
    }
    switch body["numberChallenge"] {
    case nil, .null: number = nil
    case .string(let text): number = text
    default: throw .malformed("numberChallenge is text")
    }
    self.id = id
    isApproval = decision == "approve"
    self.idempotencyKey = idempotencyKey
  }
}

/// One sign-on that waits for its confirmation, or has ended.
struct SignOn: Sendable, Equatable {
  private enum State: Sendable, Equatable {
    case pending
    case answered(SignOnAnswer)
    case cancelled
  }

  let id: String
  private let order: SignOnOrder
  private let createdAt: Timestamp
  private let options: [String]
  /// What the sign-on page shows; nil when there is no number matching.
  let number: String?
  private var state = State.pending

  init(id: String, order: SignOnOrder, createdAt: Timestamp, dice: inout Dice) {
    self.id = id
    self.order = order
    self.createdAt = createdAt
    guard order.kind == .challenge else {
      options = []
      number = nil
      return
    }
    let values = order.options.isEmpty ? dice.twoDigitNumbers(3) : order.options
    options = order.isManualEntry ? [] : values
    number = values[Int(dice.roll() % UInt64(values.count))]
  }

  func status(now: Timestamp) -> String {
    switch state {
    case .cancelled: return "cancelled"
    case .pending: return now >= createdAt.advanced(bySeconds: order.lifetime) ? "expired" : "pending"
    case .answered(let answer):
      guard answer.isApproval else { return "denied" }
      return answer.number == number ? "approved" : "wrong-number"
    }
  }

  /// Recording an answer and signing on are two things: a wrong number is recorded as well.
  mutating func record(_ answer: SignOnAnswer, now: Timestamp) throws(ServiceError) {
    switch state {
    case .answered(let earlier):
      let isRepeat = answer.idempotencyKey != nil && answer == earlier
      if !isRepeat { throw .alreadyAnswered }
    case .cancelled: throw .gone("cancelled")
    case .pending:
      guard status(now: now) == "pending" else { throw .gone("expired") }
      state = .answered(answer)
    }
  }

  mutating func cancel(now: Timestamp) throws(ServiceError) {
    switch state {
    case .answered: throw .alreadyAnswered
    case .pending where status(now: now) == "expired": throw .gone("expired")
    case .pending, .cancelled: state = .cancelled
    }
  }

  func description(now: Timestamp) -> JSONObject {
    JSONObject(["id": .string(id), "status": .string(status(now: now))])
  }

  /// The push in the shape in which an app gets it.
  var payload: JSONValue {
    var members = basics(type: order.kind.rawValue)
    if order.kind == .challenge {
      members.append(.init(key: "numbersChallenge", value: .array(options.map { .string($0) })))
    }
    let seconds =
      order.lifetime == order.lifetime.rounded() ? String(Int(order.lifetime)) : String(order.lifetime)
    members.append(.init(key: "ttl", value: .number(JSONNumber(spelling: seconds))))
    members.append(.init(key: "sentAt", value: .string(RFC3339.format(createdAt))))
    return .object(JSONObject(members))
  }

  var cancelPayload: JSONValue { .object(JSONObject(basics(type: "cancel"))) }

  private func basics(type: String) -> [JSONObject.Member] {
    let alert = [("title", order.title), ("body", order.message)].compactMap { key, text in
      text.map { JSONObject.Member(key: key, value: .string($0)) }
    }
    return [
      .init(key: "aps", value: .object(JSONObject(["alert": .object(JSONObject(alert))]))),
      .init(key: "messageId", value: .string(id)),
      .init(key: "pushType", value: .string(type)),
    ]
  }
}
