import MFACore

/// What an answer takes, found before anybody is asked: where it goes, and the credential that proves it.
extension PushResponder {
  /// The address that was given; else the one that the push names.
  func contractAddress(for push: Push) throws(Failure) -> Address {
    if let endpoint = sending.endpoint { return endpoint }
    guard let callback = push.callback else { throw .usage(.endpointMissing) }
    return Address(push: callback)
  }

  /// How the push is answered, with the credential that it names where that takes one.
  ///
  /// - Parameter given: the credential that the push was checked with; nil to look for the one that it names.
  func answer(
    to push: Push,
    by answering: Answering,
    with given: Credential?,
    _ report: inout Report
  ) throws(Failure) -> Answer {
    switch answering {
    case .contract(let contract):
      return Answer(to: push, by: contract, at: try contractAddress(for: push))
    case .enrolled(let enrolled):
      let credential = try credential(for: push, given, &report)
      report.credential = credential.id
      guard let address = enrolledAddress(for: push, credential, enrolled) else {
        throw .usage(.endpointMissing)
      }
      return Answer(to: push, by: enrolled, with: credential, at: address)
    }
  }

  /// The address that was given; else that of the enrolment, or one that a push which is verified names.
  private func enrolledAddress(
    for push: Push,
    _ credential: Credential,
    _ answering: EnrolledAnswering
  ) -> Address? {
    if let endpoint = sending.endpoint { return endpoint.replacingID(with: push.id) }
    return switch answering.address(push, credential) {
    case .enrolled(let url)?: Address(enrolled: url)
    // Whoever wrote what a push was found in may have written the push.
    case .push? where push.place != nil && push.signature != .verified: nil
    case .push(let url)?: Address(push: url)
    case nil: nil
    }
  }

  /// The credential that the push names, usable, and the push's signature checked with it.
  private func credential(for push: Push, _ given: Credential?, _ report: inout Report) throws(Failure)
    -> Credential
  {
    let lookup = CredentialLookup(file: credentials, system: system)
    let credential: Credential
    if let given { credential = given } else { credential = try lookup.credential(for: push) }
    guard !credential.isLocked else { throw .credential(.locked(push.provider, id: credential.id)) }
    if try lookup.signature(of: push, by: credential) == .wrong {
      guard settings.force else { throw .credential(.wrongSignature(push.provider)) }
      console.warn(.wrongSignatureForced, &report)
    }
    return credential
  }
}
