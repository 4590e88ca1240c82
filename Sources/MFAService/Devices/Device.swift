import MFACore

/// Where a device wants its pushes delivered.
struct Callback: Sendable, Equatable {
  enum Form: String, Sendable, Equatable, CaseIterable {
    /// The payload as it is.
    case plain
    /// A message of FCM's HTTP v1 API.
    case fcm
    /// A request to APNs.
    case apns
  }

  let url: EndpointURL
  let form: Form
}

/// What a device says about itself when it registers.
struct DeviceDescription: Sendable, Equatable {
  /// The device's own name for itself, and by that the service's id of it.
  let id: String
  /// `name`, `systemName` and the like, as far as they were given.
  let details: [String: String]
  let environment: String?
  let topic: String?
  let callback: Callback?

  static let detailNames = ["name", "systemName", "systemVersion", "model", "idiom", "bundleIdentifier"]
  private static let textLimit = 256
  private static let urlLimit = 2048

  init(_ members: Members) throws(ServiceError) {
    id = try members.requiredText("identifierForVendor", limit: Route.idLimit)
    // It stands in paths and answers, and two spellings of one letter would be one name for two devices.
    guard id.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
      throw .malformed("identifierForVendor has visible ASCII characters only")
    }
    var details: [String: String] = [:]
    for name in DeviceDescription.detailNames {
      details[name] = try members.text(name, limit: DeviceDescription.textLimit)
    }
    self.details = details
    environment = try members.word("environment", of: ["sandbox", "production"])
    topic = try DeviceDescription.topic(members)
    callback = try DeviceDescription.callback(members)
    if callback?.form == .apns, topic ?? details["bundleIdentifier"] == nil {
      throw .malformed("topic is missing; the form apns needs it")
    }
  }

  /// It becomes a header.
  private static func topic(_ members: Members) throws(ServiceError) -> String? {
    for name in ["topic", "bundleIdentifier"] {
      guard let text = try members.text(name, limit: textLimit) else { continue }
      guard text.utf8.allSatisfy({ $0 > 0x20 && $0 < 0x7F }) else {
        throw .malformed("\(name) has visible ASCII characters only")
      }
    }
    return try members.text("topic", limit: textLimit)
  }

  private static func callback(_ members: Members) throws(ServiceError) -> Callback? {
    let form = try members.word("callbackForm", of: Callback.Form.allCases.map(\.rawValue))
    guard let text = try members.text("callbackUrl", limit: urlLimit) else {
      guard form == nil else { throw .malformed("callbackForm needs a callbackUrl") }
      return nil
    }
    guard let url = try? EndpointURL(text) else {
      throw .malformed("callbackUrl is not an http or https address")
    }
    return Callback(url: url, form: form.flatMap { Callback.Form(rawValue: $0) } ?? .plain)
  }
}

/// A registered device.
package struct Device: Sendable, Equatable {
  let description: DeviceDescription
  /// The push token in lower-case hex; nil once it was cleared.
  var token: String?
  /// The push by which the device is to show that it can be reached.
  var testPush: String
  /// Whether the device has confirmed that push.
  var isRegistered = false
  var isPaired = false
  let registeredAt: Timestamp

  var id: String { description.id }

  private static let tokenLimit = 512

  static func token(_ members: Members) throws(ServiceError) -> String {
    let token = try members.requiredText("token", limit: tokenLimit)
    let digits = "0123456789abcdef".utf8
    guard token.utf8.count % 2 == 0, token.utf8.allSatisfy({ digits.contains($0) }) else {
      throw .malformed("token is bytes in lower-case hex")
    }
    return token
  }

  /// A token addresses pushes to somebody's device: its last four digits are enough to recognise it.
  var maskedToken: String? {
    token.map { $0.utf8.count > 8 ? Secret.mask + String($0.suffix(4)) : Secret.mask }
  }
}

extension Device {
  var json: JSONObject {
    var members: [JSONObject.Member] = [
      .init(key: "id", value: .string(id)),
      .init(key: "state", value: .string(isRegistered ? "registered" : "pending")),
      .init(key: "paired", value: .bool(isPaired)),
      .init(key: "token", value: JSONValue(maskedToken)),
      .init(key: "testPush", value: .string(testPush)),
    ]
    members += DeviceDescription.detailNames.map {
      JSONObject.Member(key: $0, value: JSONValue(description.details[$0]))
    }
    members += [
      .init(key: "environment", value: JSONValue(description.environment)),
      .init(key: "topic", value: JSONValue(description.topic)),
      .init(key: "callbackUrl", value: JSONValue(description.callback?.url.description)),
      .init(key: "callbackForm", value: JSONValue(description.callback?.form.rawValue)),
      .init(key: "registeredAt", value: JSONValue(registeredAt)),
    ]
    return JSONObject(members)
  }
}
