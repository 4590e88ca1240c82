import MFACore
import MFASystem
import Testing

/// PingAMPushResponderTests of the SDK for iOS, and the answers computed from it by another program.
private enum Vector {
  static let secret = "b3uYLkQ7dRPjBaIzV0t/aijoXRgMq+NP5AwVAvRfa/E="
  static let challenge = "9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg="
  static let header = "eyJ0eXAiOiJKV1QiLCJhbGciOiJIUzI1NiJ9."
  static let response =
    "eyJyZXNwb25zZSI6IkRmMDJBd0EzUmErc1RHa0w1K1F2a0V0TjNlTGRaaUZtTDVueEFWMW0wazg9I"
}

/// PingAM's signed messages, by the vectors of its SDKs' own tests and of its server's source.
@Suite("PingAM's vectors")
struct PingAMVectorTests {
  private let live = Keys.cryptography

  private func secret(_ text: String) throws -> SecretBytes {
    SecretBytes(try #require(Base64.decodeEitherAlphabet(text)))
  }

  private func request(_ challenge: String, cookie: String? = nil) throws -> PingAMRequest {
    try PingAMRequest(
      messageID: "AUTHENTICATE:22222222-2222-4222-8222-2222222222221767225600000",
      claims: JSONObject([
        "u": .string("5f1d2c3b"), "c": .string(challenge), "l": cookie.map { .string($0) } ?? .null,
      ])
    )
  }

  @Test(
    "The answer to a challenge",
    arguments: [
      (Vector.secret, Vector.challenge, "Df02AwA3Ra+sTGkL5+QvkEtN3eLdZiFmL5nxAV1m0k8="),
      // CryptoTests of the legacy SDK for iOS, which has the challenge in the other alphabet.
      (
        "MTNi6Sv-gnFI5M7zU1H8qZWamLQoxnKXdQlHNOCsAGs", "1H7p3KSlvLliUxuJiEq0vRhAdbihL2pigWdFIa+pmgw=",
        "UWRDpPOLnRmvlOL35wrOo/FOWn/yQQbdDQRk6pSdyeg="
      ),
      // FRAPushHandlerTests, with the answer computed by another program.
      (
        "-3xGWaKjfls_ZHFRnGeIvFHn--GxzjQyg1RVG_Pak1s", "lYmfePS9eb++1kio2IIJAtwUWWCcZCs+BSgKPjZKN28=",
        "lfqHCgODYjajPO5xuZgwQxHJXjDGoE58l48DGgAjX/E="
      ),
    ]
  )
  func answersChallenges(secret: String, challenge: String, response: String) throws {
    let answer = PingAMAnswer(to: try request(challenge), .approve(number: nil))
    let claims = try answer.claims(secret: self.secret(secret), live)
    #expect(claims == JSONObject(["response": .string(response)]))
  }

  @Test(
    "A decision becomes exactly these bytes",
    arguments: [
      (
        Decision.Action.approve(number: nil),
        Vector.response + "n0.EPnoqK03lCJTV5HyQlUyfGB6H3PXdp8ZvXCnfTa5MVY"
      ),
      (
        Decision.Action.approve(number: MatchValue("62")),
        Vector.response + "iwiY2hhbGxlbmdlUmVzcG9uc2UiOiI2MiJ9.744i3ptqRL9-qKbHqwZZ_6vRZvDAkw53M4YRJeXc990"
      ),
      (
        Decision.Action.deny,
        Vector.response + "iwiZGVueSI6dHJ1ZX0.wSM0Xi56svml-8eN6_lOqCF1LkWn6wkaQK_PqZ2Cv-s"
      ),
    ]
  )
  func writesAnswers(action: Decision.Action, jws: String) throws {
    let address = try EndpointURL("https://am.example.com/push/sns/message?_action=authenticate")
    let answer = PingAMAnswer(to: try request(Vector.challenge, cookie: "YW1sYmNvb2tpZT0wMQ=="), action)
    let sent = try answer.httpRequest(to: address, secret: secret(Vector.secret), live)
    let expected = HTTPRequest(
      method: "POST",
      url: address,
      headers: [
        HTTPHeader("Content-Type", .plain("application/json")),
        HTTPHeader("Accept-API-Version", .plain("resource=1.0, protocol=1.0")),
        HTTPHeader("Cookie", .plain("amlbcookie=01")),
      ],
      body: Array(
        #"{"messageId":"AUTHENTICATE:22222222-2222-4222-8222-2222222222221767225600000","jwt":"\#(Vector.header + jws)"}"#
          .utf8
      )
    )
    #expect(sent == expected)
  }

  /// FRAPushHandlerTests and FRCompactJWTTests, whose secret stands there with and without its padding.
  @Test(
    "A signed message is told from one that was changed",
    arguments: [
      (
        "-3xGWaKjfls_ZHFRnGeIvFHn--GxzjQyg1RVG_Pak1s",
        "eyJjIjoibFltZmVQUzllYisrMWtpbzJJSUpBdHdVV1dDY1pDcytCU2dLUGpaS04yOD0iLCJ0IjoiMTIwIiwidSI6Ijc1OUFDRTlELUM2NEItNDNFNi05ODFELTk3RjdCNTRDM0IwMSIsImwiOiJZVzFzWW1OdmIydHBaVDB3TVE9PSJ9.Kflihn5sCXFQ3TDWe8GBayCinguSLs9nsu4j4JxddtY"
      ),
      (
        "cXdlcnR5dWlvcGFzZGZnaGprbHp4Y3Zibm0xMjM0NTY=",
        "eyJpc3MiOiJGb3JnZVJvY2siLCJpYXQiOjE1ODg2MjkwNzAsImV4cCI6MTYyMDE2NTA3MCwiYXVkIjoid3d3LmZvcmdlcm9jay5jb20iLCJzdWIiOiJqYW1lcy5nb0Bmb3JnZXJvY2suY29tIn0.cjyALUH79vmz9DU6zJsUFGiZyO_qkcnfyMmUrRF2Egw"
      ),
      (
        "cXdlcnR5dWlvcGFzZGZnaGprbHp4Y3Zibm0xMjM0NTY",
        "eyJpc3MiOiJGb3JnZVJvY2siLCJpYXQiOjE1ODg2MjkwNzAsImV4cCI6MTYyMDE2NTA3MCwiYXVkIjoid3d3LmZvcmdlcm9jay5jb20iLCJzdWIiOiJqYW1lcy5nb0Bmb3JnZXJvY2suY29tIn0.cjyALUH79vmz9DU6zJsUFGiZyO_qkcnfyMmUrRF2Egw"
      ),
    ]
  )
  func verifies(secret: String, jws: String) throws {
    let key = try self.secret(secret)
    let parts = jws.split(separator: ".").map { String($0) }
    let signed = try CompactJWS.read(Vector.header + jws, field: "aps.data")
    #expect(try live.checkHS256(signed, key: key) == .valid)
    #expect(try live.checkHS256(signed, key: SecretBytes(key.reveal() + [0x20])) == .wrong)

    let otherSignature = try CompactJWS.read(Vector.header + parts[0] + ".AAAA", field: "aps.data")
    #expect(try live.checkHS256(otherSignature, key: key) == .wrong)
    let changed = Base64URL.encode(Array(#"{"u":"x","c":"eA=="}"#.utf8))
    let otherClaims = try CompactJWS.read(Vector.header + changed + "." + parts[1], field: "aps.data")
    #expect(try live.checkHS256(otherClaims, key: key) == .wrong)
    // A header that says the same in other words is another text.
    let otherHeader = Base64URL.encode(Array(#"{"alg":"HS256","typ":"JWT"}"#.utf8))
    #expect(try live.checkHS256(CompactJWS.read("\(otherHeader).\(jws)", field: ""), key: key) == .wrong)
  }

  @Test("RS256 by a key that openssl made")
  func signsRS256() throws {
    let key = try live.readPrivateKey(SecretBytes(Array(KeySamples.rsaPrivate.utf8)))
    let jws = try CompactJWS.read(
      try live.compactRS256(JSONObject(["sub": .string("x")]), key: key.signing),
      field: ""
    )
    #expect(jws.header == JSONObject(["typ": .string("JWT"), "alg": .string("RS256")]))
    #expect(jws.claims == JSONObject(["sub": .string("x")]))
    #expect(try live.verify(key.publicKey, Array(jws.signingInput.utf8), jws.signature))
    let other = try live.makeKey(.p256)
    #expect(throws: CryptographyError.unusableKey) { try live.compactRS256(JSONObject(), key: other.signing) }
  }
}
