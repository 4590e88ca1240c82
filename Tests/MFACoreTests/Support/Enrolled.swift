import MFACore
import Testing

extension Cryptography {
  /// Whose signature over a message is the message itself, so that a test reads what was signed. Its HMAC is the byte 1.
  static let echoing: Cryptography = {
    var cryptography = Cryptography.missing([])
    cryptography.hmacSHA256 = { _, _ in [1] }
    cryptography.areEqual = { $0 == $1 }
    cryptography.sign = { _, message in message }
    cryptography.verify = { _, message, signature in message == signature }
    cryptography.readPrivateKey = { pem in PrivateKey(pem: pem, publicKey: .sample) }
    return cryptography
  }()
}

extension PublicKey {
  static let sample = PublicKey(kind: .rsa, der: [0xFF, 0xEE, 0xFE])
}

extension Credential {
  static func pushToken(endpoint: String = "https://mfa.example.com/ttype/push") throws -> Credential {
    Credential(
      of: .privacyIDEA,
      id: "PIPU0001",
      endpoint: try EndpointURL(endpoint),
      privateKey: .pem(SecretBytes([])),
      keys: PushTokenKeys.sample
    )
  }

  static func guardian(endpoint: String? = nil) throws -> Credential {
    Credential(
      of: .guardian,
      id: "dev_1",
      endpoint: try endpoint.map { try EndpointURL($0) },
      privateKey: .pem(SecretBytes([])),
      keys: GuardianKeys(device: "local-device")
    )
  }
}

extension PushTokenKeys {
  static let sample = PushTokenKeys(
    service: .privacyIDEA,
    algorithm: .rsa,
    serverKey: .sample,
    isPollOnly: false
  )
}

extension Decision {
  static func approve(_ number: String? = nil) -> Decision {
    Decision(
      action: .approve(number: number.map { MatchValue($0) }),
      authMethod: "user",
      denyReason: nil,
      source: .flag
    )
  }

  static func deny(_ reason: String? = nil) -> Decision {
    Decision(action: .deny, authMethod: "user", denyReason: reason, source: .flag)
  }
}

extension HTTPReply {
  init(_ status: Int, _ body: String, type: String? = nil) {
    self.init(
      status: status,
      headers: type.map { [Header(name: "content-type", value: $0)] } ?? [],
      body: Array(body.utf8),
      retryAfterSeconds: nil
    )
  }
}

/// How the pushes of a provider that takes an enrolment are answered.
func enrolled(_ provider: ProviderName) throws -> EnrolledAnswering {
  guard case .enrolled(let answering)? = Provider.all.first(where: { $0.name == provider })?.answering else {
    throw NoEnrolment()
  }
  return answering
}

private struct NoEnrolment: Error {}
