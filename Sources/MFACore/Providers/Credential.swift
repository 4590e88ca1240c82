/// What a phone keeps of one enrollment: how the service knows it, and what it answers with.
package struct Credential: Sendable {
  /// The row of the provider that it is of.
  package let row: Provider
  /// By which its pushes name it: PingAM's mechanism id, the serial of a push token, Guardian's enrollment id.
  package let id: String
  package let issuer: String?
  package let account: String?
  /// Where answers go. Guardian's pushes name their own server, so its credentials may have none.
  package let endpoint: EndpointURL?
  /// A locked one answers nothing until it is unlocked.
  package var isLocked: Bool
  /// Nil for one that shares a secret instead.
  package var privateKey: KeySource?
  private var keys: any Sendable

  package init(
    of row: Provider,
    id: String,
    issuer: String? = nil,
    account: String? = nil,
    endpoint: EndpointURL?,
    isLocked: Bool = false,
    privateKey: KeySource? = nil,
    keys: some Sendable
  ) {
    self.row = row
    self.id = id
    self.issuer = issuer
    self.account = account
    self.endpoint = endpoint
    self.isLocked = isLocked
    self.privateKey = privateKey
    self.keys = keys
  }

  package var provider: ProviderName { row.name }

  /// What it proves itself with beside its private key, for the provider whose type that is.
  package func keys<Keys>(as type: Keys.Type) -> Keys? { keys as? Keys }

  /// The same with other keys.
  func with(keys: some Sendable) -> Credential {
    var credential = self
    credential.keys = keys
    return credential
  }

  /// The private key as one of this kind: the service would refuse a signature of another.
  func signingKey(_ kind: KeyKind) throws(CryptographyError) -> SigningKey {
    guard case .pem(let pem)? = privateKey else { throw .unusableKey }
    return SigningKey(pem: pem, kind: kind)
  }

  // MARK: What its provider says of it

  /// How its answers are signed, by the name of RFC 7518.
  package var algorithm: String { row.credentials?.algorithm(self) ?? "none" }

  package var isPollOnly: Bool { row.credentials?.isPollOnly(self) ?? false }

  /// Whether its enrollment asked not to verify the service's certificate.
  package var skipsVerification: Bool { row.credentials?.skipsVerification(self) ?? false }

  /// What the server has as well and could say back, as texts are written of it.
  package var sharedSecrets: [Secret] { row.credentials?.sharedSecrets(self) ?? [] }

  /// The credential with what its keys are kept as read.
  package func loaded(_ cryptography: Cryptography) throws(CryptographyError) -> Credential {
    try row.credentials?.load(self, cryptography) ?? self
  }

  /// Whether a push may be for it, and where several are: whether it is the one.
  package func takes(_ push: Push) -> Bool {
    id.isSameBytes(as: push.request.credentialID ?? "")
      && (row.credentials?.takesPushesOf().contains(push.row) ?? false)
  }

  /// Serials are unique at one server only.
  package func isAnswering(_ push: Push) -> Bool { row.credentials?.isAnswering(self, push) ?? true }
}

/// Where a private key stands; it is PEM either way.
package enum KeySource: Sendable {
  case pem(SecretBytes)
  /// A file beside the one that has the credential.
  case file(name: String)
}

/// How the credentials of a provider are kept in a file, and what there is to say of them.
package struct CredentialCoding: Sendable {
  /// What the credential proves itself with, and whether it has a private key beside it.
  package let read: @Sendable (CredentialFields) throws(CredentialFileError) -> (any Sendable, KeySource?)
  /// The members behind those that every credential has.
  let members: @Sendable (Credential) -> [JSONObject.Member]
  let algorithm: @Sendable (Credential) -> String
  /// Whether an answer goes nowhere without the credential's own address.
  var needsEndpoint = true
  var load: @Sendable (Credential, Cryptography) throws(CryptographyError) -> Credential = { credential, _ in
    credential
  }
  var isPollOnly: @Sendable (Credential) -> Bool = { _ in false }
  var skipsVerification: @Sendable (Credential) -> Bool = { _ in false }
  var sharedSecrets: @Sendable (Credential) -> [Secret] = { _ in [] }
  /// The providers whose pushes it may be for.
  let takesPushesOf: @Sendable () -> [Provider]
  var isAnswering: @Sendable (Credential, Push) -> Bool = { _, _ in true }
}

// MARK: JSON

extension Credential {
  /// Reads one member of a file's list; the error names the field.
  package init(_ object: JSONObject, of providers: [Provider]) throws(CredentialFileError) {
    let fields = CredentialFields(object)
    let id = try fields.text("id")
    let issuer = try fields.optionalText("issuer")
    let account = try fields.optionalText("account")
    let isLocked = try fields.bool("locked") ?? false
    let endpoint = try fields.address("endpoint")
    let name = try fields.text("provider")
    guard let row = providers.first(where: { $0.name.rawValue == name }), let coding = row.credentials else {
      throw CredentialFileError("provider '\(name)' does not take an enrollment")
    }
    let (keys, privateKey) = try coding.read(fields)
    if endpoint == nil, coding.needsEndpoint { throw CredentialFileError("endpoint is missing") }
    self.init(
      of: row,
      id: id,
      issuer: issuer,
      account: account,
      endpoint: endpoint,
      isLocked: isLocked,
      privateKey: privateKey,
      keys: keys
    )
  }

  /// What the file keeps: the secrets too, since nobody else may read it.
  package var json: JSONObject {
    func optional(_ text: String?) -> JSONValue { text.map { .string($0) } ?? .null }
    return JSONObject(
      [
        .init(key: "provider", value: .string(provider.rawValue)), .init(key: "id", value: .string(id)),
        .init(key: "issuer", value: optional(issuer)), .init(key: "account", value: optional(account)),
        .init(key: "endpoint", value: optional(endpoint?.wireText)),
        .init(key: "locked", value: .bool(isLocked)),
      ] + (row.credentials?.members(self) ?? [])
    )
  }
}

extension KeySource {
  var member: JSONObject.Member {
    switch self {
    case .pem(let pem):
      .init(key: "privateKey", value: .string(String(decoding: pem.reveal(), as: UTF8.self)))
    case .file(let name): .init(key: "privateKeyFile", value: .string(name))
    }
  }
}

/// What is wrong with a file of credentials.
package struct CredentialFileError: Error, Sendable, Equatable {
  package let reason: String
  /// A key in it, and not the file, is what does not work.
  package let isKey: Bool

  package init(_ reason: String, isKey: Bool = false) {
    self.reason = reason
    self.isKey = isKey
  }
}

/// The fields of one credential in a file.
package struct CredentialFields: Sendable {
  private let object: JSONObject

  init(_ object: JSONObject) { self.object = object }

  package func optionalText(_ name: String) throws(CredentialFileError) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text) where !text.isEmpty: return text
    case .string: throw CredentialFileError("\(name) is empty")
    case .some(let other): throw CredentialFileError("\(name) is \(other.typeName), not text")
    }
  }

  package func text(_ name: String) throws(CredentialFileError) -> String {
    guard let text = try optionalText(name) else { throw CredentialFileError("\(name) is missing") }
    return text
  }

  package func bool(_ name: String) throws(CredentialFileError) -> Bool? {
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

  package func privateKey() throws(CredentialFileError) -> KeySource {
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
    return .pem(SecretBytes(Array(pem.utf8)))
  }
}
