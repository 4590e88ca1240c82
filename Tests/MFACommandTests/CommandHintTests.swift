import MFACore
import Testing

@testable import MFACommand

/// A hint is for the command that failed: it names no flag that this one does not take.
@Suite("Hints of a command")
struct CommandHintTests {
  /// What may become of a command.
  struct Row: CustomTestStringConvertible, Sendable {
    let command: Command
    let failures: [Failure]

    var testDescription: String { command.rawValue }
  }

  private static let asked: [Failure] = [
    .noDecision(.endOfInput), .noDecision(.expiredWhileAsking), .noDecision(.interrupted),
  ]
  private static let sent: [Failure] = Examples.transfers + Examples.replies
  private static let answered: [Failure] =
    Examples.misfits.map { .notAnswerable($0) } + [
      .expired(at: Examples.moment, now: Examples.moment), .credential(.wrongSignature(.pingam)),
      .credential(.locked(.pingam, id: "x")),
    ]

  static let rows = [
    Row(command: .respond, failures: asked + sent + answered + [.noDecision(.timeout(seconds: 1))]),
    Row(command: .listen, failures: asked + sent + answered + [.noDecision(.listeningOver)]),
    Row(command: .inboxAccept, failures: asked + sent.map(about(.answer))),
    Row(command: .inboxDelete, failures: asked + [.noDecision(.kept)]),
    Row(command: .login, failures: asked + sent.map(about(.loginRequest))),
    Row(command: .enroll, failures: sent.map(about(.enrolment))),
    Row(command: .deviceRegister, failures: sent.map(about(.registration)) + sent.map(about(.token))),
    Row(command: .deviceShow, failures: Examples.stateFailures.map { .state($0) }),
    Row(
      command: .demo,
      failures: Examples.causes.map { .demo(.serviceNotReached(TransferFailure(cause: $0, detail: ""))) }
    ),
    Row(command: .demo, failures: asked + [.expired(at: Examples.moment, now: Examples.moment)]),
  ]

  private static func about(_ kind: MessageKind) -> @Sendable (Failure) -> Failure {
    { failure in
      switch failure {
      case .notReached(let failure, let url, let mayHaveArrived, _, let context):
        .notReached(failure, url, mayHaveArrived: mayHaveArrived, of: kind, in: context)
      case .refused(let reply, _, let reason, let context):
        .refused(reply, of: kind, because: reason, in: context)
      default: failure
      }
    }
  }

  @Test("No flag of another command", arguments: rows)
  func flags(_ row: Row) throws {
    for failure in row.failures {
      guard let hint = failure.diagnostic(of: row.command).hint else { continue }
      // What is quoted is a command of its own.
      let ours = hint.replacing(/'(mfa-cli|openssl|date) [^']*'/, with: "")
      for match in ours.matches(of: /\B--?[A-Za-z][a-z-]*/) {
        let name = String(match.output)
        let flag =
          name.hasPrefix("--")
          ? FlagTable.named(String(name.dropFirst(2))) : name.last.flatMap { FlagTable.lettered($0) }
        let takes = try #require(flag, "\(hint)").commands.contains(row.command)
        #expect(takes, "\(row.command.rawValue): \(hint)")
      }
    }
  }

  @Test("The end of the input says what would have answered instead")
  func endOfInput() {
    func hint(_ command: Command) -> String {
      Failure.noDecision(.endOfInput).diagnostic(of: command).hint ?? ""
    }
    #expect(hint(.respond).contains("--approve") && hint(.listen).contains("--number-from"))
    #expect(hint(.inboxAccept).contains("--pin-file") && hint(.login).contains("--accept"))
    #expect(hint(.inboxDelete).contains("--yes"))
  }
}
