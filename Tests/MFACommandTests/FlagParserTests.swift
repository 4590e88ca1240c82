import MFACore
import Testing

@testable import MFACommand

/// What people expect of a command line.
@Suite("The parser")
struct FlagParserTests {
  /// A command line and what it comes to.
  struct Line: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let expected: Expected

    enum Expected: Sendable {
      case same(as: [String])
      case operand(String?)
      case error(UsageError)
      case help(Command?, isLong: Bool)
      case version
    }

    init(_ arguments: String..., is expected: Expected) {
      self.arguments = arguments
      self.expected = expected
    }

    var testDescription: String { arguments.map { "'\($0)'" }.joined(separator: " ") }
  }

  static func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    try FlagParser.parse(arguments.map { Argument(bytes: Array($0.utf8)) })
  }

  static let spellings: [Line] = [
    Line("--number=34", is: .same(as: ["--number", "34"])),
    Line("--number", "-1", is: .same(as: ["--number=-1"])),
    Line("--number", "--denial", is: .same(as: ["--number=--denial"])),
    Line("--deny-reason", "-miles", is: .same(as: ["--deny-reason=-miles"])),
    Line("--deny-reason", "-", is: .same(as: ["--deny-reason=-"])),
    Line("--deny-reason=--json", "--deny", is: .same(as: ["--deny", "--deny-reason=--json"])),
    Line("--proxy", "", is: .same(as: ["--proxy="])),
    Line("--deny-reason=a=b", is: .same(as: ["--deny-reason", "a=b"])),
    Line(
      "--deny-reason",
      "",
      is: .error(.badValue(origin: .flag("--deny-reason"), value: "", reason: .empty))
    ),
    Line("--number=", is: .error(.badValue(origin: .flag("--number"), value: "", reason: .empty))),
    Line("--cacert=", "x", is: .error(.badValue(origin: .flag("--cacert"), value: "", reason: .empty))),
    Line("-m", "5", is: .same(as: ["-m5"])),
    Line("-m5", is: .same(as: ["-m", "5"])),
    Line("-HA: b", is: .same(as: ["-H", "A: b"])),
    Line("-kqe", is: .same(as: ["-k", "-q", "-e"])),
    Line("-vH", "A: b", is: .same(as: ["-v", "-H", "A: b"])),
    Line("-vHA: b", is: .same(as: ["-v", "-H", "A: b"])),
    Line("-vv", is: .same(as: ["-v", "-v"])),
    Line("-v", "-v", is: .same(as: ["--verbose", "--verbose"])),
    Line("push.json", "--json", is: .same(as: ["--json", "push.json"])),
    Line("respond", "push.json", is: .same(as: ["push.json"])),
    Line("--approve", "respond", "push.json", is: .same(as: ["respond", "push.json", "--approve"])),
    Line("-m", "1", "-m", "2", is: .same(as: ["-m", "1", "-m2"])),
  ]

  static let operands: [Line] = [
    Line(is: .operand(nil)),
    Line("-", is: .operand("-")),
    Line("push.json", is: .operand("push.json")),
    Line("--", "--approve", is: .operand("--approve")),
    Line("--", "-h", is: .operand("-h")),
    Line("--approve", "--", "-", is: .operand("-")),
    Line("inspect", "--", "inspect", is: .operand("inspect")),
    Line("./inspect", is: .operand("./inspect")),
    Line("", is: .operand("")),
  ]

  static let misuses: [Line] = [
    Line("--appr", is: .error(.unknownFlag("--appr", near: ["--approve"]))),
    Line("--aprove", is: .error(.unknownFlag("--aprove", near: ["--approve"]))),
    Line("--no-json", is: .error(.unknownFlag("--no-json", near: []))),
    Line("--xyzzy=secret", is: .error(.unknownFlag("--xyzzy", near: []))),
    Line("-z", is: .error(.unknownFlag("-z", near: []))),
    Line("-vzsecret", is: .error(.unknownFlag("-z", near: []))),
    Line("-json", is: .error(.unknownFlag("-json", near: ["--json"]))),
    Line("-endpoint=secret", is: .error(.unknownFlag("-endpoint", near: ["--endpoint"]))),
    Line("---json", is: .error(.unknownFlag("---json", near: ["--json"]))),
    Line("--Approve", is: .error(.unknownFlag("--Approve", near: ["--approve"]))),
    Line("--approve=yes", is: .error(.unexpectedValue(flag: "--approve"))),
    Line("--approve=", is: .error(.unexpectedValue(flag: "--approve"))),
    Line("-k=1", is: .error(.unexpectedValue(flag: "-k"))),
    Line("--no-input=1", is: .error(.unexpectedValue(flag: "--no-input"))),
    Line("--number", is: .error(.missingValue(flag: "--number"))),
    Line("-vm", is: .error(.missingValue(flag: "-m"))),
    Line("–approve", is: .error(.typographicCharacter("–approve"))),
    Line("—json", is: .error(.typographicCharacter("—json"))),
    Line("“push.json”", is: .error(.typographicCharacter("“push.json”"))),
    // An unset variable, or a substitution that came to nothing, leaves a flag without its value.
    Line("--number", "--endpoint", "x", is: .error(.flagAsValue(flag: "--number", next: "--endpoint"))),
    Line("--deny-reason", "--json", is: .error(.flagAsValue(flag: "--deny-reason", next: "--json"))),
    Line("--number", "--endpoint=s", is: .error(.flagAsValue(flag: "--number", next: "--endpoint"))),
    Line("--number", "--", "p.json", is: .error(.flagAsValue(flag: "--number", next: "--"))),
    Line("--cacert", "-k", is: .error(.flagAsValue(flag: "--cacert", next: "-k"))),
    Line("-m", "-v", is: .error(.flagAsValue(flag: "-m", next: "-v"))),
    Line("-H", "-vk", is: .error(.flagAsValue(flag: "-H", next: "-vk"))),
    Line("--number", "-m5", is: .error(.flagAsValue(flag: "--number", next: "-m"))),
    Line("--number", "-HX: secret", is: .error(.flagAsValue(flag: "--number", next: "-H"))),
    Line("-vm", "--json", is: .error(.flagAsValue(flag: "-m", next: "--json"))),
    Line("--page", "", is: .error(.badValue(origin: .flag("--page"), value: "", reason: .empty))),
    Line("-m=", is: .error(FlagParserTests.notSeconds("-m", "="))),
    Line("a.json", "b.json", is: .error(.extraOperand("b.json", suggestion: nil))),
    Line("a.json", "inspect", is: .error(.extraOperand("inspect", suggestion: .commandNotFirst(.inspect)))),
    Line("-m", "x", is: .error(FlagParserTests.notSeconds("-m", "x"))),
    Line("--max-time=0", is: .error(FlagParserTests.notSeconds("--max-time", "0"))),
    Line("help", "nothing", is: .error(.unknownHelpTopic("nothing"))),
    Line(
      "-H",
      "Authorization:",
      "Bearer",
      "canary",
      is: .error(.extraOperand("canary", suggestion: .headerNotQuoted))
    ),
    Line("help", "respond", "x", is: .error(.extraOperand("x", of: .help, suggestion: nil))),
    Line(
      "--color=sometimes",
      is: .error(
        .badValue(
          origin: .flag("--color"),
          value: "sometimes",
          reason: .notOneOf(["auto", "always", "never"])
        )
      )
    ),
    Line(
      "--endpoint=localhost:80",
      is: .error(
        .badValue(origin: .flag("--endpoint"), value: "localhost:80", reason: .endpoint(.noScheme))
      )
    ),
    // One error at a time, and it is the first.
    Line("--number", "--bad", "--xyzzy", "-z", is: .error(.unknownFlag("--xyzzy", near: []))),
  ]

  static func notSeconds(_ flag: String, _ value: String) -> UsageError {
    .badValue(origin: .flag(flag), value: value, reason: .notSeconds(minimum: "0.001", maximum: "86400"))
  }

  static let wishes: [Line] = [
    Line("-h", is: .help(nil, isLong: false)),
    Line("--help", is: .help(nil, isLong: true)),
    Line("-h", "--help", is: .help(nil, isLong: true)),
    Line("inspect", "-h", is: .help(.inspect, isLong: false)),
    Line("push.json", "--bad", "--help", is: .help(nil, isLong: true)),
    Line("demo", "--number", "--help", is: .help(.demo, isLong: true)),
    Line("--version", "--bad", is: .version),
    Line("-V", is: .version),
    Line("-vh", is: .help(nil, isLong: false)),
    Line("demo", "--bad", "-kh", is: .help(.demo, isLong: false)),
    Line("--bad", "-qV", is: .version),
    Line("--deny-reason", "--help", is: .help(nil, isLong: true)),
    Line("demo", "--number", "--json", "--help", is: .help(.demo, isLong: true)),
    Line("--version", "-h", is: .help(nil, isLong: false)),
    Line("help", is: .help(nil, isLong: true)),
    Line("help", "demo", is: .help(.demo, isLong: true)),
    Line("help", "help", is: .help(.help, isLong: true)),
  ]

  @Test(arguments: spellings + operands + misuses + wishes)
  func line(_ line: Line) {
    let result = Result { () throws(UsageError) in try FlagParserTests.parse(line.arguments) }
    switch (line.expected, result) {
    case (.same(let other), .success(let parsed)):
      let others = Result { () throws(UsageError) in try FlagParserTests.parse(other) }
      #expect(parsed.effect == (try? others.get())?.effect)
    case (.operand(let text), .success(.run(let invocation, _))):
      #expect(invocation.operand?.text == text)
    case (.error(let expected), .failure(let error)):
      #expect(error == expected)
    case (.help(let command, let isLong), .success(.help(let found, let foundLong))):
      #expect(found == command && foundLong == isLong)
    case (.version, .success(.version)):
      break
    default:
      Issue.record("\(result)")
    }
  }

  @Test("An operand that is not UTF-8 reaches the operating system as it is")
  func operandOfBytes() throws {
    let argument = Argument(bytes: [0x70, 0xFF, 0x2E, 0x6A])
    guard case .run(let invocation, _) = try FlagParser.parse([argument]) else {
      Issue.record("it does not run")
      return
    }
    #expect(invocation.operand?.bytes == [0x70, 0xFF, 0x2E, 0x6A])
  }

  @Test("A file name that is not UTF-8 is taken by a file flag, glued and not; text is refused")
  func fileNameOfBytes() throws {
    let name: [UInt8] = [0x61, 0xFE]
    let glued = Argument(bytes: Array("--cacert=".utf8) + name)
    let apart = [Argument(bytes: Array("--cacert".utf8)), Argument(bytes: name)]
    for arguments in [[glued], apart] {
      guard case .run(let invocation, _) = try FlagParser.parse(arguments) else {
        Issue.record("it does not run")
        return
      }
      #expect(invocation.options.send.caFile?.bytes == name)
    }
    #expect(throws: UsageError.notUTF8(origin: .flag("--number"))) {
      try FlagParser.parse([Argument(bytes: Array("--number=".utf8) + name)])
    }
  }

  @Test("Whatever is glued to a letter is its value, bytes that are not UTF-8 included")
  func lettersWithBytes() {
    // -H takes text, so this is refused by name; what must not happen is that the bytes are taken for flags.
    #expect(throws: UsageError.notUTF8(origin: .flag("-H"))) {
      try FlagParser.parse([Argument(bytes: Array("-HA: ".utf8) + [0xFF])])
    }
  }

  @Test("A repeated -H is added, other values replace")
  func repetition() throws {
    let arguments = ["-H", "A: 1", "-H", "B: 2", "--auth-method", "x", "--auth-method", "y"]
    guard case .run(let invocation, _) = try FlagParserTests.parse(arguments) else {
      Issue.record("it does not run")
      return
    }
    #expect(invocation.options.send.headers.count == 2)
    #expect(invocation.options.answer.authMethod == "y")
  }
}

extension ParsedArguments {
  /// All that it comes to, as text: what was given and how it was spelled leaves no trace by itself.
  var effect: String {
    guard case .run(let invocation, _) = self else { return "\(self)" }
    return "\(invocation.command) \(invocation.operands) \(invocation.options)"
  }
}
