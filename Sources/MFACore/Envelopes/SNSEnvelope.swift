/// Amazon SNS: Lambda and SQS events, notifications, and the platform document of a mobile push.
extension Unwrapper {
  /// The platforms of a mobile push, in the order in which they are preferred here.
  private static let platforms = [
    "APNS", "APNS_SANDBOX", "APNS_VOIP", "APNS_VOIP_SANDBOX", "GCM", "FCM", "ADM", "BAIDU",
  ]

  /// Takes the object apart when it is one of SNS's; false when it is not.
  mutating func unwrapSNS(_ object: JSONObject, depth: Int) throws(PayloadError) -> Bool {
    if let records = object["Records"]?.array {
      let messages = records.compactMap { $0.object?["Sns"]?.object?["Message"] ?? $0.object?["body"] }
      if messages.count > 1 { note(.severalPushes(messages.count)) }
      for message in messages { try unwrapMessage(message, depth: depth) }
      return !messages.isEmpty
    }
    let isNotification =
      object["Type"] == .string("Notification") || ["TopicArn", "TargetArn"].contains { object[$0] != nil }
    if isNotification, let message = object["Message"] {
      try unwrapMessage(message, depth: depth)
      return true
    }
    return try unwrapPlatforms(object, depth: depth)
  }

  /// The message of a topic is any text; only one that is a JSON object can be a push.
  private mutating func unwrapMessage(_ message: JSONValue, depth: Int) throws(PayloadError) {
    guard let inner = try snsObject(message, named: "Message") else { return noteNoPushInside() }
    try unwrap(.object(inner), envelope: .sns, depth: depth)
  }

  private mutating func unwrapPlatforms(_ object: JSONObject, depth: Int) throws(PayloadError) -> Bool {
    let present = Unwrapper.platforms.filter { key in
      switch object[key] {
      case .object: true
      case .string(let text): text.trimmed.beginsWith("{")
      default: false
      }
    }
    guard let chosen = present.first, let value = object[chosen] else { return false }
    if value.object != nil || object["default"] == nil {
      note(
        .snsWouldRefuse(notText: value.object == nil ? nil : chosen, defaultMissing: object["default"] == nil)
      )
    }
    var objects: [String: JSONObject] = [:]
    for key in present {
      guard let value = object[key] else { continue }
      objects[key] = try snsObject(value, named: key)
    }
    for (left, right) in [("APNS", "APNS_SANDBOX"), ("GCM", "FCM")] {
      guard let one = objects[left], let other = objects[right] else { continue }
      if !JSONValue.object(one).means(.object(other)) { note(.platformsDiffer(left, right)) }
    }
    guard let inner = objects[chosen] else { return false }
    try unwrap(.object(inner), envelope: .sns, depth: depth)
    return true
  }

  /// A value as an object, also where its JSON stands in a text; nil when the text does not even begin like one.
  private mutating func snsObject(_ value: JSONValue, named name: String) throws(PayloadError) -> JSONObject?
  {
    if let object = value.object { return object }
    guard let text = value.string, text.trimmed.beginsWith("{") else { return nil }
    return try document(text, within: name).object
  }
}
