/// The kinds of key that the services take, each with the one way of signing that they use it for.
package enum KeyKind: Sendable, Equatable {
  /// PKCS #1 v1.5 with SHA-256 (RFC 8017, section 8.2).
  case rsa
  /// ECDSA on the curve P-256 with SHA-256; the signature is DER, not the two numbers that a JWS has.
  case p256
}

/// A key to be made.
package enum NewKey: Sendable, Equatable {
  case rsa(bits: Int)
  case p256
}

/// A public key that was read and is of a kind and size that is used here.
package struct PublicKey: Sendable, Equatable {
  package let kind: KeyKind
  /// SubjectPublicKeyInfo in DER (RFC 5280, section 4.1).
  package let der: [UInt8]

  package init(kind: KeyKind, der: [UInt8]) {
    self.kind = kind
    self.der = der
  }

  /// The same in PEM (RFC 7468, section 13).
  package var pem: String {
    let digits = Array(Base64.encode(der).utf8)
    let lines = stride(from: 0, to: digits.count, by: 64).map { start in
      String(decoding: digits[start..<min(start + 64, digits.count)], as: UTF8.self)
    }
    return (["-----BEGIN PUBLIC KEY-----"] + lines + ["-----END PUBLIC KEY-----", ""]).joined(separator: "\n")
  }
}

/// A private key as it is kept. Signing reads it, which costs half as much as the signature, so nothing else does.
package struct SigningKey: Sendable {
  /// PEM.
  package let pem: SecretBytes
  package let kind: KeyKind

  package init(pem: SecretBytes, kind: KeyKind) {
    self.pem = pem
    self.kind = kind
  }
}

/// A private key that was read and is of a kind and size that is used here.
package struct PrivateKey: Sendable {
  /// PEM; PKCS #8 (RFC 5958) for a key that was made here.
  package let pem: SecretBytes
  package let publicKey: PublicKey

  package var kind: KeyKind { publicKey.kind }
  package var signing: SigningKey { SigningKey(pem: pem, kind: kind) }

  package init(pem: SecretBytes, publicKey: PublicKey) {
    self.pem = pem
    self.publicKey = publicKey
  }
}
