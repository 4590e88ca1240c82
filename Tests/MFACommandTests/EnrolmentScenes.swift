import MFACore
import Testing

@testable import MFACommand

/// Enrolling, the credentials, and pushes that are answered with one: what is said, sent and kept.
extension GoldenScene {
  static let enrolments: [GoldenScene] = enrolling + keeping + signed + polled

  private typealias My = CredentialScript

  /// Both forms of the output, what was sent, and what is kept in the end.
  private static func scene(
    _ name: String,
    _ arguments: [String],
    _ files: [String: String] = CredentialScript.both,
    input: @autoclosure @escaping @Sendable () throws -> String? = nil,
    openings: [Script.Opening] = [],
    _ exchanges: @escaping @Sendable () throws -> [Script.Exchange] = { [] }
  ) -> GoldenScene {
    GoldenScene(name: "enrolment/\(name).txt") {
      var script = My.script(
        files,
        readings: try input().map { [.standardInput($0)] } ?? [],
        exchanges: try exchanges()
      )
      script.openings = openings
      let (text, json) = (script.run(arguments), script.run(arguments + ["--json"]))
      let sent = text.transfers.map { transfer in
        let request = transfer.request
        return ["\(request.method) \(request.url.wireText)"]
          + request.headers.map { "\($0.name): \($0.wireValue)" } + [
            String(decoding: request.body, as: UTF8.self)
          ]
      }
      let kept = text.writes.map { "---- \($0)\n\(text.files[$0] ?? "")\n" }
      return (openings.isEmpty ? "" : text.screen + "----\n") + text.transcript + json.transcript
        + "---- sent\n" + sent.map { $0.joined(separator: "\n") + "\n" }.joined() + kept.joined()
    }
  }

