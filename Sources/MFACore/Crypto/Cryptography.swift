/// What is asked of a library of cryptography, as a value of closures: nothing in here computes any of it.
package struct Cryptography: Sendable {
  /// The HMAC with SHA-256 (RFC 2104), 32 bytes.
  package var hmacSHA256:
    @Sendable (_ key: SecretBytes, _ message: [UInt8]) throws(CryptographyError) -> [UInt8]
  /// The SHA-256 digest, 32 bytes.
  package var sha256: @Sendable (_ message: [UInt8]) throws(CryptographyError) -> [UInt8]
  /// Whether both are the same bytes, in a time that depends on their lengths alone.
  package var areEqual: @Sendable (_ left: [UInt8], _ right: [UInt8]) throws(CryptographyError) -> Bool
  /// The signature of a message, in the way of the key's kind; `unusableKey` when the key is of another one.
  package var sign: @Sendable (_ key: SigningKey, _ message: [UInt8]) throws(CryptographyError) -> [UInt8]
  /// Whether a signature is that of the key over the message.
  package var verify:
    @Sendable (_ key: PublicKey, _ message: [UInt8], _ signature: [UInt8]) throws(CryptographyError) -> Bool
  /// Makes a key. One of RSA-4096 can take seconds.
  package var makeKey: @Sendable (_ order: NewKey) throws(CryptographyError) -> PrivateKey
  /// Reads a private key in PEM that has no password.
  package var readPrivateKey: @Sendable (_ pem: SecretBytes) throws(CryptographyError) -> PrivateKey
  /// Reads a public key: SubjectPublicKeyInfo in PEM or DER, or an RSAPublicKey in DER.
  package var readPublicKey: @Sendable (_ bytes: [UInt8]) throws(CryptographyError) -> PublicKey

  package init(
    hmacSHA256: @escaping @Sendable (SecretBytes, [UInt8]) throws(CryptographyError) -> [UInt8],
    sha256: @escaping @Sendable ([UInt8]) throws(CryptographyError) -> [UInt8],
    areEqual: @escaping @Sendable ([UInt8], [UInt8]) throws(CryptographyError) -> Bool,
    sign: @escaping @Sendable (SigningKey, [UInt8]) throws(CryptographyError) -> [UInt8],
    verify: @escaping @Sendable (PublicKey, [UInt8], [UInt8]) throws(CryptographyError) -> Bool,
    makeKey: @escaping @Sendable (NewKey) throws(CryptographyError) -> PrivateKey,
    readPrivateKey: @escaping @Sendable (SecretBytes) throws(CryptographyError) -> PrivateKey,
    readPublicKey: @escaping @Sendable ([UInt8]) throws(CryptographyError) -> PublicKey
  ) {
    self.hmacSHA256 = hmacSHA256
    self.sha256 = sha256
    self.areEqual = areEqual
    self.sign = sign
    self.verify = verify
    self.makeKey = makeKey
    self.readPrivateKey = readPrivateKey
    self.readPublicKey = readPublicKey
  }
}

/// Why something could not be computed.
package enum CryptographyError: Error, Sendable, Equatable {
  /// The library was looked for under these names.
  case libraryMissing([String])
  /// A key that can't be read, has a password, or is of a kind or a size that is not taken.
  case unusableKey
  /// The library could not do it.
  case failed
}

extension Cryptography {
  /// Where there is no library: each of its closures says so.
  package static func missing(_ names: [String]) -> Cryptography {
    let error = CryptographyError.libraryMissing(names)
    return Cryptography(
      hmacSHA256: { _, _ throws(CryptographyError) in throw error },
      sha256: { _ throws(CryptographyError) in throw error },
      areEqual: { _, _ throws(CryptographyError) in throw error },
      sign: { _, _ throws(CryptographyError) in throw error },
      verify: { _, _, _ throws(CryptographyError) in throw error },
      makeKey: { _ throws(CryptographyError) in throw error },
      readPrivateKey: { _ throws(CryptographyError) in throw error },
      readPublicKey: { _ throws(CryptographyError) in throw error }
    )
  }
}
