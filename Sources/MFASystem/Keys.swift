import CLibraries
package import MFACore

/// Hashes, signatures and keys by libcrypto: what is asked for, in C's terms, and what came of it, in ours.
package enum Keys {
  /// The live one. The library is opened by the first closure that is called.
  package static var cryptography: Cryptography {
    Cryptography(
      hmacSHA256: hmacSHA256,
      sha256: sha256,
      areEqual: areEqual,
      sign: sign,
      verify: verify,
      makeKey: makeKey,
      readPrivateKey: readPrivateKey,
      readPublicKey: readPublicKey
    )
  }

  private static func hmacSHA256(_ key: SecretBytes, _ message: [UInt8]) throws(CryptographyError) -> [UInt8]
  {
    try hash { code in
      with(key.reveal()) { key in with(message) { mfa_hmac_sha256(key, $0, code) } }
    }
  }

  private static func sha256(_ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    try hash { digest in with(message) { mfa_sha256($0, digest) } }
  }

  private static func areEqual(_ left: [UInt8], _ right: [UInt8]) throws(CryptographyError) -> Bool {
    try holds(with(left) { left in with(right) { mfa_compare(left, $0) } })
  }

  private static func sign(_ key: SigningKey, _ message: [UInt8]) throws(CryptographyError) -> [UInt8] {
    var signature = mfa_buffer()
    defer { mfa_buffer_free(&signature) }
    try check(
      with(key.pem.reveal()) { pem in with(message) { mfa_sign(key.kind.number, pem, $0, &signature) } }
    )
    return bytes(signature)
  }

  private static func verify(
    _ key: PublicKey,
    _ message: [UInt8],
    _ signature: [UInt8]
  ) throws(CryptographyError) -> Bool {
    let result = with(key.der) { der in
      with(message) { message in with(signature) { mfa_verify(key.kind.number, der, message, $0) } }
    }
    return try holds(result)
  }

  private static func makeKey(_ order: NewKey) throws(CryptographyError) -> PrivateKey {
    var privateKey = mfa_buffer()
    var publicKey = mfa_buffer()
    defer {
      mfa_buffer_free(&privateKey)
      mfa_buffer_free(&publicKey)
    }
    let kind: KeyKind
    var size = 0
    switch order {
    case .rsa(let bits): (kind, size) = (.rsa, bits)
    case .p256: kind = .p256
    }
    try check(mfa_make_key(kind.number, Int32(clamping: size), &privateKey, &publicKey))
    return PrivateKey(
      pem: SecretBytes(bytes(privateKey)),
      publicKey: PublicKey(kind: kind, der: bytes(publicKey))
    )
  }

  private static func readPrivateKey(_ pem: SecretBytes) throws(CryptographyError) -> PrivateKey {
    let publicKey = try publicKey { kind, der in with(pem.reveal()) { mfa_public_half($0, kind, der) } }
    return PrivateKey(pem: pem, publicKey: publicKey)
  }

  private static func readPublicKey(_ key: [UInt8]) throws(CryptographyError) -> PublicKey {
    try publicKey { kind, der in with(key) { mfa_read_public_key($0, kind, der) } }
  }
}

extension Keys {
  private static func publicKey(
    _ read: (UnsafeMutablePointer<mfa_key_kind>, UnsafeMutablePointer<mfa_buffer>) -> mfa_crypto_result
  ) throws(CryptographyError) -> PublicKey {
    var kind = MFA_KEY_RSA
    var der = mfa_buffer()
    defer { mfa_buffer_free(&der) }
    try check(read(&kind, &der))
    return PublicKey(kind: kind == MFA_KEY_P256 ? .p256 : .rsa, der: bytes(der))
  }

  private static func hash(
    _ compute: (UnsafeMutablePointer<UInt8>?) -> mfa_crypto_result
  ) throws(CryptographyError) -> [UInt8] {
    var hash = [UInt8](repeating: 0, count: Int(MFA_SHA256_LENGTH))
    try check(hash.withUnsafeMutableBufferPointer { compute($0.baseAddress) })
    return hash
  }

  private static func check(_ result: mfa_crypto_result) throws(CryptographyError) {
    guard try holds(result) else { throw .failed }
  }

  /// False where what was compared or verified does not match.
  private static func holds(_ result: mfa_crypto_result) throws(CryptographyError) -> Bool {
    switch result {
    case MFA_CRYPTO_OK: return true
    case MFA_CRYPTO_MISMATCH: return false
    case MFA_CRYPTO_NO_LIBRARY: throw .libraryMissing(CStrings.texts(mfa_crypto_library_names()))
    case MFA_CRYPTO_UNUSABLE_KEY: throw .unusableKey
    default: throw .failed
    }
  }

  private static func with<Result>(_ bytes: [UInt8], _ body: (mfa_bytes) -> Result) -> Result {
    bytes.withUnsafeBufferPointer { body(mfa_bytes(start: $0.baseAddress, length: $0.count)) }
  }

  private static func bytes(_ buffer: mfa_buffer) -> [UInt8] {
    Array(UnsafeBufferPointer(start: buffer.start, count: buffer.length))
  }
}

extension KeyKind {
  fileprivate var number: mfa_key_kind {
    switch self {
    case .rsa: MFA_KEY_RSA
    case .p256: MFA_KEY_P256
    }
  }
}