  private static let enrolling = [
    scene("pingam", ["enroll", My.uri()], [:]) { [reply(200, "{}")] },
    scene("pingam-from-a-pipe", ["enroll"], input: My.uri() + "\n") { [reply(200, "{}")] },
    scene("pingam-very-verbose", ["enroll", "-vv", My.uri()], [:]) { [reply(200, "{}")] },
    scene("pingam-dry-run", ["enroll", "-n", My.uri()], [:]),
    scene("pingam-refused", ["enroll", My.uri()], [:]) { [reply(400, #"{"code":400}"#)] },
    scene("pingam-page", ["enroll", My.uri()], [:]) { [reply(200, "<!DOCTYPE html>")] },
    scene(
      "pingam-again",
      ["enroll", My.uri("s", "b3uYLkQ7dRPjBaIzV0t_aijoXRgMq-NP5AwVAvRfa_E")]
    ),
    scene("pingam-key-type", ["enroll", "--key-type", "p256", My.uri()]),
    scene(
      "pingam-plain-text",
      ["enroll", "-n", My.uri("r", My.encoded("http://am.example.com/am?_action=register"))],
      [:]
    ),
    scene("privacyidea", ["enroll", My.pushTokenURI()], [:]) { [reply(200, My.enrolled)] },
    scene("pingam-short-secret", ["enroll"], [:], input: My.uri("s", "eA")) { [reply(200, "{}")] },
    scene("privacyidea-said-no", ["enroll"], [:], input: My.pushTokenURI()) {
      let refusal = #""status":false,"error":{"code":905,"message":"nope"}"#
      return [reply(200, My.enrolled.replacing(#""status":true,"value":true"#, with: refusal))]
    },
    scene("privacyidea-p256", ["enroll", "--key-type=p256", My.pushTokenURI()], [:]) { [reply(200, "{}")] },
    scene("privacyidea-again", ["enroll", My.pushTokenURI("serial", My.serial)]),
    scene("one-time-password", ["enroll", "otpauth://totp/a?secret=JBSWY3DP"]),
    scene("parameter-missing", ["enroll", My.uri("s")]),
    scene("no-such-key-type", ["enroll", "--key-type", "rsa-1024", My.uri()]),
  ]

  private static let keeping = [
    scene("list", ["credentials", "list"]), scene("list-none", ["credentials", "list"], [:]),
    scene("show", ["credentials", "show", My.serial]),
    scene("show-unknown", ["credentials", "show", "x"]),
    scene("show-nothing", ["credentials", "show"]),
    scene("lock", ["credentials", "lock", My.mechanism]),
    scene("unlock", ["credentials", "unlock", My.mechanism]),
    scene("remove", ["credentials", "remove", My.serial]),
    scene("no-such-command", ["credentials", "lokc"]),
    scene("newer-file", ["credentials", "list"], [My.file: #"{"version":2,"credentials":[]}"#]),
    scene(
      "secret-not-base64",
      ["credentials", "list"],
      [My.file: My.list(My.pingAM.replacing(My.secret, with: "*"))]
    ),
  ]

  private static let signed = [
    scene("approve", ["--approve"], input: try My.push()) { [reply(200, "{}")] },
    scene("approve-very-verbose", ["--approve", "-vv"], input: try My.push()) { [reply(200, "{}")] },
    scene("deny", ["--deny"], input: try My.push()) { [reply(200, "{}")] },
    scene("number", ["--number=34"], input: try My.push("challenge")) { [reply(200, "{}")] },
    scene("number-refused", ["--number=34"], input: try My.push("challenge")) {
      [reply(400, #"{"code":400,"reason":"Bad Request","message":"Bad request."}"#)]
    },
    scene("deny-refused", ["--deny"], input: try My.push("challenge")) { [reply(400)] },
    scene("approve-dry-run", ["--approve", "-n"], input: try My.push()),
    scene("ask", [], input: try My.push("challenge"), openings: [.types("62")]) { [reply(200, "{}")] },
    scene("wrong-signature", ["--approve"], input: try My.push(secret: "AAAA")),
    scene("wrong-signature-forced", ["--approve", "--force"], input: try My.push(secret: "AAAA")) {
      [reply(200, "{}")]
    },
    scene("unknown-mechanism", ["--approve"], input: try My.push(mechanism: "x")),
    scene(
      "locked",
      ["--approve"],
      [My.file: My.list(My.pingAM.replacing("false", with: "true"))],
      input: try My.push()
    ),
    scene("inspect-verified", ["inspect", "-v"], input: try My.push()),
    scene("inspect-wrong", ["inspect", "-v"], input: try My.push(secret: "AAAA")),
    scene("deny-reason", ["--deny", "--deny-reason", "mistake"], input: try My.push()),
  ]

  private static let poll = ["respond", "--poll", "--approve"]
  private static let taken = reply(200, #"{"result":{"status":true,"value":true}}"#)

  private static let polled = [
    scene("poll", poll) { [My.waiting(try My.polled("NONCEONE")), taken] },
    scene("poll-nothing", poll + ["--retry-limit", "0"]) { [My.waiting()] },
    scene("poll-several", poll) { [My.waiting(try My.polled("NONCEONE"), try My.polled("NONCETWO"))] },
    scene("poll-one-of-several", poll + ["--push", "NONCETWO"]) {
      [My.waiting(try My.polled("NONCEONE"), try My.polled("NONCETWO")), taken]
    },
    scene("poll-said-no", poll) {
      [My.waiting(try My.polled("NONCEONE")), reply(200, #"{"result":{"status":true,"value":false}}"#)]
    },
    scene("poll-code-to-phone", poll) {
      [
        My.waiting(try My.polled("NONCEONE", further: [("display_code", "31")])),
        reply(200, #"{"result":{"status":true,"value":true},"detail":{"display_code":"12"}}"#),
      ]
    },
    scene("poll-refused", poll) { [reply(400, #"{"result":{"status":false}}"#)] },
    scene("poll-page", poll) { [reply(200, "<!DOCTYPE html>")] },
    scene("poll-without-credential", poll, [:]),
    scene("poll-unknown-credential", poll + ["--credential", "x"]),
    scene("poll-pingam", poll + ["--credential", My.mechanism]),
    scene("poll-with-payload", poll + ["push.json"]),
    scene("push-without-poll", ["--push", "NONCEONE", "--approve"]),
    scene("listen-poll-with-port", ["listen", "--poll", "--approve", "--port", "8080"]),
    scene("interval-without-poll", ["listen", "--approve", "--interval", "5"]),
  ]
}
