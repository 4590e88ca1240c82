/// One provider: everything that is particular to it, as one row of `Provider.all`.
package struct Provider: Sendable {
  package let name: ProviderName
  /// Whether a payload is a push of this provider, broken or not.
  let recognises: @Sendable (Payload) -> Bool
  /// Reads such a payload whole.
  let read: @Sendable (Payload, Reception, inout [Warning]) throws(PayloadError) -> Push
  /// How its pushes are answered; nil while that needs an enrolment.
  package let answering: Answering?
}

/// How the pushes of one provider are answered.
package struct Answering: Sendable {
  /// Turns a decision into the request that carries it.
  package let request: @Sendable (Decision, Push, _ address: EndpointURL, _ now: Timestamp) -> HTTPRequest
  /// Whether the service tells a repeat from a second decision, by an idempotency key.
  package let isIdempotent: Bool
  /// Reads the reply to it.
  package let verdict: @Sendable (HTTPReply) -> Verdict
}

extension Provider {
  /// Every provider, in the order in which they are asked. The particular ones come first: `plain` would take
  /// any push with a `pushType`.
  package static let all: [Provider] = [.pingOne, .pingAM, .guardian, .eduMFA, .privacyIDEA, .plain]

  package static func named(_ name: ProviderName) -> Provider? {
    all.first { $0.name == name }
  }
}

/// From the bytes of an input to the push of a provider.
package enum Recognition {
  /// Finds the provider of an input and reads its push.
  ///
  /// Warnings are added as they are met, so that they are there on failure too.
  package static func read(
    _ bytes: [UInt8],
    isSimulatorFile: Bool,
    reception: Reception,
    warnings: inout [Warning]
  ) throws(PayloadError) -> Push {
    let input = try UnwrappedInput.read(bytes, isSimulatorFile: isSimulatorFile)
    warnings += input.warnings
    let candidates = input.payloads.compactMap { payload in
      Provider.all.first { $0.recognises(payload) }.map { (provider: $0, payload: payload) }
    }
    guard let found = candidates.first else {
      warnings += input.contradictions.compactMap(\.asNotice)
      throw .notMFA(notMFAReason(input))
    }
    if let contradiction = input.contradictions.first { throw .contradiction(contradiction) }
    if candidates.count > 1 { throw .contradiction(.severalPushes(candidates.count)) }
    let push = try found.provider.read(found.payload, reception, &warnings)
    for member in found.payload.fields.members where member.value.string == Unwrapper.stringifiedObject {
      warnings.append(.stringifiedObject(field: member.key))
    }
    return push
  }

  private static func notMFAReason(_ input: UnwrappedInput) -> NotMFAReason {
    for payload in input.payloads {
      for member in payload.fields.members where member.value.string == Unwrapper.stringifiedObject {
        return .stringifiedObject(field: member.key)
      }
    }
    return input.emptyReason
  }
}

extension Contradiction {
  /// What is said of a duplicate key in a document that is nobody's push; the other contradictions need a push.
  fileprivate var asNotice: Warning? {
    guard case .duplicateKey(let key, let position, let within) = self else { return nil }
    return .duplicateKey(key, position, within: within)
  }
}
