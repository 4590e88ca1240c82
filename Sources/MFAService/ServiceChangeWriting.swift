import MFACore

extension ServiceChange {
  /// The change as one JSON object without a line break in it.
  package var line: [UInt8] { line(after: []) }

  /// The same behind other bytes.
  func line(after bytes: consuming [UInt8]) -> [UInt8] {
    if case .inbox(let change) = self { return change.line(after: bytes) }
    if case .pingAM(let change) = self { return change.line(after: bytes) }
    var object = JSONObjectWriter(after: bytes)
    object.add("change", name?.rawValue)
    switch self {
    case .inbox, .pingAM: break
    case .pushCreated(let push):
      push.write(to: &object)
    case .pushAnswered(let push, let answer, let time):
      object.add("push", push)
      answer.write(to: &object)
      object.add("at", time)
    case .pushCancelled(let push, let time):
      object.add("push", push)
      object.add("at", time)
    case .pushExpired(let push):
      object.add("push", push)
    case .eventRecorded(let push, let event):
      object.add("push", push)
      object.add("event", event.name)
      object.add("device", event.device)
      object.add("at", event.at)
    case .deviceRegistered(let device):
      device.write(to: &object)
    case .tokenChanged(let device, let token):
      object.add("device", device)
      object.add("token", token)
    case .tokenCleared(let device), .deviceUnpaired(let device):
      object.add("device", device)
    case .registrationCompleted(let device, let push, let time):
      object.add("device", device)
      object.add("push", push)
      object.add("at", time)
    case .pairingIssued(let key):
      object.add("key", key.text)
      if key.isUsed { object.add("used", true) }
      object.add("at", key.issuedAt)
    case .devicePaired(let device, let key, let testPush):
      object.add("device", device)
      object.add("key", key)
      object.add("testPush", testPush)
    }
    return object.finish()
  }
}

extension JSONObjectWriter {
  /// Milliseconds since 1970, as journals have it.
  mutating func add(_ key: String, _ time: Timestamp) {
    add(key, JSONNumber(spelling: String(time.milliseconds)))
  }
}

extension PracticePush {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("push", id)
    object.add("kind", kind.rawValue)
    object.add("title", title)
    object.add("message", message)
    if !options.isEmpty { object.add("options", options) }
    object.add("number", number)
    object.add("lifetime", JSONNumber(spelling: lifetimeText))
    object.add("device", device)
    object.add("at", createdAt)
  }
}

extension PushAnswer {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("decision", decision)
    object.add("numberChallenge", number)
    object.add("authMethod", authMethod)
    object.add("denyReason", denyReason)
    object.add("idempotencyKey", idempotencyKey)
  }
}

extension Device {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("identifierForVendor", id)
    for name in DeviceDescription.detailNames { object.add(name, description.details[name]) }
    object.add("environment", description.environment)
    object.add("topic", description.topic)
    // Whole, with what is secret in it: the service could not deliver otherwise.
    object.add("callbackUrl", description.callback?.url.wireText)
    object.add("callbackForm", description.callback?.form.rawValue)
    object.add("token", token)
    object.add("testPush", testPush)
    object.add("registered", isRegistered)
    object.add("paired", isPaired)
    object.add("at", registeredAt)
  }
}
