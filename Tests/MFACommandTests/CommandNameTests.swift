import MFACore
import Testing

@testable import MFACommand

/// Commands whose names have several words.
@Suite("Command names")
struct CommandNameTests {
  private static func words(_ line: String) -> [String] {
    line.split(separator: " ").map { String($0) }
  }

  @Test("Each name is its command, whatever stands behind it", arguments: Command.allCases)
  func whole(command: Command) {
    #expect(CommandName(command.words) == .command(command, words: command.words.count))
    #expect(CommandName(command.words + ["x"]) == .command(command, words: command.words.count))
    #expect(CommandName(["x"] + command.words) == .none)
  }

  @Test("No name is the beginning of another one, so that each is found at its end")
  func prefixes() {
    for one in Command.allCases {
      for other in Command.allCases where other != one { #expect(!other.words.starts(with: one.words)) }
    }
  }

  @Test(
    "Beginnings",
    arguments: [
      (
        "device",
        ["register", "token", "clear-token", "pair", "unpair", "show", "tap", "dismiss", "categories"]
      ),
      ("device token", ["new"]),
    ]
  )
  func beginning(line: String, next: [String]) {
    let words = CommandNameTests.words(line)
    for behind in ["", " x", " shwo", " Show", " tok", " device"] {
      #expect(CommandName(CommandNameTests.words(line + behind)) == .group(words, next: next))
    }
    #expect(CommandName.beginnings.contains(words))
  }

  @Test("Every beginning is listed once, and each has words behind it")
  func beginnings() {
    #expect(CommandName.beginnings == [[], ["device"], ["device", "token"], ["inbox"], ["credentials"]])
    #expect(CommandName.groups == ["device", "inbox", "credentials"])
    for words in CommandName.beginnings { #expect(!CommandName.words(after: words).isEmpty) }
  }

  @Test(
    "What is none",
    arguments: ["", "devices", "Device", "show", "token new", "new", "push.json device show"]
  )
  func none(line: String) {
    #expect(CommandName(CommandNameTests.words(line)) == .none)
  }

  // MARK: On the command line

  struct Line: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let expected: Expected

    enum Expected: Sendable {
      case runs(Command, operand: String? = nil)
      case help(Command)
      case groupHelp([String])
      case error(UsageError)
    }

    init(_ line: String, _ expected: Expected) {
      testDescription = line
      self.expected = expected
    }
  }

  private static let device = CommandName.words(after: ["device"])

  private static func incomplete(_ words: [String], _ typed: String?, _ next: [String]) -> Line.Expected {
    .error(.incompleteCommand(words, typed: typed, next: next))
  }

  static let lines = [
    Line("device show", .runs(.deviceShow)), Line("device token new", .runs(.deviceTokenNew)),
    Line("device pair KEY", .runs(.devicePair, operand: "KEY")),
    Line("device tap -", .runs(.deviceTap, operand: "-")),
    Line("device tap device", .runs(.deviceTap, operand: "device")),
    // Flags may stand anywhere.
    Line("--json device show", .runs(.deviceShow)), Line("device --json show", .runs(.deviceShow)),
    Line("device show --json", .runs(.deviceShow)),
    Line("device -v token -q new --json", .runs(.deviceTokenNew)),
    Line("device --color never show", .runs(.deviceShow)),
    Line("device --max-time=2 pair -n KEY", .runs(.devicePair, operand: "KEY")),
    // What stands behind -- is no flag, but may be the name: it says nothing about which operand is what.
    Line("-- device show", .runs(.deviceShow)), Line("device -- show", .runs(.deviceShow)),
    Line("device pair -- --KEY", .runs(.devicePair, operand: "--KEY")),
    Line("device -- --json", incomplete(["device"], "--json", device)),
    Line("device", incomplete(["device"], nil, device)),
    Line("device --json", incomplete(["device"], nil, device)),
    Line("device x", incomplete(["device"], "x", device)),
    Line("device x y", incomplete(["device"], "x", device)),
    Line("device token", incomplete(["device", "token"], nil, ["new"])),
    Line("device token old", incomplete(["device", "token"], "old", ["new"])),
    Line("./device", .runs(.respond, operand: "./device")),
    Line("devices", .runs(.respond, operand: "devices")),
    Line("device show x", .error(.extraOperand("x", of: .deviceShow, suggestion: nil))),
    Line(
      "serve inspect",
      .error(.extraOperand("inspect", of: .serve, suggestion: .commandNotFirst(.inspect)))
    ),
    Line("push.json device show", .error(.extraOperand("device", suggestion: nil))),
    Line("device pair a b", .error(.extraOperand("***", of: .devicePair, suggestion: nil))),
    Line(
      "device show --approve",
      .error(.flagOfOtherCommand(flag: "--approve", command: .deviceShow, owners: [.respond, .listen]))
    ),
    Line(
      "serve --count=1",
      .error(.flagOfOtherCommand(flag: "--count", command: .serve, owners: [.listen, .inboxWatch]))
    ),
    // Help.
    Line("device -h", .groupHelp(["device"])), Line("device x --help", .groupHelp(["device"])),
    Line("device token --help", .groupHelp(["device", "token"])), Line("device show -h", .help(.deviceShow)),
    Line("device --token x --help show", .help(.deviceShow)),
    Line("-h device token new", .help(.deviceTokenNew)),
    Line("help device", .groupHelp(["device"])), Line("help device token", .groupHelp(["device", "token"])),
    Line("help device show", .help(.deviceShow)), Line("help device token new", .help(.deviceTokenNew)),
    Line("help device x", .error(.unknownHelpTopic("device x"))),
    Line("help device show x", .error(.extraOperand("x", of: .help, suggestion: nil))),
    Line("help device token new x", .error(.extraOperand("x", of: .help, suggestion: nil))),
    Line("help show", .error(.unknownHelpTopic("show"))),
    Line("device -vh", .groupHelp(["device"])),
  ]

  @Test(arguments: lines)
  func line(_ line: Line) {
    let words = CommandNameTests.words(line.testDescription)
    let result = Result { () throws(UsageError) in try FlagParserTests.parse(words) }
    switch (line.expected, result) {
    case (.runs(let command, let operand), .success(.run(let found, _))):
      #expect(found.command == command && found.operand?.text == operand)
    case (.help(let command), .success(.help(let found, _))): #expect(found == command)
    case (.groupHelp(let words), .success(.groupHelp(let found))): #expect(found == words)
    case (.error(let expected), .failure(let error)): #expect(error == expected)
    default: Issue.record("\(result)")
    }
  }

  @Test("Help on a group lists its commands", arguments: [["device"], ["device", "token"]])
  func groupHelp(words: [String]) {
    let run = Script().run(["help"] + words)
    #expect(run.exitCode == .done)
    for word in CommandName.words(after: words) { #expect(run.output.contains(" \(word) ")) }
    #expect(run.output == Script().run(words + ["-h"]).output)
  }
}
