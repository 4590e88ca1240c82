import Foundation
import Testing

@Suite("Accepting with a credential, a PIN or a face")
struct InboxPINTests {
  private static let pin = "0000"
  private static let wrong = "7391846250"
  private let service: StayingOn
  private let folder: TemporaryFolder

  init() throws {
    service = try StayingOn(["serve", "--port", "0"])
    folder = try TemporaryFolder()
  }

  // MARK: The credential

  private static let identity = #""credentialTypes":["identity"]"#

  /// Those that a request may be answered with.
  private func eligible(_ id: String) throws -> [String] {
    let credentials = try #require(try service.notification(id)["eligibleCredentials"] as? [[String: Any]])
    return credentials.compactMap { $0["id"] as? String }
  }

  @Test("The credential by its flag; one that is not eligible changes nothing")
  func credential() throws {
    let id = try service.request(Self.identity)
    let eligible = try eligible(id)
    #expect(eligible.count == 2)
    let other = try service.inbox(["accept", id, "--credential", "nobody's", "--json"])
    #expect(other.status == .exited(6), "\(other)")
    #expect(try other.report().text("error.code") == "not-answerable")
    #expect(try service.notificationStatus(id) == "new")
    #expect(try service.inbox(["accept", id, "--credential", eligible[1]]).status == .exited(0))
    #expect(try service.notificationStatus(id) == "accepted")
  }

  @Test("Several, and nobody to ask", arguments: [[], ["--no-input"]])
  func nobody(_ flags: [String]) throws {
    let id = try service.request(Self.identity)
    let result = try service.inbox(["accept", id, "--json"] + flags)
    #expect(result.status == .exited(2), "\(result)")
    #expect(try result.report().text("error.code") == "no-terminal")
    #expect(result.stderr.contains("--credential"))
    #expect(try service.notificationStatus(id) == "new")
  }

  @Test("Picked on the terminal, by number or id", arguments: [true, false])
  func picked(_ byNumber: Bool) throws {
    let id = try service.request(Self.identity)
    let second = try eligible(id)[1]
    let run = try service.inboxOnTerminal(["accept", id])
    for answer in ["", "0", "3", "99999999999999999999", byNumber ? "2" : second] {
      try run.expect("accept with: ")
      try run.type(answer + "\n")
    }
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(try service.notificationStatus(id) == "accepted")
  }

  // MARK: The PIN

  private func file(_ pin: String) throws -> String { try folder.write("pin", pin + "\n") }

  @Test("A PIN from a file is tried once, and shown nowhere")
  func pinFile() throws {
    let id = try service.request()
    let bad = try service.inbox(["accept", id, "--json", "-vv", "--pin-file", try file(Self.wrong)])
    #expect(bad.status == .exited(10), "\(bad)")
    let report = try bad.report()
    #expect(report.outcome == "credential" && report.text("error.code") == "wrong-pin")
    #expect(!bad.everything.contains(Self.wrong))
    #expect(try service.triesLeft("employee-badge") == 2)
    let good = try service.inbox(["accept", id, "--json", "--pin-file", try file(Self.pin)])
    #expect(good.status == .exited(0), "\(good)")
    #expect(try service.triesLeft("employee-badge") == 3)
    #expect(try service.notificationStatus(id) == "accepted")
  }

  @Test("A PIN and nobody to ask for it")
  func noPIN() throws {
    let id = try service.request()
    let result = try service.inbox(["accept", id])
    #expect(result.status == .exited(2) && result.stderr.contains("--pin-file"), "\(result)")
    #expect(try service.inbox(["accept", id, "--pin-file", folder.path + "/none"]).status == .exited(2))
    #expect(try service.triesLeft("employee-badge") == 3)
  }

  @Test("After three wrong ones it is locked, whatever comes then")
  func locked() throws {
    let id = try service.request()
    let path = try file(Self.wrong)
    var codes: [String?] = []
    for _ in 0..<4 {
      let result = try service.inbox(["accept", id, "--json", "--pin-file", path])
      #expect(result.status == .exited(10), "\(result)")
      codes.append(try result.report().text("error.code"))
    }
    #expect(codes.first == "wrong-pin" && codes.last == "credential-locked", "\(codes)")
    let right = try service.inbox(["accept", id, "--json", "--pin-file", try file(Self.pin)])
    #expect(try right.report().text("error.code") == "credential-locked")
    #expect(try service.triesLeft("employee-badge") == nil)
    #expect(try service.notificationStatus(id) == "new")
  }

