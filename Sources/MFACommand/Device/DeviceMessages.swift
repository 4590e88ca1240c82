import MFACore

/// What a device says to a service, by the routes of the practice service: JSON, and any 2xx is success.
///
/// Each may be repeated: a service that has it already is none the wiser.
extension Message {
  /// `POST ENDPOINT`: who the device is and how it is reached.
  static func registration(
    of device: DeviceRecord,
    callback: DeviceSettings.Callback?,
    to endpoint: EndpointURL
  ) -> Message {
    var members: [JSONObject.Member] = [member("identifierForVendor", device.identifier)]
    members += DeviceRecord.description.map { member($0.key, $0.value) }
    members.append(member("bundleIdentifier", device.topic))
    if let token = device.token { members.append(member("token", token.hex)) }
    members += [member("environment", device.environment.rawValue), member("topic", device.topic)]
    if let callback {
      members += [
        member("callbackUrl", callback.url.wireText), member("callbackForm", callback.form.rawValue),
      ]
    }
    return told(.registration, "POST", endpoint, JSONObject(members))
  }

  /// `POST ENDPOINT/{id}/registration`: the registration's test push has arrived.
  static func completion(of testPush: String, device: DeviceRecord, at endpoint: EndpointURL) -> Message {
    told(
      .testPush,
      "POST",
      route(device, "registration", below: endpoint),
      JSONObject(["id": .string(testPush)])
    )
  }

  /// `DELETE ENDPOINT/{id}/token`.
  static func clearing(of device: DeviceRecord, at endpoint: EndpointURL) -> Message {
    told(.token, "DELETE", route(device, "token", below: endpoint), nil)
  }

  /// `POST ENDPOINT/{id}/pairing`.
  static func pairing(of device: DeviceRecord, key: String, at endpoint: EndpointURL) -> Message {
    told(
      .pairing,
      "POST",
      route(device, "pairing", below: endpoint),
      JSONObject(["pairingKey": .string(key)])
    )
  }

  /// `DELETE ENDPOINT/{id}/pairing`.
  static func unpairing(of device: DeviceRecord, at endpoint: EndpointURL) -> Message {
    told(.pairing, "DELETE", route(device, "pairing", below: endpoint), nil)
  }

  /// `POST ENDPOINT`: what a person did with the notification.
  static func event(_ name: String, of push: Push, to endpoint: EndpointURL) -> Message {
    told(
      .event,
      "POST",
      endpoint.replacingID(with: push.id),
      JSONObject(["id": .string(push.id), "event": .string(name)])
    )
  }

  fileprivate static func route(_ device: DeviceRecord, _ part: String, below endpoint: EndpointURL)
    -> EndpointURL
  {
    endpoint.appending([device.identifier, part])
  }

  private static func told(
    _ kind: MessageKind,
    _ method: String,
    _ url: EndpointURL,
    _ body: JSONObject?
  ) -> Message {
    let type = body == nil ? [] : [HTTPHeader("Content-Type", .plain("application/json"))]
    return Message(
      kind: kind,
      request: HTTPRequest(
        method: method,
        url: url,
        headers: type + [HTTPHeader("Accept", .plain("application/json"))],
        body: body.map { JSONWriter.bytes(.object($0)) } ?? []
      ),
      isIdempotent: true,
      expiresAt: nil,
      verdict: { Verdict(status: $0.status) }
    )
  }

  private static func member(_ key: String, _ text: String) -> JSONObject.Member {
    JSONObject.Member(key: key, value: .string(text))
  }
}
