import MFACore

extension TransferFailure {
  func diagnostic(
    at url: EndpointURL,
    mayHaveArrived: Bool,
    of kind: MessageKind,
    in context: SendingContext
  ) -> Diagnostic {
    let detail = detail.isEmpty ? "" : " (\(Words.shortened(detail, limit: 200)))"
    let arrival = mayHaveArrived ? "the \(kind.rawValue) may have arrived" : "nothing was sent"
    // The code of an enrollment is good once.
    let hint =
      kind == .enrolment && mayHaveArrived
      ? "if it arrived, the code is used up: look at the service, and have it make another"
      : cause.hint(url, context)
    return Diagnostic(
      // A key that does not work is a matter of credentials, not of the network.
      cause == .unusableClientCertificate ? .credential : .notReached,
      cause.code,
      "sending to \(url): \(cause.words)\(detail); \(arrival)",
      hint
    )
  }
}

extension TransferFailure.Cause {
  fileprivate func hint(_ url: EndpointURL, _ context: SendingContext) -> String? {
    switch self {
    case .certificate(let problem):
      return context.waiver.flatMap { hint(problem, waived: $0) } ?? hint(problem, context) ?? hint
    // Whether the alert that says so is still read depends on how fast the service ends the connection.
    case .connectionLost
    where url.description.lowercased().hasPrefix("https:") && !context.hasClientCertificate:
      return
        "if the service asks for a client certificate, \(context.naming("--cert FILE and --key FILE")) give one"
    case .clientCertificateRefused where context.hasClientCertificate:
      return
        "the service does not take the certificate of --cert: is its authority one that the service trusts?"
    case .clientCertificateRefused: return "\(context.naming("--cert FILE and --key FILE")) give one"
    case .unusableClientCertificate where !context.hasKeyPassword:
      return "does --key belong to --cert? For an encrypted key --key-password-file FILE has the password"
    default: return hint
    }
  }

  /// What can be done about a certificate where the service itself asks for none to be verified.
  private func hint(_ problem: CertificateProblem, waived waiver: VerificationWaiver) -> String {
    let cure =
      switch problem {
      case .selfSigned, .unknownAuthority, .other: "; --cacert FILE verifies with its authority"
      case .expired, .notYetValid, .wrongHost: ""
      }
    return "the \(waiver.rawValue) says sslverify=0, not to verify it: -k (--insecure) does that\(cure)"
  }

  /// What is wrong although authorities of the user's own were given; nil where that makes no difference.
  private func hint(_ problem: CertificateProblem, _ context: SendingContext) -> String? {
    guard context.hasCAFile else { return nil }
    return switch problem {
    case .unknownAuthority:
      "the service may not send its intermediate certificate, or --cacert has another root: add the one that is missing"
    case .selfSigned: "the file of --cacert has neither this certificate nor the root that its chain ends in"
    case .other: "'openssl verify -CAfile FILE' says what is wrong with a certificate"
    case .expired, .notYetValid, .wrongHost: nil
    }
  }

  /// Why, in words.
  var words: String {
    switch self {
    case .libraryMissing(let names): "the HTTP library could not be opened (\(Words.either(names)))"
    case .hostNotResolved: "there is no such host"
    case .proxyNotResolved: "there is no such proxy"
    case .notConnected: "no connection"
    case .proxyRefused(let status): "the proxy refused with HTTP \(status)"
    case .timedOut: "the time limit was reached"
    case .certificate(let problem): problem.words
    case .tlsHandshake: "the TLS handshake failed"
    case .unusableClientCertificate: "the client certificate or its key can't be used"
    case .clientCertificateRefused:
      "the service asks for a client certificate, or does not accept the one it got"
    case .unusableCAFile: "the certificate authorities can't be read"
    case .notHTTP: "what came back is not HTTP"
    case .headTooLarge: "the reply's headers are too large"
    case .connectionLost: "the connection broke before a reply"
    case .bodyTooLarge: "the reply's body is too large"
    case .stopped: "a stop signal ended it"
    case .unknownCoding: "the reply's body can't be decoded"
    case .other(let code): "libcurl reports error \(code)"
    }
  }

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

  /// What can be done about it, whatever was given.
  var hint: String? {
    switch self {
    case .libraryMissing: "install libcurl (Debian, Ubuntu: apt-get install libcurl4)"
    case .hostNotResolved: "is the host's name right?"
    case .proxyNotResolved, .proxyRefused:
      "the proxy comes from --proxy or from the environment: http_proxy, HTTPS_PROXY, ALL_PROXY"
    case .notConnected: "does the service run, and is the port right?"
    case .timedOut: "--connect-timeout and --max-time set the limits"
    case .certificate(.selfSigned): "the certificate is self-signed; --cacert FILE trusts it"
    case .certificate(.unknownAuthority):
      "--cacert FILE trusts a private authority; a public one's service may not send its intermediate certificate"
    case .certificate(.wrongHost): "is it the right host? The certificate names another"
    case .certificate(.expired), .certificate(.notYetValid):
      "is this machine's clock right? If it is, the service needs another certificate"
    case .certificate(.other): "--cacert FILE names the authorities to trust"
    case .tlsHandshake: "does the port speak TLS?"
    case .unusableClientCertificate:
      "is the password of --key-password-file right, and does --key belong to --cert?"
    case .clientCertificateRefused: "--cert FILE and --key FILE give one"
    case .unusableCAFile: "--cacert FILE names a file with certificates in PEM"
    case .notHTTP: "does the port speak HTTP? An https service needs https:// in the endpoint"
    case .headTooLarge, .bodyTooLarge: "is this the address of the service?"
    case .unknownCoding: "its Content-Encoding is one that was not asked for: what stands before the service?"
    case .connectionLost: "the service's own log, or that of what stands before it, may say why"
    case .stopped: nil
    case .other: "-vv shows how far it came"
    }
  }
}

extension CertificateProblem {
  fileprivate var words: String {
    switch self {
    case .selfSigned: "the certificate is self-signed"
    case .unknownAuthority: "the certificate is from an unknown authority"
    case .expired: "the certificate has expired"
    case .notYetValid: "the certificate is not valid yet"
    case .wrongHost: "the certificate is for another host"
    case .other: "the certificate could not be verified"
    }
  }
}
