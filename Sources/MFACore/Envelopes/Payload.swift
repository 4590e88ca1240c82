/// How a push was wrapped when it reached us.
package enum Envelope: String, Sendable, Equatable, CaseIterable {
  /// The `userInfo` dictionary of an iOS app.
  case apns
  /// A file for `xcrun simctl push`.
  case simctl
  /// Firebase Cloud Messaging: a v1 message, a legacy one, or its data alone.
  case fcm
  /// Amazon SNS: a platform document, a notification, or a Lambda event.
  case sns
  /// The provider's own keys and nothing around them.
  case bare
  /// A compact JWS on its own.
  case jws
  /// A reply of a service that is polled.
  case poll
}

/// A push without its envelope: what a provider looks at.
package struct Payload: Sendable, Equatable {
  package let envelope: Envelope
  /// The keys beside `aps`, or those of the container that holds the push.
  package let fields: JSONObject
  /// Keys around the container, itself included; custom data, and a place where texts may stand.
  package let outerFields: JSONObject
  /// The key of `outerFields` that `fields` came from.
  let containerKey: String?
  /// The part for the operating system.
  package let aps: JSONObject?
  /// FCM's `notification`.
  package let notification: JSONObject?
  /// `Simulator Target Bundle`.
  package let simulatorBundle: String?
  /// The objects around a push that was found, the nearest first.
  var surroundings: [JSONObject] = []
  /// `Authorization` of the HTTP request whose body it is; nil for what was found in something else.
  var authorization: Secret?

  init(
    envelope: Envelope,
    fields: JSONObject,
    outerFields: JSONObject = JSONObject(),
    containerKey: String? = nil,
    aps: JSONObject? = nil,
    notification: JSONObject? = nil,
    simulatorBundle: String? = nil
  ) {
    self.envelope = envelope
    self.fields = fields
    self.outerFields = outerFields
    self.containerKey = containerKey
    self.aps = aps
    self.notification = notification
    self.simulatorBundle = simulatorBundle
  }

  /// The field of the first of these names that is present and not null.
  func field(_ names: String...) -> (name: String, value: JSONValue)? {
    for name in names {
      if let value = fields[name], value != .null { return (name, value) }
    }
    return nil
  }

  /// A field as an object, also where it came as JSON in a string, as FCM's flat maps require.
  func object(_ name: String) -> JSONObject? {
    switch fields[name] {
    case .object(let object): object
    case .string(let text): (try? JSONReader.read(text))?.value.object
    default: nil
    }
  }

  /// Every key beside `aps` that nothing else has used.
  func customData(without used: [String]) -> JSONObject {
    let outer = outerFields.without(used + [containerKey].compactMap(\.self))
    return fields.without(used).filled(from: outer)
  }
}
