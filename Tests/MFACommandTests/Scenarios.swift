import MFACore
import Testing

@testable import MFACommand

/// One run for each way in which a run can end.
struct Scenario: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let arguments: [String]
  let script: Script
  let outcome: Outcome
  let exitCode: Int32
  /// `error.code`, nil when the run ended as asked.
  let code: String?
  /// What is known when it ends: some of `push`, `decision` and `delivery`.
  let known: Set<String>

  init(
    _ description: String,
    _ line: String,
    _ script: Script,
    _ outcome: Outcome,
    _ exitCode: Int32,
    code: String? = nil,
    known: Set<String> = []
  ) {
    testDescription = description
    arguments = line.replacing("URL", with: "--endpoint=https://mfa.example.com/d").split(separator: " ").map
    {
      String($0)
    }
    self.script = script
    self.outcome = outcome
    self.exitCode = exitCode
    self.code = code
    self.known = known
  }

  func run(_ extra: String...) -> Run {
    script.run((arguments + extra).map { Argument(bytes: Array($0.utf8)) })
  }

  private static func push(_ members: String, _ exchanges: Script.Exchange...) -> Script {
    OrderOfChecksTests.push(members, exchanges: exchanges)
  }

  private static func asked(_ typing: Script.Typing) -> Script {
    OrderOfChecksTests.push(plain, openings: [.person([typing], columns: 80)])
  }

  private static let plain = OrderOfChecksTests.plain
  private static let challenge = OrderOfChecksTests.challenge
  private static let decided: Set = ["push", "decision"]
  private static let sent: Set = ["push", "decision", "delivery"]
  private static let service = Script.Service.runs(url: "http://127.0.0.1:41234")

  static let all = fine + negative + misuses + inputs + undecided + unsent + demonstrations

  static let fine = [
    Scenario("approved", "URL --approve p", push(plain, reply(200, "ok")), .approved, 0, known: sent),
    Scenario(
      "approved with a number",
      "URL --number=34 p",
      push(challenge, reply(204)),
      .approved,
      0,
      known: sent
    ),
    Scenario("denied", "URL --deny p", push(plain, reply(201)), .denied, 0, known: sent),
    Scenario(
      "answered on the terminal",
      "URL p",
      OrderOfChecksTests.push(plain, openings: [.types("n")], exchanges: [reply(299)]),
      .denied,
      0,
      known: sent
    ),
    Scenario(
      "nothing to answer",
      "URL p",
      push(#""pushType":"cancel""#),
      .nothingToAnswer,
      0,
      known: ["push"]
    ),
    Scenario("inspected", "inspect p", push(plain), .inspected, 0, known: ["push"]),
    Scenario("dry run", "URL -n --approve p", push(plain), .dryRun, 0, known: sent),
  ]

  static let negative = [
    Scenario("denied, to be seen", "URL -e --deny p", push(plain, reply(200)), .denied, 1, known: sent),
    Scenario(
      "of another kind",
      "inspect --expect=dry p",
      push(plain),
      .unexpectedKind,
      1,
      code: "unexpected-kind",
      known: ["push"]
    ),
  ]

  static let misuses = [
    Scenario("bad flag", "--bad p", Script(), .usage, 2, code: "usage"),
    Scenario("bad endpoint", "--endpoint=x p", Script(), .usage, 2, code: "endpoint-invalid"),
    Scenario("no payload", "--approve", Script(terminals: [.input]), .usage, 2, code: "payload-missing"),
    Scenario(
      "bad file",
      "URL --cacert=c p",
      OrderOfChecksTests.file("c", ""),
      .usage,
      2,
      code: "file-unusable"
    ),
    Scenario("no endpoint", "--deny p", push(plain), .usage, 2, code: "endpoint-missing", known: ["push"]),
    Scenario("no terminal", "URL --no-input p", push(plain), .usage, 2, code: "no-terminal", known: ["push"]),
  ]

  static let inputs = [
    Scenario(
      "no such file",
      "inspect p",
      OrderOfChecksTests.file("p", .notFound),
      .payloadInvalid,
      3,
      code: "payload-unreadable"
    ),
    Scenario(
      "not text",
      "inspect p",
      OrderOfChecksTests.file("p", "\u{1F}\u{0}\u{0}\u{0}{}"),
      .payloadInvalid,
      3,
      code: "not-json"
    ),
    Scenario("empty", "inspect p", OrderOfChecksTests.file("p", ""), .payloadInvalid, 3, code: "not-json"),
    Scenario(
      "a field of the wrong type",
      "inspect p",
      push(#""pushType":7"#),
      .payloadInvalid,
      3,
      code: "field-invalid"
    ),
    Scenario(
      "a duplicate key",
      "inspect p",
      push(#""pushType":"dry","pushType":"default""#),
      .payloadInvalid,
      3,
      code: "duplicate-key"
    ),
    Scenario(
      "two platforms that differ",
      "inspect p",
      OrderOfChecksTests.file(
        "p",
        #"{"default":"x","APNS":"{\"pushType\":\"dry\"}","APNS_SANDBOX":"{\"pushType\":\"silent\"}"}"#
      ),
      .payloadInvalid,
      3,
      code: "contradiction"
    ),
    Scenario(
      "opaque",
      "inspect p",
      push(#""PingOne":"opaque""#),
      .payloadInvalid,
      3,
      code: "signed-by-service"
    ),
    Scenario("somebody else's", "inspect p", push(#""x":1"#), .notMFAPush, 4, code: "not-mfa-push"),
    Scenario("no object", "URL p", OrderOfChecksTests.file("p", "[]"), .notMFAPush, 4, code: "not-mfa-push"),
  ]

  static let undecided = [
    Scenario("hung up", "URL p", asked(.endOfInput), .noDecision, 5, code: "end-of-input", known: ["push"]),
    Scenario(
      "too slow",
      "URL --answer-timeout=1 p",
      asked(.nothing),
      .noDecision,
      5,
      code: "answer-timeout",
      known: ["push"]
    ),
    Scenario(
      "expired meanwhile",
      "URL p",
      asked(.nothing),
      .noDecision,
      5,
      code: "expired-while-asking",
      known: ["push"]
    ),
    Scenario(
      "does not fit",
      "URL --approve p",
      push(challenge),
      .notAnswerable,
      6,
      code: "not-answerable",
      known: ["push"]
    ),
    Scenario(
      "expired",
      "URL --deny p",
      push(OrderOfChecksTests.expired),
      .expired,
      9,
      code: "expired",
      known: ["push"]
    ),
    Scenario(
      "no enrolment",
      "--deny p",
      OrderOfChecksTests.signed,
      .credential,
      10,
      code: "no-enrolment",
      known: ["push"]
    ),
  ]

  static let causes: [(TransferFailure.Cause, String)] = [
    (.libraryMissing(names: ["libcurl.so.4"]), "library-missing"), (.hostNotResolved, "host-not-resolved"),
    (.proxyNotResolved, "proxy-not-resolved"), (.notConnected, "not-connected"),
    (.proxyRefused(status: 407), "proxy-refused"), (.timedOut, "timed-out"),
    (.certificate(.expired), "certificate"), (.tlsHandshake, "tls"), (.unusableCAFile, "file-unusable"),
    (.notHTTP, "not-http"), (.headTooLarge, "head-too-large"), (.connectionLost, "connection-lost"),
    (.bodyTooLarge, "body-too-large"), (.other(code: 99), "transfer-failed"),
  ]

  static let unsent =
    causes.map { cause, code in
      Scenario(
        "\(code)",
        "URL --deny p",
        push(plain, failure(cause)),
        .notReached,
        7,
        code: code,
        known: sent
      )
    } + [
      Scenario("refused", "URL --deny p", push(plain, reply(500)), .refused, 8, code: "refused", known: sent),
      Scenario("moved", "URL --deny p", push(plain, reply(307)), .refused, 8, code: "redirect", known: sent),
    ]

  static let demonstrations = [
    Scenario("demo", "demo --no-input", Script(service: service), .done, 0, known: sent),
    Scenario(
      "demo of a dry push",
      "demo dry --no-input",
      Script(service: service),
      .done,
      0,
      known: ["push"]
    ),
    Scenario(
      "demo without a service",
      "demo",
      Script(service: .fails(.system("No"))),
      .localIO,
      11,
      code: "demo-failed"
    ),
    Scenario("demo of something else", "demo x", Script(), .usage, 2, code: "usage"),
  ]
}
