import MFACore

/// How the decision on one push is to be sent: everything that it takes is there before anybody is asked.
struct Answer: Sendable {
  let push: Push
  let address: Address
  private let way: Way

  private enum Way: Sendable {
    case contract(ContractAnswering)
    case enrolled(EnrolledAnswering, Credential)
  }

  init(to push: Push, by answering: ContractAnswering, at address: Address) {
    (self.push, self.address, way) = (push, address, .contract(answering))
  }

  init(to push: Push, by answering: EnrolledAnswering, with credential: Credential, at address: Address) {
    (self.push, self.address, way) = (push, address, .enrolled(answering, credential))
  }

  /// The one that proves it; nil where it needs none.
  var credential: Credential? {
    if case .enrolled(_, let credential) = way { credential } else { nil }
  }

  /// The message that carries a decision.
  func message(_ decision: Decision, system: System) throws(Failure) -> Message {
    let now = system.now()
    switch way {
    case .contract(let answering):
      return Message(
        kind: .decision,
        request: answering.request(decision, push, address.url, now),
        isIdempotent: answering.isIdempotent,
        expiresAt: push.expiry.time,
        verdict: answering.verdict
      )
    case .enrolled(let answering, let credential):
      let request: HTTPRequest
      do {
        request = try answering.request(decision, push, credential, system.cryptography, address.url, now)
      } catch {
        throw .credential(.cryptography(error, key: "key", of: credential.id))
      }
      let ends = [push.expiry.time, answering.lifetime.map { now.advanced(bySeconds: $0) }].compactMap(\.self)
      return Message(
        kind: .decision,
        request: request,
        isIdempotent: false,
        expiresAt: ends.min(),
        verdict: { reply in answering.verdict(reply, decision) },
        needsBody: answering.needsBody,
        waiver: waiver
      )
    }
  }

  /// The push with what it does not hold, got from its service: a person is asked about it whole.
  func fetched(
    system: System,
    _ send: (Message) throws(Failure) -> HTTPReply
  ) throws(Failure) -> Push {
    guard case .enrolled(let answering, let credential) = way, let fetch = answering.fetch else {
      return push
    }
    var step: FetchStep
    do { step = try fetch(push, credential, address.url, system.now(), system.cryptography) } catch {
      throw .credential(.cryptography(error, key: "key", of: credential.id))
    }
    while true {
      switch step {
      case .done(let push): return push
      case .send(let request, let then):
        let reply = try send(detailsMessage(request))
        do throws(FetchError) { step = try then(reply, system.now(), system.cryptography) } catch {
          switch error {
          case .refused(let reason): throw .refused(reply, of: .pushDetails, because: reason)
          case .cryptography(let error):
            throw .credential(.cryptography(error, key: "key", of: credential.id))
          }
        }
      }
    }
  }

  private func detailsMessage(_ request: HTTPRequest) -> Message {
    Message(
      kind: .pushDetails,
      request: request,
      isIdempotent: true,
      expiresAt: push.expiry.time,
      verdict: { Verdict(status: $0.status) },
      needsBody: true,
      waiver: waiver
    )
  }

  private var waiver: VerificationWaiver? {
    push.row.facts.skipsVerification(push) ? .push : nil
  }

  /// Fails where no decision could be sent because of the key. Asked before a person is: an answer that is given and
  /// then lost is worse than none. It is a denial that is signed, since it takes neither a number nor a choice.
  func checkKey(system: System) throws(Failure) {
    guard case .enrolled = way else { return }
    let denial = Decision(action: .deny, authMethod: "user", denyReason: nil, source: .terminal)
    _ = try message(denial, system: system)
  }

  /// What must not be shown and was not known before.
  var secrets: [Secret] {
    var secrets: [Secret] = []
    if address.source == .push { secrets += address.url.secrets }
    if case .enrolled(_, let credential) = way {
      secrets += (credential.endpoint?.secrets ?? []) + credential.sharedSecrets
    }
    return secrets + push.row.facts.secrets(push)
  }
}
