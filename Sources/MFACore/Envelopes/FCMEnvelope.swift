/// Firebase Cloud Messaging: the v1 message, the legacy message, and the data alone.
extension Unwrapper {
  /// Takes the object apart when it is one of FCM's; false when it is not.
  mutating func unwrapFCM(_ object: JSONObject, envelope: Envelope) throws(PayloadError) -> Bool {
    // SNS puts a message for FCM's current interface into one more object.
    let object = object["fcmV1Message"]?.object ?? object
    if let message = object["message"]?.object, FCMMessage.isOne(message) {
      try add(FCMMessage(message), envelope: envelope, outer: JSONObject())
      return true
    }
    guard try container(object["data"], named: "data") != nil else { return false }
    // Keys beside `data` belong to the sender's request and reach no app, unless the push itself is there.
    let beside = object.without(["data", "notification"])
    try add(
      FCMMessage(object),
      envelope: envelope,
      outer: FCMMessage.isRequest(object) ? JSONObject() : beside
    )
    return true
  }

  private mutating func add(_ message: FCMMessage, envelope: Envelope, outer: JSONObject) throws(PayloadError)
  {
    let data = try container(message.data, named: "data") ?? JSONObject()
    let apnsFields = message.apnsPayload.without(["aps"])
    // An app gets the part for its platform in place of the common one.
    let androidFields = try container(message.androidData, named: "android.data") ?? JSONObject()
    for member in apnsFields.members + androidFields.members {
      if let value = data[member.key], !value.means(member.value) { note(.conflictingKey(member.key)) }
    }
    let payload = Payload(
      envelope: envelope,
      fields: data.without(["aps"]).filled(from: apnsFields),
      outerFields: outer,
      aps: try container(data["aps"], named: "aps") ?? message.apnsPayload["aps"]?.object,
      notification: message.notification
    )
    add(payload)
    for member in payload.fields.members {
      // Texts under other names may be anybody's, and are searched: what is found there gives no address.
      guard Unwrapper.containers.containsBytes(of: member.key),
        let inner = try container(member.value, named: member.key)
      else { continue }
      add(payload.entering(inner, from: member.key))
    }
  }
}

/// The parts of an FCM message that reach an app.
private struct FCMMessage {
  let data: JSONValue?
  let androidData: JSONValue?
  let notification: JSONObject?
  let apnsPayload: JSONObject

  init(_ message: JSONObject) {
    androidData = message["android"]?.object?["data"]
    data = message["data"] ?? androidData
    notification = message["notification"]?.object ?? message["android"]?.object?["notification"]?.object
    apnsPayload = message["apns"]?.object?["payload"]?.object ?? JSONObject()
  }

  static func isOne(_ message: JSONObject) -> Bool {
    message["data"] != nil || message["apns"] != nil || message["android"] != nil
      || message["notification"] != nil
  }

  /// Whether the object is a request to FCM's legacy API, whose members are addresses and delivery options.
  static func isRequest(_ object: JSONObject) -> Bool {
    ["to", "registration_ids", "priority", "PRIORITY", "token", "topic", "condition"].contains {
      object[$0] != nil
    }
  }
}
