import Foundation
import Testing

@Suite("TLS", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
struct TLSTests {
  private func approve(
    _ server: LoopbackServer,
    host: String? = nil,
    _ flags: [String] = []
  ) throws -> RunResult {
    try Binary.answer(
      SamplePush.default,
      ["--approve", "--json", "--endpoint", server.url("/respond", host: host)] + flags
    )
  }

  @Test("--cacert trusts a private authority", arguments: [nil, "localhost"] as [String?])
  func authority(_ host: String?) throws {
    let server = try LoopbackServer(tls: .good)
    let result = try approve(server, host: host, ["--cacert", Certificates.authority])
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stderr == "")
    #expect(try server.onlyDecision()["decision"] == "approve")
  }

  @Test(
    "What is wrong with a certificate is said, and nothing is sent",
    arguments: [
      (TLSIdentity.good, false, "unknown authority"), (.selfSigned, true, "self-signed"),
      (.selfSigned, false, "self-signed"), (.unknownAuthority, true, "unknown authority"),
      (.expired, true, "expired"),
      (.wrongHost, true, "another host"),
    ]
  )
  func wrong(_ identity: TLSIdentity, _ hasAuthority: Bool, _ words: String) throws {
    let server = try LoopbackServer(tls: identity)
    let result = try approve(server, hasAuthority ? ["--cacert", Certificates.authority] : [])
    #expect(result.status == .exited(7), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "not-reached" && report.text("error.code") == "certificate")
    #expect(report.text("error.message")?.contains(words) == true)
    #expect(report.flag("delivery.mayHaveArrived") == false)
    #expect(server.requests.isEmpty)
  }

  @Test("The case file: self-signed, by name")
  func selfSigned() throws {
    let selfSigned = try CaseFiles.named("65-self-signed-tls")
    let server = try LoopbackServer(tls: .selfSigned)
    let result = try Binary.run(
      [try selfSigned.payload, "--json", "--endpoint", server.url("/respond", host: "localhost")]
        + selfSigned.decisionFlags
    )
    #expect(result.status == .exited(try #require(selfSigned.expect.exit)))
    let hint = try #require(selfSigned.expect.hint)
    #expect(try result.report().text("error.hint")?.contains(hint) == true)
    // It shall not talk anybody into skipping the check.
    #expect(!result.stderr.contains("insecure") && !result.stderr.contains("-k"))
    #expect(server.requests.isEmpty)
  }

  @Test("A self-signed certificate can be trusted by name of its file")
  func selfSignedTrusted() throws {
    let server = try LoopbackServer(tls: .selfSigned)
    let result = try approve(server, ["--cacert", TLSIdentity.selfSigned.certificate])
    #expect(result.status == .exited(0), "\(result)")
  }

  @Test(
    "--insecure sends anyway and always warns",
    arguments: [["-k"], ["--insecure", "-q"], ["-qk"]],
    [TLSIdentity.selfSigned, .wrongHost, .expired]
  )
  func insecure(_ flags: [String], _ identity: TLSIdentity) throws {
    let server = try LoopbackServer(tls: identity)
    let result = try approve(server, flags)
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stderr.contains("warning:") && result.stderr.contains("--insecure"))
    #expect(server.requests.count == 1)
    let plain = try Binary.answer(SamplePush.default, ["--approve", "--endpoint", server.url()] + flags)
    #expect(plain.stderr.contains("--insecure"))
  }

  @Test(
    "A file that is no authority is misuse, before the payload is read",
    arguments: ["/nonexistent", "/dev/null", "/", #filePath]
  )
  func unusableAuthority(_ file: String) throws {
    let server = try LoopbackServer(tls: .good)
    let result = try Binary.run(["/nonexistent", "--approve", "--endpoint", server.url(), "--cacert", file])
    #expect(result.status == .exited(2), "\(result)")
    #expect(result.stderr.contains("--cacert"))
    #expect(server.connectionCount == 0)
  }

  @Test("A key is no certificate, so it is no authority either")
  func keyAsAuthority() throws {
    let result = try Binary.run(
      [
        "/nonexistent", "--approve", "--endpoint", "https://localhost:9/", "--cacert",
        Certificates.clientKey,
      ]
    )
    #expect(result.status == .exited(2), "\(result)")
  }

  @Test("An http address of a service that speaks TLS")
  func confusion() throws {
    let server = try LoopbackServer(tls: .good)
    let url = server.url().replacingOccurrences(of: "https:", with: "http:")
    let result = try Binary.answer(SamplePush.default, ["--approve", "--json", "--endpoint", url])
    #expect(result.status == .exited(7), "\(result)")
    #expect(try result.report().outcome == "not-reached")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A handshake that hangs, closes or breaks off: nothing was sent",
    arguments: ["hang", "close", "reset"]
  )
  func handshake(_ welcome: String) throws {
    let server = try LoopbackServer(
      tls: .good,
      welcome: ["hang": .hang, "close": .closeAtOnce, "reset": .reset][welcome] ?? .serve
    )
    let result = try approve(server, ["--connect-timeout", "0.3", "--cacert", Certificates.authority])
    #expect(result.status == .exited(7))
    let report = try result.report()
    #expect(report.outcome == "not-reached" && report.flag("delivery.mayHaveArrived") == false)
    #expect(result.seconds < 3)
  }

  @Test("Exchanges that break off", arguments: [("half", 0), ("none", 7)] as [(String, Int32)])
  func breaks(_ reply: String, _ code: Int32) throws {
    let half = Array("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhalf".utf8)
    let server = try LoopbackServer(tls: .good) { _ in
      reply == "half" ? .replyThen(half, .reset) : .reset
    }
    let result = try approve(server, ["--cacert", Certificates.authority])
    #expect(result.status == .exited(code), "\(result)")
    #expect(try result.report().flag("delivery.mayHaveArrived") == true)
    #expect(server.requests.count == 1)
  }
}
