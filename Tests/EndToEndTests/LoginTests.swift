import Foundation
import Testing

@Suite("A sign-on from a QR code or a deep link")
struct LoginTests {
  private let service: StayingOn
  private let folder: TemporaryFolder

  init() throws {
    service = try StayingOn(["serve", "--port", "0"])
    folder = try TemporaryFolder()
  }

  private func login(_ arguments: String..., stdin: StandardInput = .null) throws -> RunResult {
    try login(arguments, stdin: stdin)
  }

  private func login(_ arguments: [String], stdin: StandardInput = .null) throws -> RunResult {
    try Binary.run(["login", "--json"] + arguments, stdin: stdin)
  }

  /// What becomes of a login that has not been started.
  private func checkUntouched(_ code: LoginCode) throws {
    #expect(try service.loginStatus(code.id) == "waiting")
  }

  private static let badge = #""clientName":"Bank","credentialTypes":["badge"]"#

  // MARK: Where the code comes from

  @Test(
    "The text, a file, standard input, the deep link",
    arguments: ["text", "file", "-", "link", "link as text"]
  )
  func sources(_ source: String) throws {
    let code = try service.makeLogin(Self.badge)
    let result =
      switch source {
      case "text": try login("--accept", "--qr", code.qr)
      case "file": try login("--accept", "--qr", try folder.write("code.txt", code.qr + "\r\n"))
      case "-": try login("--accept", "--qr", "-", stdin: .text(code.deepLink + "\n"))
      case "link": try login("--accept", "--deep-link", code.deepLink)
      default: try login("--accept", "--qr", code.deepLink)
      }
    #expect(result.status == .exited(0), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "done" && report.text("notification.status") == "accepted")
    #expect(try service.loginStatus(code.id) == "accepted")
    let key = try #require(code.qr.firstMatch(of: /"authenticationKey":"([0-9a-f]+)"/)).output.1
    #expect(!result.everything.contains(key))
  }

  @Test("-vv does not show the authentication key")
  func secret() throws {
    let code = try service.makeLogin(Self.badge)
    let key = try #require(code.qr.firstMatch(of: /"authenticationKey":"([0-9a-f]+)"/)).output.1
    let result = try Binary.run(["login", "-vv", "--accept", "--qr", "-"], stdin: .text(code.qr))
    #expect(result.status == .exited(0) && !result.everything.contains(key), "\(result)")
  }

  // MARK: The key

