import Foundation
import MFACore
import Testing

@testable import MFACommand

/// The object of `--json`: its members are a promise to whoever reads it with another program.
@Suite("The object of --json")
struct ReportJSONTests {
  static let members = [
    "schema", "command", "outcome", "exitCode", "source", "push", "decision", "delivery", "warnings", "error",
  ]
  static let pushMembers = [
    "id", "provider", "envelope", "kind", "title", "message", "localized", "numbersChallenge", "manualEntry",
    "answers", "expiresAt", "deepLink", "context", "customData", "signature", "credential",
    "because", "jws",
  ]
  static let decisionMembers = ["action", "number", "authMethod", "source"]
  static let deliveryMembers = [
    "method", "url", "status", "attempts", "durationMs", "mayHaveArrived", "body",
  ]
  static let errorMembers = ["code", "message", "hint"]

  static func object(_ run: Run) throws -> JSONObject {
    try #require(try JSONReader.read(run.output).value.object)
  }

  static func keys(_ object: JSONObject, _ member: String) throws -> [String] {
    try #require(object[member]?.object).members.map(\.key)
  }

  @Test("Every member is there, in order, however the run ends", arguments: Scenario.all)
  func order(scenario: Scenario) throws {
    let object = try ReportJSONTests.object(scenario.run("--json"))
    let extra = scenario.arguments.first == "demo" ? ["signOn"] : []
    #expect(object.members.map(\.key) == ReportJSONTests.members + extra)
    let inner = [
      ("push", ReportJSONTests.pushMembers), ("decision", ReportJSONTests.decisionMembers),
      ("delivery", ReportJSONTests.deliveryMembers),
    ]
    for (member, keys) in inner {
      #expect((object[member] != .null) == scenario.known.contains(member), "\(member)")
      if object[member] != .null { #expect(try ReportJSONTests.keys(object, member) == keys) }
    }
    #expect((object["error"] != .null) == (scenario.code != nil))
    if scenario.code != nil {
      #expect(try ReportJSONTests.keys(object, "error") == ReportJSONTests.errorMembers)
    }
  }

  @Test("It says how the run ended, as the exit code does", arguments: Scenario.all)
  func ending(scenario: Scenario) throws {
    let run = scenario.run("--json")
    #expect(run.exitCode.rawValue == scenario.exitCode)
    let json = try run.json()
    #expect(json["schema"] as? Int == 2)
    #expect(json["outcome"] as? String == scenario.outcome.rawValue)
    #expect(json["exitCode"] as? Int == Int(scenario.exitCode))
    let command = scenario.arguments.first.flatMap { Command(rawValue: $0) } ?? .respond
    #expect(json["command"] as? String == command.rawValue)
    #expect((json["error"] as? [String: Any])?["code"] as? String == scenario.code)
  }

  @Test("It is one line, and the only thing on standard output", arguments: Scenario.all)
  func oneLine(scenario: Scenario) {
    let output = scenario.run("--json").output
    #expect(output.hasPrefix(#"{"schema":2,"#) && output.hasSuffix("}\n"))
    #expect(output.utf8.filter { $0 == 0x0A }.count == 1)
  }

  @Test("-q takes nothing from it", arguments: Scenario.all)
  func quiet(scenario: Scenario) {
    #expect(scenario.run("--json", "-q").output == scenario.run("--json").output)
  }

  /// A dry run's result is the request, in as many lines as that takes.
  @Test(
    "Without it a failure leaves standard output empty; success writes one line",
    arguments: Scenario.all.filter { $0.outcome != .dryRun }
  )
  func withoutJSON(scenario: Scenario) {
    let lines = scenario.run().output.split(separator: "\n", omittingEmptySubsequences: false).dropLast()
    #expect(lines.count == (scenario.code == nil ? 1 : 0))
  }

  @Test("Every outcome of the table comes up, but for a bug")
  func everyOutcome() {
    let missing = Set(Outcome.allCases).subtracting(Scenario.all.map(\.outcome))
    #expect(missing == [.internal])
  }

  @Test("The members' values")
  func values() throws {
    var script = OrderOfChecksTests.push(
      #""pushType":"challenge","numbersChallenge":["07","7"],"ttl":60,"deep_link":"app:x","contextInfo":{"b":1,"a":2},"tenant":1.50"#,
      exchanges: [reply(200, "ok")]
    )
    script.environment["MFA_ENDPOINT"] = "https://u:p@mfa.example.com/d?token=t"
    let run = script.run("--number", "07", "--json", "p")
    let expected =
      #"{"schema":2,"command":"respond","outcome":"approved","exitCode":0,"#
      + #""source":{"input":"p","path":null,"line":null,"column":null},"#
      + #""push":{"id":"1","provider":"plain","envelope":"apns","kind":"challenge","title":null,"message":"x","#
      + #""localized":false,"numbersChallenge":["07","7"],"manualEntry":false,"answers":["number","deny"],"#
      + #""expiresAt":"2030-01-01T00:01:00Z","deepLink":"app:x","context":{"b":1,"a":2},"#
      + #""customData":{"tenant":1.50},"signature":"none","credential":null,"#
      + #""because":"pushType is \"challenge\" and numbersChallenge is [\"07\",\"7\"]","jws":null},"#
      + #""decision":{"action":"approve","number":"07","authMethod":"user","source":"flag"},"#
      + #""delivery":{"method":"POST","url":"https://***@mfa.example.com/d?token=***","status":200,"attempts":1,"#
      + #""durationMs":12,"mayHaveArrived":true,"body":"ok"},"warnings":[],"error":null}"# + "\n"
    #expect(run.output == expected)
  }

  @Test(
    "Answers",
    arguments: [
      ("default", ["approve", "deny"]), ("biometric", ["approve", "deny"]),
      ("challenge", ["number", "deny"]),
      ("dry", []), ("cancel", []), ("silent", []),
    ] as [(String, [String])]
  )
  func answers(kind: String, answers: [String]) throws {
    let json = try OrderOfChecksTests.push("\"pushType\":\"\(kind)\"").run("inspect", "--json", "p").json()
    let push = try #require(json["push"] as? [String: Any])
    #expect(push["answers"] as? [String] == answers)
    #expect(push["manualEntry"] as? Bool == (kind == "challenge"))
  }

  @Test("The body is cut at 4 KiB, at a character's end")
  func body() throws {
    for (body, shown) in [
      (String(repeating: "x", count: 4096), 4096), (String(repeating: "x", count: 5000), 4096),
      ("x" + String(repeating: "é", count: 3000), 4095), ("xx" + String(repeating: "😀", count: 2000), 4094),
    ] {
      let script = OrderOfChecksTests.push(OrderOfChecksTests.plain, exchanges: [reply(200, body)])
      let json = try script.run("--endpoint=https://mfa.example.com", "--deny", "--json", "p").json()
      let delivery = try #require(json["delivery"] as? [String: Any])
      let text = try #require(delivery["body"] as? String)
      #expect(text.utf8.count == shown)
      #expect(body.hasPrefix(text))
    }
  }

  @Test("Nothing in it can repaint a terminal or end a line")
  func escaped() {
    let hostile = "\u{7F}\u{9B}31m\u{202E}\u{2028}\u{2066}\u{61C}"
    let script = OrderOfChecksTests.push(
      "\"pushType\":\"default\",\"tenant\":\"\(hostile)\"",
      exchanges: [reply(200, "\u{1B}[2J" + hostile)]
    )
    let output = script.run("--endpoint=https://mfa.example.com", "--deny", "--json", "p").output
    let bad = output.dropLast().unicodeScalars.filter {
      $0.value < 0x20 || (0x7F...0x9F).contains($0.value) || hostile.dropFirst(5).unicodeScalars.contains($0)
    }
    #expect(bad.isEmpty)
    #expect(output.contains(#"\u202e\u2028\u2066\u061c"#))
  }

  @Test("Warnings are in it, in the words of standard error")
  func warnings() throws {
    let run = try Samples.script("plain/unusable-fields.json").run(
      "inspect",
      "--json",
      "plain/unusable-fields.json"
    )
    let warnings = try #require(try run.json()["warnings"] as? [[String: String]])
    #expect(warnings.count == 4)
    #expect(run.errorLines == warnings.map { "mfa-cli: warning: \($0["message"] ?? "")" })
  }
}
