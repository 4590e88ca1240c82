import MFACore

/// A refusal that a program has to tell from others: beside its sentence, it has a code.
enum ServiceRefusal: Sendable, Equatable {
  /// The type of the notification does not allow it.
  case wrongType(String)
  case alreadyAnswered
  case requestExpired
  case messageExpired
  case deleted
  case credentialNeeded
  case credentialNotEligible
  case pinNeeded
  case wrongPIN(triesLeft: Int)
  case credentialLocked
  case faceNeeded
  case invalidAuthentication
  case authenticationKeyExpired

  var response: ServiceResponse {
    let (status, code, sentence) = parts
    var members: [JSONObject.Member] = [
      .init(key: "error", value: .string(sentence)), .init(key: "code", value: .string(code)),
    ]
    if case .wrongPIN(let triesLeft) = self {
      members.append(.init(key: "triesLeft", value: .number(JSONNumber(triesLeft))))
    }
    return .json(status, JSONObject(members))
  }

  private var parts: (status: Int, code: String, sentence: String) {
    switch self {
    case .wrongType(let sentence): (409, "wrong-type", sentence)
    case .alreadyAnswered: (409, "already-answered", "the request has been answered already")
    case .requestExpired: (410, "request-expired", "the request is expired")
    case .messageExpired: (410, "message-expired", "the message is expired")
    case .deleted: (410, "deleted", "the notification has been deleted")
    case .credentialNeeded:
      (400, "credential-needed", "credential is missing; it is the id of an eligible credential")
    case .credentialNotEligible:
      (400, "credential-not-eligible", "the credential is not among those eligible for this request")
    case .pinNeeded: (403, "pin-needed", "the request demands the PIN of the credential")
    case .wrongPIN: (403, "wrong-pin", "the PIN is wrong")
    case .credentialLocked: (423, "credential-locked", "the credential is locked after too many wrong PINs")
    case .faceNeeded: (403, "face-needed", "the request demands a face that matches")
    case .invalidAuthentication:
      (401, "invalid-authentication", "the authentication key is not that of the login")
    case .authenticationKeyExpired:
      (410, "authentication-key-expired", "the authentication key is expired or has been used")
    }
  }
}
