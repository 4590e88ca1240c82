/// The kinds of key that the services take, each with the one way of signing that they use it for.
package enum KeyKind: Sendable, Equatable {
  /// PKCS #1 v1.5 with SHA-256 (RFC 8017, section 8.2).
  case rsa
  /// ECDSA on the curve P-256 with SHA-256; the signature is DER, not the two numbers that a JWS has.
  case p256
}

extension KeyKind {
  /// The kind that the AlgorithmIdentifier says, which stands behind the SEQUENCE of the whole: rsaEncryption (RFC 3279,
  /// section 2.3.1), or id-ecPublicKey with the curve prime256v1 (RFC 5480, section 2.1.1).
  init?(subjectPublicKeyInfo der: [UInt8]) {
    let rsa: [UInt8] = [0x30, 0x0D, 0x06, 0x09, 0x2A, 0x86, 0x48, 0x86, 0xF7, 0x0D, 0x01, 0x01, 0x01]
    let p256: [UInt8] = [
      0x30, 0x13, 0x06, 0x07, 0x2A, 0x86, 0x48, 0xCE, 0x3D, 0x02, 0x01, 0x06, 0x08, 0x2A, 0x86, 0x48, 0xCE,
      0x3D, 0x03, 0x01, 0x07,
    ]
    guard der.count > 1, der[0] == 0x30 else { return nil }
    // A length of 128 or more says how many bytes of it follow (X.690, section 8.1.3.5).
    let start = der[1] < 0x80 ? 2 : 2 + Int(der[1] & 0x7F)
    guard start <= 6 else { return nil }
    if der.dropFirst(start).starts(with: rsa) {
      self = .rsa
    } else if der.dropFirst(start).starts(with: p256) {
      self = .p256
    } else {
      return nil
    }
  }
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

  /// Reads what `pem` writes, which costs a library of cryptography a third of a signature: it tries every form of key.
  /// Whether the key is one that is taken is found when it is used.
  ///
  /// Nil for everything else.
  package init?(pem: String) {
    let lines = pem.split(separator: "\n")
    guard lines.count > 2, lines.first == "-----BEGIN PUBLIC KEY-----",
      lines.last == "-----END PUBLIC KEY-----",
      let der = Base64.decode(lines.dropFirst().dropLast().joined()),
      let kind = KeyKind(subjectPublicKeyInfo: der)
    else { return nil }
    self.init(kind: kind, der: der)
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
