import MFACore

/// What this device is, and what a service knows of it: the content of `device.json`.
struct DeviceRecord: Sendable, Equatable {
  /// A UUID that stays the same as long as the state is kept (iOS: `identifierForVendor`).
  let identifier: String
  var token: DeviceToken?
  var environment: PushEnvironment
  /// The bundle identifier that pushes are addressed to.
  var topic: String
  /// What the service that took the registration knows; nil before one did.
  var registration: Registration?

  struct Registration: Sendable, Equatable {
    /// Where the device was registered; other routes of the device lie below it.
    let endpoint: EndpointURL
    /// The token as the service has it; nil after it was cleared there.
    var token: DeviceToken?
    var isPaired: Bool
  }

  /// What a phone says about itself. It is a stand-in: a service under test may tell it by its name.
  static let description: KeyValuePairs<String, String> = [
    "name": "mfa-cli", "systemName": "iOS", "systemVersion": "18.0", "model": "iPhone", "idiom": "phone",
  ]

  static let defaultTopic = "com.example.mfa-cli"

  init(identifier: String) {
    self.identifier = identifier
    environment = .sandbox
    topic = DeviceRecord.defaultTopic
  }
}

extension DeviceRecord {
  /// Keeps what became of pairing at one service; what another one knows stays as it is.
  mutating func setPaired(_ isPaired: Bool, at endpoint: EndpointURL) {
    if registration?.endpoint == endpoint {
      registration?.isPaired = isPaired
    } else if registration == nil, isPaired {
      registration = Registration(endpoint: endpoint, token: nil, isPaired: true)
    }
  }
}

// MARK: The file

extension DeviceRecord {
  private static let version = 1

  /// Reads the file; what is not exactly what `json` writes is not ours.
  init(_ bytes: [UInt8]) throws(DeviceRecordError) {
    guard let text = try? SourceText.decode(bytes), let document = try? JSONReader.read(text),
      document.notices.isEmpty, let object = document.value.object
    else { throw DeviceRecordError(reason: "it is not a JSON object") }
    guard case .number(let number)? = object["version"], let version = Int(number.spelling) else {
      throw DeviceRecordError(reason: "it has no version")
    }
    guard version == DeviceRecord.version else {
      throw DeviceRecordError(
        reason: "it has version \(version), and this program knows \(DeviceRecord.version)"
      )
    }
    try DeviceRecord.check(object, has: DeviceRecord.members)
    guard let identifier = object["identifierForVendor"]?.string, !identifier.isEmpty else {
      throw DeviceRecordError(reason: "identifierForVendor is missing")
    }
    guard let environment = object["environment"]?.string.flatMap({ PushEnvironment(rawValue: $0) }) else {
      throw DeviceRecordError(reason: "environment is neither sandbox nor production")
    }
    guard let topic = object["topic"]?.string else { throw DeviceRecordError(reason: "topic is missing") }
    self.identifier = identifier
    self.environment = environment
    self.topic = topic
    token = try DeviceRecord.token(in: object)
    registration = try DeviceRecord.registration(in: object)
  }

  private static let members = [
    "version", "identifierForVendor", "token", "environment", "topic", "registration",
  ]

  /// A member that is not known would be lost when the file is written anew.
  private static func check(_ object: JSONObject, has known: [String]) throws(DeviceRecordError) {
    if let unknown = object.members.first(where: { !known.contains($0.key) }) {
      throw DeviceRecordError(reason: "it has \(Words.quoted(unknown.key, limit: 60)), which is not known")
    }
  }

  private static func token(in object: JSONObject) throws(DeviceRecordError) -> DeviceToken? {
    switch object["token"] {
    case nil, .null: return nil
    case .string(let text):
      guard let token = DeviceToken(text) else {
        throw DeviceRecordError(reason: "token is not a push token")
      }
      return token
    default: throw DeviceRecordError(reason: "token is not text")
    }
  }

  private static func registration(in object: JSONObject) throws(DeviceRecordError) -> Registration? {
    guard let value = object["registration"], value != .null else { return nil }
    guard let members = value.object, let endpoint = members["endpoint"]?.string,
      let url = try? EndpointURL(endpoint), case .bool(let isPaired)? = members["paired"]
    else { throw DeviceRecordError(reason: "registration is not complete") }
    try check(members, has: ["endpoint", "token", "paired"])
    return Registration(endpoint: url, token: try token(in: members), isPaired: isPaired)
  }

  /// The file's content. The endpoint is written whole, user-info included: nobody else may read the file.
  var file: [UInt8] {
    let registration = registration.map { registration in
      JSONObject([
        "endpoint": .string(registration.endpoint.wireText), "token": .optional(registration.token?.hex),
        "paired": .bool(registration.isPaired),
      ])
    }
    let object = JSONObject([
      "version": .number(JSONNumber(DeviceRecord.version)),
      "identifierForVendor": .string(identifier),
      "token": .optional(token?.hex),
      "environment": .string(environment.rawValue),
      "topic": .string(topic),
      "registration": registration.map { .object($0) } ?? .null,
    ])
    return JSONWriter.bytes(.object(object)) + [UInt8(ascii: "\n")]
  }
}

/// Why a file is no device's.
struct DeviceRecordError: Error, Equatable {
  let reason: String
}

extension JSONValue {
  static func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
}
