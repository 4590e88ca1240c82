import MFACore

/// One enrolment as a file keeps it: by what it is known, and where its key is.
struct CredentialRecord: Sendable {
  let id: String
  let issuer: String?
  let account: String?
  /// Nil where the push says where its answer goes.
  let endpoint: EndpointURL?
  var isLocked: Bool
  let keys: Keys

  enum Keys: Sendable {
    case pingAM(PingAMKeys)
    case pushToken(PushToken)
    case guardian(device: String, key: KeySource)
  }

  struct PushToken: Sendable {
    let service: PushTokenService
    let key: KeySource
    let algorithm: KeyKind
    /// PEM.
    let serverKey: String
    let isPollOnly: Bool
    let skipsVerification: Bool
  }

  /// Where a private key stands; it is PEM either way.
  enum KeySource: Sendable {
    case text(SecretBytes)
    /// A file beside the one that has the record.
    case file(name: String)
  }

  var provider: ProviderName {
    switch keys {
    case .pingAM: .pingam
    case .pushToken(let token): token.service.provider
    case .guardian: .guardian
    }
  }

  var keySource: KeySource? {
    switch keys {
    case .pingAM: nil
    case .pushToken(let token): token.key
    case .guardian(_, let key): key
    }
  }

  /// The name of the file with its private key.
  var keyFile: String? {
    if case .file(let name)? = keySource { name } else { nil }
  }

  /// How its answers are signed, by the name of RFC 7518.
  var algorithm: String {
    switch keys {
    case .pingAM: "HS256"
    case .pushToken(let token): token.algorithm == .rsa ? "RS256" : "ES256"
    case .guardian: "RS256"
    }
  }

  var isPollOnly: Bool {
    if case .pushToken(let token) = keys { token.isPollOnly } else { false }
  }

  /// The id, behind which the endpoint may stand: two servers may give the same serial.
  func isNamed(_ name: String) -> Bool {
    id == name || nameWithEndpoint == name || endpoint.map { "\(id)@\($0.wireText)" } == name
  }

  var nameWithEndpoint: String { id + (endpoint.map { "@\($0)" } ?? "") }

  /// Whether the service has a list of its pushes that can be asked for.
  var isPollable: Bool {
    if case .pushToken = keys { endpoint != nil } else { false }
  }

  /// The record of what was enrolled, its key in a file of this name.
  init(_ credential: Credential, keyFile: String?) {
    id = credential.id
    issuer = credential.issuer
    account = credential.account
    endpoint = credential.endpoint
    isLocked = credential.isLocked
    func source(_ pem: SecretBytes) -> KeySource { keyFile.map { .file(name: $0) } ?? .text(pem) }
    switch credential.keys {
    case .pingAM(let keys): self.keys = .pingAM(keys)
    case .pushToken(let keys):
      self.keys = .pushToken(
        PushToken(
          service: keys.service,
          key: source(keys.privateKey),
          algorithm: keys.algorithm,
          serverKey: keys.serverKey.pem,
          isPollOnly: keys.isPollOnly,
          skipsVerification: keys.skipsVerification
        )
      )
    case .guardian(let keys): self.keys = .guardian(device: keys.device, key: source(keys.privateKey))
    }
  }
}

// MARK: JSON

extension CredentialRecord {
  /// Reads one member of the file's list; the error names the field.
  init(_ object: JSONObject) throws(CredentialFileError) {
    let fields = CredentialFields(object)
    id = try fields.text("id")
    issuer = try fields.optionalText("issuer")
    account = try fields.optionalText("account")
    isLocked = try fields.bool("locked") ?? false
    endpoint = try fields.address("endpoint")
    let provider = try fields.text("provider")
    switch ProviderName(rawValue: provider) {
    case .pingam:
      let text = try fields.text("secret")
      guard let secret = Base64.decodeEitherAlphabet(text), !secret.isEmpty else {
        throw CredentialFileError("secret is not base 64", isKey: true)
      }
      keys = .pingAM(PingAMKeys(secret: SecretBytes(secret), user: try fields.optionalText("user")))
    case .privacyidea: keys = .pushToken(try fields.pushToken(of: .privacyIDEA))
    case .edumfa: keys = .pushToken(try fields.pushToken(of: .eduMFA))
    case .guardian: keys = .guardian(device: try fields.text("deviceIdentifier"), key: try fields.keySource())
    case .plain, .pingone, nil:
      throw CredentialFileError("provider '\(provider)' does not take an enrollment")
    }
    if endpoint == nil, self.provider != .guardian { throw CredentialFileError("endpoint is missing") }
  }

