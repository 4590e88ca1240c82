import MFACore

/// The one line on standard output of a run that ended as asked: its first word, and the rest.
struct ResultWords {
  let word: String
  let rest: String

  init(_ report: Report) {
    word = ResultWords.word(report)
    // One of many is told from the others by its id.
    let id = report.command == .listen ? report.push.map { " (push \($0.id))" } : nil
    rest = (id ?? "") + ResultWords.rest(report)
  }

  private static func word(_ report: Report) -> String {
    switch report.outcome {
    case .inspected: report.push?.kind.name.rawValue ?? report.outcome.rawValue
    case .nothingToAnswer: "nothing to answer"
    default: report.outcome.rawValue
    }
  }

  fileprivate static func rest(_ report: Report) -> String {
    switch report.outcome {
    case .inspected: report.push.map { inspected($0, report.subject) } ?? ""
    case .nothingToAnswer:
      report.push.map {
        ": \(InspectionWords.subject($0)) of kind \($0.kind.name.rawValue); nothing was sent"
      } ?? ""
    case .approved, .denied: answered(report)
    case .done: done(report)
    // One that has a request shows that instead.
    case .dryRun: ": there is no service to tell; nothing was changed"
    // These are told as failures.
    case .unexpectedKind, .usage, .payloadInvalid, .notMFAPush, .noDecision, .notAnswerable, .notReached,
      .refused, .expired, .credential, .localIO, .internal:
      ""
    }
  }

  private static func done(_ report: Report) -> String {
    let status = report.delivery?.reply.map { " (HTTP \($0.status))" } ?? ""
    return switch report.subject {
    case .notification(let notification):
      ": " + (notification.map { InboxWords.done(report.command, $0, status) } ?? "")
    case .enrollment(let record): ": " + EnrolmentWords.enrolled(record, status)
    case .credentials(let records): ": " + EnrolmentWords.done(report.command, records)
    case .device(let change): ": " + DeviceWords.done(report, change, status)
    case .categories: ": "
    case .demonstration(let signOn): signOn.map { ": the sign-on ended as \($0)" } ?? ""
    case .answer, .inspection, .nothing: ""
    }
  }

  private static func inspected(_ push: Push, _ subject: Subject) -> String {
    var parts = ["\(InspectionWords.subject(push)) that \(InspectionWords.answers(push.kind))"]
    if Question(push.kind) != nil, case .inspection(let now?) = subject {
      parts.append(InspectionWords.expiry(push, now: now))
    }
    if let signature = InspectionWords.signature(push) { parts.append(signature) }
    if let text = InspectionWords.text(push) { parts.append(text) }
    if let signed = InspectionWords.signedText(push) { parts.append(signed) }
    parts.append(InspectionWords.reason(push))
    return ": " + parts.joined(separator: "; ")
  }

  /// Recorded is not signed in: a wrong number, say, is recorded as well.
  private static func answered(_ report: Report) -> String {
    let number = report.decision?.number.map { " with \($0.text)" } ?? ""
    let status = report.delivery?.reply.map { " (HTTP \($0.status))" } ?? ""
    return
      "\(number): the service recorded the answer\(status), which does not yet mean that anybody is signed in\(code(report))"
  }

  fileprivate static func code(_ report: Report) -> String {
    guard case .answer(let code?) = report.subject else { return "" }
    return "; the code to type where you sign on is \(code)"
  }

  static func decision(_ decision: Decision) -> String {
    decision.actionName + (decision.number.map { " with \($0.text)" } ?? "")
  }
}

/// What a run has changed, for standard error where standard output can't take the result: whoever does not know of it
/// does it again.
enum ChangeWords {
  /// Nil where nothing was changed.
  static func text(_ report: Report) -> String? {
    if case .notReached(_, _, mayHaveArrived: true, let kind, _)? = report.failure {
      return "the \(kind.rawValue) may have arrived"
    }
    guard report.failure == nil, report.outcome != .dryRun else { return nil }
    if let decision = report.decision {
      let status = report.delivery?.reply.map { " (HTTP \($0.status))" } ?? ""
      return "the decision was sent and recorded: "
        + ResultWords.decision(decision) + status + ResultWords.code(report)
    }
    return report.command.changesSomething ? "it is done" + ResultWords.rest(report) : nil
  }
}

extension Command {
  /// Whether it may leave something changed, at a service or in the state, that ended without a decision on a push.
  fileprivate var changesSomething: Bool {
    switch self {
    case .enroll, .login, .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete, .deviceRegister,
      .deviceTokenNew, .deviceClearToken, .devicePair, .deviceUnpair, .deviceTap, .deviceDismiss,
      .credentialsLock, .credentialsUnlock, .credentialsRemove:
      true
    case .respond, .inspect, .demo, .serve, .listen, .deviceShow, .deviceCategories, .inboxList, .inboxShow,
      .inboxWatch, .credentialsList, .credentialsShow, .completions, .man, .help:
      false
    }
  }
}
