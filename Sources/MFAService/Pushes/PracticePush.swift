import MFACore

/// A push that the service has made. Nothing in it changes any more; what becomes of it is its `SignOn`.
package struct PracticePush: Sendable, Equatable {
  let id: String
  let kind: PushKind.Name
  let title: String?
  let message: String?
  /// What is offered; empty where the number is typed, and where there is none.
  let options: [String]
  /// What the sign-on page shows; nil when there is no number matching.
  let number: String?
  /// Seconds.
  let lifetime: Double
  /// The id of the device that gets it.
  let device: String?
  let createdAt: Timestamp

  var expiresAt: Timestamp { createdAt.advanced(bySeconds: lifetime) }

  /// Withdrawals, test pushes and silent ones ask for no answer.
  var takesAnswer: Bool { ![.cancel, .dry, .silent].contains(kind) }
}

extension PracticePush {
  init(id: String, order: PushOrder, createdAt: Timestamp, dice: inout Dice) {
    var options: [String] = []
    var number: String?
    if order.kind == .challenge {
      let values = order.options.isEmpty ? dice.twoDigitNumbers(3) : order.options
      options = order.isManualEntry ? [] : values
      number = values[Int(dice.roll() % UInt64(values.count))]
    }
    self.init(
      id: id,
      kind: order.kind,
      title: order.title,
      message: order.message,
      options: options,
      number: number,
      lifetime: order.lifetime,
      device: order.device,
      createdAt: createdAt
    )
  }

  /// The push by which a device shows that it can be reached: it has no text and asks nothing.
  static func test(id: String, device: String, createdAt: Timestamp) -> PracticePush {
    PracticePush(
      id: id,
      kind: .silent,
      title: nil,
      message: nil,
      options: [],
      number: nil,
      lifetime: 120,
      device: device,
      createdAt: createdAt
    )
  }

  /// The push in the shape in which an app gets it.
  var payload: JSONObject {
    var members = basics(type: kind.rawValue)
    if kind == .challenge {
      members.append(.init(key: "numbersChallenge", value: .array(options.map { .string($0) })))
    }
    members.append(.init(key: "ttl", value: .number(JSONNumber(spelling: lifetimeText))))
    members.append(.init(key: "sentAt", value: JSONValue(createdAt)))
    return JSONObject(members)
  }

  var cancelPayload: JSONObject { JSONObject(basics(type: PushKind.Name.cancel.rawValue)) }

  /// The texts under the names of APNs and FCM, absent ones left out.
  var alert: JSONObject {
    JSONObject(
      [("title", title), ("body", message)].compactMap { key, text in
        text.map { JSONObject.Member(key: key, value: .string($0)) }
      }
    )
  }

  var lifetimeText: String {
    lifetime == lifetime.rounded() ? String(Int(lifetime)) : String(lifetime)
  }

  private func basics(type: String) -> [JSONObject.Member] {
    [
      .init(key: "aps", value: .object(JSONObject(["alert": .object(alert)]))),
      .init(key: "messageId", value: .string(id)),
      .init(key: "pushType", value: .string(type)),
    ]
  }
}
