import Testing

@testable import MFACommand

/// The exit codes are a promise, so they stand here once more as literals.
@Suite("Exit codes")
struct ExitCodeTests {
  @Test("The numbers")
  func numbers() {
    let all: [(ExitCode, Int32)] = [
      (.done, 0), (.negative, 1), (.usage, 2), (.payloadInvalid, 3), (.notMFAPush, 4), (.noDecision, 5),
      (.notAnswerable, 6), (.notReached, 7), (.refused, 8), (.expired, 9), (.credential, 10), (.localIO, 11),
      (.internal, 70),
    ]
    #expect(all.map(\.0) == ExitCode.allCases)
    for (code, number) in all { #expect(code.rawValue == number) }
  }

  @Test(
    "The words, and the code of each",
    arguments: [
      ("approved", 0), ("denied", 0), ("nothing-to-answer", 0), ("inspected", 0), ("dry-run", 0), ("done", 0),
      ("unexpected-kind", 1), ("usage", 2), ("payload-invalid", 3), ("not-mfa-push", 4), ("no-decision", 5),
      ("not-answerable", 6), ("not-reached", 7), ("refused", 8), ("expired", 9), ("credential", 10),
      ("local-io", 11), ("internal", 70),
    ] as [(String, Int32)]
  )
  func outcome(word: String, code: Int32) throws {
    let outcome = try #require(Outcome(rawValue: word))
    #expect(outcome.exitCode().rawValue == code)
    #expect(outcome.exitCode(deniedIsNegative: true).rawValue == (word == "denied" ? 1 : code))
  }

  @Test("There are no other words")
  func complete() {
    #expect(Outcome.allCases.count == 18)
  }

  @Test("A meaning is one clause that fits the help", arguments: ExitCode.allCases)
  func meaning(code: ExitCode) {
    #expect(code.meaning.first?.isLowercase == true)
    #expect(!code.meaning.hasSuffix(".") && !code.meaning.contains("\n"))
    #expect(code.meaning.count <= 73)
  }

  @Test("A run that no stage has ended is a bug")
  func unfinished() {
    #expect(Report(command: .respond).exitCode == .internal)
  }
}
