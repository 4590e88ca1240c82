import MFACore

extension Failure {
  /// `error.code`: a word for machines, more particular than the outcome, and as durable.
  var code: String {
    switch self {
    case .usage(let error): error.code
    case .unreadable: "payload-unreadable"
    case .payload(let error, _): error.code
    case .unexpectedKind: "unexpected-kind"
    case .notAnswerable: "not-answerable"
    case .expired(_, _, .push): "expired"
    case .expired(_, _, .request): "request-expired"
    case .credential(let problem): problem.code
    case .severalPushes: "several-pushes"
    case .noDecision(.endOfInput): "end-of-input"
    case .noDecision(.timeout): "answer-timeout"
    case .noDecision(.expiredWhileAsking): "expired-while-asking"
    case .noDecision(.interrupted): "interrupted"
    case .noDecision(.kept): "kept"
    case .noDecision(.listeningOver): "listening-over"
    case .noDecision(.nothingToPoll): "retry-limit-exceeded"
    case .notReached(let failure, _, _, _, _): failure.cause.code
    case .refused(_, _, .numberWrongOrTooLate, _): "wrong-number-or-over"
    case .refused(let reply, _, _, _): (300...399).contains(reply.status) ? "redirect" : "refused"
    case .demo: "demo-failed"
    case .notListening: "not-listening"
    case .journal: "journal-unusable"
    case .state: "state-unusable"
    case .noDevice: "no-device"
    case .unusableReply: "reply-unusable"
    case .inbox(let refusal, _): refusal.code
    case .notAnswerableInbox: "not-answerable"
    case .face: "face-not-recognised"
    case .requestWaits(let failure, _, _): failure.code
    case .login(.request(let error)):
      error.isUnsupported ? "unsupported-deep-link" : "invalid-login-request"
    case .login(.unreadable): "payload-unreadable"
    case .login(.keyExpired): "authentication-key-expired"
    case .login(.retryLimit): "retry-limit-exceeded"
    case .enrolment(.unreadable): "payload-unreadable"
    case .enrolment(.notKept): "state-unusable"
    case .enrolment(.uri(let error)):
      error.isUnsupported ? "unsupported-enrolment" : "invalid-enrolment"
    case .output: "output-failed"
    }
  }
}

extension CredentialProblem {
  fileprivate var code: String {
    switch self {
    case .missing, .noFile: "no-enrolment"
    case .locked: "credential-locked"
    case .wrongSignature: "wrong-signature"
    case .alreadyEnrolled: "already-enrolled"
    case .nonePollable: "nothing-pollable"
    case .several: "several-credentials"
    case .unusableFile, .unreadableKey, .cryptography(.unusableKey, _, _): "key-unusable"
    case .cryptography(.libraryMissing, _, _): "library-missing"
    case .cryptography(.failed, _, _): "cryptography-failed"
    }
  }
}

extension InboxRefusal {
  fileprivate var code: String {
    switch self {
    case .wrongPIN: "wrong-pin"
    case .pinNeeded: "pin-needed"
    case .credentialLocked: "credential-locked"
    case .faceNotRecognised: "face-not-recognised"
    case .requestExpired: "request-expired"
    case .answeredElsewhere: "already-answered"
    case .invalidAuthentication: "invalid-authentication"
    case .authenticationKeyExpired: "authentication-key-expired"
    }
  }
}

extension UsageError {
  fileprivate var code: String {
    switch self {
    case .endpointMissing, .serviceMissing: "endpoint-missing"
    case .badValue(_, _, .endpoint), .badValue(_, _, .notAnOrigin): "endpoint-invalid"
    case .noTerminal, .nobodyToAsk: "no-terminal"
    case .missingInput: "payload-missing"
    case .unreadableFile, .unusableFile: "file-unusable"
    default: "usage"
    }
  }
}

extension PayloadError {
  fileprivate var code: String {
    switch self {
    case .text: "not-text"
    case .json: "not-json"
    case .contradiction(.duplicateKey): "duplicate-key"
    case .contradiction: "contradiction"
    case .field(let error) where error.problem == .signedByService: "signed-by-service"
    case .field: "field-invalid"
    case .notMFA: "not-mfa-push"
    case .printed: "printed-dictionary"
    }
  }
}

extension TransferFailure.Cause {
  fileprivate var code: String {
    switch self {
    case .libraryMissing: "library-missing"
    case .hostNotResolved: "host-not-resolved"
    case .proxyNotResolved: "proxy-not-resolved"
    case .notConnected: "not-connected"
    case .proxyRefused: "proxy-refused"
    case .timedOut: "timed-out"
    case .certificate: "certificate"
    case .tlsHandshake: "tls"
    case .unusableClientCertificate: "client-certificate-unusable"
    case .clientCertificateRefused: "client-certificate-refused"
    case .unusableCAFile: "file-unusable"
    case .notHTTP: "not-http"
    case .headTooLarge: "head-too-large"
    case .connectionLost: "connection-lost"
    case .bodyTooLarge: "body-too-large"
    case .stopped: "stopped"
    case .unknownCoding: "reply-undecodable"
    case .other: "transfer-failed"
    }
  }
}
