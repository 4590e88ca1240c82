/// A JSON Web Signature that is about to be signed (RFC 7515, section 5.1).
package struct UnsignedJWS: Sendable, Equatable {
  package let algorithm: JWSAlgorithm
  package let claims: JSONObject

  package init(algorithm: JWSAlgorithm, claims: JSONObject) {
    self.algorithm = algorithm
    self.claims = claims
  }

  /// The text that is signed: header and claims, encoded, with a dot between them.
  package var signingInput: String {
    let header = JSONObject(["typ": .string("JWT"), "alg": .string(algorithm.rawValue)])
    return [header, claims].map { Base64URL.encode(JSONWriter.bytes(.object($0))) }.joined(separator: ".")
  }

  /// The compact form with a signature over `signingInput`.
  package func compact(signature: [UInt8]) -> String {
    "\(signingInput).\(Base64URL.encode(signature))"
  }
}

/// How a JWS is signed (RFC 7518, section 3.1).
package enum JWSAlgorithm: String, Sendable, Equatable {
  case hs256 = "HS256"
  case rs256 = "RS256"
}

extension Cryptography {
  /// A JWS signed with a shared secret.
  package func compactHS256(_ claims: JSONObject, key: SecretBytes) throws(CryptographyError) -> String {
    let jws = UnsignedJWS(algorithm: .hs256, claims: claims)
    return jws.compact(signature: try hmacSHA256(key, Array(jws.signingInput.utf8)))
  }

  /// A JWS signed with a private key of RSA.
  package func compactRS256(_ claims: JSONObject, key: SigningKey) throws(CryptographyError) -> String {
    guard key.kind == .rsa else { throw .unusableKey }
    let jws = UnsignedJWS(algorithm: .rs256, claims: claims)
    return jws.compact(signature: try sign(key, Array(jws.signingInput.utf8)))
  }

  /// Checks a JWS that was signed with a shared secret.
  ///
  /// The algorithm is ours to say, never the header's: one that asks for another is not even computed with.
  package func checkHS256(_ jws: CompactJWS, key: SecretBytes) throws(CryptographyError) -> JWSVerdict {
    if let asked = jws.unsupportedHeader { return .unsupported(asked) }
    let expected = try hmacSHA256(key, Array(jws.signingInput.utf8))
    return try areEqual(expected, jws.signature) ? .valid : .wrong
  }
}

extension Secret {
  /// The signature of a compact JWS, as it goes on the wire.
  package init(signatureOf jws: String) {
    self.init(jws.split(separator: ".").last.map { String($0) } ?? "")
  }
}

/// What came of checking a JWS.
package enum JWSVerdict: Sendable, Equatable {
  case valid
  /// The signature is not that of the key.
  case wrong
  /// A member of the header asks for what is not done here; nil when it is missing.
  case unsupported(JWSHeaderMember)
}

/// A member of a header that asks for something.
package struct JWSHeaderMember: Sendable, Equatable {
  package let name: String
  package let value: JSONValue?

  package init(_ name: String, _ value: JSONValue?) {
    self.name = name
    self.value = value
  }
}

extension CompactJWS {
  /// What in the header asks for another way of checking than HS256; nil for nothing.
  package var unsupportedHeader: JWSHeaderMember? {
    let algorithm = header["alg"]
    guard algorithm?.string == JWSAlgorithm.hs256.rawValue else { return JWSHeaderMember("alg", algorithm) }
    // What it names must be understood (RFC 7515, section 4.1.11), and nothing is.
    return header["crit"].map { JWSHeaderMember("crit", $0) }
  }
}
