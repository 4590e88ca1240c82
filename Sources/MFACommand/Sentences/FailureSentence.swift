import MFACore

/// What is said of a run that ended short of what was asked: what was being done, what is wrong, what to do.
struct FailureSentence {
  let message: String
  let hint: String?
  /// The help that a misuse points to.
  var helpCommand: String { "\(Version.name) --help" }

  /// - Parameter command: whose failure it is, where flags are named that not every command has.
  init(_ failure: Failure, of command: Command? = nil) {
    let (message, hint) = FailureSentence.words(failure, of: command)
    self.message = message
    self.hint = command.flatMap { CommandHints.hint(failure, of: $0) } ?? hint
  }

  private static func words(_ failure: Failure, of command: Command?) -> (message: String, hint: String?) {
    let message: String
    let hint: String?
    switch failure {
    case .usage(let error):
      (message, hint) = UsageSentence.text(error)
    case .unreadable(let source, let error):
      (message, hint) = FailureSentence.unreadable(source, error)
    case .payload(let error, let source):
      let sentence = PayloadSentence(error, from: source)
      (message, hint) = (sentence.message, sentence.hint)
    case .unexpectedKind(let expected, let found):
      (message, hint) = (
        "the push is of kind \(found.rawValue), not \(expected.rawValue)",
        "without --expect, 'mfa-cli inspect' says what makes it so"
      )
    case .notAnswerable(let misfit):
      (message, hint) = MisfitWords.text(misfit)
    case .expired(let expiresAt, let now, let what):
      message =
        "the \(what.rawValue) expired at \(RFC3339.format(expiresAt)), \(Words.distance(expiresAt, from: now)); nothing was sent"
      hint =
        what == .push
        ? "--ignore-expiry answers it all the same, to test the service's own check"
        : "start the sign-on again"
    case .credential(let problem):
      (message, hint) = CredentialWords.text(problem)
    case .enrolment(let failure):
      (message, hint) = EnrolmentWords.failure(failure)
    case .severalPushes(let pushes):
      (message, hint) = CredentialWords.severalPushes(pushes)
    case .noDecision(let cause):
      (message, hint) = FailureSentence.noDecision(cause)
    case .notReached(let failure, let url, let mayHaveArrived, let kind, let context):
      (message, hint) = TransferWords.text(
        failure,
        url: url,
        mayHaveArrived: mayHaveArrived,
        of: kind,
        in: context
      )
    case .refused(let reply, let kind, let reason, let context):
      (message, hint) = ReplyReasonWords.text(reply, of: kind, because: reason, in: context, command: command)
    case .demo(let failure):
      (message, hint) = FailureSentence.demo(failure)
    case .notListening(let error, let listener):
      (message, hint) = ListeningWords.notStarted(
        error,
        listener == .service ? "the practice service" : "the phone"
      )
    case .journal(let failure, let path):
      (message, hint) = StateWords.journal(failure, path)
    case .state(let failure):
      (message, hint) = StateWords.text(failure)
    case .unusableReply(let problem):
      (message, hint) = InboxFailureWords.unusable(problem)
    case .inbox(let refusal, let reply):
      (message, hint) = InboxFailureWords.refusal(refusal, reply)
    case .notAnswerableInbox(let misfit):
      (message, hint) = InboxFailureWords.misfit(misfit)
    case .login(let failure):
      (message, hint) = LoginWords.failure(failure)
    case .requestWaits(let failure, let id, let inbox):
      (message, hint) = InboxFailureWords.waits(failure, id, inbox)
    case .face(let face):
      (message, hint) = InboxFailureWords.face(face)
    case .noDevice:
      (message, hint) = (
        "there is no device that a service knows; nothing was sent",
        "mfa-cli device register --endpoint URL makes it known"
      )
    case .output(let error, let change):
      message =
        "the result could not be written to standard output: \(FailureSentence.reason(error))"
        + (change.map { "; but \($0)" } ?? "")
      hint = nil
    }
    return (message, hint)
  }

  private static func unreadable(_ source: InputSource, _ error: ReadError) -> (String, String?) {
    let name = InputWords.name(source)
    switch error {
    case .tooLarge(let limit):
      return ("\(name) has more than \(limit) bytes, which no push has", "pass one push at a time")
    case .isDirectory: return ("\(name) is a directory, not a payload", nil)
    case .system(let reason): return ("\(name) could not be read: \(reason)", nil)
    case .notFound:
      let isDocument = name.trimmed.unicodeScalars.first.map { "{[\"".unicodeScalars.contains($0) } ?? false
      return (
        "there is no file named \(Words.quoted(name, limit: isDocument ? 40 : 200))",
        isDocument ? "the operand is a file name; pipe a payload in: echo '…' | mfa-cli" : nil
      )
    }
  }

  private static func noDecision(_ cause: NoDecisionCause) -> (String, String?) {
    switch cause {
    case .endOfInput:
      (
        "the terminal's input ended without an answer; nothing was sent",
        "--approve, --deny or --number decides without asking"
      )
    case .timeout(let seconds):
      (
        "there was no answer within \(Seconds.shown(seconds)) s; nothing was sent",
        "--answer-timeout sets how long to wait"
      )
    case .expiredWhileAsking:
      (
        "the push expired without an answer; nothing was sent",
        "--ignore-expiry goes on asking, to test the service's own check"
      )
    case .kept: ("it was not confirmed; nothing was deleted", "--yes deletes without asking")
    case .interrupted:
      (
        "a signal ended the question; nothing was sent",
        "the push can be answered until it expires: run mfa-cli with it"
      )
    case .nothingToPoll(let looks, let others): CredentialWords.nothingToPoll(looks, others)
    case .listeningOver:
      ("the time was over before it was asked about; nothing was sent", "--for sets how long to listen")
    }
  }

  private static func demo(_ failure: DemoFailure) -> (String, String?) {
    let bug = "this is a bug: please report it"
    return switch failure {
    case .serviceNotStarted(let error): ListeningWords.notStarted(error, "the practice service")
    case .serviceNotReached(let failure):
      (
        "the practice service was not reached: \(TransferWords.cause(failure.cause))",
        TransferWords.hint(failure.cause)
      )
    case .unexpectedReply(let status):
      ("the practice service answered HTTP \(status)", bug)
    case .endedOtherwise(let announced, let actual):
      (
        "the sign-on ended as \(actual), not as \(announced)",
        "an answer from elsewhere, or a bug: please report it"
      )
    }
  }

  static func reason(_ error: WriteError) -> String {
    switch error {
    case .closedPipe: "its reader has gone"
    case .system(let reason): reason
    }
  }
}
