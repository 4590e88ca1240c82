import MFACore

extension ServiceChange {
  /// The change as one JSON object without a line break in it.
  package var line: [UInt8] {
    if case .inbox(let change) = self { return change.line }
    var members: [JSONObject.Member] = []
    func add(_ key: String, _ value: JSONValue?) {
      if let value { members.append(.init(key: key, value: value)) }
    }
    func add(_ key: String, _ text: String?) { add(key, text.map { .string($0) }) }

    add("change", name?.rawValue)
    switch self {
    case .inbox: break
    case .pushCreated(let push):
      members += push.journalMembers
    case .pushAnswered(let push, let answer, let time):
      add("push", push)
      members += answer.journalMembers
      add("at", .milliseconds(time))
    case .pushCancelled(let push, let time):
      add("push", push)
      add("at", .milliseconds(time))
    case .pushExpired(let push):
      add("push", push)
    case .eventRecorded(let push, let event):
      add("push", push)
      add("event", event.name)
      add("device", event.device)
      add("at", .milliseconds(event.at))
    case .deviceRegistered(let device):
      members += device.journalMembers
    case .tokenChanged(let device, let token):
      add("device", device)
      add("token", token)
    case .tokenCleared(let device), .deviceUnpaired(let device):
      add("device", device)
    case .registrationCompleted(let device, let push, let time):
      add("device", device)
      add("push", push)
      add("at", .milliseconds(time))
    case .pairingIssued(let key):
      add("key", key.text)
      if key.isUsed { add("used", .bool(true)) }
      add("at", .milliseconds(key.issuedAt))
    case .devicePaired(let device, let key, let testPush):
      add("device", device)
      add("key", key)
      add("testPush", testPush)
    }
    return JSONWriter.bytes(.object(JSONObject(members)))
  }
}

extension PracticePush {
  fileprivate var journalMembers: [JSONObject.Member] {
    let members: KeyValuePairs<String, JSONValue?> = [
      "push": .string(id),
      "kind": .string(kind.rawValue),
      "title": title.map { .string($0) },
      "message": message.map { .string($0) },
      "options": options.isEmpty ? nil : .array(options.map { .string($0) }),
      "number": number.map { .string($0) },
      "lifetime": .number(JSONNumber(spelling: lifetimeText)),
      "device": device.map { .string($0) },
      "at": .milliseconds(createdAt),
    ]
    return members.compactMap { key, value in value.map { JSONObject.Member(key: key, value: $0) } }
  }
}

extension PushAnswer {
  fileprivate var journalMembers: [JSONObject.Member] {
    let texts: KeyValuePairs<String, String?> = [
      "decision": decision,
      "numberChallenge": number,
      "authMethod": authMethod,
      "denyReason": denyReason,
      "idempotencyKey": idempotencyKey,
    ]
    return texts.compactMap { key, text in text.map { JSONObject.Member(key: key, value: .string($0)) } }
  }
}

extension Device {
  fileprivate var journalMembers: [JSONObject.Member] {
    var texts: [(String, String?)] = [("identifierForVendor", id)]
    texts += DeviceDescription.detailNames.map { ($0, description.details[$0]) }
    texts += [
      ("environment", description.environment),
      ("topic", description.topic),
      // Whole, with what is secret in it: the service could not deliver otherwise.
      ("callbackUrl", description.callback?.url.wireText),
      ("callbackForm", description.callback?.form.rawValue),
      ("token", token),
      ("testPush", testPush),
    ]
    let members = texts.compactMap { key, text in
      text.map { JSONObject.Member(key: key, value: .string($0)) }
    }
    return members + [
      .init(key: "registered", value: .bool(isRegistered)),
      .init(key: "paired", value: .bool(isPaired)),
      .init(key: "at", value: .milliseconds(registeredAt)),
    ]
  }
}
