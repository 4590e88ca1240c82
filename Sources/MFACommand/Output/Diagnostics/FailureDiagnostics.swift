import MFACore

extension Failure {
  /// - Parameter command: whose failure it is, where flags are named that not every command has.
  func diagnostic(of command: Command? = nil) -> Diagnostic {
    let usual = usualDiagnostic(of: command)
    guard let hint = command.flatMap({ CommandHints.hint(self, of: $0) }) else { return usual }
    return Diagnostic(usual.outcome, usual.code, usual.message, hint)
  }

  var outcome: Outcome { diagnostic().outcome }

  private func usualDiagnostic(of command: Command?) -> Diagnostic {
    switch self {
    case .usage(let error): return error.diagnostic
    case .unreadable(let source, let error): return error.diagnostic(of: source)
    case .payload(let error, let source): return error.diagnostic(from: source)
    case .unexpectedKind(let expected, let found):
      return Diagnostic(
        .unexpectedKind,
        "unexpected-kind",
        "the push is of kind \(found.rawValue), not \(expected.rawValue)",
        "without --expect, 'mfa-cli inspect' says what makes it so"
      )
    case .notAnswerable(let misfit): return misfit.diagnostic
    case .expired(let expiresAt, let now, let what):
      return Diagnostic(
        .expired,
        what == .push ? "expired" : "request-expired",
        "the \(what.rawValue) expired at \(RFC3339.format(expiresAt)), \(Words.distance(expiresAt, from: now)); nothing was sent",
        what == .push
          ? "--ignore-expiry answers it all the same, to test the service's own check"
          : "start the sign-on again"
      )
    case .credential(let problem): return problem.diagnostic
    case .enrolment(let failure): return failure.diagnostic
    case .severalPushes(let pushes): return Failure.severalPushes(pushes)
    case .noDecision(let cause): return cause.diagnostic
    case .notReached(let failure, let url, let mayHaveArrived, let kind, let context):
      return failure.diagnostic(at: url, mayHaveArrived: mayHaveArrived, of: kind, in: context)
    case .refused(let reply, let kind, let reason, let context):
      return reply.diagnostic(of: kind, because: reason, in: context, command: command)
    case .demo(let failure): return failure.diagnostic
    case .notListening(let error, let listener):
      return error.diagnostic(
        "not-listening",
        of: listener == .service ? "the practice service" : "the phone"
      )
    case .journal(let failure, let path): return failure.diagnostic(of: path)
    case .state(let failure): return failure.diagnostic
    case .unusableReply(let problem): return problem.diagnostic
    case .inbox(let refusal, let reply): return refusal.diagnostic(of: reply)
    case .notAnswerableInbox(let misfit): return misfit.diagnostic
    case .login(let failure): return failure.diagnostic
    case .requestWaits(let failure, let id, let inbox): return Failure.waits(failure, id, inbox)
    case .face(let face): return face.diagnostic
    case .noDevice:
      return Diagnostic(
        .credential,
        "no-device",
        "there is no device that a service knows; nothing was sent",
        "mfa-cli device register --endpoint URL makes it known"
      )
    case .output(let error, let change):
      let despite = change.map { "; but \($0)" } ?? ""
      return Diagnostic(
        .localIO,
        "output-failed",
        "the result could not be written to standard output: \(error.words)\(despite)"
      )
    }
  }

  private static func severalPushes(_ pushes: [PushMention]) -> Diagnostic {
    let mentions = pushes.prefix(5).map { push in
      Words.quoted(push.id, limit: 60) + (push.text.map { " (\(Words.quoted($0, limit: 60)))" } ?? "")
    }
    let rest = pushes.count > 5 ? " and \(pushes.count - 5) more" : ""
    return Diagnostic(
      .notAnswerable,
      "several-pushes",
      "\(Words.count(pushes.count, "push", "pushes")) wait at the service: \(mentions.joined(separator: ", "))\(rest); nothing was sent",
      "--push ID answers one of them; 'mfa-cli listen --poll' answers each"
    )
  }

