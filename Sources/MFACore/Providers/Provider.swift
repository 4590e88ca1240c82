/// One provider: everything that is particular to it, as one row of `Provider.all`.
package struct Provider: Sendable {
  package let name: ProviderName
  /// Whether a payload is a push of this provider, broken or not.
  let recognises: @Sendable (Payload) -> Bool
  /// Reads such a payload whole.
  let read: @Sendable (Payload, Reception, inout [PayloadWarning]) throws(PayloadError) -> Push
  package let answering: Answering
  /// How its credentials are kept in a file; nil where an answer takes none.
  package var credentials: CredentialCoding?
  /// How a phone enrolls with its service; nil where that is done elsewhere.
  package var enrollment: EnrollmentScheme?
  /// How its service is asked for the pushes that wait; nil where it has no list of them.
  package var polling: PollingScheme?
  /// How its service is told another device token; nil where it takes none.
  package var tokenUpdate: TokenUpdate?
  package var reception = PushReception()
  package var facts = PushFacts()
}

extension Provider: Equatable {
  package static func == (left: Provider, right: Provider) -> Bool { left.name == right.name }
}

/// The name of a provider in reports and files.
package struct ProviderName: Sendable, Hashable {
  package let rawValue: String

  init(_ name: String) { rawValue = name }
}

/// How `listen` takes a provider's pushes.
package struct PushReception: Sendable {
  /// Of the reply to one that was taken.
  package var status = 202
}

/// What is particular to a provider's pushes and replies when they are told.
package struct PushFacts: Sendable {
  /// What its pushes look like, for the help.
  package var form = ""
  /// The article that its name takes.
  package var article = "a"
  /// By whom and where a push would be answered.
  package var details: @Sendable (Push) -> [String] = { _ in [] }
  /// What a push gives away that must not be shown.
  package var secrets: @Sendable (Push) -> [Secret] = { _ in [] }
  /// Whether a push asks not to verify the certificate of its service.
  package var skipsVerification: @Sendable (Push) -> Bool = { _ in false }
  /// The code in a reply that the person types where they sign on; nil for a provider that has none.
  package var displayCode: (@Sendable (HTTPReply) -> String?)?
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
  package let denyReason: @Sendable (Push) -> DenyReasonSupport
  /// Gets from its service what a push does not hold, before anybody is asked; nil where a push holds all.
  package var fetch:
    (
      @Sendable (Push, Credential, _ address: EndpointURL, _ now: Timestamp, Cryptography)
        throws(CryptographyError) -> FetchStep
    )?
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

/// One step on the way to a push that is whole.
package enum FetchStep: Sendable {
  /// Send this, and go on with what its reply leads to.
  case send(
    HTTPRequest,
    then: @Sendable (HTTPReply, _ now: Timestamp, Cryptography) throws(FetchError) -> FetchStep
  )
  /// The push with all that a person is asked about and that an answer takes.
  case done(Push)
}

/// Why a step leads nowhere.
package enum FetchError: Error, Sendable {
  /// The reply lacks something.
  case refused(RefusalReason)
  case cryptography(CryptographyError)
}

/// Whether a push takes a reason for a denial.
package enum DenyReasonSupport: Sendable, Equatable {
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

/// How a service is asked for the pushes that wait.
package struct PollingScheme: Sendable {
  package let request:
    @Sendable (Credential, _ address: EndpointURL, _ now: Timestamp, Cryptography)
      throws(CryptographyError) -> HTTPRequest
  /// The pushes in a reply, not read yet.
  package let list: @Sendable (HTTPReply) throws(PayloadError) -> [JSONObject]
  /// The field of such a push that names its credential.
  package let credentialField: String
  /// What such a push is told from others by, whether or not it can be read.
  package let mention: @Sendable (JSONObject) -> (id: String?, text: String?)
  /// The providers whose pushes are in its list. A service that is polled speaks of its own tokens: another's push would
  /// be answered in its name.
  let providers: @Sendable () -> [Provider]
}

/// How a service is told that the device has another token.
package struct TokenUpdate: Sendable {
  /// Nil where the credential lacks what the service finds the device by.
  package let request:
    @Sendable (Credential, DeviceToken, _ now: Timestamp, Cryptography)
      throws(CryptographyError) -> HTTPRequest?
  package let verdict: @Sendable (HTTPReply) -> Verdict
}

extension Provider {
  /// Every provider, in the order in which they are asked. The particular ones come first: `plain` would take
  /// any push with a `pushType`.
  package static let all: [Provider] = [.pingOne, .pingAM, .guardian, .eduMFA, .privacyIDEA, .plain]
}

extension [Provider] {
  /// The one whose push a payload is, broken or not.
  func recognizing(_ payload: Payload) -> Provider? { first { $0.recognises(payload) } }
}
