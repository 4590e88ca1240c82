import MFACore
import Testing

@testable import MFACommand

/// Every sentence that the program can say, by one example of each case.
@Suite("Sentences")
struct SentenceTests {
  struct Sentence: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let message: String
    let hint: String?
  }

  static let failures = Examples.failures.map { failure in
    let sentence = failure.diagnostic()
    return Sentence(testDescription: "\(failure)", message: sentence.message, hint: sentence.hint)
  }

  static let warnings = Examples.warnings.map { warning in
    Sentence(testDescription: "\(warning)", message: warning.message, hint: nil)
  }

  /// How the names of things begin that stand at the start of a sentence and keep their capitals.
  static let names = ["SNS ", "MFA_ENDPOINT ", "PingOne", "NaN and ", "JSON ", "PEM "]

  static func problem(_ text: String) -> String? {
    guard let first = text.first else { return "it is empty" }
    if text.contains(where: \.isNewline) { return "it has a line break" }
    if text.hasSuffix(".") { return "it ends in a full stop" }
    if text != text.trimmed { return "it has a blank at an end" }
    if text.contains("  ") { return "it has two blanks in a row" }
    if text.contains("Optional(") { return "it shows an optional" }
    if text.contains(": :") || text.contains("; ;") || text.contains(" ;") {
      return "it has stray punctuation"
    }
    let isName = names.contains { text.hasPrefix($0) } || "\"'-%\\".contains(first)
    return first.isLowercase || first.isNumber || isName ? nil : "it begins with a capital"
  }

  @Test("A failure is told in one clause, and what to do in another", arguments: failures)
  func failure(_ sentence: Sentence) {
    #expect(SentenceTests.problem(sentence.message) == nil, "\(sentence.message)")
    if let hint = sentence.hint { #expect(SentenceTests.problem(hint) == nil, "\(hint)") }
  }

  @Test("A warning is told in one clause", arguments: warnings)
  func warning(_ sentence: Sentence) {
    #expect(SentenceTests.problem(sentence.message) == nil, "\(sentence.message)")
  }

  @Test("A hint says more than its message", arguments: failures)
  func hint(_ sentence: Sentence) {
    guard let hint = sentence.hint else { return }
    #expect(!sentence.message.contains(hint))
  }

  /// Every sentence with what it is said of: exit code, error code, message, hint. It is read by a person when it is
  /// recorded: a new sentence, or another one, shows up here before it is committed.
  @Test("The words of every failure and warning are listed")
  func listed() throws {
    let failures = Examples.failures.map { failure -> String in
      let sentence = failure.diagnostic()
      let hint = sentence.hint.map { "\n   hint: \($0)" } ?? ""
      return
        "\(failure.outcome.exitCode().rawValue) \(failure.diagnostic().code)\n  error: \(sentence.message)\(hint)\n"
    }
    let warnings = Examples.warnings.map { "warning: \($0.code)\n  \($0.message)\n" }
    try Golden.check("sentences.txt", (failures + warnings).joined())
  }

  /// These tell in their message what has to be different, or that there is nothing to be done.
  static let withoutHint: Set<String> = [
    "usage", "file-unusable", "payload-unreadable", "not-text", "not-json", "field-invalid", "not-mfa-push",
    "demo-failed", "output-failed", "stopped",
  ]

  @Test(
    "Where something can be done, it is said",
    arguments: Examples.failures.filter { !withoutHint.contains($0.diagnostic().code) }
  )
  func hasHint(_ failure: Failure) {
    #expect(failure.diagnostic().hint != nil, "\(failure.diagnostic().message)")
  }

  @Test("One command is not called one of several")
  func oneOwner() {
    let error = UsageError.flagOfOtherCommand(flag: "--expect", command: .respond, owners: [.inspect])
    #expect(error.diagnostic.hint?.contains("one of") == false)
  }

  @Test("A gateway's error does not claim to know what became of the decision", arguments: [502, 504])
  func gateway(status: Int) {
    let reply = HTTPReply(status: status, headers: [], body: [], retryAfterSeconds: nil)
    #expect(!Failure.refused(reply).diagnostic().message.contains("did not record"))
  }

  @Test("The place of a string that is not closed is where it begins, and is not called the end")
  func unclosedString() {
    let error = JSONError(
      problem: .endsEarly(wanted: .endOfString),
      position: Examples.position,
      guess: .cutOff
    )
    #expect(
      !PayloadError.json(error, within: nil).diagnostic(from: .input(Examples.file)).message.contains(
        "it ends where"
      )
    )
  }

  @Test("Two failures are never told in the same words")
  func distinct() {
    let words = Dictionary(grouping: SentenceTests.failures) { "\($0.message) | \($0.hint ?? "")" }
    #expect(words.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test("Two warnings are never told in the same words")
  func distinctWarnings() {
    let words = Dictionary(grouping: SentenceTests.warnings, by: \.message)
    #expect(words.filter { $0.value.count > 1 }.keys.sorted() == [])
  }

  @Test("An error code is a word for machines", arguments: Examples.failures.map { $0.diagnostic().code })
  func code(code: String) {
    #expect(!code.isEmpty)
    #expect(code.utf8.allSatisfy { (97...122).contains($0) || $0 == 45 })
    #expect(code.first != "-" && code.last != "-")
  }

  @Test("Untrusted text is shortened, so that no error fills the screen", arguments: [400, 100_000])
  func long(count: Int) {
    let text = String(repeating: "x", count: count)
    let path = FilePath("f")
    let failures: [Failure] = [
      .usage(.unknownFlag("--" + text, near: [])), .usage(.typographicCharacter("–" + text)),
      .usage(.badValue(origin: .flag("--number"), value: text, reason: .notRFC3339)),
      .usage(.extraOperand(text, suggestion: nil)), .usage(.unknownHelpTopic(text)),
      .payload(.field(FieldError("pushType", .unknownValue(text, known: []))), .input(.file(path))),
      .payload(
        .contradiction(.duplicateKey(text, TextPosition(line: 1, column: 1), within: nil)),
        .input(.file(path))
      ),
      .payload(.contradiction(.conflictingKey(text)), .input(.file(path))),
      .notAnswerable(.notOffered(MatchValue(text), offered: [MatchValue(text)])),
      .refused(HTTPReply(status: 400, headers: [], body: Array(text.utf8), retryAfterSeconds: nil)),
      .refused(
        HTTPReply(
          status: 302,
          headers: [.init(name: "Location", value: text)],
          body: [],
          retryAfterSeconds: nil
        )
      ),
    ]
    for failure in failures {
      #expect(failure.diagnostic().message.count < 700, "\(failure.diagnostic().code)")
    }
  }

  @Test("Untrusted text can't forge a line or colour one")
  func hostile() {
    let hostile = "x\nmfa-cli: approved\u{1B}[32m\r\u{202E}"
    let script = Script(
      readings: [.file("p", #"{"aps":{},"id":"1","pushType":"x\nmfa-cli: approved\u001b[32m\u202e"}"#)]
    )
    let run = script.run("inspect", "p")
    #expect(run.errorLines.filter { $0.hasPrefix("mfa-cli: error: ") }.count == 1)
    #expect(run.errorLines.allSatisfy { $0.hasPrefix("mfa-cli: error: ") || $0.hasPrefix("mfa-cli: hint: ") })
    #expect(!run.errors.contains("\u{1B}") && !run.errors.contains("\u{202E}"))
    let misuse = Script().run("--\(hostile)")
    #expect(misuse.errorLines.count == 2)
    #expect(!misuse.errors.contains("\u{1B}") && !misuse.errors.contains("\u{202E}"))
  }
}
