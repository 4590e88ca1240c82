import Foundation
import Testing

/// What an enrolment shares or makes is on no stream and in no process list, whoever says it.
@Suite("Secrets of enrolments", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
struct CredentialCanaryTests {
  /// The ways in which somebody could have written a secret.
  private static func spellings(_ secret: String) -> [String] {
    guard let bytes = SignedText.decode(secret) else { return [secret] }
    let hex = bytes.map { String(format: "%02x", $0) }.joined()
    return [secret, SignedText.encode(bytes), bytes.base64EncodedString(), hex, hex.uppercased()]
  }

  private static func expectNone(
    of secrets: [String],
    in result: RunResult,
    sourceLocation: SourceLocation = #_sourceLocation
  ) {
    for secret in secrets where secret.utf8.count > 8 {
      #expect(!result.everything.contains(secret), "\(secret) in \(result)", sourceLocation: sourceLocation)
    }
  }

  /// A service that says back what it got, in everything that it can say, and then what it knows.
  private static func echo(_ status: String, _ secrets: [String]) throws -> LoopbackServer {
    try LoopbackServer { request in
      let got = request.bodyText + " " + secrets.joined(separator: " ")
      return .status(
        status,
        headers: ["X-Got: \(got)", "Content-Type: application/json"],
        body: #"{"got":"\#(got)"}"#
      )
    }
  }

  private static let outputs = [[], ["--json"], ["-vv"], ["--json", "-vv"]]

  @Test("PingAM: the shared secret, the code, the signed texts and the push token")
  func pingAM() throws {
    let am = try PingAM()
    var secrets: [String] = []
    func remember(_ uri: String) throws {
      for name in ["s", "secret"] {
        let value = uri.components(separatedBy: "&\(name)=").dropFirst().first?.prefix { $0 != "&" }
        if let value { secrets += Self.spellings(String(value)) }
      }
      secrets.append(uri)
    }
    for (index, output) in Self.outputs.enumerated() {
      let uri = try am.invite(#"{"account":"a\#(index)","combined":true}"#)
      try remember(uri)
      for flags in [["-n"], [], []] {
        // The last is the second enrolment, which is refused.
        Self.expectNone(of: secrets, in: try am.run(["enroll", uri] + flags + output))
      }
      let broken = try am.run(["enroll", uri + "&s=QUFB"] + output)
      #expect(broken.status == .exited(3))
      Self.expectNone(of: secrets, in: broken)
    }
    let token = String(repeating: "c0ffee42", count: 8)
    secrets += Self.spellings(token) + [token, token.uppercased()]
    let device = try am.run(["device", "register", "-vv", "--token", token])
    #expect(device.status == .exited(0), "\(device)")
    Self.expectNone(of: secrets, in: device)
    let list =
      try JSONSerialization.jsonObject(with: Data(am.folder.read("credentials.json"))) as? [String: Any]
    let ids = (list?["credentials"] as? [[String: Any]] ?? []).compactMap { $0["id"] as? String }
    #expect(ids.count == 4)
    for output in Self.outputs {
      for words in [["list"], ["show", ids[0]], ["lock", ids[0]], ["unlock", ids[0]]] {
        Self.expectNone(of: secrets, in: try am.run(["credentials"] + words + output))
      }
      let push = try am.push(#"{"account":"a1"}"#)
      for flags in [["inspect"], ["--approve", "-n"], ["--deny"]] {
        let result = try am.run(flags + output, stdin: .text(push.apns))
        #expect(result.status == .exited(0), "\(result)")
        Self.expectNone(of: secrets, in: result)
      }
      // A service that knows the first one's secret and says it: what the credential holds is masked.
      let shared = Array(secrets.prefix(3))
      let echo = try Self.echo(output.isEmpty ? "200 OK" : "400 Bad", shared)
      let further = try am.push(#"{"account":"a0"}"#)
      let answered = try am.run(
        ["--approve", "--endpoint", echo.url()] + output,
        stdin: .text(further.fcm)
      )
      #expect(echo.requests.count == 1)
      Self.expectNone(of: shared, in: answered)
    }
  }

  @Test("A push token: the enrolment credential, the key that is made and the push token")
  func pushToken() throws {
    let folder = try TemporaryFolder()
    for (index, output) in Self.outputs.enumerated() {
      let server = try LoopbackServer { request in
        let got = request.bodyText
        let reply =
          #"{"result":{"status":true,"value":true},"got":"\#(got)","detail":{"public_key":"\#(CredentialFileTests.serverKey)"}}"#
        return .status("200 OK", headers: ["X-Got: \(got)"], body: reply)
      }
      let environment = ["MFA_STATE_DIR": folder.path + "/\(index)"]
      let uri = CredentialFileTests.uri(at: server)
      let result = try Binary.run(["enroll", "--key-type=p256", uri] + output, environment: environment)
      #expect(result.status == .exited(0), "\(result)")
      let sent = server.requests[0].bodyText.components(separatedBy: "&").compactMap { field in
        let parts = field.components(separatedBy: "=")
        return ["fbtoken", "enrollment_credential"].contains(parts[0]) ? parts[1] : nil
      }
      #expect(sent.count == 2 && sent.allSatisfy { $0.utf8.count > 8 })
      let names = try FileManager.default.contentsOfDirectory(atPath: folder.path + "/\(index)")
      let name = try #require(names.first { $0.hasSuffix(".pem") })
      let pem = String(decoding: try folder.read("\(index)/\(name)"), as: UTF8.self)
      let secrets = sent + pem.split(separator: "\n").map { String($0) }.filter { !$0.hasPrefix("-") } + [uri]
      Self.expectNone(of: secrets, in: result)
      for words in [
        ["credentials", "list"], ["credentials", "show", "PIPU0001"], ["respond", "--poll", "--approve"],
        ["device", "register"], ["enroll", uri],
      ] {
        let result = try Binary.run(words + output, environment: environment)
        Self.expectNone(of: secrets, in: result)
      }
    }
  }

  #if os(Linux)
    @Test("A code in a file or from a pipe is in no process list")
    func processList() throws {
      let server = try LoopbackServer { _ in .hang }
      let folder = try TemporaryFolder()
      let uri = CredentialFileTests.uri(at: server)
      let file = try folder.write("uri", uri)
      for (count, operand) in [file, "-"].enumerated() {
        let words = ["enroll", "--key-type=p256", operand, "-m", "10"]
        let child = try ChildProcess(
          Launch(
            program: try Binary.path(),
            arguments: words.map { Array($0.utf8) },
            stdin: .text(uri),
            environment: ["MFA_STATE_DIR": folder.path]
          )
        )
        #expect(try child.pump(within: 10) { server.requests.count == count + 1 })
        let line = FileManager.default.contents(atPath: "/proc/\(child.pid)/cmdline") ?? Data()
        let shown = String(decoding: line, as: UTF8.self)
        #expect(shown.contains("enroll") && !shown.contains("canary"), "\(shown)")
        child.signal(SIGTERM)
        let result = try child.finish(within: 5, at: #_sourceLocation)
        #expect(!result.everything.contains("canary"), "\(result)")
      }
      #expect(!folder.names.contains("credentials.json"))
    }
  #endif
}
