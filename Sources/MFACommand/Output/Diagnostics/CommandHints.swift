import MFACore

/// What is to be done about a failure where a command has other flags than `respond`, whose words are the usual ones:
/// a hint names no flag that the command does not take.
enum CommandHints {
  /// Nil where the usual hint is right.
  static func hint(_ failure: Failure, of command: Command) -> String? {
    switch command {
    case .listen: listening(failure)
    case .demo: demonstrating(failure)
    case .login, .inboxAccept, .inboxDelete: asking(failure, command)
    case .enroll: enrolling(failure)
    default: command.words.first == "device" ? keeping(failure) : nil
    }
  }

  /// For the commands whose state is the device's own.
  private static func keeping(_ failure: Failure) -> String? {
    switch failure {
    case .state(.unreadable): "is it a file of yours? MFA_STATE_DIR may name another folder"
    // The services that were enrolled with are told beside the one that the device is registered with.
    case .refused(_, .token, _, _):
      "'mfa-cli credentials remove ID' forgets an enrollment that its service no longer knows; the warning has the id"
    default: nil
    }
  }

  private static func listening(_ failure: Failure) -> String? {
    switch failure {
    case .notAnswerable(.numberNeeded), .notAnswerable(.typedNumberNeeded):
      "--number-from FIELD takes the number from the push, --ask asks for it"
    case .notAnswerable(.notOffered), .notAnswerable(.notANumber):
      "does the field of --number-from hold what the sign-on page shows?"
    case .notAnswerable(.nothingToAnswer), .notAnswerable(.noDenyReason(.notOffered)),
      .credential(.wrongSignature):
      "'mfa-cli respond --force' answers it all the same, to test the service's own check"
    case .notAnswerable(.noNumberExpected): "--approve answers it"
    case .notAnswerable(.noOtherOffered): "--number-from FIELD takes the number from the push"
    case .noDecision(.endOfInput): "--approve, --deny or --number-from decides without asking"
    default: nil
    }
  }

  private static func demonstrating(_ failure: Failure) -> String? {
    switch failure {
    case .noDecision(.endOfInput), .noDecision(.interrupted):
      "with --no-input demo gives the right answer itself"
    case .noDecision(.expiredWhileAsking), .expired: "run it again: each run gets a push of its own"
    case .demo(.serviceNotReached(let failure)):
      if case .libraryMissing = failure.cause {
        nil
      } else {
        "the service is on this machine: what keeps 127.0.0.1 apart?"
      }
    default: nil
    }
  }

  /// For the commands that ask about a request of the inbox.
  private static func asking(_ failure: Failure, _ command: Command) -> String? {
    switch failure {
    case .noDecision(.endOfInput):
      switch command {
      case .inboxDelete: "--yes deletes without asking"
      case .login: "--accept, --decline or --no-answer decides without asking; --pin-file FILE has the PIN"
      default: "--pin-file FILE, --face match and --credential ID say without asking what is asked for"
      }
    case .noDecision(.expiredWhileAsking): "start the sign-on again"
    case .noDecision(.interrupted): "'mfa-cli inbox' can answer the request until it expires"
    default: nil
    }
  }

  /// It sends to the address that stands in the code.
  private static func enrolling(_ failure: Failure) -> String? {
    switch failure {
    case .notReached(let failure, _, mayHaveArrived: false, _, let context)
    where failure.cause == .notHTTP && context.source == .code:
      "does the port speak HTTP? The address is in the code"
    default: nil
    }
  }
}
