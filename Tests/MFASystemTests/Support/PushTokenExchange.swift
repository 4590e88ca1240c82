import MFACore
import MFASystem
import Testing

/// The keys of both sides, made once: those of RSA take a while.
enum Made {
  static let server = make(.rsa(bits: 2048))
  static let other = make(.rsa(bits: 2048))
  static let phones = [make(.rsa(bits: 2048)), make(.p256)]

  private static func make(_ order: NewKey) -> PrivateKey {
    guard let key = try? Keys.cryptography.makeKey(order) else { preconditionFailure("no key was made") }
    return key
  }
}

/// What both sides of an exchange with a push token have and say; the test is the server of privacyIDEA.
struct PushTokenExchange {
  let live = Keys.cryptography

  /// The members that the server signs, in its order.
  static let signed: [(name: String, value: String)] = [
    ("nonce", "NMHYWQMRXCQXZTV6CYHG7UHT5JKCNPQ4"), ("url", "https://mfa.example.com/ttype/push"),
    ("serial", "PIPU0001"), ("question", "Do you want to confirm the login?"), ("title", "privacyIDEA"),
    ("sslverify", "1"), ("require_presence", "07,41,90"),
  ]
  static let capabilities = #"{"decline_reason": true}"#

  func sign(_ text: String, by key: PrivateKey = Made.server) throws -> String {
    Base32.encode(try live.sign(key.signing, Array(text.utf8)))
  }

  /// The push as the server sends it.
  func members(by key: PrivateKey = Made.server) throws -> [String: String] {
    try members(Dictionary(uniqueKeysWithValues: Self.signed.map { ($0.name, $0.value) }), by: key)
  }

  /// The same with these fields in place of the usual ones, and without numbers unless they are among them.
  func members(_ fields: [String: String], by key: PrivateKey = Made.server) throws -> [String: String] {
    let values = Self.signed.compactMap { field in
      fields[field.name] ?? (field.name == "require_presence" ? nil : field.value)
    }
    var members = Dictionary(uniqueKeysWithValues: Self.signed.map { ($0.name, $0.value) })
    members["require_presence"] = nil
    members.merge(fields) { _, given in given }
    members["version"] = "2"
    members["signature"] = try sign(values.joined(separator: "|"), by: key)
    members["capabilities"] = Self.capabilities
    let nonce = Self.signed[0].value
    members["capabilities_signature"] = try sign(
      #"{"capabilities":{"decline_reason":true},"nonce":"\#(nonce)"}"#,
      by: key
    )
    return members
  }

  func push(_ members: [String: String]) throws -> Push {
    let object = JSONObject(members.map { .init(key: $0.key, value: .string($0.value)) })
    let now = Timestamp(clamping: 1_893_456_000_000)
    var warnings: [PayloadWarning] = []
    return try Recognition.read(
      JSONWriter.bytes(.object(object)),
      isSimulatorFile: false,
      reception: Reception(receivedAt: now, now: now, freshID: "fresh"),
      warnings: &warnings
    )
  }

  func credential(_ phone: PrivateKey = Made.phones[0], server: PrivateKey = Made.server) throws
    -> Credential
  {
    Credential(
      of: .privacyIDEA,
      id: "PIPU0001",
      endpoint: try EndpointURL("https://mfa.example.com/ttype/push"),
      privateKey: .pem(phone.pem),
      keys: keys(phone, server: server)
    )
  }

  func keys(_ phone: PrivateKey, server: PrivateKey = Made.server) -> PushTokenKeys {
    PushTokenKeys(
      service: .privacyIDEA,
      algorithm: phone.kind,
      serverKey: server.publicKey,
      isPollOnly: false
    )
  }

  var answering: EnrolledAnswering {
    get throws {
      guard case .enrolled(let answering) = Provider.privacyIDEA.answering else {
        throw NoEnrolment()
      }
      return answering
    }
  }

  struct NoEnrolment: Error {}

  func state(_ members: [String: String], _ credential: Credential? = nil) throws -> SignatureState {
    try answering.check(push(members), credential ?? self.credential(), live)
  }
}