  @Test("Typed wrong twice, then right: unseen, and the count is all that is said")
  func typed() throws {
    let id = try service.request()
    let run = try service.inboxOnTerminal(["accept", id, "--json", "-vv"])
    try run.expect("PIN: ")
    #expect(try !run.echoes)
    try run.type("\(Self.wrong)\n")
    #expect(try run.expect("PIN: ").contains("2 tries are left"))
    let processes = try Binary.run(["-eo", "args"], program: "/bin/ps")
    #expect(processes.stdout.contains("inbox accept \(id)") && !processes.stdout.contains(Self.wrong))
    try run.type("\n")
    try run.expect("PIN: ")
    try run.type("\(Self.wrong)1\n")
    #expect(try run.expect("PIN: ").contains("1 try is left"))
    try run.type("\(Self.pin)\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(!result.everything.contains(Self.wrong) && !result.screen.contains(Self.pin))
    #expect(!result.stderr.contains(#""pin":"\#(Self.pin)"#), "\(result)")
    #expect(try service.notificationStatus(id) == "accepted")
  }

  /// The only thing on the screen was `PIN:`.
  @Test("A PIN is asked for under what it accepts, for whom and with which credential; what ends it is told")
  func shown() throws {
    let id = try service.request()
    let run = try service.inboxOnTerminal(["accept", id])
    let screen = try run.expect("PIN: ")
    for text in ["| Sign on", "| for Bank", "takes a PIN", "Employee badge"] {
      #expect(screen.contains(text), "\(text) in \(screen)")
    }
    try run.sendEndOfFile()
    let result = try run.finish()
    #expect(result.status == .exited(5), "\(result)")
    #expect(result.stderr.contains("still waits in the inbox: \(id)") && !result.stderr.contains("--deny"))
    let face = try service.request(#""credentialTypes":["badge"],"demands":"face""#)
    let seen = try service.inboxOnTerminal(["accept", face])
    #expect(try seen.expect("unavailable: ").contains("| for Bank"))
    try seen.sendEndOfFile()
    #expect(try seen.finish().status == .exited(5))
  }

  @Test("Typed wrong until it is locked")
  func typedUntilLocked() throws {
    let id = try service.request()
    let run = try service.inboxOnTerminal(["accept", id, "--json"])
    for _ in 0..<3 {
      try run.expect("PIN: ")
      try run.type("\(Self.wrong)\n")
    }
    let result = try run.finish()
    #expect(result.status == .exited(10), "\(result)")
    #expect(!result.everything.contains(Self.wrong))
    #expect(try service.triesLeft("employee-badge") == nil)
  }

  // MARK: The echo

  /// The shell outlives the program, or the system itself would put the terminal in order. It passes USR1 on as `signal`.
  private static func outliving(_ signal: String) -> String {
    #"trap 'kill -\#(signal) $pid' USR1; "#
      + #"""
      exec 3<&0; trap '' INT; ulimit -c 0
      (trap - INT; exec "$@") <&3 & pid=$!
      wait $pid; wait $pid
      echo "ended with $?" >/dev/tty; read -r line </dev/tty; echo "read $line"
      """#
  }

  private static let endings: [(String, Int32)] = [
    ("right", 0), ("wrong", 10), ("Ctrl-C", 130), ("Ctrl-D", 5), ("Ctrl-\\", 131), ("SIGTERM", 143),
    ("SIGHUP", 129), ("SIGALRM", 142), ("SIGUSR1", 138), ("SIGUSR2", 140), ("SIGXCPU", 152),
  ]

  @Test("The terminal shows again what is typed, after every way out", arguments: endings)
  func echo(_ way: String, _ code: Int32) throws {
    let id = try service.request()
    // In the foreground, where Ctrl-C reaches it, unless a signal has to be passed on.
    let isSignalled = way.hasPrefix("SIG")
    let simple =
      #"trap : INT QUIT; "$@"; echo "ended with $?" >/dev/tty; read -r line </dev/tty; echo "read $line""#
    let run = try service.inboxOnTerminal(
      ["accept", id],
      script: isSignalled ? Self.outliving(String(way.dropFirst(3))) : simple
    )
    try run.expect("PIN: ")
    #expect(try !run.echoes)
    switch way {
    case "right": try run.type("\(Self.pin)\n")
    case "wrong":
      for left in 0..<3 {
        try run.type("\(Self.wrong)\n")
        if left < 2 { try run.expect("PIN: ") }
      }
    case "Ctrl-C":
      try run.type("73")
      try run.sendControlC()
    case "Ctrl-D": try run.sendEndOfFile()
    case "Ctrl-\\": try run.type(bytes: [0x1c])
    default: run.signal(SIGUSR1)
    }
    try run.expect("ended with \(code)\r\n")
    #expect(try run.echoes)
    try run.type("usable\n")
    let result = try run.finish()
    #expect(result.stdout.hasSuffix("read usable\n"), "\(result)")
    #expect(result.screen.hasSuffix("usable\r\n") && !result.screen.contains("73"))
    #expect(try service.notificationStatus(id) == (code == 0 ? "accepted" : "new"))
  }

  /// What was typed was thrown away each time, or the question came again without end.
  @Test(
    "A signal that the program ignores, or was told not to take, loses nothing of what is typed",
    arguments: ["trap '' HUP; exec", "exec env --block-signal=HUP"]
  )
  func unheardSignal(_ start: String) throws {
    guard try !start.contains("env") || Self.canBlockSignals else { return }
    let id = try service.request()
    let script = Self.outliving("HUP").replacing(#"exec "$@""#, with: start + #" "$@""#)
    let run = try service.inboxOnTerminal(["accept", id], script: script)
    try run.expect("PIN: ")
    try run.type(String(Self.pin.prefix(2)))
    run.signal(SIGUSR1)
    usleep(200_000)
    try run.type("\(Self.pin.dropFirst(2))\n")
    try run.expect("ended with 0\r\n")
    try run.type("usable\n")
    #expect(try run.finish().screen.components(separatedBy: "PIN: ").count == 2)
    #expect(try service.notificationStatus(id) == "accepted")
  }

  /// That option is one of GNU's.
  private static var canBlockSignals: Bool {
    get throws {
      let launch = Launch(
        program: "/usr/bin/env",
        arguments: ["--block-signal=HUP", "true"].map { Array($0.utf8) }
      )
      return try ChildProcess(launch).finish(within: 5, at: #_sourceLocation).status == .exited(0)
    }
  }

  @Test("Ctrl-Z shows what is typed, fg hides it again and the question is still there")
  func suspend() throws {
    let id = try service.request()
    let run = try service.inboxOnTerminal(
      ["accept", id],
      script: #"set -m; "$@"; echo stopped >/dev/tty; read -r _ </dev/tty; fg >/dev/null"#
    )
    try run.expect("PIN: ")
    try run.sendControlZ()
    try run.expect("stopped")
    #expect(try run.echoes)
    try run.type("\n")
    try run.expect("PIN: ")
    #expect(try !run.echoes)
    try run.type("\(Self.pin)\n")
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(!result.screen.contains(Self.pin))
    #expect(try service.notificationStatus(id) == "accepted")
  }

  @Test("A PIN that comes together with the question is not shown: the question stands where nothing shows")
  func early() throws {
    for _ in 0..<5 {
      let id = try service.request()
      let run = try service.inboxOnTerminal(["accept", id])
      try run.expect("PIN")
      try run.type("\(Self.pin)\n")
      let result = try run.finish()
      #expect(result.status == .exited(0) && !result.screen.contains(Self.pin), "\(result)")
    }
  }

  // MARK: The face

  private static let faces: [(String, Int32, String)] = [
    ("match", 0, "accepted"), ("no-match", 10, "new"), ("unavailable", 10, "new"),
  ]

  @Test("A face, by its flag and on the terminal", arguments: faces)
  func face(_ face: String, _ code: Int32, _ status: String) throws {
    let byFlag = try service.request(#""credentialTypes":["badge"],"demands":"face""#)
    let result = try service.inbox(["accept", byFlag, "--face", face])
    #expect(result.status == .exited(code), "\(result)")
    #expect(try service.notificationStatus(byFlag) == status)
    let asked = try service.request(#""credentialTypes":["badge"],"demands":"face""#)
    let run = try service.inboxOnTerminal(["accept", asked, "--json"])
    try run.expect("unavailable: ")
    try run.type("maybe\n")
    try run.expect("unavailable: ")
    try run.type("\(face)\n")
    #expect(try run.finish().status == .exited(code))
    #expect(try service.notificationStatus(asked) == status)
    #expect(try service.inbox(["accept", try service.request(#""demands":"face""#)]).status == .exited(2))
  }
}
