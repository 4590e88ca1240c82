import MFACore
import Testing

@testable import MFACommand

/// The order of checks in the inbox: whatever else is wrong, the first thing decides the exit code, and nothing that
/// comes later has happened.
@Suite("Order of checks in the inbox")
struct InboxOrderTests {
  private static let expired = InboxScript.notification(
    "n1",
    ["expirationDate": #""2029-12-31T00:00:00Z""#]
  )

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let line: String
    let exitCode: ExitCode
    let script: Script

    init(_ description: String, _ line: String, _ exitCode: ExitCode, _ exchanges: Script.Exchange...) {
      testDescription = description
      self.line = line
      self.exitCode = exitCode
      script = Script(exchanges: exchanges)
    }
  }

  /// Each row has the next thing wrong as well.
  static let rows = [
    Row("the endpoint's syntax before what is sent", "accept n1 --endpoint x", .usage),
    Row("no id", "accept URL", .usage),
    Row("an unknown id before the credential", "accept n1 --credential x URL", .refused, reply(404)),
    Row(
      "a reply that can't be used before what it says",
      "accept n1 --credential x URL",
      .refused,
      reply(200, "<html>")
    ),
    Row(
      "answered before expired",
      "accept n1 --credential x URL",
      .notAnswerable,
      reply(200, expired.replacing(#""read""#, with: #""accepted""#))
    ),
    Row("expired before the credential", "accept n1 --credential x URL", .expired, reply(200, expired)),
    Row(
      "the credential before the PIN",
      "accept n1 --credential x --no-input URL",
      .notAnswerable,
      reply(200, InboxScript.notification())
    ),
    Row(
      "the PIN before anything is sent",
      "accept n1 --credential passport --no-input URL",
      .usage,
      reply(200, InboxScript.notification())
    ),
    Row(
      "a face before anything is sent",
      "accept n1 --credential passport --face no-match URL",
      .credential,
      reply(200, InboxScript.notification("n1", ["demands": #""face""#]))
    ),
  ]

  @Test(arguments: rows)
  func order(_ row: Row) {
    let line = row.line.replacing("URL", with: "--endpoint=\(InboxScript.endpoint)")
    let run = row.script.run(["inbox"] + line.split(separator: " ").map { String($0) })
    #expect(run.exitCode == row.exitCode, "\(run.transcript)")
    #expect(run.transfers.allSatisfy { $0.request.method == "GET" })
    #expect(!run.openedTerminal)
  }

  @Test("A PIN's file is read before anything is sent, and its PIN is shown nowhere")
  func pinFile() {
    let flags = ["inbox", "accept", "n1", "--pin-file", "p", "--endpoint", InboxScript.endpoint]
    let missing = Script(readings: [.file("p", .notFound)]).run(flags)
    #expect(missing.exitCode == .usage && missing.transfers.isEmpty)
    let script = Script(
      readings: [.file("p", "73918\nmore")],
      exchanges: [
        reply(200, InboxScript.notification()), InboxScript.refusal(403, "wrong-pin", triesLeft: 1),
      ]
    )
    let run = script.run(flags + ["--credential", "passport", "-vv", "--json"])
    #expect(run.exitCode == .credential && run.bodies.last?.contains(#""pin":"73918""#) == true)
    #expect(!run.output.contains("73918") && !run.errors.contains("73918"), "\(run.transcript)")
  }

  @Test("A code is read, and its time looked at, before anything is sent")
  func login() {
    let late = InboxScript.code(["expiresAt": #""2030-01-01T00:00:00Z""#])
    #expect(Script().run("login", "--accept", "--qr", late).exitCode == .expired)
    let broken = InboxScript.code(["service": #""x""#, "expiresAt": #""2020-01-01T00:00:00Z""#])
    #expect(Script().run("login", "--accept", "--qr", broken).exitCode == .payloadInvalid)
    #expect(Script().run("login", "--qr", "a", "--deep-link", "b").exitCode == .usage)
  }

  @Test("Whoever can't be asked is missed before anything is sent")
  func nobody() {
    let code = InboxScript.code()
    let login = ["login", "--qr", code]
    for run in [
      Script().run(login + ["--no-input"]), Script(openings: [.none]).run(login),
      Script(openings: [.background]).run(login),
    ] {
      #expect(run.exitCode == .usage && run.transfers.isEmpty, "\(run.transcript)")
    }
    let face = Script().run("login", "--accept", "--face", "unavailable", "--qr", code)
    #expect(face.exitCode == .credential && face.transfers.isEmpty)
  }

  @Test("What is warned of for every message is said once")
  func warnings() {
    let notification = InboxScript.notification()
    let earlier = InboxScript.notification("n0", ["sequence": "2"])
    let script = Script(exchanges: [
      InboxScript.page(notification), InboxScript.page(earlier), InboxScript.page(),
    ])
    let run = script.run("inbox", "list", "--all", "--size", "1", "-k", "--endpoint", "https://example.com/n")
    #expect(
      run.exitCode == .done && run.transfers.count == 3 && run.errorLines.count == 1,
      "\(run.transcript)"
    )
  }

  @Test("Pages that move while they are turned repeat nothing")
  func movedPages() {
    func page(_ sequences: [Int]) -> Script.Exchange {
      let texts = sequences.map { InboxScript.notification("n\($0)", ["sequence": "\($0)"]) }
      return reply(200, #"{"notifications":[\#(texts.joined(separator: ","))]}"#)
    }
    let script = Script(exchanges: [page([9, 8]), page([9, 8]), page([8, 7]), page([6])])
    let run = script.run("inbox", "list", "--all", "--size", "2", "--endpoint", InboxScript.endpoint)
    let ids = run.output.matches(of: /n(\d)[ ]/).compactMap { Int($0.output.1) }
    #expect(run.exitCode == .done && ids == [9, 8, 7, 6], "\(run.transcript)")
  }
}
