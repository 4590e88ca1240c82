import MFACore
import Testing

@Suite("Checking a JWS")
struct JWSCheckTests {
  /// Whose HMAC is always the byte 1, and which compares byte by byte.
  private static let scripted: Cryptography = {
    var cryptography = Cryptography.missing([])
    cryptography.hmacSHA256 = { _, _ in [1] }
    cryptography.areEqual = { $0 == $1 }
    return cryptography
  }()

  struct Case: NamedCase {
    let name: String
    let header: String
    let verdict: JWSVerdict

    init(_ name: String, _ header: String, _ verdict: JWSVerdict) {
      (self.name, self.header, self.verdict) = (name, header, verdict)
    }
  }

  @Test(arguments: [
    Case("HS256", #"{"typ":"JWT","alg":"HS256"}"#, .valid),
    Case("no type", #"{"alg":"HS256"}"#, .valid),
    Case("none", #"{"alg":"none"}"#, .unsupported(JWSHeaderMember("alg", .string("none")))),
    Case("another one", #"{"alg":"HS512"}"#, .unsupported(JWSHeaderMember("alg", .string("HS512")))),
    Case("one of a public key", #"{"alg":"RS256"}"#, .unsupported(JWSHeaderMember("alg", .string("RS256")))),
    Case("in another case", #"{"alg":"hs256"}"#, .unsupported(JWSHeaderMember("alg", .string("hs256")))),
    Case("no text", #"{"alg":["HS256"]}"#, .unsupported(JWSHeaderMember("alg", .array([.string("HS256")])))),
    Case("missing", "{}", .unsupported(JWSHeaderMember("alg", nil))),
    Case(
      "an extension",
      #"{"alg":"HS256","crit":["b64"]}"#,
      .unsupported(JWSHeaderMember("crit", .array([.string("b64")])))
    ),
  ])
  func header(_ header: Case) throws {
    let text = jws("{}", header: header.header, signature: "AQ")
    let signed = try CompactJWS.read(text, field: "aps.data")
    #expect(try Self.scripted.checkHS256(signed, key: SecretBytes([])) == header.verdict)
  }

  @Test("Without a library it is neither right nor wrong")
  func libraryMissing() throws {
    let signed = try CompactJWS.read(jws("{}"), field: "aps.data")
    #expect(throws: CryptographyError.libraryMissing(["libcrypto.so.3"])) {
      try Cryptography.missing(["libcrypto.so.3"]).checkHS256(signed, key: SecretBytes([]))
    }
  }

  @Test("What is taken apart can be put together again")
  func parts() throws {
    let text = jws(#"{"u":"x"}"#)
    let signed = try CompactJWS.read(text, field: "aps.data")
    #expect(signed.header == JSONObject(["typ": .string("JWT"), "alg": .string("HS256")]))
    let unsigned = UnsignedJWS(algorithm: .hs256, claims: signed.claims)
    #expect(unsigned.signingInput == signed.signingInput)
    #expect(unsigned.compact(signature: signed.signature) == text)
  }

  @Test("A key prints as a mask")
  func masks() {
    let key = SecretBytes(Array("canary".utf8))
    let pair = PrivateKey(pem: key, publicKey: PublicKey(kind: .rsa, der: []))
    var dumped = ""
    dump(pair, to: &dumped)
    let canaries = ["canary", "99, 97", "\(Array("canary".utf8))"]
    for text in ["\(key)", "\(pair)", String(reflecting: pair), dumped] {
      #expect(text.contains("***"))
      #expect(!canaries.contains { text.contains($0) }, "\(text)")
    }
  }
}
