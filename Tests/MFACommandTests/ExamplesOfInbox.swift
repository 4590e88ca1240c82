import MFACore

@testable import MFACommand

/// What can go wrong in the inbox and on the way to it.
extension Examples {
  static let failuresOfInbox: [Failure] =
    unusableReplies.map { .unusableReply($0) } + inboxRefusals.map { .inbox($0, reply(of: $0)) }
    + inboxMisfits.map { .notAnswerableInbox($0) } + loginFailures.map { .login($0) }
    + waits
    + [
      .face(.noMatch), .face(.unavailable),
      .expired(at: moment, now: moment.advanced(bySeconds: 90), what: .request),
    ]

  private static let waits: [Failure] =
    (try? EndpointURL(InboxScript.endpoint)).flatMap { url in
      Address(typed: SendOptions(endpoint: url)).map { inbox in
        [
          .requestWaits(.face(.noMatch), id: "n1", inbox: inbox),
          .requestWaits(.usage(.nobodyToAsk(.noInput, flags: ["--face match"])), id: "n1", inbox: inbox),
          .requestWaits(.noDecision(.endOfInput), id: "$(id)", inbox: inbox),
          .requestWaits(.noDecision(.endOfInput), id: "n1", inbox: Address(code: url, at: nil)),
        ]
      }
    } ?? []

  private static func reply(of refusal: InboxRefusal) -> HTTPReply {
    HTTPReply(status: 403, headers: [], body: [], retryAfterSeconds: nil)
  }

  static let unusableReplies: [UnusableReply] = [
    .notJSON, .field(InboxFieldError("sequence", "is not a whole number")),
    .field(InboxFieldError("status", "is not known", unknownWord: "gone")), .otherID("2"),
  ]

  private static func isListed(_ reply: UnusableReply) {
    switch reply {
    case .notJSON, .field, .otherID: break
    }
  }

  static let inboxRefusals: [InboxRefusal] = [
    .wrongPIN(triesLeft: 2), .wrongPIN(triesLeft: 1), .pinNeeded, .credentialLocked, .faceNotRecognised,
    .requestExpired, .answeredElsewhere, .invalidAuthentication, .authenticationKeyExpired,
  ]

  private static func isListed(_ refusal: InboxRefusal) {
    switch refusal {
    case .wrongPIN, .pinNeeded, .credentialLocked, .faceNotRecognised, .requestExpired, .answeredElsewhere,
      .invalidAuthentication, .authenticationKeyExpired:
      break
    }
  }

  static let inboxMisfits: [InboxMisfit] = [
    .wrongKind(.message), .wrongKind(.request), .answered(.accepted), .deleted,
    .notEligible("badge", eligible: ["passport", "identity-card"]), .notEligible("badge", eligible: []),
  ]

  private static func isListed(_ misfit: InboxMisfit) {
    switch misfit {
    case .wrongKind, .answered, .deleted, .notEligible: break
    }
  }

  static let loginFailures: [LoginFailure] =
    loginRequestErrors.map { .request($0) } + readErrors.map { .unreadable(file, $0) }
    + [.keyExpired(at: moment), .retryLimit(looks: 61)]

  private static func isListed(_ failure: LoginFailure) {
    switch failure {
    case .request, .unreadable, .keyExpired, .retryLimit: break
    }
  }

  static let loginRequestErrors: [LoginRequestError] = [
    .tooLong(bytes: 1_048_576), .noDeepLink, .unsupportedScheme("https"), .unsupportedAction("pay"),
    .requestMissing, .requestTwice, .notBase64, .notJSON,
    .field(InboxFieldError("login", "is missing or empty")),
  ]

  private static func isListed(_ error: LoginRequestError) {
    switch error {
    case .tooLong, .noDeepLink, .unsupportedScheme, .unsupportedAction, .requestMissing, .requestTwice,
      .notBase64, .notJSON, .field:
      break
    }
  }
}