  /// What the file keeps: the secrets too, since nobody else may read it.
  var json: JSONObject {
    var members: [JSONObject.Member] = [
      .init(key: "provider", value: .string(provider.rawValue)), .init(key: "id", value: .string(id)),
      .init(key: "issuer", value: .optional(issuer)), .init(key: "account", value: .optional(account)),
      .init(key: "endpoint", value: .optional(endpoint?.wireText)),
      .init(key: "locked", value: .bool(isLocked)),
    ]
    switch keys {
    case .pingAM(let keys):
      members.append(.init(key: "secret", value: .string(Base64.encode(keys.secret.reveal()))))
      members.append(.init(key: "user", value: .optional(keys.user)))
    case .pushToken(let token):
      members.append(.init(key: "algorithm", value: .string(algorithm)))
      members.append(token.key.member)
      members.append(.init(key: "serverKey", value: .string(token.serverKey)))
      members.append(.init(key: "pollOnly", value: .bool(token.isPollOnly)))
      if token.skipsVerification { members.append(.init(key: "sslVerify", value: .bool(false))) }
    case .guardian(let device, let key):
      members.append(.init(key: "deviceIdentifier", value: .string(device)))
      members.append(key.member)
    }
    return JSONObject(members)
  }
}

extension CredentialRecord.KeySource {
  fileprivate var member: JSONObject.Member {
    switch self {
    case .text(let pem):
      .init(key: "privateKey", value: .string(String(decoding: pem.reveal(), as: UTF8.self)))
    case .file(let name): .init(key: "privateKeyFile", value: .string(name))
    }
  }
}

/// What is wrong with a file of credentials.
struct CredentialFileError: Error, Sendable, Equatable {
  let reason: String
  /// A key in it, and not the file, is what does not work.
  let isKey: Bool

  init(_ reason: String, isKey: Bool = false) {
    self.reason = reason
    self.isKey = isKey
  }
}

/// The fields of one credential.
private struct CredentialFields {
  let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  func optionalText(_ name: String) throws(CredentialFileError) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text) where !text.isEmpty: return text
    case .string: throw CredentialFileError("\(name) is empty")
    case .some(let other): throw CredentialFileError("\(name) is \(other.typeName), not text")
    }
  }

  func text(_ name: String) throws(CredentialFileError) -> String {
    guard let text = try optionalText(name) else { throw CredentialFileError("\(name) is missing") }
    return text
  }

  func bool(_ name: String) throws(CredentialFileError) -> Bool? {
    switch object[name] {
    case nil, .null: return nil
    case .bool(let bool): return bool
    case .some(let other): throw CredentialFileError("\(name) is \(other.typeName), not true or false")
    }
  }

  func address(_ name: String) throws(CredentialFileError) -> EndpointURL? {
    guard let text = try optionalText(name) else { return nil }
    guard let url = try? EndpointURL(text) else {
      throw CredentialFileError("\(name) is not an http or https address")
    }
    return url
  }

  func pushToken(of service: PushTokenService) throws(CredentialFileError) -> CredentialRecord.PushToken {
    let algorithm = try optionalText("algorithm") ?? "RS256"
    guard ["RS256", "ES256"].contains(algorithm) else {
      throw CredentialFileError("algorithm is neither RS256 nor ES256")
    }
    return CredentialRecord.PushToken(
      service: service,
      key: try keySource(),
      algorithm: algorithm == "RS256" ? .rsa : .p256,
      serverKey: try text("serverKey"),
      isPollOnly: try bool("pollOnly") ?? false,
      skipsVerification: try bool("sslVerify") == false
    )
  }

  func keySource() throws(CredentialFileError) -> CredentialRecord.KeySource {
    if let name = try optionalText("privateKeyFile") {
      // It lies beside the file: another folder's would be gone when either is moved.
      guard !name.contains("/"), !name.contains("\0") else {
        throw CredentialFileError("privateKeyFile is a name without a folder")
      }
      return .file(name: name)
    }
    guard let pem = try optionalText("privateKey") else {
      throw CredentialFileError("privateKey or privateKeyFile is missing", isKey: true)
    }
    return .text(SecretBytes(Array(pem.utf8)))
  }
}
