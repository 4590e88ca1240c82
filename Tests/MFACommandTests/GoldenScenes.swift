import MFACore
import Testing

@testable import MFACommand

/// One recorded scene that is not about a sample alone.
struct GoldenScene: CustomTestStringConvertible, Sendable {
  /// The file below `Tests/Golden/`.
  let name: String
  let play: @Sendable () throws -> String

  var testDescription: String { name }

  static let all: [GoldenScene] =
    help + prompts + demonstrations + sending + devices + services + phones + inboxes + enrolments

  private static let endpoint = "https://mfa.example.com/pushes/{id}/decisions"

  // MARK: Help, of which the rows hold the rest (`HelpRowTests`)

  private static let help: [GoldenScene] =
    [
      GoldenScene(name: "help/short.txt") { Script().run("-h").transcript },
      GoldenScene(name: "help/long.txt") { Script().run("--help").transcript },
      GoldenScene(name: "help/respond-short.txt") { Script().run("respond", "-h").transcript },
      GoldenScene(name: "help/respond-long.txt") { Script().run("help", "respond").transcript },
      GoldenScene(name: "help/version.txt") {
        Script(libraryVersions: ["libcurl/8.14.1"]).run("--version").transcript
      },
      GoldenScene(name: "help/version-without-library.txt") {
        Script(libraryVersions: [nil]).run("--version").transcript
      },
    ]

  // MARK: Prompts

  private static let prompts: [GoldenScene] = [
    prompt("approve-or-deny", "plain/context.json", types: "", "maybe", "yes"),
    prompt("pick", "plain/challenge.json", types: "", "99", "approve", "34"),
    prompt("pick-denied", "plain/challenge-letters.json", types: "deny"),
    prompt("type-number", "plain/manual-entry.json", types: "", "12345678901", "4 7"),
    prompt("hostile-text", "plain/hostile-text.json", types: "\u{1B}[A", "no"),
    prompt("wide-text", "plain/unicode.json", types: "yes"),
    GoldenScene(name: "prompts/narrow.txt") {
      var script = try Samples.script("plain/context.json")
      script.openings = [.person([.line("no", after: 3)], columns: 30)]
      script.exchanges = [reply(200)]
      return dialogue(script.run("--endpoint", endpoint, "plain/context.json"))
    },
    GoldenScene(name: "prompts/nobody-there.txt") {
      var script = try Samples.script("plain/challenge.json")
      script.openings = [.person([.nothing], columns: 80)]
      return dialogue(
        script.run("--endpoint", endpoint, "--answer-timeout", "90", "plain/challenge.json")
      )
    },
    GoldenScene(name: "prompts/hung-up.txt") {
      var script = try Samples.script("plain/default.json")
      script.openings = [.person([.endOfInput], columns: 80)]
      return dialogue(script.run("--endpoint", endpoint, "plain/default.json"))
    },
    GoldenScene(name: "prompts/expired-meanwhile.txt") {
      var script = try Samples.script("plain/default.json")
      script.openings = [.person([.nothing], columns: 80)]
      return dialogue(script.run("--endpoint", endpoint, "plain/default.json"))
    },
    GoldenScene(name: "prompts/expiry-ignored.txt") {
      var script = try Samples.script("plain/expired.json")
      script.openings = [.types("yes")]
      script.exchanges = [reply(200)]
      return dialogue(script.run("--endpoint", endpoint, "--ignore-expiry", "plain/expired.json"))
    },
  ]

  private static func prompt(_ name: String, _ sample: String, types lines: String...) -> GoldenScene {
    GoldenScene(name: "prompts/\(name).txt") {
      var script = try Samples.script(sample)
      script.openings = [.person(lines.map { .line($0, after: 1) }, columns: 80)]
      script.exchanges = [reply(200)]
      return dialogue(script.run("--endpoint", endpoint, sample))
    }
  }

  /// The terminal first, then the streams.
  private static func dialogue(_ run: Run) -> String {
    run.screen + "----\n" + run.transcript
  }

