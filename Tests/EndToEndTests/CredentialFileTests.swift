import Foundation
import Testing

/// The files of credentials as they are on a disk, with other runs at them.
@Suite("Files of credentials", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
struct CredentialFileTests {
  private let am: PingAM

  init() throws { am = try PingAM() }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  /// A service that takes a push token, with a key of RSA-2048 as its own.
  private func pushTokenService() throws -> LoopbackServer {
    let reply = #"{"result":{"status":true,"value":true},"detail":{"public_key":"\#(Self.serverKey)"}}"#
    return try LoopbackServer { _ in
      .status("200 OK", headers: ["Content-Type: application/json"], body: reply)
    }
  }

  /// Of P-256, as SubjectPublicKeyInfo: any key that can be read does.
  static let serverKey =
    "MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEgrKusNAtlaLQIBM/BTPsElDZxXiQn57kZfKdJcD7BXHWg0NbWartFvoo6R5jI0rH19lFlx7eZQEAe/wrLDbFCQ=="

  static func uri(at service: LoopbackServer, serial: String = "PIPU0001") -> String {
    "otpauth://pipush/alice?url=http%3A//127.0.0.1:\(service.port)/ttype/push&ttl=10&issuer=privacyIDEA"
      + "&enrollment_credential=canaryc0ffee&v=1&serial=\(serial)&sslverify=1"
  }

  @Test("Nobody else may read the folder, the list and the keys, whatever the umask is")
  func modes() throws {
    let service = try pushTokenService()
    let folder = am.folder.path + "/deeper/state"
    let script = #"umask 000; "$0" enroll --key-type p256 "$1" && "$0" enroll "$2""#
    let result = try Binary.run(
      ["-c", script, try Binary.path(), Self.uri(at: service), try am.invite()],
      environment: ["MFA_STATE_DIR": folder],
      program: "/bin/sh"
    )
    #expect(result.status == .exited(0), "\(result)")
    #expect(try mode(folder) == 0o700)
    let names = try FileManager.default.contentsOfDirectory(atPath: folder)
    #expect(names.contains("credentials.json") && names.contains { $0.hasSuffix(".pem") })
    for name in names { #expect(try mode("\(folder)/\(name)") == 0o600, "\(name)") }
    // Somebody had made the list readable: it is not any more once it is written.
    let list = folder + "/credentials.json"
    try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: list)
    let locked = try Binary.run(
      ["credentials", "lock", "PIPU0001"],
      environment: ["MFA_STATE_DIR": folder]
    )
    #expect(locked.status == .exited(0), "\(locked)")
    #expect(try mode(list) == 0o600)
    let removed = try Binary.run(
      ["credentials", "remove", "PIPU0001"],
      environment: ["MFA_STATE_DIR": folder]
    )
    #expect(removed.status == .exited(0))
    #expect(try !FileManager.default.contentsOfDirectory(atPath: folder).contains { $0.hasSuffix(".pem") })
  }

  @Test("A service that is no good leaves nothing, and what was there as it was")
  func replies() throws {
    _ = try am.enroll()
    let kept = try am.folder.read("credentials.json")
    let cut = Array("HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n{}".utf8)
    let rows: [(LoopbackServer.Action, Int32)] = [
      (.status("400 Bad Request", body: #"{"code":400}"#), 8), (.status("404 Not Found"), 8),
      (.status("500 Oops", body: "<html>"), 8),
      (.status("200 OK", headers: ["Content-Type: text/html"], body: "<html><p>Hello</p>"), 8),
      (.closeAtOnce, 7), (.reset, 7), (.reply(cut), 7), (.reply(Array("nonsense\r\n\r\n".utf8)), 7),
    ]
    let server = try LoopbackServer { request in rows[request.index / 2].0 }
    let address = Data("\(server.url(""))/am?_action=register".utf8).base64EncodedString()
    let pingAM =
      "pushauth://push/X:y?m=REGISTER:1&s=QUFB&c=QUFB&r=\(address.replacing("=", with: ""))&a=\(address.replacing("=", with: ""))"
    for (action, exit) in rows {
      for uri in [pingAM, Self.uri(at: server)] {
        let result = try am.run(
          ["enroll", "--key-type=p256", uri].filter { uri != pingAM || !$0.hasPrefix("--") }
        )
        #expect(result.status == .exited(exit), "\(action): \(result)")
        #expect(try am.folder.read("credentials.json") == kept)
        #expect(!am.folder.names.contains { $0.hasSuffix(".pem") })
      }
    }
    #expect(server.requests.count == 2 * rows.count)
  }

  @Test("Runs at the same time lose nothing of each other's")
  func concurrent() throws {
    let ids = try (0..<2).map { try am.enroll(#"{"account":"first \#($0)"}"#) }
    let uris = try (0..<4).map { try am.invite(#"{"account":"later \#($0)"}"#) }
    var commands = uris.map { ["enroll", $0] }
    for id in ids { commands += (0..<3).map { ["credentials", $0 % 2 == 0 ? "lock" : "unlock", id] } }
    let children = try commands.map { command in
      try ChildProcess(
        Launch(
          program: try Binary.path(),
          arguments: command.map { Array($0.utf8) },
          stdin: .null,
          environment: am.environment
        )
      )
    }
    for child in children {
      let result = try child.finish(within: 20, at: #_sourceLocation)
      #expect(result.status == .exited(0), "\(result)")
    }
    let listed = try am.run(["credentials", "list"])
    #expect(listed.stdout.split(separator: "\n").count == 6, "\(listed)")
  }

  @Test("A run that is killed leaves a list that can be read, and no lock that stays")
  func killed() throws {
    let id = try am.enroll()
    for round in 0..<12 {
      let child = try ChildProcess(
        Launch(
          program: try Binary.path(),
          arguments: ["credentials", round % 2 == 0 ? "lock" : "unlock", id].map { Array($0.utf8) },
          stdin: .null,
          environment: am.environment
        )
      )
      usleep(UInt32(1000 + 1500 * round))
      child.signal(SIGKILL)
      _ = try child.finish(within: 5, at: #_sourceLocation)
      let kept = try JSONSerialization.jsonObject(with: Data(am.folder.read("credentials.json")))
      #expect(((kept as? [String: Any])?["credentials"] as? [Any])?.count == 1)
    }
    let unlocked = try am.run(["credentials", "unlock", id])
    #expect(unlocked.status == .exited(0) && unlocked.seconds < 4, "\(unlocked)")
    // What a killed run was writing does not pile up without end.
    #expect(am.folder.names.count < 20, "\(am.folder.names)")
  }
}
