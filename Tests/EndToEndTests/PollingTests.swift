import Foundation
import Testing

/// Pushes that are asked for: the real program, and a server that signs.
@Suite("Asking a service for pushes")
struct PollingTests {
  private let server: PushTokenServer
  private let folder: TemporaryFolder

  init() throws {
    server = try PushTokenServer()
    folder = try TemporaryFolder()
  }

  private func run(
    _ arguments: [String],
    isLocked: Bool = false,
    credentials: Int = 1,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    let file = try server.credentials(folder, isLocked: isLocked, count: credentials)
    return try Binary.run(arguments + ["--credential-file", file], sourceLocation: sourceLocation)
  }

  private func wait(_ nonces: String..., presence: String? = nil) throws {
    let pushes = try nonces.map { try server.push($0, presence: presence) }
    server.with { $0.waiting = pushes }
  }

  private static let respond = ["respond", "--poll", "--json", "--interval", "0.05", "--retry-limit", "2"]

  @Test("The only push that waits is verified and answered; poll and answer are signed by the phone")
  func one() throws {
    try wait("NONCEONE")
    let result = try run(Self.respond + ["--approve"])
    #expect(result.status == .exited(0), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "approved")
    #expect(report.text("push.signature") == "verified")
    #expect(report.text("push.envelope") == "poll")
    #expect(report.text("delivery.method") == "POST")
    #expect(report.isNull("displayCode"))
    server.with { state in
      #expect(state.polls == 1)
      #expect(state.verified == 2)
      #expect(state.answers.map { $0["nonce"] } == ["NONCEONE"])
      #expect(state.answers.first?.keys.sorted() == ["nonce", "serial", "signature"])
    }
  }

  @Test("A push that comes later is waited for")
  func later() throws {
    let push = try server.push("NONCEONE")
    server.with { state in
      state.pollReplies = [PushTokenServer.reply("[]"), PushTokenServer.reply("[\(push)]")]
    }
    let result = try run(Self.respond + ["--deny"])
    #expect(result.status == .exited(0), "\(result)")
    server.with { state in
      #expect(state.polls == 2)
      #expect(state.answers.map { $0["decline"] } == ["1"])
    }
  }

  @Test("Nothing that comes is no decision, after the looks that were asked for")
  func nothing() throws {
    let result = try run(Self.respond + ["--approve"])
    #expect(result.status == .exited(5), "\(result)")
    #expect(try result.report().text("error.code") == "retry-limit-exceeded")
    #expect(try result.report().isNull("push"))
    server.with { state in
      #expect(state.polls == 3)
      #expect(state.answers.isEmpty)
    }
  }

  @Test("Of several none is picked, and --push names one")
  func several() throws {
    try wait("NONCEONE", "NONCETWO")
    let refused = try run(Self.respond + ["--approve"])
    #expect(refused.status == .exited(6), "\(refused)")
    #expect(try refused.report().text("error.code") == "several-pushes")
    #expect(refused.stderr.contains("NONCEONE") && refused.stderr.contains("NONCETWO"))
    #expect(server.with { $0.answers.isEmpty })
    let named = try run(Self.respond + ["--approve", "--push", "NONCETWO"])
    #expect(named.status == .exited(0), "\(named)")
    #expect(server.with { $0.answers.map { $0["nonce"] } } == ["NONCETWO"])
    let unknown = try run(Self.respond + ["--approve", "--push", "NONCETHREE"])
    #expect(unknown.status == .exited(5), "\(unknown)")
  }

