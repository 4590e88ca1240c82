import MFACore

/// A push that the service has sent in the way of PingAM, and the answer that counts.
package struct PingAMPush: Sendable, Equatable {
  /// The id of its message.
  let id: String
  /// The id of the enrolment whose phone gets it.
  let enrolment: String
  let order: Order
  /// What the phone has to prove to know the secret with; in base64.
  let challenge: String
  /// What the sign-on page shows.
  let number: Int?
  let createdAt: Timestamp
  private(set) var answer: PingAMReply?

  /// What of it a tester has said, and is remembered.
  struct Order: Sendable, Equatable {
    let kind: PingAMPushKind
    let release: PingAMRelease
    /// Seconds, as the push says them.
    let lifetime: Int
  }

  init(
    id: String,
    enrolment: String,
    order: Order,
    challenge: String,
    number: Int?,
    createdAt: Timestamp
  ) {
    (self.id, self.enrolment, self.order, self.challenge) = (id, enrolment, order, challenge)
    (self.number, self.createdAt) = (number, createdAt)
  }

  /// Until when the endpoint knows it, whatever it says of its own lifetime.
  var takesAnswersUntil: Timestamp { createdAt.advanced(bySeconds: PingAMEnrolment.messageLifetime) }

  /// When the sign-on gives up: at the end of its own time, or when the message is forgotten before that.
  var expiresAt: Timestamp { min(createdAt.advanced(bySeconds: Double(order.lifetime)), takesAnswersUntil) }

  /// A later answer takes the place of an earlier one, as long as the sign-on waits; false afterwards.
  mutating func take(_ answer: PingAMReply) -> Bool {
    guard answer.at < expiresAt else { return false }
    self.answer = answer
    return true
  }
}

/// What the phone has said.
package struct PingAMReply: Sendable, Equatable {
  let isApproval: Bool
  /// The number that was chosen.
  let number: Int?
  /// Whether the load balancer's cookie came back with it.
  let returnsCookie: Bool
  let at: Timestamp
}

/// What the phone asks its owner to do.
enum PingAMPushKind: String, Sendable, CaseIterable {
  case `default`
  case challenge
  case biometric
}

/// The releases that differ in what they send or take.
enum PingAMRelease: String, Sendable, CaseIterable {
  /// Knows neither types nor texts in a push.
  case untyped = "7.0"
  /// Takes a wrong number and lets the sign-on fail.
  case lenient = "8.0"
  /// Refuses a wrong number, and lets the phone try again.
  case strict = "8.1"
}

extension PingAMPush {
  enum State: String, Sendable, Equatable {
    case waiting
    case approved
    case denied
    /// A wrong number.
    case failed
    case expired
  }

  /// How the sign-on stands. Where a number was to be chosen and none was sent, it succeeds: PingAM compares numbers only
  /// when it got one (`PushResultVerifierNode` of 8.0.2).
  func state(now: Timestamp) -> State {
    guard let answer else { return now < expiresAt ? .waiting : .expired }
    guard answer.isApproval else { return .denied }
    return isWrong(answer.number) ? .failed : .approved
  }

  func isWrong(_ chosen: Int?) -> Bool { order.kind == .challenge && chosen != nil && chosen != number }

  /// What `GET /pingam/pushes/{id}` says.
  func description(now: Timestamp, mechanism: String?) -> JSONObject {
    JSONObject([
      "messageId": .string(id),
      "state": .string(state(now: now).rawValue),
      "type": .string(order.kind.rawValue),
      "release": .string(order.release.rawValue),
      "mechanism": JSONValue(mechanism),
      "number": JSONValue(number.map { String($0) }),
      "challengeResponse": JSONValue(answer?.number.map { String($0) }),
      "cookieReturned": answer.map { .bool($0.returnsCookie) } ?? .null,
      "createdAt": JSONValue(createdAt),
      "expiresAt": JSONValue(expiresAt),
      "answeredAt": JSONValue(answer?.at),
    ])
  }
}
