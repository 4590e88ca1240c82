import MFACore
import Testing

/// One line typed at the prompt: nothing is guessed, nothing is a default.
@Suite("Typed answers")
struct TypedAnswerTests {
  private static let offered = Question.pick(["12", "34", "7", "07", "B"].map { MatchValue($0) })
  private static func approve(_ text: String) -> Decision.Action { .approve(number: MatchValue(text)) }

  struct Case: NamedCase {
    let name: String
    let line: String
    let action: Decision.Action?

    init(_ line: String, _ action: Decision.Action?) {
      (self.line, self.action) = (line, action)
      name = line.debugDescription
    }
  }

  @Test(arguments: [
    Case("approve", .approve(number: nil)), Case("a", .approve(number: nil)),
    Case("yes", .approve(number: nil)), Case("y", .approve(number: nil)),
    Case("YES", .approve(number: nil)), Case("Approve", .approve(number: nil)),
    Case(" y \r", .approve(number: nil)), Case("\u{a0}yes\u{3000}", .approve(number: nil)),
    Case("deny", .deny), Case("d", .deny), Case("no", .deny), Case("n", .deny), Case("DENY", .deny),
    Case("No", .deny), Case("\tn", .deny),
    Case("", nil), Case(" ", nil), Case("\r", nil), Case("yes please", nil), Case("ye", nil),
    Case("approved", nil), Case("yy", nil), Case("y n", nil), Case("yes.", nil), Case("1", nil),
    Case("true", nil), Case("ok", nil), Case("de ny", nil), Case("y\u{200b}", nil), Case("\u{1b}[A", nil),
    Case("y\u{301}", nil), Case("\u{FF59}", nil), Case("\u{43e}", nil), Case("+", nil),
  ])
  func toADefaultPush(_ row: Case) {
    #expect(TypedAnswer.action(row.line, for: .approveOrDeny) == row.action)
  }

  @Test(arguments: [
    Case("34", approve("34")), Case(" 34 ", approve("34")), Case("3 4", approve("34")),
    Case("3\u{a0}4", approve("34")), Case("3\t4", approve("34")), Case("3\u{202f}4", approve("34")),
    Case("\u{FF13}\u{FF14}", approve("34")), Case("\u{FF13} 4", approve("34")),
    Case("7", approve("7")), Case("07", approve("07")), Case("0 7", approve("07")), Case("B", approve("B")),
    Case("deny", .deny), Case("DENY", .deny), Case(" Deny ", .deny),
    Case("", nil), Case(" ", nil), Case("d", nil), Case("no", nil), Case("n", nil), Case("b", nil),
    Case("approve", nil), Case("yes", nil), Case("y", nil), Case("a", nil), Case("1", nil), Case("2", nil),
    Case("12 34", nil), Case("12,34", nil), Case("007", nil), Case("+34", nil), Case("34.", nil),
    Case("34 please", nil), Case("number 34", nil), Case("56", nil), Case("de ny", nil),
    Case("\u{0663}\u{0664}", nil), Case("3\u{200b}4", nil), Case("34\u{301}", nil), Case("12deny", nil),
  ])
  func toAChallenge(_ row: Case) {
    #expect(TypedAnswer.action(row.line, for: Self.offered) == row.action)
  }

  @Test(arguments: [
    Case("0", approve("0")), Case("42", approve("42")), Case("007", approve("007")),
    Case("0123456789", approve("0123456789")), Case("4 2", approve("42")), Case("42\r", approve("42")),
    Case("123 456", approve("123456")), Case("\u{FF14}\u{FF12}", approve("42")),
    Case("deny", .deny), Case("Deny", .deny),
    Case("", nil), Case("\t", nil), Case("01234567890", nil), Case("d", nil), Case("no", nil),
    Case("-1", nil),
    Case("1.0", nil), Case("1e3", nil), Case("0x1F", nil), Case("42!", nil), Case("approve", nil),
    Case("y", nil), Case("\u{0664}\u{0662}", nil), Case("\u{b2}", nil), Case("\u{2463}", nil),
    Case("4\u{301}", nil),
  ])
  func toAManualEntry(_ row: Case) {
    #expect(TypedAnswer.action(row.line, for: .typeNumber) == row.action)
  }

  /// A value that holds blanks or full-width digits itself is meant when it is typed to the letter.
  @Test func whatIsTypedToTheLetterComesFirst() {
    let question = Question.pick(["1 2", "12", "\u{FF13}", "3"].map { MatchValue($0) })
    #expect(TypedAnswer.action("1 2", for: question) == Self.approve("1 2"))
    #expect(TypedAnswer.action("12", for: question) == Self.approve("12"))
    #expect(TypedAnswer.action("1  2", for: question) == Self.approve("12"))
    #expect(TypedAnswer.action("\u{FF13}", for: question) == Self.approve("\u{FF13}"))
    #expect(TypedAnswer.action("3", for: question) == Self.approve("3"))
  }

  /// A service that offers the word that denies can't make a denial an approval.
  @Test func theWordDenyAlwaysDenies() {
    let question = Question.pick([MatchValue("deny"), MatchValue("DENY"), MatchValue("x")])
    #expect(TypedAnswer.action("deny", for: question) == .deny)
    #expect(TypedAnswer.action("DENY", for: question) == .deny)
  }
}