  @Test("A choice is sent as it was offered, and a code for the login is shown")
  func presence() throws {
    try wait("NONCEONE", presence: "07,7,70")
    server.with { $0.detail = #"{"display_code":"12","message":"x"}"# }
    let result = try run(Self.respond + ["--number", "07"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(try result.report().text("displayCode") == "12")
    #expect(server.with { $0.answers.first?["presence_answer"] } == "07")
    #expect(server.with { $0.verified } == 2)
  }

  @Test("A push that somebody changed is not answered, unless that is what is to be tested")
  func tampered() throws {
    let push = try server.push("NONCEONE", signedAs: "Another question?")
    server.with { $0.waiting = [push] }
    let refused = try run(Self.respond + ["--approve"])
    #expect(refused.status == .exited(10), "\(refused)")
    #expect(try refused.report().text("push.signature") == "wrong")
    #expect(server.with { $0.answers.isEmpty })
    let forced = try run(Self.respond + ["--approve", "--force"])
    #expect(forced.status == .exited(0), "\(forced)")
  }

  @Test("A dry run asks for the push and sends no answer")
  func dryRun() throws {
    try wait("NONCEONE")
    let result = try run(["respond", "--poll", "--approve", "-n"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stdout.hasPrefix("POST \(server.url)\n"))
    #expect(server.with { ($0.polls, $0.answers.count) } == (1, 0))
  }

  struct Bad: Sendable, CustomTestStringConvertible {
    let name: String
    let reply: LoopbackServer.Action
    let exit: Int32
    let code: String

    var testDescription: String { name }
  }

  @Test(
    "A reply that is no list of pushes",
    arguments: [
      Bad(
        name: "a page",
        reply: .status("200 OK", headers: ["Content-Type: text/html"], body: "<html>"),
        exit: 8,
        code: "refused"
      ),
      Bad(name: "false", reply: PushTokenServer.reply("false"), exit: 8, code: "refused"),
      Bad(name: "polling forbidden", reply: .status("403 Forbidden"), exit: 8, code: "refused"),
      Bad(name: "moved", reply: .status("302 Found", headers: ["Location: /x"]), exit: 8, code: "redirect"),
      Bad(name: "nothing", reply: .closeAtOnce, exit: 7, code: "connection-lost"),
      Bad(
        name: "cut off",
        reply: .reply(Array("HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n{\"result\"".utf8)),
        exit: 7,
        code: "connection-lost"
      ),
      Bad(
        name: "a key twice",
        reply: PushTokenServer.reply(#"[{"nonce":"A","nonce":"B"}]"#),
        exit: 3,
        code: "duplicate-key"
      ),
      Bad(
        name: "another notification",
        reply: PushTokenServer.reply(#"[{"a":1}]"#),
        exit: 4,
        code: "not-mfa-push"
      ),
    ]
  )
  func badReplies(_ bad: Bad) throws {
    server.with { $0.pollReplies = [bad.reply] }
    let result = try run(Self.respond + ["--approve"])
    #expect(result.status == .exited(bad.exit), "\(result)")
    #expect(try result.report().text("error.code") == bad.code)
    #expect(server.with { ($0.polls, $0.answers.count) } == (1, 0))
  }

  /// A service that is polled once could have anything approved, at any address, with any credential.
  @Test("What is in the list and not for the token is not answered")
  func othersPushes() throws {
    let other = try LoopbackServer()
    let bystanders = [
      #"{"pushType":"default","messageId":"evil","callbackUrl":"\#(other.url())"}"#,
      #"{"txtkn":"T","dai":"PIPU0001","c":"C","d":"2099-01-01T00:00:00.000Z","sh":"\#(other.url(""))"}"#,
      try server.push("NONCEONE").replacingOccurrences(of: "PIPU0001", with: "PIPU0002"),
    ]
    for bystander in bystanders {
      server.with { $0.waiting = [bystander] }
      let result = try run(Self.respond + ["--approve", "--credential", "PIPU0001"], credentials: 2)
      #expect([.exited(3), .exited(4)].contains(result.status), "\(result)")
    }
    #expect(other.requests.isEmpty)
    #expect(server.with { $0.answers.isEmpty })
  }

  @Test("Headers and tokens go to --endpoint, and to no address of an enrolment")
  func headers() throws {
    let header = ["-H", "X-Canary: canary-value"]
    try wait("NONCEONE")
    let withheld = try run(Self.respond + ["--approve"] + header)
    #expect(withheld.status == .exited(0), "\(withheld)")
    #expect(withheld.stderr.contains("--endpoint only"))
    #expect(server.requests.allSatisfy { $0.header("X-Canary") == nil })
    try wait("NONCETWO")
    let given = try run(Self.respond + ["--approve", "--endpoint", server.url] + header)
    #expect(given.status == .exited(0), "\(given)")
    #expect(server.requests.suffix(2).allSatisfy { $0.header("X-Canary") == "canary-value" })
  }

  /// Swift sorts combining marks before it compares them, in quadratic time.
  @Test("A nonce of combining marks costs time in proportion")
  func marks() throws {
    let nonce = "a" + String(repeating: "\u{301}\u{323}", count: 30_000)
    try wait(nonce, nonce + "b")
    let result = try run(["listen", "--poll", "--approve", "--count", "2", "--for", "5"])
    // Nobody's nonce is so long, so it is not answered.
    #expect(result.status == .exited(3), "\(result.status)")
    #expect(result.seconds < 3)
  }

  @Test("Without anybody to ask and without a flag nothing is waited for")
  func nobodyToAsk() throws {
    let result = try run(Self.respond)
    #expect(result.status == .exited(2), "\(result)")
    #expect(server.with { $0.polls } == 0)
  }

  @Test("The code for the login is shown even where nothing else is")
  func quietCode() throws {
    try wait("NONCEONE")
    server.with { $0.detail = #"{"display_code":"12"}"# }
    let result = try run(["respond", "--poll", "--approve", "-q"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stdout == "12\n")
  }

  @Test("Without a credential to ask with nothing is sent")
  func credentials() throws {
    let locked = try run(Self.respond + ["--approve"], isLocked: true)
    #expect(locked.status == .exited(10), "\(locked)")
    let several = try run(Self.respond + ["--approve"], credentials: 2)
    #expect(several.status == .exited(10), "\(several)")
    #expect(try several.report().text("error.code") == "several-credentials")
    let unknown = try run(Self.respond + ["--approve", "--credential", "PIPU0009"])
    #expect(unknown.status == .exited(10), "\(unknown)")
    let none = try Binary.run(
      ["respond", "--poll", "--approve", "--credential-file", folder.path + "/none.json"]
    )
    #expect(none.status == .exited(10), "\(none)")
    for command in ["respond", "listen"] {
      let nothing = try Binary.run(
        [command, "--poll", "--approve", "--json"],
        environment: ["MFA_STATE_DIR": folder.path + "/state"]
      )
      #expect(nothing.status == .exited(2), "\(nothing)")
      #expect(try nothing.report().text("error.code") == "nothing-pollable")
    }
    #expect(server.with { $0.polls } == 0)
    try wait("NONCEONE")
    let named = try run(Self.respond + ["--approve", "--credential", "PIPU0001"], credentials: 2)
    #expect(named.status == .exited(0), "\(named)")
  }

  @Test("On a terminal the question stands after the push has come")
  func asked() throws {
    try wait("NONCEONE")
    let run = try TerminalRun(
      ["respond", "--poll", "--credential-file", server.credentials(folder), "--interval", "0.05"]
    )
    try run.expect("privacyIDEA")
    try run.expect("deny: ")
    try run.type("approve\n")
    #expect(try run.finish().status == .exited(0))
    #expect(server.with { $0.answers.count } == 1)
  }

  // MARK: A phone that stays on

  private static let listen = ["listen", "--poll", "--json", "--interval", "0.05"]

  @Test("A phone that polls answers each push once, in the order of the list")
  func listens() throws {
    try wait("NONCEONE", "NONCETWO")
    let result = try run(Self.listen + ["--approve", "--count", "2", "--for", "10"])
    #expect(result.status == .exited(0), "\(result)")
    let ids = result.stdout.split(separator: "\n").map { line in
      (try? JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])?["push"] as? [String: Any]
    }.map { $0?["id"] as? String }
    #expect(ids == ["NONCEONE", "NONCETWO"])
    #expect(server.with { $0.answers.map { $0["nonce"] } } == ["NONCEONE", "NONCETWO"])
  }

  @Test("One that stays in the list is not answered again")
  func onceEach() throws {
    let push = try server.push("NONCEONE")
    server.with { $0.pollReplies = (0..<4).map { _ in PushTokenServer.reply("[\(push)]") } }
    let result = try run(Self.listen + ["--deny", "--for", "0.6"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.with { $0.answers.count } == 1)
    #expect(server.with { $0.polls } > 4)
  }

  @Test("A service that is away for a while is asked again, one that refuses is not")
  func outage() throws {
    let push = try server.push("NONCEONE")
    server.with { state in
      state.pollReplies = [
        .closeAtOnce, .status("503 Service Unavailable"), PushTokenServer.reply("[\(push)]"),
      ]
    }
    let result = try run(Self.listen + ["--approve", "--count", "1", "--for", "10"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stderr.components(separatedBy: "can't be asked").count == 2)
    server.with { $0.pollReplies = [.status("403 Forbidden")] }
    let refused = try run(Self.listen + ["--approve", "--for", "10"])
    #expect(refused.status == .exited(8), "\(refused)")
  }

  @Test("A push that can't be read is told, and hides none of the others")
  func badAmongGood() throws {
    let good = try server.push("NONCETWO")
    let bad = try server.push("NONCEONE").replacingOccurrences(of: "Confirm?", with: "")
    server.with { $0.waiting = [#"{"a":1}"#, bad, good] }
    let result = try run(Self.listen + ["--approve", "--count", "3", "--for", "10"])
    #expect(result.status == .exited(4), "\(result)")
    #expect(server.with { $0.answers.map { $0["nonce"] } } == ["NONCETWO"])
    let named = try run(Self.respond + ["--deny", "--push", "NONCETWO"])
    #expect(named.status == .exited(5), "\(named)")
  }

  @Test("A warning is told once, however often the service is asked")
  func warnsOnce() throws {
    let result = try run(Self.listen + ["--approve", "--for", "0.5", "-H", "X-Canary: x"])
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.with { $0.polls } > 2)
    #expect(result.stderr.components(separatedBy: "--endpoint only").count == 2, "\(result)")
  }

  @Test("A service that refuses is left alone, and the others are asked on")
  func oneRefuses() throws {
    let push = try server.push("NONCEONE")
    server.with { $0.pollReplies = [PushTokenServer.reply("[\(push)]"), .status("403 Forbidden")] }
    let result = try run(Self.listen + ["--approve", "--for", "0.5"], credentials: 2)
    #expect(result.status == .exited(0), "\(result)")
    #expect(server.with { $0.answers.count } == 1)
    #expect(result.stderr.components(separatedBy: "not asked with any more").count == 2, "\(result)")
    #expect(server.requests.filter { $0.path.contains("PIPU0002") }.count == 1)
  }

  @Test("Nobody to ask ends a phone that asks before it asks for anything")
  func nobodyToAskWhileListening() throws {
    let result = try run(Self.listen + ["--ask", "--for", "5"])
    #expect(result.status == .exited(2), "\(result)")
    #expect(server.with { $0.polls } == 0)
  }

  @Test("A long list is left when the time is over")
  func timeInAList() throws {
    let pushes = try (0..<8).map { try server.push("NONCE\($0)") }
    server.with { $0.waiting = pushes }
    let result = try run(Self.listen + ["--approve", "--delay", "0.3", "--for", "0.7"])
    #expect(result.status == .exited(0), "\(result)")
    #expect((1...4).contains(server.with { $0.answers.count }))
  }

  @Test("A service that was never reached is a failure")
  func neverReached() throws {
    server.with { $0.pollReplies = (0..<1000).map { _ in .closeAtOnce } }
    let result = try run(Self.listen + ["--approve", "--for", "0.5"])
    #expect(result.status == .exited(7), "\(result)")
    #expect(result.stderr.contains(server.url))
  }

  struct Two: Sendable, CustomTestStringConvertible {
    let first: LoopbackServer.Action
    let second: LoopbackServer.Action
    let exit: Int32
    let code: String

    init(_ first: LoopbackServer.Action, _ second: LoopbackServer.Action, _ exit: Int32, _ code: String) {
      (self.first, self.second, self.exit, self.code) = (first, second, exit, code)
    }

    var testDescription: String { "\(exit) \(code)" }
  }

  /// The order of a dictionary decided, so the same run ended with 7 or with 8. What refuses is not asked again, and was
  /// forgotten for what can't be reached.
  @Test(
    "Of services that fail in different ways the first in the user's order decides",
    arguments: [
      Two(.status("500 Internal Server Error"), .closeAtOnce, 8, "refused"),
      Two(.closeAtOnce, .status("500 Internal Server Error"), 7, "connection-lost"),
      Two(.status("403 Forbidden"), .closeAtOnce, 8, "refused"),
      Two(.closeAtOnce, .status("403 Forbidden"), 7, "connection-lost"),
      Two(.status("403 Forbidden"), .status("302 Found", headers: ["Location: /x"]), 8, "refused"),
      Two(.status("302 Found", headers: ["Location: /x"]), .status("403 Forbidden"), 8, "redirect"),
    ]
  )
  func twoThatFail(_ two: Two) throws {
    let other = try PushTokenServer()
    server.with { $0.pollReplies = (0..<1000).map { _ in two.first } }
    other.with { $0.pollReplies = (0..<1000).map { _ in two.second } }
    let file = try server.credentials(folder, others: [other])
    // The hash of a run is seeded anew: by chance one in eight would be right each time.
    for _ in 0..<3 {
      let result = try Binary.run(Self.listen + ["--approve", "--for", "0.2", "--credential-file", file])
      #expect(result.status == .exited(two.exit), "\(result)")
      #expect(try result.report().text("error.code") == two.code)
    }
  }

  @Test("A push that did not end well decides before the service that refuses after it")
  func pushBeforeService() throws {
    let push = try server.push("NONCEONE", signedAs: "Another question?")
    server.with { $0.pollReplies = [PushTokenServer.reply("[\(push)]"), .status("403 Forbidden")] }
    let result = try run(Self.listen + ["--approve", "--for", "10"])
    #expect(result.status == .exited(10), "\(result)")
    #expect(result.stderr.contains("HTTP 403"))
  }

  @Test("A signal stops it at once, and it ends well", arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) throws {
    let file = try server.credentials(folder)
    let child = try ChildProcess(
      Launch(
        program: Binary.path(),
        arguments: (["listen", "--poll", "--approve", "--interval", "30", "--credential-file", file])
          .map { Array($0.utf8) }
      )
    )
    _ = try child.pump(within: 10) { server.with { $0.polls } == 1 }
    child.signal(signal)
    #expect(try child.finish(within: 5, at: #_sourceLocation).status == .exited(0))
  }
}
