import Foundation
import Testing

private let escape = "\u{1B}"

@Suite("Colour")
struct ColorTests {
  /// `inspect` with a warning, on a terminal or on pipes.
  private func inspect(
    _ flags: [String] = [],
    environment: [String: String] = ["TERM": "xterm"],
    terminal: Bool
  ) throws -> RunResult {
    let arguments = ["inspect"] + flags
    let payload = StandardInput.text(SamplePush.plain("default", #""ttl":-1"#))
    guard terminal else { return try Binary.run(arguments, stdin: payload, environment: environment) }
    return try TerminalRun(
      arguments,
      stdin: payload,
      stdout: .terminal,
      stderr: .terminal,
      environment: environment
    ).finish()
  }

  @Test(
    "Pipes get colour only by --color always",
    arguments: [
      ([], false), (["--color", "auto"], false), (["--color=never"], false), (["--color=always"], true),
    ]
      as [([String], Bool)]
  )
  func pipes(_ flags: [String], _ isColored: Bool) throws {
    let result = try inspect(flags, terminal: false)
    #expect(result.stdout.contains(escape) == isColored)
    #expect(result.stderr.contains("warning:") && result.stderr.contains(escape) == isColored)
  }

  @Test(
    "A terminal gets colour unless something speaks against it",
    arguments: [
      ([], ["TERM": "xterm"], true), ([], ["TERM": "dumb"], false), ([], [:], false),
      ([], ["TERM": "xterm", "NO_COLOR": "1"], false), ([], ["TERM": "xterm", "NO_COLOR": ""], true),
      (["--color", "never"], ["TERM": "xterm"], false),
      (["--color", "always"], ["TERM": "dumb", "NO_COLOR": "1"], true),
      (["--color", "always", "--color", "never"], ["TERM": "xterm"], false),
    ] as [([String], [String: String], Bool)]
  )
  func terminal(_ flags: [String], _ environment: [String: String], _ isColored: Bool) throws {
    let result = try inspect(flags, environment: environment, terminal: true)
    #expect(result.status == .exited(0))
    #expect(result.screen.contains("warning:"))
    #expect(result.screen.contains(escape) == isColored, "\(result)")
  }

  @Test("JSON is never coloured", arguments: [false, true])
  func json(_ terminal: Bool) throws {
    let result = try inspect(["--json", "-q", "--color", "always"], terminal: terminal)
    #expect(!result.everything.contains(escape))
    #expect(result.everything.contains(#""outcome":"inspected""#))
  }

  @Test("Each stream decides for itself")
  func perStream() throws {
    let run = try TerminalRun(
      ["inspect"],
      stdin: .text(SamplePush.plain("default", #""ttl":-1"#)),
      stdout: .capture,
      stderr: .terminal,
      environment: ["TERM": "xterm"]
    )
    let result = try run.finish()
    #expect(!result.stdout.contains(escape) && result.screen.contains(escape))
  }

  @Test("Misuse in colour, or not", arguments: [["--color=always"], ["--color", "always"]])
  func misuse(_ flags: [String]) throws {
    let result = try Binary.run(flags + ["--bogus"])
    #expect(result.stderr.contains(escape))
  }
}