  // MARK: Demonstrations

  private static let serviceURL = "http://127.0.0.1:41234"

  private static let demonstrations: [GoldenScene] =
    DemoScenario.allCases.map { scenario in
      GoldenScene(name: "demo/\(scenario.rawValue).txt") {
        Script(service: .runs(url: serviceURL)).run("demo", scenario.rawValue, "--no-input").transcript
      }
    } + [
      GoldenScene(name: "demo/unnamed-with-nobody.txt") {
        Script(openings: [.none], service: .runs(url: serviceURL)).run("demo").transcript
      },
      GoldenScene(name: "demo/challenge-denied.txt") {
        let openings: [Script.Opening] = [.person([], columns: 80), .types("deny")]
        return dialogue(Script(openings: openings, service: .runs(url: serviceURL)).run("demo"))
      },
      GoldenScene(name: "demo/default-approved.txt") {
        let openings: [Script.Opening] = [.person([], columns: 80), .types("a")]
        return dialogue(Script(openings: openings, service: .runs(url: serviceURL)).run("demo", "default"))
      },
      GoldenScene(name: "demo/challenge.json") {
        Script(service: .runs(url: serviceURL)).run("demo", "--json", "--no-input").output
      },
      GoldenScene(name: "demo/not-started.txt") {
        Script(service: .fails(.system("Address already in use"))).run("demo").transcript
      },
    ]

  // MARK: Sending

  private static let sending: [GoldenScene] = [
    sending("approved", "plain/default.json", reply(204), "--approve"),
    sending("approved-challenge", "plain/challenge.json", reply(200), "--number", "34"),
    sending("denied", "plain/challenge.json", reply(200), "--deny"),
    sending("verbose", "plain/challenge.json", created, "--number", "34", "-v"),
    sending("very-verbose", "plain/context.json", created, "--approve", "-vv", "-H", "X-Api-Key: synthetic"),
    sending("verbose-not-reached", "plain/default.json", failure(.notConnected, "refused"), "--deny", "-v"),
    sending("redirect", "plain/default.json", redirect, "--deny"),
    sending("unauthorized", "plain/default.json", reply(401, "no token"), "--deny"),
    sending("gateway", "plain/default.json", reply(502, "<html>"), "--deny"),
    sending("timed-out", "plain/default.json", failure(.timedOut, arrived: true), "--deny"),
    sending("self-signed", "plain/default.json", failure(.certificate(.selfSigned)), "--deny"),
    sending(
      "html-reply",
      "plain/default.json",
      reply(200, "<!DOCTYPE html><title>Sign in</title>"),
      "--deny"
    ),
    sending("dry-run", "plain/challenge.json", nil, "-n", "--number", "34", "-H", "X-Api-Key: synthetic"),
    sending("misfit", "plain/challenge.json", nil, "--approve"),
    sending("expired", "plain/expired.json", nil, "--approve"),
    sending("nothing-to-answer", "plain/dry.json", nil),
    sending("no-enrolment", "pingam/default.json", nil, "--approve"),
    sending("no-terminal", "plain/challenge.json", nil, "--no-input"),
  ]

  private static let created = reply(
    200,
    #"{"recorded":true}"#,
    headers: [("Content-Type", "application/json"), ("Set-Cookie", "session=synthetic")]
  )
  private static let redirect = reply(302, headers: [("Location", "https://sso.example.com/login")])

  private static func sending(
    _ name: String,
    _ sample: String,
    _ exchange: Script.Exchange?,
    _ flags: String...
  ) -> GoldenScene {
    GoldenScene(name: "sending/\(name).txt") {
      var script = try Samples.script(sample)
      if let exchange { script.exchanges = [exchange] }
      let arguments = flags + ["--endpoint", endpoint, sample]
      return script.run(arguments.map { Argument(bytes: Array($0.utf8)) }).transcript
    }
  }
}
