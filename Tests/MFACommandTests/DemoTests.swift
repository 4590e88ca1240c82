import MFACore
import Testing

@testable import MFACommand

/// The demonstration with the real practice service, its requests passed by value.
@Suite("demo")
struct DemoTests {
  static let url = "http://127.0.0.1:41234"

  @Test(
    "Each scenario ends as announced, with nobody there",
    arguments: [
      (DemoScenario.challenge, "approved"), (.default, "approved"), (.manual, "approved"), (.dry, "pending"),
      (.cancel, "cancelled"), (.expired, "expired"), (.login, "accepted"),
    ]
  )
  func scenario(scenario: DemoScenario, ending: String) throws {
    let run = Script(service: .runs(url: DemoTests.url)).run(
      "demo",
      scenario.rawValue,
      "--no-input",
      "--json"
    )
    #expect(run.exitCode == .done)
    #expect(try run.json()["signOn"] as? String == ending)
    #expect(!run.openedTerminal)
  }

  @Test("Every scenario is in that list, and challenge is the one without a name")
  func scenarios() {
    #expect(DemoScenario.allCases.count == 7)
    let unnamed = Script(service: .runs(url: DemoTests.url)).run("demo", "--no-input")
    let named = Script(service: .runs(url: DemoTests.url)).run("demo", "challenge", "--no-input")
    #expect(unnamed.transcript == named.transcript)
  }

  @Test(
    "A person is asked where there is a terminal, and any answer ends as announced",
    arguments: [("60", "approved"), ("66", "wrong-number"), ("deny", "denied")]
  )
  func person(typed: String, ending: String) throws {
    let openings: [Script.Opening] = [.person([], columns: 80), .types(typed)]
    let run = Script(openings: openings, service: .runs(url: DemoTests.url)).run("demo", "--json")
    #expect(run.exitCode == .done)
    #expect(try run.json()["signOn"] as? String == ending)
  }

  @Test("Nothing is asked where there is nothing to answer or it is too late", arguments: ["dry", "cancel"])
  func noQuestion(scenario: String) {
    let run = Script(service: .runs(url: DemoTests.url)).run("demo", scenario)
    #expect(run.exitCode == .done)
  }

  @Test("A person who goes away leaves no decision")
  func hungUp() {
    let openings: [Script.Opening] = [.person([], columns: 80), .person([.endOfInput], columns: 80)]
    let run = Script(openings: openings, service: .runs(url: DemoTests.url)).run("demo")
    #expect(run.exitCode == .noDecision)
  }

  @Test("It says which traffic is whose, and goes nowhere but to its own service")
  func traffic() {
    let run = Script(service: .runs(url: DemoTests.url)).run("demo", "--no-input")
    #expect(
      run.transfers.allSatisfy {
        $0.request.url.wireText.hasPrefix(DemoTests.url + "/") && $0.proxy == .direct
      }
    )
    #expect(
      run.transfers.map { "\($0.request.method) \($0.request.url.wireText.dropFirst(DemoTests.url.count))" }
        .map { $0.replacing(#/[0-9a-f-]{36}/#, with: "ID") } == [
          "POST /pushes", "POST /decisions", "GET /pushes/ID",
        ]
    )
  }

  @Test("The environment's endpoint and tokens are nothing to it")
  func environment() {
    let environment = ["MFA_ENDPOINT": "https://mfa.example.com/d", "MFA_BEARER_TOKEN_FILE": "t"]
    let run = Script(environment: environment, service: .runs(url: DemoTests.url)).run("demo", "--no-input")
    #expect(run.exitCode == .done)
    #expect(!run.transfers.contains { $0.request.headers.contains { $0.name == "Authorization" } })
  }

  // MARK: What goes wrong

  struct Trouble: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let exchanges: [Script.Exchange]
    let exitCode: ExitCode
    let words: String
  }

  static let created = reply(
    201,
    #"{"id":"1","payload":{"aps":{},"messageId":"1","pushType":"default"},"number":null}"#
  )

  @Test(
    arguments: [
      Trouble(
        testDescription: "the service is not reached",
        exchanges: [failure(.notConnected)],
        exitCode: .notReached,
        words: "the practice service was not reached"
      ),
      Trouble(
        testDescription: "it answers something else",
        exchanges: [reply(200, "[]")],
        exitCode: .refused,
        words: "the practice service answered HTTP 200"
      ),
      Trouble(
        testDescription: "it refuses the answer",
        exchanges: [created, reply(409)],
        exitCode: .refused,
        words: "HTTP 409"
      ),
      Trouble(
        testDescription: "the sign-on ends otherwise",
        exchanges: [created, reply(200), reply(200, #"{"status":"pending"}"#)],
        exitCode: .negative,
        words: "the sign-on ended as pending, not as approved"
      ),
    ]
  )
  func trouble(_ row: Trouble) {
    let script = Script(exchanges: row.exchanges, service: .pretends(url: DemoTests.url))
    let run = script.run("demo", "default", "--no-input")
    #expect(run.exitCode == row.exitCode)
    #expect(run.errors.contains(row.words))
  }
}
