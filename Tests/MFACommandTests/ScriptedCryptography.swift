import MFACore

@testable import MFACommand

extension Cryptography {
  /// Computes nothing that anybody else would, but the same each time: what it signs it verifies, and nothing else.
  ///
  /// A private key is the text `PEM KIND NAME`, its public half `KIND NAME`.
  static let scripted = Cryptography(
    hmacSHA256: { key, message in mix(key.reveal() + [0] + message) },
    sha256: { mix($0) },
    areEqual: { $0 == $1 },
    sign: { key, message throws(CryptographyError) in
      let read = try scriptedKey(key.pem)
      guard read.kind == key.kind else { throw .unusableKey }
      return mix(read.publicKey.der + [0] + message)
    },
    verify: { key, message, signature in mix(key.der + [0] + message) == signature },
    makeKey: { order throws(CryptographyError) in
      try scriptedKey(SecretBytes(Array("PEM \(order == .p256 ? "p256" : "rsa") made".utf8)))
    },
    readPrivateKey: { pem throws(CryptographyError) in try scriptedKey(pem) },
    readPublicKey: { bytes throws(CryptographyError) in try scriptedPublicKey(bytes) }
  )

  private static func scriptedKey(_ pem: SecretBytes) throws(CryptographyError) -> PrivateKey {
    guard pem.reveal().starts(with: "PEM ".utf8) else { throw .unusableKey }
    return PrivateKey(pem: pem, publicKey: try scriptedPublicKey(Array(pem.reveal().dropFirst(4))))
  }

  /// As DER, or as the PEM that a public key is written as.
  private static func scriptedPublicKey(_ bytes: [UInt8]) throws(CryptographyError) -> PublicKey {
    let lines = String(decoding: bytes, as: UTF8.self).split(separator: "\n")
    let der = lines.count > 1 ? Base64.decode(lines.dropFirst().dropLast().joined()) ?? [] : bytes
    if der.starts(with: "rsa ".utf8) { return PublicKey(kind: .rsa, der: der) }
    guard der.starts(with: "p256 ".utf8) else { throw .unusableKey }
    return PublicKey(kind: .p256, der: der)
  }

  /// 32 bytes that differ where the message does (FNV-1a, going on for each byte of the result).
  private static func mix(_ message: [UInt8]) -> [UInt8] {
    var hash: UInt64 = 0xcbf2_9ce4_8422_2325
    func stir(_ byte: UInt8) { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01b3 }
    message.forEach(stir)
    return (0..<32).map { index in
      stir(UInt8(index))
      return UInt8(truncatingIfNeeded: hash >> 32)
    }
  }
}
