import MFACore
import MFASystem
import Testing

/// The answer to a push of Guardian, checked as its server would.
@Suite("An exchange with guardian")
struct GuardianExchangeTests {
  private let live = Keys.cryptography

  private static let push =
    #"{"aps":{"category":"com.auth0.notification.authentication"},"mfa":{"dai":"dev_1","txtkn":"TX","c":"CHALLENGE","d":"2030-01-01T00:00:00.000Z","sh":"tenant.example.com"}}"#
  private static let address = "https://tenant.example.com/appliance-mfa/api/resolve-transaction"

  private struct OtherKind: Error {}

  private func request(_ decision: Decision, key: String) throws -> HTTPRequest {
    let now = Timestamp(clamping: 1_893_456_000_999)
    var warnings: [PayloadWarning] = []
    let push = try Recognition.read(
      Array(Self.push.utf8),
      isSimulatorFile: false,
      reception: Reception(receivedAt: now, now: now, freshID: "fresh"),
      warnings: &warnings
    )
    let credential = Credential(
      of: .guardian,
      id: "dev_1",
      endpoint: nil,
      privateKey: .pem(SecretBytes(Array(key.utf8))),
      keys: GuardianKeys(device: "local-device")
    )
    guard case .enrolled(let answering) = Provider.guardian.answering else { throw OtherKind() }
    #expect(try answering.check(push, credential, live) == .none)
    return try answering.request(decision, push, credential, live, EndpointURL(Self.address), now)
  }

  private func decision(_ action: Decision.Action, _ reason: String? = nil) -> Decision {
    Decision(action: action, authMethod: "user", denyReason: reason, source: .flag)
  }

  @Test(
    "The claims are these, and the key of the enrolment signed them",
    arguments: [
      (Decision.Action.approve(number: nil), nil, true), (.deny, nil, false), (.deny, "not me", false),
    ] as [(Decision.Action, String?, Bool)]
  )
  func signs(action: Decision.Action, reason: String?, accepted: Bool) throws {
    let request = try request(decision(action, reason), key: KeySamples.rsaPrivate)
    let text = String(decoding: request.body, as: UTF8.self)
    let jwt = try #require(try JSONReader.read(text).value.object?["challenge_response"]?.string)
    let jws = try CompactJWS.read(jwt, field: "")
    let key = try live.readPublicKey(Array(KeySamples.rsaPublic.utf8))
    #expect(try live.verify(key, Array(jws.signingInput.utf8), jws.signature))
    #expect(jws.header == JSONObject(["typ": .string("JWT"), "alg": .string("RS256")]))
    var expected: [JSONObject.Member] = [
      .init(key: "sub", value: .string("CHALLENGE")), .init(key: "iss", value: .string("local-device")),
      .init(key: "aud", value: .string(Self.address)),
      .init(key: "iat", value: .number(JSONNumber(1_893_456_000))),
      .init(key: "exp", value: .number(JSONNumber(1_893_456_030))),
      .init(key: "auth0_guardian_method", value: .string("push")),
      .init(key: "auth0_guardian_accepted", value: .bool(accepted)),
    ]
    if let reason { expected.append(.init(key: "auth0_guardian_reason", value: .string(reason))) }
    #expect(JSONValue.object(jws.claims).means(.object(JSONObject(expected))))
    #expect(!text.contains("PRIVATE"))
  }

  @Test(
    "A key that is not RSA, has a password, is public or is none is refused",
    arguments: [
      KeySamples.p256Private, KeySamples.encryptedPrivate, KeySamples.rsaPublic, "", "no key",
    ]
  )
  func refusesKeys(_ key: String) {
    #expect(throws: CryptographyError.unusableKey) { try request(decision(.deny), key: key) }
  }
}
