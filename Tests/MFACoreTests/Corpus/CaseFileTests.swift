import Foundation
import MFACore
import Testing

/// Every line of `cases/*/expected.jsonl` that is about reading a push.
@Suite("Cases")
struct CaseFileTests {
  /// One line, as far as reading is concerned.
  struct Line: Decodable, NamedCase {
    struct Expectation: Decodable, Sendable {
      let exit: Int?
      let push: PushMembers?
      let hint: String?
      let line: Int?
      let key: String?
      let warning: String?
    }

    struct PushMembers: Decodable, Sendable {
      let provider: String
      let kind: String
      let title: String?
      let message: String?
      let numbersChallenge: [String]
      let manualEntry: Bool
      let answers: [String]
      let localized: Bool?
    }

    let `case`: String
    let file: String
    let `class`: String
    let provider: String
    let expect: Expectation

    var name: String { "\(provider)/\(`case`)" }

    func read() throws -> Reading {
      Reading(try TestData.bytes("cases/\(provider)/\(file)"), isSimulatorFile: file.hasSuffix(".apns"))
    }
  }

  private static let lines: [Line] = TestData.names(in: "cases").flatMap { folder -> [Line] in
    guard let text = try? TestData.text("cases/\(folder)/expected.jsonl") else { return [] }
    return text.split(separator: "\n").compactMap {
      try? JSONDecoder().decode(Line.self, from: Data($0.utf8))
    }
  }.filter { $0.class == "payload" }

  @Test func areAllThere() {
    #expect(Self.lines.count == 58)
    #expect(Set(Self.lines.map(\.provider)) == ["plain", "pingone"])
  }

  @Test(arguments: lines.filter { $0.expect.push != nil })
  func areReadAsExpected(_ row: Line) throws {
    let expected = try #require(row.expect.push)
    let push = try row.read().result.get()
    let question = Question(push.kind)
    #expect(push.provider.rawValue == expected.provider)
    #expect(push.kind.name.rawValue == expected.kind)
    #expect(push.text.title == expected.title)
    #expect(push.text.message == expected.message)
    #expect(push.text.isLocalized == (expected.localized ?? false))
    #expect(question?.answers ?? [] == expected.answers)
    #expect((push.kind == .manual) == expected.manualEntry)
    if case .challenge(.pick(let values)) = push.kind {
      #expect(values.map(\.text) == expected.numbersChallenge)
    } else {
      #expect(expected.numbersChallenge.isEmpty)
    }
  }

  @Test(arguments: lines.filter { $0.expect.push == nil })
  func areRefusedAsExpected(_ row: Line) throws {
    let error = try #require(try row.read().error)
    let exit =
      switch error {
      case .notMFA: 4
      case .text, .json, .contradiction, .field, .printed: 3
      }
    #expect(exit == row.expect.exit)
    if let line = row.expect.line, case .json(let error, _) = error { #expect(error.position.line == line) }
    if let key = row.expect.key {
      guard case .contradiction(.duplicateKey(let found, _, within: nil)) = error else {
        Issue.record("no duplicate key")
        return
      }
      #expect(found == key)
    }
  }

  /// The hints of the cases, by the value from which the sentence is made.
  @Test(arguments: lines.filter { $0.expect.hint != nil })
  func giveTheHintExpected(_ row: Line) throws {
    let guesses: [String: JSONError.Guess] = [
      "a number with a leading zero must be quoted": .quotedLeadingZero,
      "curly quotes; use straight quotes": .curlyQuotes, "nested too deep": .nestedTooDeep,
    ]
    let hint = try #require(row.expect.hint)
    switch try row.read().error {
    case .json(let error, within: nil): #expect(error.guess == guesses[hint])
    case .notMFA(.stringifiedObject(let field)):
      #expect(hint.contains("[object Object]"))
      #expect(field == "mfa")
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  @Test(arguments: lines.filter { $0.expect.warning != nil })
  func warnAsExpected(_ row: Line) throws {
    let warnings = try row.read().warnings
    if row.case.hasPrefix("26") {
      let place = PushPlace(position: TextPosition(line: 1, column: 1), printer: .swift)
      #expect(warnings == [.found(place)])
    } else if row.case.hasPrefix("21") {
      #expect(warnings == [.snsWouldRefuse(notText: "APNS", defaultMissing: true)])
    } else {
      let bytes = try TestData.bytes("cases/\(row.provider)/\(row.file)").count
      #expect(warnings == [.largerThanAPNsTakes(bytes: bytes)])
    }
  }

  /// The cases about time: `respond` has to refuse the one and not the other.
  @Test(arguments: ["plain", "pingone"])
  func expireAsExpected(_ provider: String) throws {
    let old = try Reading(TestData.bytes("cases/\(provider)/52-sent-at-milliseconds-expired.json"))
    #expect(try old.result.get().expiry == .at(.at(1_700_000_120_000)))
    #expect(try old.result.get().expiry.isOver(at: .sample))
    let ahead = try Reading(TestData.bytes("cases/\(provider)/53-sent-at-future-skew.json"))
    #expect(try ahead.result.get().expiry == .at(.sample(plus: 120)))
    #expect(try !ahead.result.get().expiry.isOver(at: .sample))
  }
}
