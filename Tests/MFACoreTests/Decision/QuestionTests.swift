import MFACore
import Testing

/// What each kind of push asks.
@Suite("Questions")
struct QuestionTests {
  struct Case: NamedCase {
    let name: String
    let kind: PushKind
    let question: Question?
    let answers: [String]

    init(_ kind: PushKind, _ question: Question?, _ answers: String...) {
      (self.kind, self.question, self.answers) = (kind, question, answers)
      name = "\(kind)"
    }
  }

  @Test(arguments: [
    Case(.default, .approveOrDeny, "approve", "deny"),
    Case(.biometric, .approveOrDeny, "approve", "deny"),
    Case(.pick("07"), .pick([MatchValue("07")]), "number", "deny"),
    Case(.manual, .typeNumber, "number", "deny"),
    Case(.dry, nil),
    Case(.cancel, nil),
    Case(.silent, nil),
  ])
  func asks(_ row: Case) {
    #expect(Question(row.kind) == row.question)
    #expect(Question(row.kind)?.answers ?? [] == row.answers)
  }

  @Test func everyKindHasItsName() {
    let kinds: [PushKind] = [.default, .pick("1"), .manual, .biometric, .dry, .cancel, .silent]
    #expect(kinds.map(\.name) == [.default, .challenge, .challenge, .biometric, .dry, .cancel, .silent])
    #expect(Set(kinds.map(\.name)) == Set(PushKind.Name.allCases))
  }
}
