import Foundation
import Testing

/// The scripts that are generated from the table of flags really complete.
@Suite struct CompletionTests {
  /// What bash's function offers for a line whose last word is being typed.
  private static func offered(_ words: [String], folder: TemporaryFolder) throws -> [String] {
    let script = """
      source <("$MFA" completions bash)
      COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
      _mfa_cli
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Binary.run(
      ["-c", script, "bash"] + words,
      environment: ["MFA": try Binary.path()],
      workingDirectory: folder.path,
      program: "/bin/bash"
    )
    #expect(result.stderr == "")
    return result.stdout.split(separator: "\n").map { String($0) }
  }

  @Test(arguments: [
    (["mfa-cli", "auth"], ["authority.pem"]),
    (["mfa-cli", "ins"], ["inspect"]), (["mfa-cli", "--app"], ["--approve"]),
    (["mfa-cli", "inspect", "--expect", "ch"], ["challenge"]),
    (["mfa-cli", "--color", "=", "al"], ["always"]),
    (["mfa-cli", "--cacert", "auth"], ["authority.pem"]), (["mfa-cli", "--number", ""], []),
    (["mfa-cli", "demo", "ma"], ["manual"]), (["mfa-cli", "completions", ""], ["bash", "zsh", "fish"]),
    (["mfa-cli", "inspect", "auth"], ["authority.pem"]),
    (["mfa-cli", "--endpoint", "x", "ins"], ["inspect"]),
    (["mfa-cli", "inspect", "--approv"], []),
    (
      ["mfa-cli", "-H", "A: b", "--retry-"],
      ["--retry-delay", "--retry-max-time", "--retry-all-errors", "--retry-limit"]
    ),
  ])
  func bashOffers(words: [String], expected: [String]) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("authority.pem", "")
    #expect(try CompletionTests.offered(words, folder: folder) == expected)
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func everyFlagIsThere(shell: String) throws {
    let script = try Binary.run(["completions", shell]).stdout
    let help = try Binary.run(["--help"]).stdout
    let flags = help.split(separator: "\n").filter { $0.hasPrefix("      --") || $0.hasPrefix("  -") }
      .compactMap { $0.split(whereSeparator: { " ,".contains($0) }).first { $0.hasPrefix("--") } }
    #expect(flags.count > 30)
    for flag in flags {
      // fish names a flag without its dashes.
      #expect(script.contains(shell == "fish" ? "-l " + flag.dropFirst(2) : String(flag)), "\(flag)")
    }
  }

  /// A shell that is not installed is left out.
  @Test(arguments: ["bash", "zsh"])
  func parses(shell: String) throws {
    guard
      let program = ["/bin/", "/usr/bin/"].map({ $0 + shell }).first(where: FileManager.default.fileExists)
    else { return }
    let folder = try TemporaryFolder()
    let path = try folder.write("script", try Binary.run(["completions", shell]).stdout)
    let result = try Binary.run(["-n", path], program: program)
    #expect(result.status == .exited(0))
    #expect(result.stderr == "")
  }

  @Test("bash offers the flags of the command, and none of another", arguments: [nil] + commands)
  func flagsOfACommand(command: String?) throws {
    let help = try Binary.run([command ?? "respond", "--help"]).stdout
    let flags = help.matches(of: /\n  (?:-., |    )(--[a-z-]+)/).map { String($0.output.1) }
    #expect(flags.contains("--help"))
    let words = ["mfa-cli", command, "--"].compactMap { $0 }
    #expect(try CompletionTests.offered(words, folder: TemporaryFolder()).sorted() == flags.sorted())
  }

  private static let fish = ["/usr/bin/fish", "/usr/local/bin/fish", "/opt/homebrew/bin/fish"]
    .first(where: FileManager.default.isExecutableFile)

  @Test(
    "fish offers, and takes no value of a flag for a command",
    .enabled(if: fish != nil, "needs fish"),
    arguments: [
      ("mfa-cli ins", ["inspect"]), ("mfa-cli --app", ["--approve"]),
      ("mfa-cli inspect --expect ch", ["challenge"]), ("mfa-cli --color=al", ["--color=always"]),
      ("mfa-cli --cacert auth", ["authority.pem"]), ("mfa-cli --number auth", []),
      ("mfa-cli demo ma", ["manual"]), ("mfa-cli completions ", ["bash", "fish", "zsh"]),
      ("mfa-cli inspect auth", ["authority.pem"]), ("mfa-cli auth", ["authority.pem"]),
      ("mfa-cli inspect --approv", []), ("mfa-cli demo auth", []),
      ("mfa-cli --deny-reason demo --approv", ["--approve"]),
      ("mfa-cli --deny-reason demo ins", ["inspect"]),
      ("mfa-cli push.json --approv", ["--approve"]), ("mfa-cli push.json ins", []),
      ("mfa-cli -H 'A: b' --retry-d", ["--retry-delay"]),
    ]
  )
  func fishOffers(line: String, expected: [String]) throws {
    let folder = try TemporaryFolder()
    _ = try folder.write("authority.pem", "")
    let result = try Binary.run(
      ["--no-config", "-c", "$MFA completions fish | source; complete -C $argv[1]", line],
      environment: ["MFA": try Binary.path()],
      workingDirectory: folder.path,
      program: Self.fish
    )
    #expect(result.stderr == "", "\(result)")
    let offered = result.stdout.split(separator: "\n").compactMap { $0.split(separator: "\t").first }
    #expect(offered.map { String($0) }.sorted() == expected, "\(result)")
  }

  static let commands = ["respond", "inspect", "demo", "completions", "man", "help"]
}
