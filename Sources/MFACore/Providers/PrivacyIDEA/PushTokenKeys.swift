/// What a push token of privacyIDEA or eduMFA has beside its own key: the server's, to check its pushes with.
package struct PushTokenKeys: Sendable {
  package let service: PushTokenService
  /// The kind that its own key was enrolled as.
  package let algorithm: KeyKind
  /// As it is kept, in PEM.
  let serverKeyText: String
  /// Nil until it is read, where that takes a library.
  package let serverKey: PublicKey?
  /// Whether the server never pushes to it.
  package let isPollOnly: Bool
  /// Whether the enrollment asked not to verify the service's certificate.
  package let skipsVerification: Bool

  package init(
    service: PushTokenService,
    algorithm: KeyKind,
    serverKey: PublicKey,
    isPollOnly: Bool,
    skipsVerification: Bool = false
  ) {
    self.init(service, algorithm, serverKey.pem, serverKey, isPollOnly, skipsVerification)
  }

  private init(
    _ service: PushTokenService,
    _ algorithm: KeyKind,
    _ serverKeyText: String,
    _ serverKey: PublicKey?,
    _ isPollOnly: Bool,
    _ skipsVerification: Bool
  ) {
    self.service = service
    self.algorithm = algorithm
    self.serverKeyText = serverKeyText
    self.serverKey = serverKey
    self.isPollOnly = isPollOnly
    self.skipsVerification = skipsVerification
  }

  init(_ fields: CredentialFields, of service: PushTokenService) throws(CredentialFileError) {
    let algorithm = try fields.optionalText("algorithm") ?? "RS256"
    guard ["RS256", "ES256"].containsBytes(of: algorithm) else {
      throw CredentialFileError("algorithm is neither RS256 nor ES256")
    }
    let serverKey = try fields.text("serverKey")
    self.init(
      service,
      algorithm == "RS256" ? .rsa : .p256,
      serverKey,
      PublicKey(pem: serverKey),
      try fields.bool("pollOnly") ?? false,
      try fields.bool("sslVerify") == false
    )
  }

  func loaded(_ cryptography: Cryptography) throws(CryptographyError) -> PushTokenKeys {
    guard serverKey == nil else { return self }
    let key = try cryptography.readPublicKey(Array(serverKeyText.utf8))
    return PushTokenKeys(service, algorithm, serverKeyText, key, isPollOnly, skipsVerification)
  }

  var algorithmName: String { algorithm == .rsa ? "RS256" : "ES256" }
}

/// The two services that have push tokens: the second began as a copy of the first.
package enum PushTokenService: Sendable, Equatable {
  case privacyIDEA, eduMFA

  var row: Provider { self == .privacyIDEA ? .privacyIDEA : .eduMFA }
}

extension CredentialCoding {
  static func pushToken(_ service: PushTokenService) -> CredentialCoding {
    CredentialCoding(
      read: { fields throws(CredentialFileError) in
        let privateKey: KeySource
        // In the order in which faults were always told: the algorithm, the key, the server's key.
        if let algorithm = try fields.optionalText("algorithm"),
          !["RS256", "ES256"].containsBytes(of: algorithm)
        {
          throw CredentialFileError("algorithm is neither RS256 nor ES256")
        }
        privateKey = try fields.privateKey()
        return (try PushTokenKeys(fields, of: service), privateKey)
      },
      members: { credential in
        guard let keys = credential.keys(as: PushTokenKeys.self) else { return [] }
        var members: [JSONObject.Member] = [
          .init(key: "algorithm", value: .string(keys.algorithmName))
        ]
        if let key = credential.privateKey { members.append(key.member) }
        members.append(.init(key: "serverKey", value: .string(keys.serverKeyText)))
        members.append(.init(key: "pollOnly", value: .bool(keys.isPollOnly)))
        if keys.skipsVerification { members.append(.init(key: "sslVerify", value: .bool(false))) }
        return members
      },
      algorithm: { $0.keys(as: PushTokenKeys.self)?.algorithmName ?? "RS256" },
      load: { (credential, cryptography) throws(CryptographyError) in
        guard let keys = credential.keys(as: PushTokenKeys.self) else { return credential }
        return credential.with(keys: try keys.loaded(cryptography))
      },
      isPollOnly: { $0.keys(as: PushTokenKeys.self)?.isPollOnly ?? false },
      skipsVerification: { $0.keys(as: PushTokenKeys.self)?.skipsVerification ?? false },
      // privacyIDEA's pushes and eduMFA's are told apart by their addresses alone, which either may choose.
      takesPushesOf: { [.privacyIDEA, .eduMFA] },
      isAnswering: { credential, push in
        guard let request = push.request.content(as: PushTokenRequest.self) else { return true }
        return request.url == credential.endpoint
      }
    )
  }
}
