import Foundation
import MFACore
import MFASystem
import Testing

/// What is said about a certificate depends on what was given, and on what the service asks for.
@Suite("Hints about certificates", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
struct CertificateHintTests {
  private func hint(_ identity: TLSIdentity, _ flags: [String]) throws -> String {
    let server = try LoopbackServer(tls: identity)
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "--endpoint", server.url()] + flags
    )
    #expect(result.status == .exited(7), "\(result)")
    return try result.report().text("error.hint") ?? ""
  }

  @Test("--cacert is not hinted to whoever gave it")
  func authorityGiven() throws {
    let authority = ["--cacert", Certificates.authority]
    #expect(try hint(.good, []).contains("--cacert FILE"))
    let unknown = try hint(.unknownAuthority, authority)
    #expect(unknown.contains("intermediate") && !unknown.contains("--cacert FILE"), "\(unknown)")
    let selfSigned = try hint(.selfSigned, authority)
    #expect(selfSigned.contains("root") && !selfSigned.contains("--cacert FILE"), "\(selfSigned)")
    for identity in [TLSIdentity.expired, .wrongHost] {
      #expect(try !hint(identity, authority).contains("--cacert"))
    }
  }

  @Test("Nor is --cert, where the service does not take it")
  func clientCertificateGiven() throws {
    let given = ["--cert", Certificates.otherClient, "--key", Certificates.otherClientKey]
    let authority = ["--cacert", Certificates.authority]
    let hint = try hint(.clientsOnly, authority + given)
    #expect(!hint.contains("--cert FILE"), "\(hint)")
  }

  private func uri(_ server: LoopbackServer, sslverify: String) -> String {
    let url = server.url("/ttype/push").addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
    return "otpauth://pipush/PIPU0001?url=\(url)&ttl=10&issuer=x&enrollment_credential=01234567&v=1"
      + "&serial=PIPU0001&sslverify=\(sslverify)"
  }

  @Test("sslverify=0 of an enrollment is told, and not done")
  func enrollment() throws {
    let server = try LoopbackServer(tls: .selfSigned)
    let file = try TemporaryFolder().path + "-c.json"
    for (value, isTold) in [("0", true), ("1", false)] {
      let result = try Binary.run(
        ["enroll", uri(server, sslverify: value), "--credential-file", file, "--key-type", "rsa-2048"]
      )
      #expect(result.status == .exited(7), "\(result)")
      #expect(result.stderr.contains("sslverify=0") == isTold, "\(result)")
      #expect(result.stderr.contains("--insecure") == isTold, "\(result)")
    }
    #expect(server.requests.isEmpty)
  }

  @Test("sslverify=0 of a push, and of the enrollment that a service is polled by")
  func pushAndPoll() throws {
    let server = try LoopbackServer(tls: .selfSigned)
    let folder = try TemporaryFolder()
    let (file, push) = try PushTokenServer.enrolled(at: server.url("/ttype/push"), in: folder)
    for arguments in [[push, "--approve"], ["--poll", "--approve"]] {
      let result = try Binary.run(["respond", "--credential-file", file] + arguments)
      #expect(result.status == .exited(7), "\(result)")
      #expect(result.stderr.contains("sslverify=0") && result.stderr.contains("-k"), "\(result)")
    }
    #expect(server.requests.isEmpty)
  }
}

extension PushTokenServer {
  /// A credential of a service elsewhere whose enrollment asked not to verify its certificate, and a push that asks
  /// the same; both are files.
  fileprivate static func enrolled(at url: String, in folder: TemporaryFolder) throws -> (String, String) {
    let server = try Keys.cryptography.readPrivateKey(SecretBytes(Array(key("server.pem").utf8)))
    let text = ["NONCEONE", url, serial, "Confirm?", "privacyIDEA", "0"].joined(separator: "|")
    let push = [
      "nonce": "NONCEONE", "url": url, "serial": serial, "question": "Confirm?", "title": "privacyIDEA",
      "sslverify": "0",
      "signature": Base32.encode(try Keys.cryptography.sign(server.signing, Array(text.utf8))),
    ]
    _ = try folder.write("phone.pem", key("phone.pem"))
    let record: [String: Any] = [
      "provider": "privacyidea", "id": serial, "endpoint": url, "algorithm": "RS256",
      "privateKeyFile": "phone.pem", "serverKey": server.publicKey.pem, "sslVerify": false,
    ]
    let records = try JSONSerialization.data(withJSONObject: ["version": 1, "credentials": [record]])
    return (
      try folder.write("credentials.json", records),
      try folder.write("push.json", try JSONSerialization.data(withJSONObject: push))
    )
  }
}
