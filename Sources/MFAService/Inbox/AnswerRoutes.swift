import MFACore

/// Answering requests.
///
/// 409 `wrong-type` for what is no request; 409 `already-answered` for a second answer, though not for the first one
/// sent again under the same `Idempotency-Key`; 410 `request-expired` or `deleted`.
extension PracticeService {
  /// `POST /notifications/{id}/accept`: `{"credential": ID, "pin": TEXT, "face": "match"}`. A credential is needed
  /// where any are eligible (400 `credential-needed`, `credential-not-eligible`; 423 `credential-locked`). Of the others,
  /// what the request demands: 403 `face-needed`, `pin-needed`, or `wrong-pin` with `triesLeft`. The third wrong PIN in
  /// a row locks the credential.
  func acceptNotification(_ id: String, _ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let consent = try Consent(request.members())
    let answer = try NotificationAnswer(
      isAcceptance: true,
      credential: consent.credential,
      idempotencyKey: request.idempotencyKey
    )
    let item = try item(id)
    guard try item.takes(answer, now: effects.now) else { return change(item, by: nil, &effects) }
    let details = item.notification.details
    let credential = try credential(consent.credential, among: details.eligible)
    if details.demands == .face, !consent.hasFace { throw .refused(.faceNeeded) }
    if details.demands == .pin, let credential {
      guard let pin = consent.pin else { throw .refused(.pinNeeded) }
      // Not thrown: this refusal changes something.
      if let refusal = tryPIN(pin, of: credential, &effects) { return refusal.response }
    }
    return change(item, by: .notificationAnswered(id, answer, at: effects.now), &effects)
  }

  /// `POST /notifications/{id}/decline`: whatever its body says.
  func declineNotification(_ id: String, _ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let key = request.idempotencyKey
    let answer = try NotificationAnswer(isAcceptance: false, idempotencyKey: key)
    let item = try item(id)
    let isNew = try item.takes(answer, now: effects.now)
    return change(item, by: isNew ? .notificationAnswered(id, answer, at: effects.now) : nil, &effects)
  }

  /// Nil where none is eligible.
  private func credential(_ id: String?, among eligible: [Credential]) throws(ServiceError) -> Credential? {
    guard let id else {
      guard eligible.isEmpty else { throw .refused(.credentialNeeded) }
      return nil
    }
    guard let credential = eligible.first(where: { $0.id == id }) else {
      throw .refused(.credentialNotEligible)
    }
    // A locked credential is of no use for anything, so that locking it can't be evaded by an easier request.
    guard !credentials.isLocked(credential) else { throw .refused(.credentialLocked) }
    return credential
  }

  /// Nil when the PIN is right. A wrong one counts, a right one makes the earlier wrong ones forgotten.
  private func tryPIN(_ pin: String, of credential: Credential, _ effects: inout ServiceEffects)
    -> ServiceRefusal?
  {
    let (isRight, before) = (credential.opens(with: pin), credentials.failures(of: credential))
    let failures = isRight ? 0 : before + 1
    if failures != before {
      effects.changes.append(.inbox(.pinTried(credential: credential.id, failures: failures)))
    }
    let triesLeft = CredentialStore.mostFailures - failures
    if isRight { return nil }
    return triesLeft > 0 ? .wrongPIN(triesLeft: triesLeft) : .credentialLocked
  }
}

/// What a person has shown to accept a request.
private struct Consent {
  let credential: String?
  let pin: String?
  let hasFace: Bool

  private static let pinLimit = 64

  init(_ members: Members) throws(ServiceError) {
    credential = try members.text("credential", limit: Route.idLimit)
    pin = try members.text("pin", limit: Consent.pinLimit)
    hasFace = try members.text("face", limit: Route.idLimit) == "match"
  }
}
