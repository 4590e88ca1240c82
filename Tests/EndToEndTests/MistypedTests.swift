import Foundation
import Testing

/// What was typed is not what was meant: a value that is missing, a command or a flag that is called otherwise here.
@Suite("Mistyped")
struct MistypedTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("push.json", SamplePush.challenge)
    _ = try folder.write("default.json", SamplePush.default)
    _ = try folder.write("inspct", SamplePush.dry)
    server = try LoopbackServer()
  }

  private func run(_ arguments: [String], environment: [String: String] = [:]) throws -> RunResult {
    try Binary.run(
      arguments.map { $0.replacingOccurrences(of: "URL", with: server.url()) },
      environment: environment,
      workingDirectory: folder.path
    )
  }

  /// The reason "--json" was sent, and the JSON was gone.
  @Test(
    "A flag is never the value of the flag before it",
    arguments: [
      (
        ["--deny", "--deny-reason", "--json", "default.json", "--endpoint", "URL"], "--deny-reason", "--json"
      ),
      (["--number", "--endpoint", "URL", "push.json"], "--number", "--endpoint"),
      (["--number", "--endpoint=URL", "push.json"], "--number", "--endpoint"),
      (["--approve", "--endpoint", "URL", "-m", "-v", "default.json"], "-m", "-v"),
      (["--approve", "--endpoint", "URL", "-H", "-kv", "default.json"], "-H", "-kv"),
      (["--approve", "--endpoint", "URL", "--cacert", "-m5", "default.json"], "--cacert", "-m"),
      (["--number", "--", "push.json"], "--number", "--"),
      (["inspect", "--expect", "--json", "default.json"], "--expect", "--json"),
      (["serve", "--port", "--host", "127.0.0.1"], "--port", "--host"),
      (["listen", "--approve", "--for", "--json"], "--for", "--json"),
      (["demo", "--after", "--no-input"], "--after", "--no-input"),
      (["device", "register", "--token", "--endpoint", "URL"], "--token", "--endpoint"),
      (["inbox", "accept", "1", "--pin-file", "--endpoint", "URL"], "--pin-file", "--endpoint"),
      (["login", "--qr", "--accept"], "--qr", "--accept"),
      (["enroll", "x", "--credential-file", "--json"], "--credential-file", "--json"),
      (["credentials", "list", "--credential-file", "--json"], "--credential-file", "--json"),
    ]
  )
  func flagAsValue(_ arguments: [String], _ flag: String, _ next: String) throws {
    let result = try run(arguments)
    #expect(result.status == .exited(2), "\(result)")
    #expect(result.everything.contains("\(flag) has no value: \(next) comes next"), "\(result)")
    #expect(result.everything.contains("write \(flag)\(flag.hasPrefix("--") ? "=" : "")\(next)"), "\(result)")
    #expect(server.connectionCount == 0)
  }

  @Test("The way to mean it works, and other texts with dashes are values")
  func dashedValues() throws {
    for value in ["--json", "-k", "--"] {
      let result = try run(["--deny", "--deny-reason=\(value)", "default.json", "--endpoint", "URL"])
      #expect(result.status == .exited(0), "\(result)")
    }
    for value in ["--no such flag", "-miles away", "-1", "---"] {
      let result = try run(["--deny", "--deny-reason", value, "default.json", "--endpoint", "URL"])
      #expect(result.status == .exited(0), "\(result)")
    }
    let reasons = try server.requests.map { request in
      try JSONSerialization.jsonObject(with: Data(request.body)) as? [String: Any]
    }
    #expect(
      reasons.map { $0?["denyReason"] as? String }
        == ["--json", "-k", "--", "--no such flag", "-miles away", "-1", "---"]
    )
  }

  @Test(
    "A value that may be a secret is not repeated",
    arguments: ["-HX-Key: canary-1", "--header=X: canary-1"]
  )
  func gluedSecret(_ next: String) throws {
    let result = try run(["--number", next, "push.json"])
    #expect(result.status == .exited(2) && !result.everything.contains("canary"), "\(result)")
  }

  @Test("An empty proxy means none, as in curl; every other empty value is a missing one")
  func emptyProxy() throws {
    let refusing = try LoopbackServer { _ in .status("403 Forbidden") }
    let result = try run(
      ["--approve", "default.json", "--endpoint", "http://localhost.example.invalid/", "--proxy", ""],
      environment: ["http_proxy": refusing.url(), "ALL_PROXY": refusing.url()]
    )
    // The name is looked for here, and no proxy is asked for it.
    #expect(result.status == .exited(7) && refusing.connectionCount == 0, "\(result)")
    let flags = ["--number", "--page", "--expect", "--color", "--cacert", "--resolve", "--retry", "-m", "-H"]
    for flag in flags {
      let empty = try run([flag, "", "push.json"])
      #expect(empty.status == .exited(2) && empty.stderr.contains("\(flag) is empty"), "\(empty)")
    }
  }

  @Test(
    "A word that is neither a command nor a file is a mistyped command, whatever stands behind it",
    arguments: [
      ("inspec", "mfa-cli inspect"), ("INSPECT", "mfa-cli inspect"), ("listn", "mfa-cli listen"),
      ("enrol", "mfa-cli enroll"), ("approve", "--approve"), ("deny", "--deny"), ("reject", "--deny"),
      ("accept", "--approve"), ("accept", "inbox accept"), ("decline", "inbox decline"),
      ("version", "--version"), ("trigger", "mfa-cli serve"), ("watch", "inbox watch"),
      ("json", "--json"), ("tap", "device tap"), ("credential", "mfa-cli credentials"),
      ("completion", "mfa-cli completions"), ("Demo", "mfa-cli demo"), ("xyzzy", "mfa-cli help"),
    ]
  )
  func command(_ word: String, _ meant: String) throws {
    for arguments in [
      [word], [word, "push.json"], [word, "push.json", "--endpoint", "URL"], ["-v", word, "x"],
    ] {
      let result = try run(arguments)
      #expect(result.status == .exited(2), "\(result)")
      #expect(result.stderr.contains("\"\(word)\" is neither a command nor a file"), "\(result)")
      let hint = result.stderr.split(separator: "\n").first { $0.contains("hint:") } ?? ""
      #expect(hint.contains(meant), "\(result)")
      #expect(!result.stderr.contains("one payload at a time"))
    }
    #expect(server.connectionCount == 0)
  }

  @Test("A file is a payload, and so is what looks like the path of one, or stands behind --")
  func payloads() throws {
    #expect(try run(["--deny", "--endpoint", "URL", "inspct"]).status == .exited(6))
    for path in ["./nothing", "nothing.json", "a/b", "{\"pushType\":1}"] {
      let result = try run(["--deny", "--endpoint", "URL", path])
      #expect(result.status == .exited(3) && result.stderr.contains("there is no file named"), "\(result)")
    }
    let behind = try run(["--deny", "--endpoint", "URL", "--", "approve"])
    #expect(behind.status == .exited(3), "\(behind)")
    #expect(try run(["respond", "approve", "--endpoint", "URL"]).status == .exited(3))
  }

  @Test("A header that was not quoted is named, and what follows it is not repeated")
  func unquotedHeader() throws {
    for words in [["Authorization:", "canary1"], ["Authorization:", "Bearer", "canary1"]] {
      let result = try run(["--approve", "--endpoint", "URL", "-H"] + words)
      #expect(result.status == .exited(2) && result.stderr.contains("quote the header"), "\(result)")
      #expect(!result.everything.contains("canary"))
    }
  }

  @Test(
    "What other programs call a flag",
    arguments: [
      ("--reject", "--deny"), ("-y", "--approve"), ("--url", "--endpoint"), ("--to", "--endpoint"),
      ("--timeout", "--max-time"), ("--format", "--json"), ("-o", "--json"), ("-j", "--json"),
      ("-u", "Authorization"), ("--file", "the file"), ("--no-color", "--color never"),
      ("-json", "--json"), ("--output=x", "--json"), ("--no-verify", "--insecure"), ("-x", "--proxy"),
    ]
  )
  func flag(_ flag: String, _ meant: String) throws {
    let result = try run([flag, "push.json"])
    #expect(result.status == .exited(2), "\(result)")
    let hint = result.stderr.split(separator: "\n").first { $0.contains("hint:") } ?? ""
    #expect(hint.contains(meant), "\(result)")
  }

  @Test(
    "A flag of another command leads to what this one calls it",
    arguments: [
      (["--accept", "default.json"], "--approve"), (["--decline", "default.json"], "--deny"),
      (["listen", "--number", "34"], "--number-from"), (["login", "--approve"], "--accept"),
    ]
  )
  func flagOfAnother(_ arguments: [String], _ meant: String) throws {
    let result = try run(arguments)
    #expect(result.status == .exited(2) && result.stderr.contains("did you mean \(meant)"), "\(result)")
  }

  @Test(
    "One payload at a time is said where a payload is taken",
    arguments: [
      (["push.json", "default.json"], true), (["inspect", "push.json", "x"], true),
      (["device", "tap", "push.json", "x"], true), (["login", "canary-key"], false),
      (["serve", "extra"], false), (["listen", "--approve", "extra"], false),
      (["inbox", "list", "extra"], false), (["inbox", "show", "1", "2"], false),
      (["credentials", "list", "extra"], false), (["man", "extra"], false), (["help", "man", "x"], false),
    ]
  )
  func extraOperand(_ arguments: [String], _ takesPayload: Bool) throws {
    let result = try run(arguments)
    #expect(result.status == .exited(2) && result.stderr.contains("hint:"), "\(result)")
    #expect(result.stderr.contains("one payload at a time") == takesPayload, "\(result)")
    #expect(!result.stderr.contains("canary"))
  }

  @Test(
    "Help and the version win in a cluster too, and behind what is wrong",
    arguments: [["-vh"], ["--bad", "-kh"], ["--number", "-qh"], ["inspct.json", "-Hx", "-hv"]]
  )
  func helpInACluster(_ arguments: [String]) throws {
    let result = try run(arguments)
    #expect(result.status == .exited(0) && result.stdout.contains("usage: mfa-cli"), "\(result)")
    let version = try run(["--bad", "-vV"])
    #expect(version.status == .exited(0) && version.stdout.hasPrefix("mfa-cli "), "\(version)")
  }

  @Test("The bare name on a terminal prints the short help")
  func bare() throws {
    let result = try TerminalRun([], stdin: .terminal).finish(within: 5)
    #expect(result.status == .exited(2) && result.stdout == "", "\(result)")
    #expect(result.stderr.contains("usage: mfa-cli") && !result.stderr.contains("error:"), "\(result)")
    let piped = try Binary.run([], stdin: .text(SamplePush.dry), environment: ["MFA_ENDPOINT": server.url()])
    #expect(piped.status == .exited(0), "\(piped)")
  }
}
