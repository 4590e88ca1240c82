/// What a phone keeps of one enrolment: how the service knows it, and what it answers with.
package struct Credential: Sendable {
  /// By which its pushes name it: PingAM's mechanism id, the serial of a push token, Guardian's enrolment id.
  package let id: String
  package let issuer: String?
  package let account: String?
  /// Where answers go. Guardian's pushes name their own server, so its credentials may have none.
  package let endpoint: EndpointURL?
  /// A locked one answers nothing until it is unlocked.
  package var isLocked: Bool
  package let keys: Keys

  /// What it proves itself with, which is also what tells the kinds of enrolment apart.
  package enum Keys: Sendable {
    case pingAM(PingAMKeys)
    case pushToken(PushTokenKeys)
    case guardian(GuardianKeys)
  }

  package init(
    id: String,
    issuer: String?,
    account: String?,
    endpoint: EndpointURL?,
    isLocked: Bool = false,
    keys: Keys
  ) {
    self.id = id
    self.issuer = issuer
    self.account = account
    self.endpoint = endpoint
    self.isLocked = isLocked
    self.keys = keys
  }

  package var provider: ProviderName {
    switch keys {
    case .pingAM: .pingam
    case .pushToken(let keys): keys.service.provider
    case .guardian: .guardian
    }
  }

  /// What the server has as well and could say back, as texts are written of it.
  package var sharedSecrets: [Secret] {
    guard case .pingAM(let keys) = keys else { return [] }
    let secret = keys.secret.reveal()
    return [Secret(Base64.encode(secret)), Secret(Base64URL.encode(secret))]
  }
}

/// A PingAM enrolment shares one secret with the server.
package struct PingAMKeys: Sendable {
  /// Decoded.
  package let secret: SecretBytes
  /// The server's name of the user, which a change of the push token has to give.
  package let user: String?

  package init(secret: SecretBytes, user: String?) {
    self.secret = secret
    self.user = user
  }
}

/// A push token of privacyIDEA or eduMFA: a key of its own, and the server's to check its pushes with.
package struct PushTokenKeys: Sendable {
  package let service: PushTokenService
  /// PEM.
  package let privateKey: SecretBytes
  package let algorithm: KeyKind
  package let serverKey: PublicKey
  /// Whether the server never pushes to it.
  package let isPollOnly: Bool
  /// Whether the enrolment asked not to verify the service's certificate.
  package let skipsVerification: Bool

  package init(
    service: PushTokenService,
    privateKey: SecretBytes,
    algorithm: KeyKind,
    serverKey: PublicKey,
    isPollOnly: Bool,
    skipsVerification: Bool = false
  ) {
    self.service = service
    self.privateKey = privateKey
    self.algorithm = algorithm
    self.serverKey = serverKey
    self.isPollOnly = isPollOnly
    self.skipsVerification = skipsVerification
  }

  /// The key that signs, of the kind that it was enrolled as: the service would refuse a signature of another.
  var signingKey: SigningKey { SigningKey(pem: privateKey, kind: algorithm) }
}

/// The two services that have push tokens: the second began as a copy of the first.
package enum PushTokenService: Sendable, Equatable {
  case privacyIDEA, eduMFA

  package var provider: ProviderName {
    switch self {
    case .privacyIDEA: .privacyidea
    case .eduMFA: .edumfa
    }
  }
}

/// An Auth0 Guardian enrolment.
package struct GuardianKeys: Sendable {
  /// The local identifier that the phone enrolled with, the issuer of its answers.
  package let device: String
  /// PEM, of RSA.
  package let privateKey: SecretBytes

  package init(device: String, privateKey: SecretBytes) {
    self.device = device
    self.privateKey = privateKey
  }
}
