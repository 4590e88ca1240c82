import MFACore
import Testing

@testable import MFACommand

/// What goes to which stream, in which colour, and what happens when a stream is gone.
@Suite("Streams")
struct ConsoleTests {
  static let endpoint = "--endpoint=https://mfa.example.com/d"

  struct Color: CustomTestStringConvertible, Sendable {
    let flags: [String]
    let environment: [String: String]
    let terminals: Set<StandardStream>
    let output: Bool
    let error: Bool
    var testDescription: String { "\(flags) \(environment) \(terminals)" }

    init(
      _ flags: String...,
      environment: [String: String] = ["TERM": "xterm"],
      terminals: Set<StandardStream> = [.output, .error],
      output: Bool,
      error: Bool
    ) {
      self.flags = flags
      self.environment = environment
      self.terminals = terminals
      self.output = output
      self.error = error
    }
  }

  @Test(
    "--color beats NO_COLOR, which beats what each stream is",
    arguments: [
      Color(output: true, error: true),
      Color(terminals: [], output: false, error: false),
      Color(terminals: [.output], output: true, error: false),
      Color(terminals: [.error], output: false, error: true),
      Color(environment: ["TERM": "dumb"], output: false, error: false),
      Color(environment: [:], output: false, error: false),
      Color(environment: ["TERM": "xterm", "NO_COLOR": "1"], output: false, error: false),
      Color(environment: ["TERM": "xterm", "NO_COLOR": ""], output: true, error: true),
      Color("--color=never", output: false, error: false),
      Color("--color=always", terminals: [], output: true, error: true),
      Color("--color=always", environment: ["NO_COLOR": "1"], output: true, error: true),
    ]
  )
  func color(_ row: Color) throws {
    var script = try Samples.script("plain/no-id.json")
    script.environment = row.environment
    script.terminals = row.terminals
    let run = script.run(
      (["inspect", "plain/no-id.json"] + row.flags).map { Argument(bytes: Array($0.utf8)) }
    )
    #expect(run.output.contains("\u{1B}[") == row.output)
    #expect(run.errors.contains("\u{1B}[") == row.error)
  }

  @Test("JSON is never coloured")
  func colorOfJSON() throws {
    let run = try Samples.script("plain/default.json").run(
      "inspect",
      "--json",
      "--color=always",
      "plain/default.json"
    )
    #expect(!run.output.contains("\u{1B}"))
  }

  @Test(
    "A misuse is coloured as asked, however that is spelled",
    arguments: [["--color=always"], ["--color", "always"]]
  )
  func colorOfMisuse(flags: [String]) {
    let run = Script().run((flags + ["--bad"]).map { Argument(bytes: Array($0.utf8)) })
    #expect(run.errors.contains("\u{1B}["))
  }

  @Test("A misuse reports the command that it was a misuse of")
  func commandOfMisuse() throws {
    let run = Script().run("--color", "never", "inspect", "--json", "--bad")
    let command = try run.json()["command"] as? String
    #expect(command == "inspect")
  }

  @Test("-q drops the result line and warnings, errors remain")
  func quiet() throws {
    let fine = try Samples.script("plain/unusable-fields.json").run(
      "inspect",
      "-q",
      "plain/unusable-fields.json"
    )
    #expect(fine.transcript == "exit 0\n")
    let broken = try Samples.script("broken/cut-off.json").run("inspect", "-q", "broken/cut-off.json")
    #expect(broken.errorLines.count == 2)
    let demo = Script(service: .runs(url: "http://127.0.0.1:41234")).run("demo", "-q", "--no-input")
    #expect(demo.transcript == "exit 0\n")
  }

  /// The title used to be able to say `* signature verified`, in a line of its own.
  @Test("No line of a text that is quoted looks like a remark of ours")
  func remarkOfSeveralLines() {
    let text =
      #"{"aps":{"alert":{"title":"Sign-in\nsignature verified"}},"pushType":"default","messageId":"1"}"#
    let run = Script(readings: [.file("p", text)]).run("inspect", "-v", "p")
    #expect(run.errorLines.contains("* title Sign-in"))
    #expect(run.errorLines.contains("    signature verified"))
    #expect(!run.errorLines.contains("* signature verified"))
  }

  @Test("The warning of --insecure remains; it is given for https alone")
  func insecure() {
    for (url, warns) in [
      ("https://mfa.example.com/d", true), ("HTTPS://mfa.example.com/d", true), ("http://127.0.0.1/d", false),
    ] {
      let script = OrderOfChecksTests.push(OrderOfChecksTests.plain, exchanges: [reply(200)])
      let run = script.run("--endpoint", url, "--deny", "-q", "-k", "p")
      #expect(run.errors.contains("warning: --insecure") == warns, "\(url)")
    }
  }

  @Test("An error has the shape of the contract: prefix on each line, three at most")
  func shape() {
    let run = Script().run("--aprove")
    #expect(
      run.errorLines == [
        "mfa-cli: error: unknown option --aprove", "mfa-cli: hint: did you mean --approve?",
        "mfa-cli: try 'mfa-cli --help'",
      ]
    )
    #expect(run.exitCode == .usage)
  }

  @Test("An error is at most three lines with the prefix", arguments: Scenario.all.filter { $0.code != nil })
  func lines(scenario: Scenario) {
    let lines = scenario.run().errorLines
    #expect((1...3).contains(lines.count))
    #expect(lines.allSatisfy { $0.hasPrefix("mfa-cli: ") })
    #expect(lines.filter { $0.hasPrefix("mfa-cli: error: ") }.count == 1)
  }

  @Test("A closed pipe ends quietly with 11", arguments: [["inspect", "p"], ["inspect", "--json", "p"]])
  func closedPipe(arguments: [String]) {
    var script = OrderOfChecksTests.push(OrderOfChecksTests.plain)
    script.writeFailures = [.output: .closedPipe]
    let run = script.run(arguments.map { Argument(bytes: Array($0.utf8)) })
    #expect(run.exitCode == .localIO)
    #expect(run.errors == "")
  }

  @Test("Help into a closed pipe likewise; a full disk is told")
  func help() {
    #expect(Script(writeFailures: [.output: .closedPipe]).run("--help").transcript == "exit 11\n")
    let full = Script(writeFailures: [.output: .system("No space left on device")]).run("--help")
    #expect(full.exitCode == .localIO)
    #expect(full.errors.contains("No space left on device"))
  }

  @Test("Standard error that is gone changes nothing")
  func noStandardError() {
    var script = OrderOfChecksTests.push(OrderOfChecksTests.plain)
    script.writeFailures = [.error: .closedPipe]
    let run = script.run("inspect", "-v", "p")
    #expect(run.exitCode == .done)
    #expect(run.output.hasPrefix("default: "))
  }

  @Test("Help and version win wherever they stand, before anything is read or opened")
  func helpWins() {
    for arguments in [["p", "--bad", "--help"], ["--endpoint=x", "-h"], ["demo", "nothing", "--help"]] {
      let run = Script(environment: ["MFA_ENDPOINT": "x"]).run(
        arguments.map { Argument(bytes: Array($0.utf8)) }
      )
      #expect(run.exitCode == .done)
      #expect(run.output.hasPrefix("mfa-cli: a phone on the command line"))
      #expect(run.errors == "")
    }
    let version = Script(libraryVersions: ["libcurl/8.0.0"]).run("--bad", "--version")
    #expect(version.output == "mfa-cli \(Version.number) (no release)\nlibcurl/8.0.0\n")
  }
}
