/// One provider: everything that is particular to it, as one row of `Provider.all`.
package struct Provider: Sendable {
  package let name: ProviderName
  /// Whether a payload is a push of this provider, broken or not.
  let recognises: @Sendable (Payload) -> Bool
  /// Reads such a payload whole.
  let read: @Sendable (Payload, Reception, inout [PayloadWarning]) throws(PayloadError) -> Push
  package let answering: Answering
}

/// How the pushes of one provider are answered.
package enum Answering: Sendable {
  /// Unsigned, to an endpoint of the user's own.
  case contract(ContractAnswering)
  /// With the credential of an enrolment.
  case enrolled(EnrolledAnswering)
}

/// Answers without an enrolment.
package struct ContractAnswering: Sendable {
  /// Turns a decision into the request that carries it.
  package let request: @Sendable (Decision, Push, _ address: EndpointURL, _ now: Timestamp) -> HTTPRequest
  /// Whether the service tells a repeat from a second decision, by an idempotency key.
  package let isIdempotent: Bool
  /// Reads the reply to it.
  package let verdict: @Sendable (HTTPReply) -> Verdict
}

/// Answers that are proven with a credential. None of these services tells a repeat from a second decision.
package struct EnrolledAnswering: Sendable {
  /// Checks what the push itself was signed with; `none` where its pushes are not signed.
  package let check: @Sendable (Push, Credential, Cryptography) throws(CryptographyError) -> SignatureState
  /// Where the answer goes unless the user says where.
  package let address: @Sendable (Push, Credential) -> AnswerAddress?
  /// Whether a denial of the push may have a reason.
  package let denyReason: @Sendable (Push) -> DenyReasonTaking
  /// Turns a decision into the request that carries it.
  package let request:
    @Sendable (Decision, Push, Credential, Cryptography, _ address: EndpointURL, _ now: Timestamp)
      throws(CryptographyError) -> HTTPRequest
  /// Reads the reply to it.
  package let verdict: @Sendable (HTTPReply, Decision) -> Verdict
  /// Whether a reply says anything without its body.
  package let needsBody: Bool
  /// Seconds for which the request is good; nil for as long as the push.
  package let lifetime: Double?
}

/// Whether a push takes a reason for a denial.
package enum DenyReasonTaking: Sendable, Equatable {
  case taken
  /// This push does not offer it, although its service knows of reasons.
  case notOffered
  /// There is no place for one.
  case never
}

/// Where an answer goes that the user named no endpoint for.
package enum AnswerAddress: Sendable, Equatable {
  /// Where the credential was enrolled, which the user chose.
  case enrolled(EndpointURL)
  /// Where the push says.
  case push(EndpointURL)
}

extension Provider {
  /// Every provider, in the order in which they are asked. The particular ones come first: `plain` would take
  /// any push with a `pushType`.
  package static let all: [Provider] = [.pingOne, .pingAM, .guardian, .eduMFA, .privacyIDEA, .plain]

  /// The provider whose push a payload is, broken or not.
  static func recognizing(_ payload: Payload) -> Provider? { all.first { $0.recognises(payload) } }

  package static func named(_ name: ProviderName) -> Provider {
    switch name {
    case .plain: .plain
    case .pingone: .pingOne
    case .pingam: .pingAM
    case .privacyidea: .privacyIDEA
    case .edumfa: .eduMFA
    case .guardian: .guardian
    }
  }
}