  /// Behind what kept the request from being answered. The flags that answer a push are not those of a request.
  private static func waits(_ failure: Failure, _ id: String, _ inbox: Address) -> Diagnostic {
    let told = failure.diagnostic()
    let hint = told.outcome == .noDecision ? nil : told.hint
    // Pasted, the address of a code becomes one that was typed, which would get the token of the variable.
    let without = inbox.source == .code ? "MFA_BEARER_TOKEN_FILE= " : ""
    let next =
      "'\(without)mfa-cli inbox accept \(Words.pasted(id, or: "ID")) --endpoint \(inbox.url)' answers it"
    return Diagnostic(
      told.outcome,
      told.code,
      "\(told.message); the request still waits in the inbox: \(Words.shortened(id, limit: 256))",
      hint.map { "\($0); \(next)" } ?? next
    )
  }
}

extension ReadError {
  /// What was to be read as a payload.
  fileprivate func diagnostic(of source: InputSource) -> Diagnostic {
    func said(_ message: String, _ hint: String? = nil) -> Diagnostic {
      Diagnostic(.payloadInvalid, "payload-unreadable", message, hint)
    }
    let name = InputWords.name(source)
    switch self {
    case .tooLarge(let limit):
      return said("\(name) has more than \(limit) bytes, which no push has", "pass one push at a time")
    case .isDirectory: return said("\(name) is a directory, not a payload")
    case .system(let reason): return said("\(name) could not be read: \(reason)")
    case .notFound:
      let isDocument = name.trimmed.unicodeScalars.first.map { "{[\"".unicodeScalars.contains($0) } ?? false
      return said(
        "there is no file named \(Words.quoted(name, limit: isDocument ? 40 : 200))",
        isDocument ? "the operand is a file name; pipe a payload in: echo '…' | mfa-cli" : nil
      )
    }
  }
}

extension NoDecisionCause {
  fileprivate var diagnostic: Diagnostic {
    func said(_ code: String, _ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(.noDecision, code, message, hint)
    }
    return switch self {
    case .endOfInput:
      said(
        "end-of-input",
        "the terminal's input ended without an answer; nothing was sent",
        "--approve, --deny or --number decides without asking"
      )
    case .timeout(let seconds):
      said(
        "answer-timeout",
        "there was no answer within \(Seconds.shown(seconds)) s; nothing was sent",
        "--answer-timeout sets how long to wait"
      )
    case .expiredWhileAsking:
      said(
        "expired-while-asking",
        "the push expired without an answer; nothing was sent",
        "--ignore-expiry goes on asking, to test the service's own check"
      )
    case .kept: said("kept", "it was not confirmed; nothing was deleted", "--yes deletes without asking")
    case .interrupted:
      said(
        "interrupted",
        "a signal ended the question; nothing was sent",
        "the push can be answered until it expires: run mfa-cli with it"
      )
    case .nothingToPoll(let looks, let others): nothingToPoll(looks, others)
    case .listeningOver:
      said(
        "listening-over",
        "the time was over before it was asked about; nothing was sent",
        "--for sets how long to listen"
      )
    }
  }

  private func nothingToPoll(_ looks: Int, _ others: [String]) -> Diagnostic {
    let asked = "the service was asked \(Words.count(looks, "time")); nothing was sent"
    guard !others.isEmpty else {
      return Diagnostic(
        .noDecision,
        "retry-limit-exceeded",
        "no push came: \(asked)",
        "--retry-limit and --interval set how long to wait"
      )
    }
    return Diagnostic(
      .noDecision,
      "retry-limit-exceeded",
      "the push that was named did not come: \(asked)",
      "waiting there: \(Words.listed(others))"
    )
  }
}

extension DemoFailure {
  fileprivate var diagnostic: Diagnostic {
    let bug = "this is a bug: please report it"
    return switch self {
    case .serviceNotStarted(let error): error.diagnostic("demo-failed", of: "the practice service")
    case .serviceNotReached(let failure):
      Diagnostic(
        .notReached,
        "demo-failed",
        "the practice service was not reached: \(failure.cause.words)",
        failure.cause.hint
      )
    case .unexpectedReply(let status):
      Diagnostic(.refused, "demo-failed", "the practice service answered HTTP \(status)", bug)
    case .endedOtherwise(let announced, let actual):
      Diagnostic(
        .unexpectedKind,
        "demo-failed",
        "the sign-on ended as \(actual), not as \(announced)",
        "an answer from elsewhere, or a bug: please report it"
      )
    }
  }
}

extension WriteError {
  fileprivate var words: String {
    switch self {
    case .closedPipe: "its reader has gone"
    case .unread: "its reader does not read"
    case .system(let reason): reason
    }
  }
}
