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

  // MARK: Bad codes

  private static func link(_ payload: String) -> String {
    let base64 = Data(payload.utf8).base64EncodedString()
    return "mfa-cli://login?request="
      + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  private static let payload =
    #"{"version":1,"service":"http://127.0.0.1:9","login":"x","authenticationKey":"00","expiresAt":null}"#

  private static let badCodes: [(String, String, Int32, String)] = [
    ("another scheme", "https://login?request=e30", 4, "unsupported-deep-link"),
    ("another action", "mfa-cli://pay?request=e30", 4, "unsupported-deep-link"),
    ("no link", "hello", 4, "unsupported-deep-link"),
    ("a script", "javascript://login?request=e30", 4, "unsupported-deep-link"),
    ("no request", "mfa-cli://login", 3, "invalid-login-request"),
    ("no base64", "mfa-cli://login?request=!!!!", 3, "invalid-login-request"),
    ("no JSON", link("hello"), 3, "invalid-login-request"),
    ("a list", link("[]"), 3, "invalid-login-request"),
    ("nothing in it", link("{}"), 3, "invalid-login-request"),
    ("twice", link(payload) + "&request=e30", 3, "invalid-login-request"),
    (
      "a member twice", link(payload.replacing(#""login""#, with: #""login":"y","login""#)), 3,
      "invalid-login-request"
    ),
    ("a nested link", link(link(payload)), 3, "invalid-login-request"),
    (
      "a link as service", link(payload.replacing("http://127.0.0.1:9", with: "mfa-cli://login")), 3,
      "invalid-login-request"
    ),
    ("a key as number", link(payload.replacing(#""00""#, with: "0")), 3, "invalid-login-request"),
    ("another version", link(payload.replacing(":1,", with: ":2,")), 3, "invalid-login-request"),
    ("no time", link(payload.replacing("null", with: #""soon""#)), 3, "invalid-login-request"),
    ("long", "mfa-cli://login?request=" + String(repeating: "A", count: 100_000), 3, "invalid-login-request"),
    (
      "expired", link(payload.replacing("null", with: #""2020-01-01T00:00:00Z""#)), 9,
      "authentication-key-expired"
    ),
  ]

  @Test("What is no code of ours", arguments: badCodes.map(\.0))
  func badCode(_ name: String) throws {
    let row = try #require(Self.badCodes.first { $0.0 == name })
    for arguments in [["--deep-link", row.1], ["--qr", "-"]] {
      let result = try Binary.run(["login", "--json", "--accept"] + arguments, stdin: .text(row.1))
      #expect(result.status == .exited(row.2), "\(result)")
      #expect(try result.report().text("error.code") == row.3)
      #expect(result.seconds < 2)
    }
  }

  @Test("A text of 1 MB, and one of more", arguments: [1 << 20, 3 << 20])
  func megabyte(_ size: Int) throws {
    let text = "{" + String(repeating: "[", count: size - 1)
    let path = try folder.write("code", text)
    for arguments in [["--qr", path], ["--qr", "-"]] {
      let result = try Binary.run(["login", "--json"] + arguments, stdin: .text(text))
      #expect(result.status == .exited(3), "\(result)")
      #expect(result.seconds < 5)
    }
  }

  @Test("A file that is not there, a folder, bytes that are no text")
  func unreadable() throws {
    #expect(try login("--qr", folder.path + "/none").status == .exited(3))
    #expect(try login("--qr", folder.path).status == .exited(3))
    #expect(
      try login("--qr", try folder.write("picture.png", [0x89, 0x50, 0x4e, 0x47, 0])).status == .exited(3)
    )
    #expect(try login().status == .exited(2))
    #expect(try login("--accept", "--decline", "--deep-link", "x").status == .exited(2))
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

  @Test("Nobody to ask: the request is in the inbox")
  func nobody() throws {
    let code = try service.makeLogin(Self.badge)
    let result = try login("--qr", code.qr)
    #expect(result.status == .exited(2) && result.stderr.contains("--no-answer"), "\(result)")
    #expect(try service.loginStatus(code.id) == "pending")
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
    let link = Self.link(Self.payload.replacing("127.0.0.1:9", with: "mfa.invalid"))
    let result = try Binary.run(["login", "--accept", "--deep-link", link])
    #expect(result.status == .exited(7), "\(result)")
    #expect(result.stderr.contains("http://mfa.invalid") && result.stderr.contains("warning"))
    let here = try Binary.run(["login", "--accept", "--deep-link", Self.link(Self.payload)])
    #expect(here.status == .exited(7) && !here.stderr.contains("warning"), "\(here)")
  }
}
