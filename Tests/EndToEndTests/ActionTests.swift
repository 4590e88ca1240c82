import Foundation
import Testing

@Suite("A tap on the banner")
struct ActionTests {
  private static let open = "com.apple.UNNotificationDefaultActionIdentifier"
  private static let dismiss = "com.apple.UNNotificationDismissActionIdentifier"
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
  }

  private func tap(_ action: String, on push: String, _ flags: String...) throws -> RunResult {
    try Binary.answer(push, ["--json", "--action", action, "--endpoint", server.url()] + flags)
  }

  @Test("Confirm and deny answer at once", arguments: [("confirm", "approve"), ("deny", "deny")])
  func buttons(_ button: String, _ decision: String) throws {
    let result = try tap("notification.\(button)", on: SamplePush.default)
    #expect(result.status == .exited(0))
    #expect(try result.report().text("decision.source") == "action")
    #expect(try server.onlyDecision()["decision"] == decision)
  }

  @Test("A challenge is not confirmed from the banner, but denied")
  func challenge() throws {
    #expect(try tap("notification.confirm", on: SamplePush.challenge).status == .exited(6))
    #expect(server.connectionCount == 0)
    #expect(try tap("notification.deny", on: SamplePush.challenge).status == .exited(0))
    #expect(try server.onlyDecision()["decision"] == "deny")
  }

  @Test("The banner itself asks")
  func opens() throws {
    #expect(try tap(Self.open, on: SamplePush.default).status == .exited(2))
    let run = try TerminalRun(
      ["--json", "--action", Self.open, "--endpoint", server.url()],
      stdin: .text(SamplePush.challenge)
    )
    try run.expect("deny: ")
    try run.type("34\n")
    let result = try run.finish()
    #expect(result.status == .exited(0))
    #expect(try result.report().text("decision.source") == "terminal")
    #expect(try server.onlyDecision()["numberChallenge"] == "34")
  }

  @Test("Swiping it away answers nothing, whatever it is")
  func dismissal() throws {
    let pushes = [SamplePush.default, SamplePush.challenge, SamplePush.dry, SamplePush.plain("cancel")]
    for push in pushes {
      let result = try tap(Self.dismiss, on: push)
      #expect(result.status == .exited(0), "\(result)")
      #expect(try result.report().outcome == "nothing-to-answer")
    }
    #expect(server.connectionCount == 0)
  }

  @Test("Misuse")
  func misuse() throws {
    #expect(try tap("notification.unheard-of", on: SamplePush.default).status == .exited(2))
    #expect(try tap("notification.confirm", on: SamplePush.default, "--approve").status == .exited(2))
    #expect(server.connectionCount == 0)
  }
}
