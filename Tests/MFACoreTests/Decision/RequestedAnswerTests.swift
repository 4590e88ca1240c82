import MFACore
import Testing

/// An answer given by a flag, against every question: what it does, or why it does not fit.
@Suite("Requested answers")
struct RequestedAnswerTests {
  private static func number(_ text: String) -> RequestedAnswer { .number(MatchValue(text)) }
  private static func other(_ text: String) -> RequestedAnswer { .numberOtherThan(MatchValue(text)) }
  private static func approve(_ text: String) -> Decision.Action { .approve(number: MatchValue(text)) }
  private static let offered = ["07", "7", "B"].map { MatchValue($0) }

  struct Fit: NamedCase {
    let name: String
    let answer: RequestedAnswer
    let kind: PushKind
    let action: Decision.Action

    init(_ name: String, _ answer: RequestedAnswer, _ kind: PushKind, _ action: Decision.Action) {
      (self.name, self.answer, self.kind, self.action) = (name, answer, kind, action)
    }
  }

  @Test(arguments: [
    Fit("approve a default push", .approve, .default, .approve(number: nil)),
    Fit("approve a biometric push", .approve, .biometric, .approve(number: nil)),
    Fit("deny a default push", .deny, .default, .deny),
    Fit("deny a challenge", .deny, .pick("1"), .deny),
    Fit("deny a manual entry", .deny, .manual, .deny),
    Fit("an offered number", number("34"), .pick("12", "34"), approve("34")),
    Fit("an offered number is compared as text", number("07"), .pick("7", "07"), approve("07")),
    Fit("an offered letter", number("B"), .pick("A", "B"), approve("B")),
    Fit("an offered value with a blank", number("1 2"), .pick("1 2"), approve("1 2")),
    Fit("the first offered other number", other("12"), .pick("12", "34", "56"), approve("34")),
    Fit("a typed number", number("0"), .manual, approve("0")),
    Fit("a typed number with a zero before it", number("007"), .manual, approve("007")),
    Fit("ten digits", number("0123456789"), .manual, approve("0123456789")),
    Fit("other than a typed number", other("42"), .manual, approve("43")),
    Fit("other than one that ends with 9", other("99"), .manual, approve("90")),
  ])
  func fits(_ row: Fit) throws {
    #expect(try row.answer.action(for: Question(row.kind), kind: row.kind.name) == row.action)
    #expect(row.answer.forcedAction(for: Question(row.kind)) == row.action)
  }

  struct Misfitting: NamedCase {
    let name: String
    let answer: RequestedAnswer
    let kind: PushKind
    let misfit: Misfit
    /// What `--force` sends all the same.
    let forced: Decision.Action?

    init(
      _ name: String,
      _ answer: RequestedAnswer,
      _ kind: PushKind,
      _ misfit: Misfit,
      forced: Decision.Action?
    ) {
      (self.name, self.answer, self.kind) = (name, answer, kind)
      (self.misfit, self.forced) = (misfit, forced)
    }
  }

  @Test(arguments: [
    Misfitting(
      "approve a cancelled push",
      .approve,
      .cancel,
      .nothingToAnswer(.cancel),
      forced: .approve(number: nil)
    ),
    Misfitting("deny a dry push", .deny, .dry, .nothingToAnswer(.dry), forced: .deny),
    Misfitting(
      "a number for a silent push",
      number("1"),
      .silent,
      .nothingToAnswer(.silent),
      forced: approve("1")
    ),
    Misfitting(
      "another number for a silent push",
      other("1"),
      .silent,
      .nothingToAnswer(.silent),
      forced: approve("2")
    ),
    Misfitting(
      "approve a challenge without a number",
      .approve,
      .challenge(.pick(offered)),
      .numberNeeded(offered: offered),
      forced: .approve(number: nil)
    ),
    Misfitting(
      "approve a manual entry without a number",
      .approve,
      .manual,
      .typedNumberNeeded,
      forced: .approve(number: nil)
    ),
    Misfitting("a number for a default push", number("1"), .default, .noNumberExpected, forced: approve("1")),
    Misfitting(
      "another number for a biometric push",
      other("1"),
      .biometric,
      .noNumberExpected,
      forced: approve("2")
    ),
    Misfitting(
      "a number that is not offered",
      number("8"),
      .challenge(.pick(offered)),
      .notOffered(MatchValue("8"), offered: offered),
      forced: approve("8")
    ),
    Misfitting(
      "an offered letter in lower case",
      number("b"),
      .challenge(.pick(offered)),
      .notOffered(MatchValue("b"), offered: offered),
      forced: approve("b")
    ),
    Misfitting(
      "an offered number with a blank",
      number(" 7"),
      .challenge(.pick(offered)),
      .notOffered(MatchValue(" 7"), offered: offered),
      forced: approve(" 7")
    ),
    Misfitting(
      "an empty number",
      number(""),
      .challenge(.pick(offered)),
      .notOffered(MatchValue(""), offered: offered),
      forced: approve("")
    ),
    Misfitting(
      "other than one that was not offered, which could send the right one",
      other("99"),
      .challenge(.pick(offered)),
      .notOffered(MatchValue("99"), offered: offered),
      forced: approve(offered[0].text)
    ),
    Misfitting(
      "other than the only one",
      other("7"),
      .pick("7"),
      .noOtherOffered(MatchValue("7")),
      forced: nil
    ),
    Misfitting(
      "letters for a manual entry",
      number("abc"),
      .manual,
      .notANumber(MatchValue("abc")),
      forced: approve("abc")
    ),
    Misfitting(
      "nothing for a manual entry",
      number(""),
      .manual,
      .notANumber(MatchValue("")),
      forced: approve("")
    ),
    Misfitting(
      "eleven digits",
      number("01234567890"),
      .manual,
      .notANumber(MatchValue("01234567890")),
      forced: approve("01234567890")
    ),
    Misfitting("a sign", number("-1"), .manual, .notANumber(MatchValue("-1")), forced: approve("-1")),
    Misfitting(
      "a blank inside",
      number("1 2"),
      .manual,
      .notANumber(MatchValue("1 2")),
      forced: approve("1 2")
    ),
    Misfitting(
      "full-width digits in a flag",
      number("\u{FF11}"),
      .manual,
      .notANumber(MatchValue("\u{FF11}")),
      forced: approve("\u{FF11}")
    ),
    Misfitting("other than letters", other("abc"), .manual, .notANumber(MatchValue("abc")), forced: nil),
  ])
  func doesNotFit(_ row: Misfitting) throws {
    let misfit = try #require(throws: Misfit.self) {
      try row.answer.action(for: Question(row.kind), kind: row.kind.name)
    }
    #expect(misfit == row.misfit)
    #expect(row.answer.forcedAction(for: Question(row.kind)) == row.forced)
  }

  /// A value that is not to be sent is never sent, whatever the digits.
  @Test func theOtherNumberIsAnother() throws {
    for value in 0...999 {
      let text = String(value)
      let action = try Self.other(text).action(for: .typeNumber, kind: .challenge)
      guard case .approve(let number?) = action else {
        Issue.record("\(value)")
        continue
      }
      #expect(number.text != text && number.isTypedNumber && number.text.count == text.count)
    }
  }

  /// Two spellings of one accented letter are two values, as the service compares bytes.
  @Test func valuesAreComparedByteByByte() {
    #expect(MatchValue("\u{e9}") != MatchValue("e\u{301}"))
    #expect(Set([MatchValue("\u{e9}"), MatchValue("e\u{301}")]).count == 2)
    #expect(MatchValue("7") != MatchValue("07"))
  }
}
