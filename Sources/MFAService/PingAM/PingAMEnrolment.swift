import MFACore

/// The enrolment of a phone: what was put into the QR code, and the phone once it has registered.
package struct PingAMEnrolment: Sendable, Equatable {
  /// The id of its message, by which the phone's registration finds it.
  let id: String
  let account: String
  let issuer: String
  /// What the phone and the service sign with; in base64.
  let secret: Secret
  /// What the phone has to prove to know the secret with; in base64.
  let challenge: String
  let createdAt: Timestamp
  var phone: PingAMPhone?

  /// Seconds for which PingAM remembers a message that it waits for an answer to: its setting "message dispatcher
  /// duration", which has nothing to do with what the message itself says.
  static let messageLifetime = 120.0
  static let secretLength = 32

  /// Until when a registration is taken, the first one and any later one.
  var takesAnswersUntil: Timestamp { createdAt.advanced(bySeconds: PingAMEnrolment.messageLifetime) }

  var key: SecretBytes { SecretBytes(Base64.decode(secret.reveal()) ?? []) }

  /// One that nobody has taken and nobody can take any more.
  func hasEnded(at time: Timestamp) -> Bool { phone == nil && time >= takesAnswersUntil }

  /// What `GET /pingam/registrations/{id}` says.
  func description(now: Timestamp) -> JSONObject {
    let state = phone != nil ? "registered" : hasEnded(at: now) ? "expired" : "waiting"
    return JSONObject([
      "messageId": .string(id),
      "state": .string(state),
      "account": .string(account),
      "issuer": .string(issuer),
      "mechanism": JSONValue(phone?.mechanism),
      "deviceId": JSONValue(phone?.device.maskedToken),
      "deviceName": JSONValue(phone?.device.name),
      "deviceType": JSONValue(phone?.device.type),
      "communicationType": JSONValue(phone?.device.channel),
      "cookieReturned": phone.map { .bool($0.returnsCookie) } ?? .null,
      "createdAt": JSONValue(createdAt),
      "expiresAt": JSONValue(takesAnswersUntil),
      "registeredAt": JSONValue(phone?.registeredAt),
    ])
  }
}

/// A phone that has registered.
package struct PingAMPhone: Sendable, Equatable {
  /// The name that it has given its credential, which every push has in it.
  let mechanism: String
  var device: PingAMDevice
  /// Whether its registration had the load balancer's cookie with it.
  let returnsCookie: Bool
  let registeredAt: Timestamp
}

/// How a phone is reached.
package struct PingAMDevice: Sendable, Equatable {
  /// The push token.
  let token: Secret
  let name: String?
  let type: String?
  /// `apns`; anything else is taken for Google's.
  let channel: String

  private static let tokenLimit = 4096
  private static let textLimit = 256

  /// Reads the claims of a registration or a refresh, and what a journal has of them. PingAM itself doesn't look at
  /// them; Amazon, to whom it passes them on, takes no device without a token.
  init(_ claims: Members) throws(ServiceError) {
    token = Secret(try claims.requiredText("deviceId", limit: PingAMDevice.tokenLimit))
    name = try claims.text("deviceName", limit: PingAMDevice.textLimit)
    type = try claims.text("deviceType", limit: PingAMDevice.textLimit)
    channel = try claims.requiredText("communicationType", limit: PingAMDevice.textLimit)
  }

  /// The last four digits are enough to recognise it.
  var maskedToken: String {
    let text = token.reveal()
    return text.utf8.count > 8 ? Secret.mask + String(text.suffix(4)) : Secret.mask
  }
}

/// The load balancer's cookie, as PingAM hands it out with each message: it leads the answer to the server that waits.
enum PingAMCookie {
  static let text = "amlbcookie=01"

  /// Whether it is among those of a `Cookie` field (RFC 6265, section 5.4).
  static func isIn(_ field: String?) -> Bool {
    (field ?? "").split(separator: ";").contains { String($0).trimmed == text }
  }
}
