import Foundation
import Testing

/// The completions as somebody meets them: in an interactive shell on a terminal, by pressing Tab.
@Suite("Completions on a terminal")
struct CompletionTerminalTests {
  /// What is typed, Tab included, and the arguments that the program then gets.
  struct Row: CustomTestStringConvertible {
    let keys: String
    let arguments: [String]

    init(_ keys: String, _ arguments: String...) {
      (self.keys, self.arguments) = (keys, arguments)
    }

    var testDescription: String { keys.replacingOccurrences(of: "\t", with: "<Tab>") }
  }

  /// What every shell does.
  private static let rows = [
    Row("mfa-cli ins\t", "inspect"),
    Row("mfa-cli inspect --exp\t ch\t", "inspect", "--expect", "challenge"),
    Row("mfa-cli --color nev\t--approve", "--color", "never", "--approve"),
    Row("mfa-cli --color=nev\t--approve", "--color=never", "--approve"),
    Row("mfa-cli -m 2 --json --cacert=auth\t", "-m", "2", "--json", "--cacert=authority.pem"),
    Row("mfa-cli -kvm2 ins\t", "-kvm2", "inspect"),
    Row("mfa-cli --cacert auth\t", "--cacert", "authority.pem"),
    Row("mfa-cli --cacert fold\tins\t", "--cacert", "folder/inside.pem"),
    Row("mfa-cli inspect two\t", "inspect", "two words.json"),
    Row("mfa-cli auth\t", "authority.pem"),
    Row("mfa-cli --app\tauth\t", "--approve", "authority.pem"),
    Row("mfa-cli --number 34 --js\t", "--number", "34", "--json"),
    Row("mfa-cli -H 'A: b' ins\t", "-H", "A: b", "inspect"),
    Row("mfa-cli demo man\t", "demo", "manual"),
    Row("mfa-cli completions z\t", "completions", "zsh"),
    Row("mfa-cli help insp\t", "help", "inspect"),
    // A flag of another command is not offered, and neither is anything where only the user knows.
    Row("mfa-cli inspect --appr\t", "inspect", "--appr"),
    Row("mfa-cli inspect --numb\t", "inspect", "--numb"),
    Row("mfa-cli --number auth\t", "--number", "auth"),
    Row("mfa-cli man auth\t", "man", "auth"),
  ]

  /// A shell that has read the completions, in a folder with a few files. Its `mfa-cli` only says what it got.
  private static func session(
    _ shell: String,
    in folder: TemporaryFolder,
    _ arguments: [String],
    _ preparation: [String]
  ) throws -> TerminalRun {
    try FileManager.default.createDirectory(
      atPath: folder.path + "/folder",
      withIntermediateDirectories: false
    )
    for name in ["authority.pem", "two words.json", "folder/inside.pem"] { _ = try folder.write(name, "") }
    let name = try #require(shell.split(separator: "/").last).description
    let script = try folder.write("completions", try Binary.run(["completions", name]).stdout)
    let run = try TerminalRun(
      arguments,
      stdout: .terminal,
      stderr: .terminal,
      environment: ["TERM": "vt100", "PS1": "ready> ", "PROMPT": "ready> "],
      workingDirectory: folder.path,
      columns: 200,
      program: shell
    )
    try run.expect("ready> ")
    for line in preparation + [". '\(script)'", "mfa-cli() { printf 'got'; printf ' <%s>' \"$@\"; echo; }"] {
      try run.type(line + "\r")
      try run.expect("ready> ")
    }
    return run
  }

  private static func check(_ rows: [Row], in run: TerminalRun) throws {
    for row in rows {
      try run.type(row.keys + "\r")
      // A shell may write the prompt again while it completes; the words of the program come once.
      try run.expect("got")
      let seen = try run.expect("ready> ").prefix { !$0.isNewline }
      #expect(seen == row.arguments.map { " <\($0)>" }.joined(), "\(row.testDescription)")
    }
  }

  @Test("bash")
  func bash() throws {
    let folder = try TemporaryFolder()
    let run = try Self.session("/bin/bash", in: folder, ["--norc", "--noprofile", "-i"], [])
    defer { withExtendedLifetime(folder) {} }
    // The bash of macOS, 3.2, can't be told that a word is a file's name, to write a backslash before its blank.
    let quotes = try Binary.run(["-c", "type compopt"], program: "/bin/bash").status == .exited(0)
    try Self.check(Self.rows.filter { quotes || !$0.keys.contains("two") }, in: run)
    // Where several are possible a second Tab lists them.
    try run.type("mfa-cli inspect --expect \t\t")
    for kind in ["biometric", "cancel", "challenge", "default", "dry", "silent"] { try run.expect(kind) }
    try checkFirstTab(in: run, "\t\t")
    try leave(run)
  }

  /// What the first operand may be is offered: commands, and files that may be payloads.
  private func checkFirstTab(in run: TerminalRun, _ tabs: String) throws {
    let before = run.screen
    try run.type("\u{15}mfa-cli \(tabs)")
    // Shells list them in their own order, so each is looked for in all that stands there in the end.
    try run.expect("inspect")
    try run.expect("login")
    func isListed(_ name: String) -> Bool { run.screen.dropFirst(before.count).contains(name) }
    let deadline = Date().addingTimeInterval(5)
    while !isListed("authority.pem"), Date() < deadline { _ = try? run.expect("authority.pem", within: 0.2) }
    #expect(isListed("authority.pem") && isListed("folder"), "\(run.screen.suffix(900).debugDescription)")
  }

  static let zshPath = ["/bin/zsh", "/usr/bin/zsh"].first(where: FileManager.default.isExecutableFile)

  @Test("zsh", .enabled(if: zshPath != nil, "needs zsh"))
  func zsh() throws {
    let folder = try TemporaryFolder()
    let run = try Self.session(
      try #require(Self.zshPath),
      in: folder,
      ["-f", "-i"],
      // The sign and blanks behind output without a line end would stand before each prompt.
      ["unsetopt prompt_sp; unset zle_bracketed_paste", "autoload -Uz compinit; compinit -u -D"]
    )
    defer { withExtendedLifetime(folder) {} }
    try Self.check(Self.rows, in: run)
    try run.type("mfa-cli inspect --expect \t")
    for kind in ["biometric", "cancel", "challenge", "default", "dry", "silent"] { try run.expect(kind) }
    try checkFirstTab(in: run, "\t")
    try leave(run)
  }

  /// Ctrl-U takes back what stands on the line; Ctrl-C would take what is typed behind it as well.
  private func leave(_ run: TerminalRun) throws {
    try run.type("\u{15}exit\r")
    let result = try run.finish()
    // What a shell complains about stands among what it offers, and changes nothing of that.
    let complaints = [
      "bad option", "_arguments:", "_alternative:", "_describe:", "bad substitution", "not found", "error",
    ]
    for complaint in complaints {
      #expect(!result.screen.contains(complaint), "\(result.screen.debugDescription)")
    }
  }
}
