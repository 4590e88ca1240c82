import Foundation
import Testing

/// Each command's `--json` gives the next one its id, whatever the secrets are called that go with them.
@Suite("Journeys with secrets that are words of the data")
struct SecretWordJourneyTests {
  private let service: StayingOn
  private let folder: TemporaryFolder

  init() throws {
    service = try StayingOn(["serve"])
    folder = try TemporaryFolder()
  }

  /// With the words as headers, the first as bearer token too and as name and password before the host.
  private func run(_ arguments: [String], _ path: String, _ words: [String], stdin: String = "") throws
    -> [String: Any]
  {
    let token = try folder.write("token", words[0])
    let endpoint = service.url.replacing("://", with: "://\(words[0]):\(words[0])@") + path
    let result = try Binary.run(
      arguments + ["--json", "--endpoint", endpoint, "--bearer-token-file", token]
        + words.enumerated().flatMap { ["-H", "X-Word-\($0): \($1)"] },
      stdin: .text(stdin),
      environment: ["MFA_STATE_DIR": folder.path + "/state"]
    )
    #expect(result.status == .exited(0), "\(result)")
    return try #require(try result.objects().first, "\(result)")
  }

  private static let words = [
    "true", "null", "push", "error", "request", "approved", "accepted", "0000", "2026", "pushType", "default",
    "messageId", "notifications", "status", "identifierForVendor", "test", "silent", "payload",
  ]

  @Test("An inbox, with the service's own PIN")
  func inbox() throws {
    let made = try service.request()
    // The first eight digits of the id, and the day.
    let words = [String(made.prefix(8)), made] + Self.words
    let listed = try run(["inbox", "list"], "/notifications", words)
    let id = try #require(listed["id"] as? String)
    #expect(id == made && listed["type"] as? String == "request")
    let shown = try run(["inbox", "show", id], "/notifications", words)
    let notification = try #require(shown["notification"] as? [String: Any])
    #expect(notification["id"] as? String == id && notification["status"] as? String == "read")
    #expect(notification["created"] as? String == listed["created"] as? String)
    let pin = try folder.write("pin", "0000")
    let accepted = try run(["inbox", "accept", id, "--pin-file", pin], "/notifications", words)
    #expect((accepted["notification"] as? [String: Any])?["status"] as? String == "accepted")
    #expect(try service.notificationStatus(id) == "accepted")
  }

  @Test("A push")
  func push() throws {
    let push = try service.makePush(#"{"kind":"default"}"#)
    let words = [String(push.id.prefix(8)), push.id] + Self.words
    let report = try run(["--approve"], "/decisions", words, stdin: push.payload)
    #expect((report["push"] as? [String: Any])?["id"] as? String == push.id)
    #expect(report["outcome"] as? String == "approved")
    #expect(try service.status(push.id) == "approved")
  }

  @Test("A device")
  func device() throws {
    let report = try run(["device", "register"], "/devices", ["registered"] + Self.words)
    let id = try #require((report["device"] as? [String: Any])?["identifierForVendor"] as? String)
    #expect(report["completedTestPush"] is String)
    let again = try run(["device", "register"], "/devices", [String(id.prefix(8)), id] + Self.words)
    #expect((again["device"] as? [String: Any])?["identifierForVendor"] as? String == id)
    #expect(try service.call("GET", "/devices/\(id)").json()["state"] as? String == "registered")
  }
}
