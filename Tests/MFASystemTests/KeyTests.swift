import Foundation
import MFACore
import MFASystem
import Testing

/// The live cryptography, against published vectors and against what the `openssl` command made.
@Suite("Cryptography")
struct KeyTests {
  private let live = Keys.cryptography
  private let message = Array(KeySamples.message.utf8)

  private func hex(_ text: String) -> [UInt8] {
    let digits = Array(text)
    return stride(from: 0, to: digits.count, by: 2).compactMap {
      UInt8(String(digits[$0..<$0 + 2]), radix: 16)
    }
  }

  private func bytes(_ base64: String) throws -> [UInt8] {
    try #require(Base64.decode(base64))
  }

  @Test(
    "HMAC with SHA-256, by RFC 4231",
    arguments: [
      (
        String(repeating: "0b", count: 20), "4869205468657265",
        "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
      ),
      (
        "4a656665", "7768617420646f2079612077616e7420666f72206e6f7468696e673f",
        "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
      ),
      // A key that is longer than a block.
      (
        String(repeating: "aa", count: 131),
        "54657374205573696e67204c6172676572205468616e20426c6f636b2d53697a65204b6579202d2048617368204b6579204669727374",
        "60e431591ee0b67f0d8a26aacbf5b77f8e0bc6213728c5140546040f0ee37f54"
      ),
      // Neither key nor message: what Python's hmac gives.
      ("", "", "b613679a0814d9ec772f95d778c35fc5ff1697c493715653c6c712144292c5ad"),
    ]
  )
  func hmac(key: String, message: String, code: String) throws {
    #expect(try live.hmacSHA256(SecretBytes(hex(key)), hex(message)) == hex(code))
  }

  @Test(
    "SHA-256, by FIPS 180-2",
    arguments: [
      ("", "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855"),
      ("abc", "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"),
    ]
  )
  func digest(message: String, digest: String) throws {
    #expect(try live.sha256(Array(message.utf8)) == hex(digest))
  }

  @Test func comparesBytes() throws {
    #expect(try live.areEqual([], []))
    #expect(try live.areEqual([1, 0, 3], [1, 0, 3]))
    #expect(try !live.areEqual([1, 0, 3], [1, 0, 4]))
    #expect(try !live.areEqual([1, 0, 3], [1, 0]))
    #expect(try !live.areEqual([0], []))
  }

  @Test("PKCS #1 v1.5 gives the same signature as openssl")
  func rsaSigns() throws {
    let key = try live.readPrivateKey(SecretBytes(Array(KeySamples.rsaPrivate.utf8)))
    #expect(key.kind == .rsa)
    #expect(key.publicKey.pem == KeySamples.rsaPublic)
    #expect(try live.sign(key.signing, message) == bytes(KeySamples.rsaSignature))
  }

