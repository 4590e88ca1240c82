import Foundation
import Testing

/// The scripts that are generated from the table of flags really complete.
@Suite struct CompletionTests {
  /// What bash's function offers for a line whose last word is being typed.
  private static func offered(_ words: [String], folder: TemporaryFolder) throws -> [String] {
    let script = """
      source <("$MFA" completions bash)
      COMP_WORDS=("$@"); COMP_CWORD=$((${#COMP_WORDS[@]} - 1)); COMPREPLY=()
      _mfa_cli 2>/dev/null
      printf '%s\\n' "${COMPREPLY[@]}"
      """
    let result = try Binary.run(
      ["-c", script, "bash"] + words,
      environment: ["MFA": try Binary.path()],
      workingDirectory: folder.path,
      program: "/bin/bash"
    )
    return result.stdout.split(separator: "\n").map { String($0) }
  }

  @Test(arguments: [
    (["mfa-cli", "ins"], ["inspect"]), (["mfa-cli", "--app"], ["--approve"]),
    (["mfa-cli", "inspect", "--expect", "ch"], ["challenge"]),
    (["mfa-cli", "--color", "=", "al"], ["always"]),
    (["mfa-cli", "--cacert", "auth"], ["authority.pem"]), (["mfa-cli", "--number", ""], []),
    (["mfa-cli", "demo", "ma"], ["manual"]), (["mfa-cli", "completions", ""], ["bash", "zsh", "fish"]),
    (["mfa-cli", "inspect", "auth"], ["authority.pem"]),
    (["mfa-cli", "--endpoint", "x", "ins"], ["inspect"]),
    (["mfa-cli", "inspect", "--approv"], []),
    (["mfa-cli", "-H", "A: b", "--retry-"], ["--retry-delay", "--retry-max-time", "--retry-all-errors"]),
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

  @Test func everyFlagAndCodeIsInTheManualPage() throws {
    let page = try Binary.run(["man"]).stdout.replacingOccurrences(of: "\\-", with: "-")
    #expect(page.hasPrefix(".TH "))
    for word in ["--approve", "--retry-all-errors", "MFA_ENDPOINT", "130, 143", "completions"] {
      #expect(page.contains(word))
    }
    guard FileManager.default.fileExists(atPath: "/usr/bin/groff") else { return }
    let result = try Binary.run(
      ["-man", "-ww", "-Tutf8", "-z"],
      stdin: .text(try Binary.run(["man"]).stdout),
      environment: ["PATH": "/usr/bin:/bin"],
      program: "/usr/bin/groff"
    )
    #expect(result.stderr == "")
  }
}
