import MFACore
import Testing

@testable import MFACommand

/// The order of checks for `respond`: whatever else is wrong, the first thing decides the exit code, and nothing
/// that comes later has happened.
@Suite("Order of checks")
struct OrderOfChecksTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    /// Blanks separate the arguments; `URL` stands for an endpoint that is right.
    let line: String
    let exitCode: ExitCode
    /// What was read, asked and sent, in order.
    let steps: String
    let script: Script

    init(_ description: String, _ line: String, _ exitCode: ExitCode, _ steps: String, _ script: Script) {
      testDescription = description
      self.line = line
      self.exitCode = exitCode
      self.steps = steps
      self.script = script
    }

    func run() -> Run {
      let words = line.replacing("URL", with: "--endpoint=https://mfa.example.com/d").split(separator: " ")
      return script.run(words.map { Argument(bytes: Array($0.utf8)) })
    }
  }

  static func file(_ name: String, _ text: String) -> Script { Script(readings: [.file(name, text)]) }
  static func file(_ name: String, _ error: ReadError) -> Script { Script(readings: [.file(name, error)]) }

  /// A world in which `p` is a push with these members.
  static func push(
    _ members: String,
    openings: [Script.Opening] = [],
    exchanges: [Script.Exchange] = [],
    sleeps: [Double] = []
  ) -> Script {
    let text = #"{"aps":{"alert":"x"},"messageId":"1",\#(members)}"#
    return Script(readings: [.file("p", text)], openings: openings, exchanges: exchanges, sleeps: sleeps)
  }

  static let plain = #""pushType":"default","ttl":60"#
  static let challenge = #""pushType":"challenge","numbersChallenge":["12","34"],"ttl":60"#
  static let dry = #""pushType":"dry""#
  static let expiredDry = #""pushType":"dry","ttl":1,"sentAt":1577836800"#
  static let expired = #""pushType":"challenge","numbersChallenge":["12"],"ttl":1,"sentAt":1577836800"#
  static let callback = #""pushType":"default","callbackUrl":"https://mfa.example.com/c""#

  /// A PingAM challenge (34, 62, 91), which takes an enrolment to be answered.
  static let signed: Script = {
    guard let bytes = try? Samples.bytes("pingam/challenge.json") else { return Script() }
    return Script(readings: [.init(source: .file(FilePath("p")), content: .success(bytes))])
  }()

  static let misuses = [
    Row("a bad flag comes before everything", "--bad --cacert c p", .usage, "", Script()),
    Row("a bad endpoint comes before reading", "--endpoint=mfa.example.com p", .usage, "", Script()),
    Row("flags that don't go together", "--approve --deny --cacert c p", .usage, "", Script()),
    Row("an unreadable --cacert", "--cacert c URL p", .usage, "read c", file("c", .notFound)),
    Row("a --cacert without a certificate", "--cacert c p", .usage, "read c", file("c", "{}")),
    Row("an unreadable token", "--bearer-token-file t URL p", .usage, "read t", file("t", .isDirectory)),
    Row("an unreadable file of headers", "-H @h URL p", .usage, "read h", file("h", .system("No"))),
  ]

  /// None of these has an endpoint, which comes after reading and recognising, and before all else.
  static let inputs = [
    Row("unreadable", "--approve p", .payloadInvalid, "read p", file("p", .notFound)),
    Row(
      "too large",
      "p",
      .payloadInvalid,
      "read p",
      file("p", String(repeating: " ", count: 1 << 20) + "{}")
    ),
    Row("broken JSON", "--approve p", .payloadInvalid, "read p", file("p", "{")),
    Row("a contradiction", "--approve p", .payloadInvalid, "read p", push(#""pushType":"a","pushType":"b""#)),
    Row("an unknown type", "--approve p", .payloadInvalid, "read p", push(#""pushType":"a""#)),
    Row("somebody else's", "--approve p", .notMFAPush, "read p", push(#""campaign":"spring""#)),
    Row("no endpoint before the answer's fit", "--approve p", .usage, "read p", push(challenge)),
    Row("no endpoint before expiry", "--approve p", .usage, "read p", push(expired)),
    Row("no endpoint before the terminal", "p", .usage, "read p", push(plain)),
    Row("no endpoint and no question", "p", .usage, "read p", push(dry)),
    Row("no endpoint, an answer to nothing", "--approve p", .usage, "read p", push(dry)),
    Row("a callback is one", "--deny p", .done, "read p, send", push(callback, exchanges: [reply(200)])),
  ]

  static let answers = [
    Row("nothing to answer", "URL p", .done, "read p", push(dry)),
    Row("nothing to answer, and late", "URL p", .done, "read p", push(expiredDry)),
    Row("an answer to nothing", "URL --approve p", .notAnswerable, "read p", push(dry)),
    Row(
      "an answer to nothing, forced",
      "URL --approve --force p",
      .done,
      "read p, send",
      push(dry, exchanges: [reply(200)])
    ),
    Row("expiry before the answer's fit", "URL --approve p", .expired, "read p", push(expired)),
    Row("expiry before the terminal", "URL p", .expired, "read p", push(expired)),
    Row("only expiry is ignored", "URL --approve --ignore-expiry p", .notAnswerable, "read p", push(expired)),
    Row("the fit before sending", "URL --number=99 p", .notAnswerable, "read p", push(challenge)),
    Row("the fit before the credential", "--approve p", .notAnswerable, "read p", signed),
    Row("the credential before sending", "--number=34 p", .credential, "read p", signed),
    Row("the credential before the terminal", "p", .credential, "read p", signed),
  ]

  private static let nobody = Script.Opening.person([.nothing], columns: 80)
  private static let gone = Script.Opening.person([.endOfInput], columns: 80)
  private static let asked = "read p, open terminal"

  static let asking = [
    Row("no terminal", "URL p", .usage, asked, push(plain, openings: [.none])),
    Row("in the background", "URL p", .usage, asked, push(plain, openings: [.background])),
    Row("--no-input never opens it", "URL --no-input p", .usage, "read p", push(plain)),
    Row("a flag never opens it", "URL --deny p", .done, "read p, send", push(plain, exchanges: [reply(200)])),
    Row("end of input", "URL p", .noDecision, asked, push(plain, openings: [gone])),
    Row("expired while asking", "URL p", .noDecision, asked, push(plain, openings: [nobody])),
    Row("time is up", "URL --answer-timeout=5 p", .noDecision, asked, push(plain, openings: [nobody])),
    Row("a dry run asks", "URL -n p", .done, asked, push(plain, openings: [.types("yes")])),
  ]

  static let sending = [
    Row("late", "URL --approve --delay=61 p", .expired, "read p, sleep", push(plain, sleeps: [61])),
    Row(
      "late, and ignored",
      "URL --approve --delay=61 --ignore-expiry p",
      .done,
      "read p, sleep, send",
      push(plain, exchanges: [reply(200)], sleeps: [61])
    ),
    Row(
      "asked, delayed, sent",
      "URL --delay=2 p",
      .done,
      "read p, open terminal, sleep, send",
      push(plain, openings: [.types("yes")], exchanges: [reply(200)], sleeps: [2])
    ),
    Row("refused", "URL --deny p", .refused, "read p, send", push(plain, exchanges: [reply(500)])),
    Row(
      "not reached",
      "URL --deny p",
      .notReached,
      "read p, send",
      push(plain, exchanges: [failure(.notConnected)])
    ),
  ]

  @Test(arguments: misuses + inputs + answers + asking + sending)
  func row(_ row: Row) {
    let run = row.run()
    #expect(run.exitCode == row.exitCode, "\(run.errors)")
    #expect(run.steps.joined(separator: ", ") == row.steps)
  }

  @Test("An answer to nothing is refused as that, late or not")
  func answerToNothingLate() {
    // The contract has "nothing to answer (0, or 6 with a decision flag)" before "expired (9)".
    let script = OrderOfChecksTests.push(OrderOfChecksTests.expiredDry)
    #expect(script.run("--endpoint=https://mfa.example.com/d", "--approve", "p").exitCode == .notAnswerable)
  }
}
