import MFACore

/// Why something could not be done in the inbox.
enum InboxFailureWords {
  static func unusable(_ problem: UnusableReply) -> (String, String?) {
    let hint = "is the endpoint the service's /notifications? -vv shows what came back"
    switch problem {
    case .notJSON: return ("the service's reply is no JSON object", hint)
    case .field(let error):
      let problem =
        error.unknownWord.map { "is \(Words.quoted($0)), which \(error.problem)" } ?? error.problem
      return ("the service's reply can't be used: \(error.field) \(problem)", hint)
    case .otherID(let id):
      return ("the service's reply is about another notification, \(Words.quoted(id, limit: 60))", hint)
    }
  }

  static func refusal(_ refusal: InboxRefusal, _ reply: HTTPReply) -> (String, String?) {
    let status = " (HTTP \(reply.status))"
    switch refusal {
    case .wrongPIN(let left):
      return (
        "the PIN is wrong\(status); \(left) \(left == 1 ? "try is" : "tries are") left",
        "after the last one the credential is locked"
      )
    case .pinNeeded: return ("the service wants a PIN\(status)", "--pin-file FILE has it in its first line")
    case .credentialLocked:
      return ("the credential is locked\(status)", "too many PINs were wrong; who issued it can unlock it")
    case .faceNotRecognised:
      return ("the service wants to see a face\(status)", "--face match shows one")
    case .requestExpired: return ("the request has expired\(status)", "start the sign-on again")
    case .answeredElsewhere:
      return ("the request has been answered already\(status)", "'mfa-cli inbox show ID' says how")
    case .invalidAuthentication:
      return (
        "the service does not accept the authentication key\(status)",
        "is the QR code the one that the page shows?"
      )
    case .authenticationKeyExpired:
      return ("the authentication key has expired or was used\(status)", "reload the page for a new QR code")
    }
  }

  static func misfit(_ misfit: InboxMisfit) -> (String, String?) {
    switch misfit {
    case .wrongKind(let kind):
      (
        "a \(kind.rawValue) does not take that; nothing was changed",
        "messages are acknowledged, requests accepted or declined"
      )
    case .answered(let status):
      (
        "the request is \(status.rawValue) already; nothing was changed",
        "'mfa-cli inbox show ID' has the whole of it"
      )
    case .deleted: ("the notification is deleted; nothing was changed", "mfa-cli inbox list --status deleted")
    case .notEligible(let id, let eligible):
      (
        "the credential \(Words.quoted(id, limit: 60)) is not eligible; nothing was changed",
        eligible.isEmpty ? "the request takes none" : "eligible are \(eligible.joined(separator: ", "))"
      )
    }
  }

  /// Behind what kept the request from being answered. The flags that answer a push are not those of a request.
  static func waits(_ failure: Failure, _ id: String, _ inbox: Address) -> (String, String?) {
    let words = FailureSentence(failure)
    let hint = failure.outcome == .noDecision ? nil : words.hint
    // It is the service's text, and the hint is made to be pasted.
    let isHarmless = PercentEncoding.encode(id).isSameBytes(as: id) && !id.beginsWith("-")
    // Pasted, the address of a code becomes one that was typed, which would get the token of the variable.
    let without = inbox.source == .code ? "MFA_BEARER_TOKEN_FILE= " : ""
    let next = "'\(without)mfa-cli inbox accept \(isHarmless ? id : "ID") --endpoint \(inbox.url)' answers it"
    return (
      "\(words.message); the request still waits in the inbox: \(Words.shortened(id, limit: 256))",
      hint.map { "\($0); \(next)" } ?? next
    )
  }

  static func face(_ face: SimulatedFace) -> (String, String?) {
    switch face {
    case .match: ("the face was recognised", nil)
    case .noMatch: ("the face was not recognised; nothing was sent", "--face match is the right one")
    case .unavailable:
      ("there is no camera to see a face with; nothing was sent", "--face match simulates one")
    }
  }
}