  @Test("A key whose time is over is not sent; one that the clock here can't tell is refused")
  func expiredKey() throws {
    let code = try service.makeLogin(Self.badge + #","lifetime":1"#)
    usleep(1_100_000)
    let result = try login("--accept", "--qr", code.qr)
    #expect(result.status == .exited(9), "\(result)")
    #expect(try result.report().text("error.code") == "authentication-key-expired")
    let timeless = code.qr.replacing(/"expiresAt":"[^"]*"/, with: #""expiresAt":null"#)
    let late = try login("--accept", "--qr", timeless)
    #expect(late.status == .exited(8), "\(late)")
    #expect(try late.report().text("error.code") == "authentication-key-expired")
  }

  @Test("A key is good once; a wrong one is said to be wrong; a login that nobody knows")
  func keys() throws {
    let code = try service.makeLogin(Self.badge)
    let wrong = try login(
      "--accept",
      "--qr",
      code.qr.replacing(/"authenticationKey":"../, with: #""authenticationKey":"zz"#)
    )
    #expect(wrong.status == .exited(10), "\(wrong)")
    #expect(try wrong.report().text("error.code") == "invalid-authentication")
    try checkUntouched(code)
    #expect(try login("--no-answer", "--qr", code.qr).status == .exited(0))
    let used = try login("--accept", "--qr", code.qr)
    #expect(used.status == .exited(8), "\(used)")
    #expect(try used.report().text("error.code") == "authentication-key-expired")
    #expect(try service.loginStatus(code.id) == "pending")
    let unknown = try login("--accept", "--qr", code.qr.replacing(code.id, with: "unknown"))
    #expect(unknown.status == .exited(8), "\(unknown)")
  }

  private static let sessions: [(String, Int)] = [
    ("<html>", 1), ("{}", 1), (#"{"session":1}"#, 1), (#"{"session":"s"}"#, 3),
    (#"{"session":"s","notification":"n"}"#, 3),
  ]

  @Test("A service that answers something else: nothing is accepted", arguments: sessions)
  func otherReplies(_ body: String, _ requests: Int) throws {
    let server = try LoopbackServer { _ in .status("200 OK", body: body) }
    let payload = LoginCode.payload.replacing("http://127.0.0.1:9", with: server.url(""))
    let result = try login("--accept", "--qr", payload, "--interval", "0.01", "--retry-limit", "1")
    #expect(result.status == .exited(body == #"{"session":"s"}"# ? 5 : 8), "\(result)")
    #expect(server.requests.count == requests && server.requests.filter { $0.method == "POST" }.count == 1)
  }

  // MARK: Waiting

  @Test("The retry limit")
  func retryLimit() throws {
    let code = try service.makeLogin(Self.badge + #","delay":30"#)
    let result = try login("--accept", "--qr", code.qr, "--interval", "0.05", "--retry-limit", "4")
    #expect(result.status == .exited(5), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "no-decision" && report.text("error.code") == "retry-limit-exceeded")
    #expect((0.2...3).contains(result.seconds))
    #expect(try service.loginStatus(code.id) == "scanned")
  }

  @Test("It waits for a request that comes later, and says so on a terminal")
  func later() throws {
    let code = try service.makeLogin(Self.badge + #","delay":0.5"#)
    let run = try TerminalRun(
      ["login", "--accept", "--qr", code.qr, "--interval", "0.1"],
      stdin: .null,
      stderr: .terminal
    )
    try run.expect("waiting")
    let result = try run.finish()
    #expect(result.status == .exited(0) && result.seconds >= 0.5, "\(result)")
    #expect(try service.loginStatus(code.id) == "accepted")
  }

  // MARK: The answer

  @Test("--no-answer leaves it in the inbox, and says its id")
  func noAnswer() throws {
    let code = try service.makeLogin(Self.badge + #","demands":"pin""#)
    let result = try Binary.run(["login", "--no-answer", "--qr", code.qr])
    #expect(result.status == .exited(0), "\(result)")
    #expect(try service.loginStatus(code.id) == "pending")
    let id = try #require(try service.inbox(["list", "--json"]).ids().first)
    #expect(result.stdout.contains(id))
    #expect(try service.inbox(["decline", id]).status == .exited(0))
    #expect(try service.loginStatus(code.id) == "declined")
  }

  @Test("--decline, and --accept with a PIN from a file")
  func flags() throws {
    let declined = try service.makeLogin(Self.badge + #","demands":"pin""#)
    #expect(try login("--decline", "--qr", declined.qr).status == .exited(0))
    #expect(try service.loginStatus(declined.id) == "declined")
    let accepted = try service.makeLogin(Self.badge + #","demands":"pin""#)
    let file = try folder.write("pin", "0000\n")
    #expect(try login("--accept", "--pin-file", file, "--qr", accepted.qr).status == .exited(0))
    #expect(try service.loginStatus(accepted.id) == "accepted")
  }

  /// The one-time key was spent first, so the same code with a flag was refused by the service.
  @Test("Nobody to ask and no flag, or a face that can't be right: the code is as good as before")
  func nobody() throws {
    let code = try service.makeLogin(Self.badge)
    for flags in [[], ["--no-input"]] {
      let result = try Binary.run(["login", "--qr", code.qr] + flags)
      #expect(result.status == .exited(2) && result.stderr.contains("--no-answer"), "\(result)")
      try checkUntouched(code)
    }
    let onTerminal = try TerminalRun(["login", "--no-input", "--qr", code.qr]).finish()
    #expect(onTerminal.status == .exited(2), "\(onTerminal)")
    let noMatch = try login("--accept", "--face", "no-match", "--qr", code.qr)
    #expect(noMatch.status == .exited(10), "\(noMatch)")
    let noFile = try login("--accept", "--pin-file", folder.path + "/none", "--qr", code.qr)
    #expect(noFile.status == .exited(2), "\(noFile)")
    try checkUntouched(code)
    #expect(try login("--accept", "--qr", code.qr).status == .exited(0))
    #expect(try service.loginStatus(code.id) == "accepted")
  }

  @Test(
    "What only the request can tell leaves it in the inbox, and its id and the way to it are said",
    arguments: [
      ([#""demands":"face""#], ["--face", "match"], 2), ([#""demands":"pin""#], ["--decline"], 2),
      ([], ["--credential", "nobody's"], 6),
    ] as [([String], [String], Int32)]
  )
  func waits(_ members: [String], _ flags: [String], _ exit: Int32) throws {
    let code = try service.makeLogin(([Self.badge] + members).joined(separator: ","))
    let result = try login(["--accept", "--qr", code.qr] + (exit == 6 ? flags : []))
    #expect(result.status == .exited(exit), "\(result)")
    #expect(try service.loginStatus(code.id) == "pending")
    let id = try #require(try service.inbox(["list", "--json"]).ids().first)
    #expect(result.stderr.contains("the request still waits in the inbox: \(id)"), "\(result)")
    let hint = try #require(try result.report().text("error.hint"))
    let command = "mfa-cli inbox accept \(id) --endpoint \(service.url)/notifications"
    #expect(hint.contains("'MFA_BEARER_TOKEN_FILE= \(command)' answers it"))
    let answer = flags == ["--decline"] ? ["decline", id] : ["accept", id] + (exit == 6 ? [] : flags)
    #expect(try service.inbox(answer).status == .exited(0))
  }

  @Test("Asked on the terminal", arguments: ["accept", "decline", "Ctrl-D"])
  func asked(_ answer: String) throws {
    let code = try service.makeLogin(Self.badge + #","demands":"pin""#)
    let run = try TerminalRun(["login", "--json", "--qr", code.qr], stdin: .null)
    #expect(try run.expect("accept or decline: ").contains("Bank"))
    try run.type("\n")
    try run.expect("accept or decline: ")
    if answer == "Ctrl-D" { try run.sendEndOfFile() } else { try run.type(answer + "\n") }
    if answer == "accept" {
      try run.expect("PIN: ")
      try run.type("0000\n")
    }
    let result = try run.finish()
    #expect(result.status == .exited(answer == "Ctrl-D" ? 5 : 0), "\(result)")
    let ends = ["accept": "accepted", "decline": "declined", "Ctrl-D": "pending"]
    #expect(try service.loginStatus(code.id) == ends[answer])
  }

  @Test("A service elsewhere that is not encrypted is warned of, before it is tried")
  func plainText() throws {
    let link = LoginCode.link(LoginCode.payload.replacing("127.0.0.1:9", with: "mfa.invalid"))
    let result = try Binary.run(["login", "--accept", "--deep-link", link])
    #expect(result.status == .exited(7), "\(result)")
    #expect(result.stderr.contains("http://mfa.invalid") && result.stderr.contains("warning"))
    let here = try Binary.run(["login", "--accept", "--deep-link", LoginCode.link(LoginCode.payload)])
    #expect(here.status == .exited(7) && !here.stderr.contains("another machine"), "\(here)")
  }
}
