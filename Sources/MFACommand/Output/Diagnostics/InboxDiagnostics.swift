import MFACore

extension UnusableReply {
  var diagnostic: Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(.refused, "reply-unusable", message, hint)
    }
    let hint = "is the endpoint the service's /notifications? -vv shows what came back"
    switch self {
    case .notJSON: return said("the service's reply is not a JSON object", hint)
    case .field(let error):
      let problem =
        error.unknownWord.map { "is \(Words.quoted($0)), which \(error.problem)" } ?? error.problem
      return said("the service's reply can't be used: \(error.field) \(problem)", hint)
    case .otherID(let id):
      return said("the service's reply is about another notification, \(Words.quoted(id, limit: 60))", hint)
    }
  }

}

extension InboxRefusal {
  func diagnostic(of reply: HTTPReply) -> Diagnostic {
    let status = " (HTTP \(reply.status))"
    switch self {
    case .wrongPIN(let left):
      return Diagnostic(
        .credential,
        "wrong-pin",
        "the PIN is wrong\(status); \(left) \(left == 1 ? "try is" : "tries are") left",
        "after the last one the credential is locked"
      )
    case .pinNeeded:
      return Diagnostic(
        .credential,
        "pin-needed",
        "the service wants a PIN\(status)",
        "--pin-file FILE has it in its first line"
      )
    case .credentialLocked:
      return Diagnostic(
        .credential,
        "credential-locked",
        "the credential is locked\(status)",
        "too many PINs were wrong; who issued it can unlock it"
      )
    case .faceNotRecognised:
      return Diagnostic(
        .credential,
        "face-not-recognised",
        "the service wants to see a face\(status)",
        "--face match shows one"
      )
    case .requestExpired:
      return Diagnostic(
        .refused,
        "request-expired",
        "the request has expired\(status)",
        "start the sign-on again"
      )
    case .answeredElsewhere:
      return Diagnostic(
        .refused,
        "already-answered",
        "the request has been answered already\(status)",
        "'mfa-cli inbox show ID' says how"
      )
    case .invalidAuthentication:
      return Diagnostic(
        .credential,
        "invalid-authentication",
        "the service does not accept the authentication key\(status)",
        "is the QR code the one that the page shows?"
      )
    case .authenticationKeyExpired:
      return Diagnostic(
        .refused,
        "authentication-key-expired",
        "the authentication key has expired or was used\(status)",
        "reload the page for a new QR code"
      )
    }
  }
}

extension InboxMisfit {
  var diagnostic: Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(.notAnswerable, "not-answerable", message, hint)
    }
    return switch self {
    case .wrongKind(let kind):
      said(
        "a \(kind.rawValue) does not take that; nothing was changed",
        "messages are acknowledged, requests accepted or declined"
      )
    case .answered(let status):
      said(
        "the request is \(status.rawValue) already; nothing was changed",
        "'mfa-cli inbox show ID' has the whole of it"
      )
    case .deleted:
      said("the notification is deleted; nothing was changed", "mfa-cli inbox list --status deleted")
    case .notEligible(let id, let eligible):
      said(
        "the credential \(Words.quoted(id, limit: 60)) is not eligible; nothing was changed",
        eligible.isEmpty ? "the request takes none" : "eligible are \(eligible.joined(separator: ", "))"
      )
    }
  }
}

extension SimulatedFace {
  var diagnostic: Diagnostic {
    func said(_ message: String, _ hint: String? = nil) -> Diagnostic {
      Diagnostic(.credential, "face-not-recognised", message, hint)
    }
    return switch self {
    case .match: said("the face was recognized")
    case .noMatch: said("the face was not recognized; nothing was sent", "--face match is the right one")
    case .unavailable:
      said("there is no camera to see a face with; nothing was sent", "--face match simulates one")
    }
  }
}

extension LoginFailure {
  var diagnostic: Diagnostic {
    switch self {
    case .request(let error): return error.diagnostic
    case .unreadable(let source, let error):
      return Diagnostic(
        .payloadInvalid,
        "payload-unreadable",
        "the QR code in \(InputWords.name(source)) could not be read: \(InputWords.reason(error))",
        "--qr takes the text itself as well"
      )
    case .keyExpired(let time):
      return Diagnostic(
        .expired,
        "authentication-key-expired",
        "the authentication key expired at \(RFC3339.format(time)); nothing was sent",
        "reload the page for a new QR code"
      )
    case .retryLimit(let looks):
      return Diagnostic(
        .noDecision,
        "retry-limit-exceeded",
        "the request did not come within \(looks) looks",
        "--retry-limit and --interval set how long to wait; it may still come: mfa-cli inbox list"
      )
    }
  }

}

extension LoginRequestError {
  fileprivate var diagnostic: Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic {
      isUnsupported
        ? Diagnostic(.notMFAPush, "unsupported-deep-link", message, hint)
        : Diagnostic(.payloadInvalid, "invalid-login-request", message, hint)
    }
    let form = "a login's deep link is mfa-cli://login?request=…"
    switch self {
    case .tooLong(let bytes):
      return said(
        "the text has \(bytes) bytes, more than any QR code holds",
        "is it the text of the code, and not its picture?"
      )
    case .noDeepLink: return said("this is not a deep link", form)
    case .unsupportedScheme(let scheme):
      return said("a deep link with the scheme \(Words.quoted(scheme, limit: 40)) is for another app", form)
    case .unsupportedAction(let action):
      return said("the deep link asks for \(Words.quoted(action, limit: 40)), which is not known", form)
    case .requestMissing: return said("the deep link has no request", form)
    case .requestTwice: return said("the deep link has more than one request", form)
    case .notBase64:
      return said("the request of the deep link is not base64url", "was it cut off when it was copied?")
    case .notJSON: return said("the login request is not a JSON object", "was it cut off when it was copied?")
    case .field(let error):
      return said(
        "the login request can't be used: \(error.field) \(error.problem)",
        "does the page speak of another service?"
      )
    }
  }
}
