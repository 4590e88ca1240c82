import Foundation
import MFACore
import Testing

@testable import MFACommand

/// A secret may be called as anything is: `push`, `true`, `2030`, an id. Replies were once masked before they were read,
/// and a header `X-Tenant: acme` made a push that holds "acme" one that somebody had forged. So every scene is played
/// again with secrets that are the words of its own data, and nothing changes but what is printed of others' texts.
@Suite("Secrets that are words of the data")
struct SecretWordTests {
  @Test("Each scene", arguments: GoldenScene.all.filter { !$0.name.hasPrefix("help/") })
  func scene(_ scene: GoldenScene) throws {
    try Script.$witness.withValue({ ReplayWithSecrets($0, $1, $2).check() }) { _ = try scene.play() }
  }

  @Test("Each way in which a run can end", arguments: Scenario.all)
  func scenario(_ scenario: Scenario) {
    Script.$witness.withValue({ ReplayWithSecrets($0, $1, $2).check() }) {
      _ = scenario.run()
      _ = scenario.run("--json")
    }
  }

  /// Without this the two tests above would pass where nothing takes the secrets.
  @Test("Scenes of every command that sends are among them")
  func commands() throws {
    let checked = Checked()
    for scene in GoldenScene.all where !scene.name.hasPrefix("help/") {
      try Script.$witness.withValue({ script, arguments, run in
        let replay = ReplayWithSecrets(script, arguments, run)
        if let command = replay.command, !run.transfers.isEmpty, replay.takesHeaders { checked.add(command) }
      }) { _ = try scene.play() }
    }
    for command in [Command.respond, .listen, .enroll, .deviceRegister, .inboxAccept, .inboxShow, .inboxList]
    {
      #expect(checked.commands.contains(command), "\(command)")
    }
  }

  private final class Checked: @unchecked Sendable {
    private(set) var commands: Set<Command> = []
    func add(_ command: Command) { commands.insert(command) }
  }
}

/// What was seen to go wrong, one by one.
@Suite("A secret that equals a word of a reply")
struct SecretWordRegressionTests {
  private typealias My = CredentialScript

  @Test(
    "A push that was asked for is not forged because it holds a header's word",
    arguments: ["login", "NONCEONE"]
  )
  func poll(word: String) throws {
    let taken = reply(200, #"{"result":{"status":true,"value":true}}"#)
    let script = My.script(exchanges: [My.waiting(try My.polled("NONCEONE")), taken])
    let line = ["respond", "--poll", "--approve", "--json", "--endpoint", "https://gw.example.com/push"]
    let run = script.run(line + ["-H", "X-Tenant: \(word)"])
    #expect(run.exitCode == .done, "\(run.transcript)")
    let push = try ReportJSONTests.object(run)["push"]?.object
    #expect(push?["id"] == .string("NONCEONE") && push?["signature"] == .string("verified"))
  }

  @Test("An enrolment is kept", arguments: ["true", "result", "detail", "value"])
  func enroll(word: String) throws {
    let script = My.script([:], exchanges: [reply(200, My.enrolled)])
    let line = ["enroll", My.pushTokenURI(), "--endpoint", "https://mfa.example.com"]
    let run = script.run(line + ["-H", "X-Debug: \(word)"])
    #expect(run.exitCode == .done && run.files[My.file] != nil, "\(run.transcript)")
  }

  private static let card = [
    "eligibleCredentials": #"[{"id":"identity-card","label":"Identity card","documentType":"ID_CARD"}]"#
  ]

  @Test("A notification is read", arguments: ["request", "read", "2030", "pin.", "true", "notification"])
  func show(word: String) throws {
    let id = "n0000-2030-request"
    let script = Script(exchanges: [reply(200, InboxScript.notification(id))])
    let run = script.run(
      ["inbox", "show", id, "--json", "--endpoint", InboxScript.endpoint, "-H", "X-Kind: \(word)"]
    )
    #expect(run.exitCode == .done, "\(run.transcript)")
    let notification = try ReportJSONTests.object(run)["notification"]?.object
    #expect(notification?["id"] == .string(id) && notification?["type"] == .string("request"))
    #expect(notification?["created"] == .string("2030-01-01T00:00:00Z"))
  }

  @Test(
    "A request is accepted with a PIN that its dates or its id hold",
    arguments: ["2030", "0000", "identity-card"]
  )
  func accept(pin: String) throws {
    let id = "n0000-2030"
    let request = InboxScript.notification(id, SecretWordRegressionTests.card)
    let accepted = InboxScript.notification(id, ["status": #""accepted""#])
    for flags in [["--json"], [], ["-vv"]] {
      let script = Script(
        exchanges: [reply(200, request), reply(200, accepted)],
        files: [Script.stateFolder + "/pin": pin]
      )
      let line = [
        "inbox", "accept", id, "--endpoint", InboxScript.endpoint, "--pin-file", Script.stateFolder + "/pin",
      ]
      let run = script.run(line + flags)
      #expect(run.exitCode == .done, "\(run.transcript)")
      #expect(run.bodies.last == #"{"credential":"identity-card","pin":"\#(pin)"}"#)
      #expect(!CanaryTests.shown(run).contains(#""pin":"\#(pin)""#))
      guard flags == ["--json"] else { continue }
      let notification = try ReportJSONTests.object(run)["notification"]?.object
      #expect(notification?["id"] == .string(id) && notification?["status"] == .string("accepted"))
    }
  }

  @Test(
    "A listing's ids are there for the next command",
    arguments: ["inbox", "n000", "Sign", "request", "2030"]
  )
  func list(word: String) throws {
    let page = InboxScript.page(InboxScript.notification("n0001"), InboxScript.notification("n0002"))
    let flags = ["--endpoint", InboxScript.endpoint, "-H", "X-Word: \(word)"]
    let run = Script(exchanges: [page]).run(["inbox", "list", "--json"] + flags)
    let ids = try run.output.split(separator: "\n").map {
      try JSONReader.read(String($0)).value.object?["id"]?.string
    }
    #expect(ids == ["n0001", "n0002"], "\(run.transcript)")
    #expect(run.output.contains("Sign-on") == (word != "Sign"))
  }

  @Test(
    "Our own sentences stay whole",
    arguments: ["error", "service", "record", "decision", "HTTP", "mfa-cli", "hint"]
  )
  func sentences(word: String) {
    let script = OrderOfChecksTests.push(OrderOfChecksTests.plain, exchanges: [reply(404)])
    let line = ["--deny", "--endpoint", "https://mfa.example.com/d", "p"]
    let plain = script.run(line)
    let run = script.run(line + ["-H", "X-Word: \(word)"])
    #expect(run.transcript == plain.transcript)
  }
}
