import MFACore

/// What a person did with the notification before, or instead of, answering.
package struct PushEvent: Sendable, Equatable {
  let name: String
  /// The id of the device where it happened, where that was said.
  let device: String?
  let at: Timestamp

  static let names = ["tapped", "dismissed"]

  var description: JSONObject {
    JSONObject(["event": .string(name), "device": JSONValue(device), "at": JSONValue(at)])
  }
}

/// One push and what has become of it.
struct SignOn: Sendable, Equatable {
  enum State: Sendable, Equatable {
    case pending
    case answered(PushAnswer, at: Timestamp)
    /// A registration's test push that the device has confirmed.
    case completed(at: Timestamp)
    case cancelled(at: Timestamp)
    /// Its time was over when somebody looked.
    case expired
  }

  let push: PracticePush
  private(set) var state = State.pending
  private(set) var events: [PushEvent] = []

  init(_ push: PracticePush) {
    self.push = push
  }

  /// More say nothing new, and each costs memory.
  static let mostEvents = 10

  func isPending(now: Timestamp) -> Bool { state == .pending && now < push.expiresAt }

  func status(now: Timestamp) -> String {
    switch state {
    case .pending: return now >= push.expiresAt ? "expired" : "pending"
    case .completed: return "approved"
    case .cancelled: return "cancelled"
    case .expired: return "expired"
    case .answered(let answer, _):
      guard answer.isApproval else { return "denied" }
      let isRight = answer.number.map { MatchValue($0) } == push.number.map { MatchValue($0) }
      return isRight ? "approved" : "wrong-number"
    }
  }

  /// Whether an answer is new; false for a repeat of the one that was recorded.
  ///
  /// Recording an answer and signing on are two things: a wrong number is recorded as well.
  func takes(_ answer: PushAnswer, now: Timestamp) throws(ServiceError) -> Bool {
    if case .answered(let earlier, _) = state {
      guard answer.repeats(earlier) else { throw .conflict("the push has been answered already") }
      return false
    }
    // Well-formed, so no 400; it is this push that is in the way of it.
    guard push.takesAnswer else { throw .conflict("a \(push.kind.rawValue) push takes no answer") }
    guard isPending(now: now) else { throw .gone("the push is \(status(now: now))") }
    return true
  }

  /// Whether there is anything to cancel; false when that has been done.
  func takesCancellation(now: Timestamp) throws(ServiceError) -> Bool {
    switch state {
    case .cancelled: return false
    case .answered, .completed: throw .conflict("the push has been answered already")
    case .pending where isPending(now: now): return true
    case .pending, .expired: throw .gone("the push is expired")
    }
  }

  /// The first ending is the last one.
  mutating func end(as ending: State) -> Bool {
    guard state == .pending, ending != .pending else { return false }
    state = ending
    return true
  }

  mutating func record(_ event: PushEvent) -> Bool {
    guard events.count < SignOn.mostEvents else { return false }
    events.append(event)
    return true
  }
}

extension SignOn {
  /// What `GET /pushes/{id}` says: always the id and the status, and what a tester may want to compare.
  func description(now: Timestamp) -> JSONObject {
    var decidedAt: Timestamp?
    var answer: PushAnswer?
    switch state {
    case .pending, .expired: break
    case .completed(let time), .cancelled(let time): decidedAt = time
    case .answered(let given, let time): (answer, decidedAt) = (given, time)
    }
    return JSONObject([
      "id": .string(push.id),
      "kind": .string(push.kind.rawValue),
      "status": .string(status(now: now)),
      "title": JSONValue(push.title),
      "message": JSONValue(push.message),
      "number": JSONValue(push.number),
      "device": JSONValue(push.device),
      "createdAt": JSONValue(push.createdAt),
      "expiresAt": JSONValue(push.expiresAt),
      "decidedAt": JSONValue(decidedAt),
      "decision": JSONValue(answer?.decision),
      "numberChallenge": JSONValue(answer?.number),
      "authMethod": JSONValue(answer?.authMethod),
      "denyReason": JSONValue(answer?.denyReason),
      "events": .array(events.map { .object($0.description) }),
    ])
  }
}
