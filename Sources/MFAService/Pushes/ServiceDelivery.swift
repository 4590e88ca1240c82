package import MFACore

/// A push that is to be posted to the device's callback, as a push provider would bring it.
package struct ServiceDelivery: Sendable, Equatable {
  package let url: EndpointURL
  package let headers: [HTTPHeader]
  package let body: [UInt8]
  /// The id of the push, for the log.
  package let pushID: String
  /// The push token, which stands in the body or the address and is not for the log.
  package let token: Secret
}

extension ServiceDelivery {
  /// Nil for a device that has no callback or no token: nothing reaches it.
  init?(_ push: PracticePush, isCancel: Bool = false, to device: Device) {
    guard let callback = device.description.callback, let token = device.token else { return nil }
    let payload = isCancel ? push.cancelPayload : push.payload
    let json = HTTPHeader("Content-Type", .plain("application/json"))
    pushID = push.id
    self.token = Secret(token)
    switch callback.form {
    case .plain:
      url = callback.url.replacingID(with: push.id)
      headers = [json]
      body = JSONWriter.bytes(.object(payload))
    case .fcm:
      url = callback.url.appendingPathIfNone("/v1/projects/mfa-cli/messages:send").replacingID(with: push.id)
      headers = [json]
      body = JSONWriter.bytes(.object(push.fcmMessage(payload, token: token)))
    case .apns:
      url = callback.url.appendingPathIfNone("/3/device/\(token)").replacingID(with: push.id)
      let isSilent = push.kind == .silent && !isCancel
      headers = [json] + push.apnsHeaders(topic: device.apnsTopic, isSilent: isSilent)
      body = JSONWriter.bytes(.object(isSilent ? payload.wakingTheApp : payload))
    }
  }
}

extension ServiceDelivery {
  /// The same for a push in the way of PingAM; nil for a device without a callback.
  init?(_ payload: PingAMPayload, to device: Device) {
    guard let callback = device.description.callback, let token = device.token else { return nil }
    let push = payload.push
    pushID = push.id
    self.token = Secret(token)
    let json = HTTPHeader("Content-Type", .plain("application/json"))
    switch callback.form {
    case .plain:
      url = callback.url.replacingID(with: push.id)
      headers = [json]
      body = JSONWriter.bytes(.object(payload.apns))
    case .fcm:
      url = callback.url.appendingPathIfNone("/v1/projects/mfa-cli/messages:send").replacingID(with: push.id)
      headers = [json]
      let message = JSONObject([
        "token": .string(token), "data": .object(payload.fcm),
        "android": .object(JSONObject(["priority": .string("HIGH")])),
      ])
      body = JSONWriter.bytes(.object(JSONObject(["message": .object(message)])))
    case .apns:
      url = callback.url.appendingPathIfNone("/3/device/\(token)").replacingID(with: push.id)
      let topic = HTTPHeader("apns-topic", .plain(device.apnsTopic))
      headers = [json, topic, HTTPHeader("apns-push-type", .plain("alert"))]
      body = JSONWriter.bytes(.object(payload.apns))
    }
  }
}

extension PracticeService {
  /// How many pushes wait that are, or were, delivered to a device. Which of them have arrived is in no journal.
  package func deliveredPushCount(now: Timestamp) -> Int {
    let reached = devices.devices.filter { $0.description.callback != nil && $0.token != nil }
    let (ids, tokens) = (Set(reached.map(\.id)), Set(reached.compactMap(\.token)))
    let pushes = pushes.waiting(at: now).filter { $0.device.map(ids.contains) ?? false }
    let pingAMPushes = pingAMPushes.waiting(at: now).filter { push in
      enrolments[push.enrolment]?.phone.map { tokens.contains($0.device.token.reveal()) } ?? false
    }
    return pushes.count + pingAMPushes.count
  }
}

extension PracticePush {
  /// The message of FCM's HTTP v1 API. Its data is a flat map of texts, so what is none becomes one: a number by its
  /// digits, a list by its JSON.
  fileprivate func fcmMessage(_ payload: JSONObject, token: String) -> JSONObject {
    let data = payload.without(["aps"]).members.map { member in
      let text = member.value.string ?? JSONWriter.write(member.value)
      return JSONObject.Member(key: member.key, value: .string(text))
    }
    var message: [JSONObject.Member] = [
      .init(key: "token", value: .string(token)),
      .init(key: "data", value: .object(JSONObject(data))),
    ]
    if !alert.isEmpty { message.append(.init(key: "notification", value: .object(alert))) }
    let android = JSONObject(["priority": .string("HIGH"), "ttl": .string(lifetimeText + "s")])
    message.append(.init(key: "android", value: .object(android)))
    return JSONObject(["message": .object(JSONObject(message))])
  }

  /// A cancellation takes the place of the push in the notification centre, by the collapse id.
  fileprivate func apnsHeaders(topic: String, isSilent: Bool) -> [HTTPHeader] {
    let headers: KeyValuePairs = [
      "apns-topic": topic,
      "apns-push-type": isSilent ? "background" : "alert",
      // A background push may not ask for more (Apple: Sending notification requests to APNs).
      "apns-priority": isSilent ? "5" : "10",
      "apns-expiration": String(expiresAt.milliseconds / 1000),
      "apns-collapse-id": id,
    ]
    return headers.map { HTTPHeader($0, .plain($1)) }
  }
}

extension Device {
  fileprivate var apnsTopic: String {
    description.topic ?? description.details["bundleIdentifier"] ?? ""
  }
}

extension JSONObject {
  /// With the mark that APNs demands of a push without an alert.
  fileprivate var wakingTheApp: JSONObject {
    let aps = JSONObject(["content-available": .number(JSONNumber(1))])
    return JSONObject(["aps": .object(aps)]).filled(from: without(["aps"]))
  }
}

extension EndpointURL {
  /// The address with this path when it has none of its own; a port alone is enough to name a server.
  fileprivate func appendingPathIfNone(_ path: String) -> EndpointURL {
    let parts = wireText.split(separator: "/", maxSplits: 3, omittingEmptySubsequences: false)
    guard parts.count < 4 || parts[3].isEmpty, !wireText.utf8.contains(UInt8(ascii: "?")) else { return self }
    let base = parts.count == 4 ? String(wireText.dropLast()) : wireText
    // A path of ASCII letters, digits, colons and slashes leaves an address an address.
    return (try? EndpointURL(base + path)) ?? self
  }
}
