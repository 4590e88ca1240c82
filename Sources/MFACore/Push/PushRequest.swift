/// What the service wants to be answered with beside the decision, which says how it is answered.
package enum PushRequest: Sendable, Equatable {
  /// The default contract: the push's id is enough.
  case contract
  case pingAM(PingAMRequest)
  case pushToken(PushTokenRequest)
  case guardian(GuardianRequest)
  /// It can be shown and not be answered: this is wrong with it. The credential is the one that it names all the same.
  case unanswerable(PayloadError, credential: String?)

  /// What `read` makes of the push; one that can't be answered is still worth showing.
  init(of credential: String?, _ read: () throws(PayloadError) -> PushRequest) {
    do { self = try read() } catch { self = .unanswerable(error, credential: credential) }
  }

  /// Why it can't be answered; nil when it can.
  package var problem: PayloadError? {
    if case .unanswerable(let error, _) = self { error } else { nil }
  }

  /// The id of the credential that the push is for; nil where an answer takes none.
  package var credentialID: String? {
    switch self {
    case .contract: nil
    case .unanswerable(_, let credential): credential
    case .pingAM(let request): request.mechanism
    case .pushToken(let request): request.serial
    case .guardian(let request): request.enrolment
    }
  }
}