  @Test("A public key is read without the library as with it")
  func publicPEM() throws {
    for text in [KeySamples.rsaPublic, KeySamples.p256Public] {
      #expect(PublicKey(pem: text) == (try live.readPublicKey(Array(text.utf8))))
    }
    let rsa = KeySamples.rsaPublic
    let broken = [
      "", "-----BEGIN PUBLIC KEY-----\n-----END PUBLIC KEY-----\n", rsa.replacing("PUBLIC", with: "PRIVATE"),
      String(rsa.dropLast(30)), "x" + rsa, rsa.replacing("MII", with: "!!!"),
      "-----BEGIN PUBLIC KEY-----\nMP////8=\n-----END PUBLIC KEY-----\n",
    ]
    for text in broken { #expect(PublicKey(pem: text) == nil, "\(text)") }
  }

  @Test("A key that is not of the kind that it is said to be signs nothing")
  func otherKind() {
    for (pem, kind) in [(KeySamples.p256Private, KeyKind.rsa), (KeySamples.rsaPrivate, .p256), ("", .rsa)] {
      let key = SigningKey(pem: SecretBytes(Array(pem.utf8)), kind: kind)
      #expect(throws: CryptographyError.unusableKey) { try live.sign(key, message) }
    }
  }

  @Test("ECDSA takes the signature of openssl, and its own")
  func p256Signs() throws {
    let key = try live.readPrivateKey(SecretBytes(Array(KeySamples.p256Private.utf8)))
    #expect(key.kind == .p256)
    #expect(key.publicKey.pem == KeySamples.p256Public)
    #expect(try live.verify(key.publicKey, message, bytes(KeySamples.p256Signature)))
    #expect(try live.verify(key.publicKey, message, live.sign(key.signing, message)))
  }

  @Test(
    "A public key is read in every form that a service gives it in",
    arguments: [
      ("SubjectPublicKeyInfo in PEM", Array(KeySamples.rsaPublic.utf8)),
      ("RSAPublicKey in DER", Base64.decode(KeySamples.rsaPublicDER) ?? []),
      (
        "SubjectPublicKeyInfo in DER",
        Base64.decode(KeySamples.rsaPublic.split(separator: "\n").dropFirst().dropLast().joined()) ?? []
      ),
    ]
  )
  func readsPublicKeys(form: String, bytes: [UInt8]) throws {
    let key = try live.readPublicKey(bytes)
    #expect(key.kind == .rsa)
    #expect(key.pem == KeySamples.rsaPublic)
    let signature = try self.bytes(KeySamples.rsaSignature)
    #expect(try live.verify(key, message, signature))
    #expect(try !live.verify(key, message + [0], signature))
    #expect(try !live.verify(key, message, signature.dropLast() + [signature[255] ^ 1]))
    #expect(try !live.verify(key, message, []))
    #expect(try !live.verify(key, message, [UInt8](repeating: 0xFF, count: 4096)))
  }

  @Test(
    "What is no key that is used here is refused",
    arguments: [
      "", "no key", KeySamples.p384Public, KeySamples.smallPublic, KeySamples.rsaPrivate,
      String(KeySamples.rsaPublic.prefix(200)),
    ]
  )
  func refusesPublicKeys(text: String) {
    #expect(throws: CryptographyError.unusableKey) { try live.readPublicKey(Array(text.utf8)) }
  }

  @Test("DER that is cut off, or has something behind it, is no key")
  func refusesInexactDER() throws {
    let der = try live.readPublicKey(Array(KeySamples.p256Public.utf8)).der
    for bytes in [Array(der.dropLast()), der + [0]] {
      #expect(throws: CryptographyError.unusableKey) { try live.readPublicKey(bytes) }
    }
  }

  @Test(
    "A private key that is none, or has a password, is refused and nobody is asked",
    arguments: [
      "", "no key", KeySamples.encryptedPrivate, KeySamples.rsaPublic,
    ]
  )
  func refusesPrivateKeys(text: String) {
    #expect(throws: CryptographyError.unusableKey) { try live.readPrivateKey(SecretBytes(Array(text.utf8))) }
  }

  @Test(
    "A key that was made signs, and is another one each time",
    arguments: [
      NewKey.p256, NewKey.rsa(bits: 2048),
    ]
  )
  func makesKeys(order: NewKey) throws {
    let key = try live.makeKey(order)
    let other = try live.makeKey(order)
    #expect(String(decoding: key.pem.reveal(), as: UTF8.self).hasPrefix("-----BEGIN PRIVATE KEY-----\n"))
    #expect(try live.readPrivateKey(key.pem).publicKey == key.publicKey)
    let signature = try live.sign(key.signing, message)
    #expect(try live.verify(key.publicKey, message, signature))
    #expect(try !live.verify(other.publicKey, message, signature))
  }

  @Test(
    "A size that is too small to be safe or too large to be quick is refused",
    arguments: [
      Int.min, 0, 1024, 2047, 8193, Int.max,
    ]
  )
  func refusesSizes(bits: Int) {
    #expect(throws: CryptographyError.unusableKey) { try live.makeKey(.rsa(bits: bits)) }
  }

  @Test("A key is not used as one of another kind")
  func refusesOtherKinds() throws {
    let key = try live.readPublicKey(Array(KeySamples.p256Public.utf8))
    let signature = try bytes(KeySamples.rsaSignature)
    #expect(throws: CryptographyError.unusableKey) {
      try live.verify(PublicKey(kind: .rsa, der: key.der), message, signature)
    }
  }
}
