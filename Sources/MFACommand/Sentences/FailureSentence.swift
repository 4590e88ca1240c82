import MFACore

/// What is said of a run that ended short of what was asked: what was being done, what is wrong, what to do.
struct FailureSentence {
  let message: String
  let hint: String?
  /// The help that a misuse points to.
  var helpCommand: String { "\(Version.name) --help" }

  /// - Parameter command: whose failure it is, where flags are named that not every command has.
  init(_ failure: Failure, of command: Command? = nil) {
    let (message, hint) = FailureSentence.words(failure)
    self.message = message
    self.hint = command == .listen ? ListeningWords.hint(failure) ?? hint : hint
  }

  private static func words(_ failure: Failure) -> (message: String, hint: String?) {
    let message: String
    let hint: String?
    switch failure {
    case .usage(let error):
      (message, hint) = UsageSentence.text(error)
    case .unreadable(let source, let error):
      (message, hint) = FailureSentence.unreadable(source, error)
    case .payload(let error, let source):
      let sentence = PayloadSentence(error, input: source)
      (message, hint) = (sentence.message, sentence.hint)
    case .unexpectedKind(let expected, let found):
      (message, hint) = (
        "the push is of kind \(found.rawValue), not \(expected.rawValue)",
        "without --expect, 'mfa-cli inspect' says what makes it so"
      )
    case .notAnswerable(let misfit):
      (message, hint) = MisfitWords.text(misfit)
    case .expired(let expiresAt, let now):
      message =
        "the push expired at \(RFC3339.format(expiresAt)), \(Words.distance(expiresAt, from: now)); nothing was sent"
      hint = "--ignore-expiry answers it all the same, to test the service's own check"
    case .noEnrolment(let provider):
      message =
        "answering a \(provider.rawValue) push takes an enrolment, and there is none; nothing was sent"
      hint = "'mfa-cli inspect' shows what is in it"
    case .noDecision(let cause):
      (message, hint) = FailureSentence.noDecision(cause)
    case .notReached(let failure, let url, let mayHaveArrived, let kind):
      (message, hint) = TransferWords.text(failure, url: url, mayHaveArrived: mayHaveArrived, of: kind)
    case .refused(let reply, let kind):
      (message, hint) = RefusalWords.text(reply, of: kind)
    case .demo(let failure):
      (message, hint) = FailureSentence.demo(failure)
    case .notListening(let error, let listener):
      (message, hint) = ListeningWords.notStarted(
        error,
        listener == .service ? "the practice service" : "the phone"
      )
    case .journal(let failure, let path):
      (message, hint) = StateWords.journal(failure, path)
    case .state(let failure):
      (message, hint) = StateWords.text(failure)
    case .noDevice:
      (message, hint) = (
        "there is no device that a service knows; nothing was sent",
        "mfa-cli device register --endpoint URL makes it known"
      )
    case .output(let error):
      (message, hint) = (
        "the result could not be written to standard output: \(FailureSentence.reason(error))", nil
      )
    }
    return (message, hint)
  }

  private static func unreadable(_ source: InputSource, _ error: ReadError) -> (String, String?) {
    let name = InputWords.name(source)
    switch error {
    case .tooLarge(let limit):
      return ("\(name) has more than \(limit) bytes, which no push has", "pass one push at a time")
    case .isDirectory: return ("\(name) is a directory, not a payload", nil)
    case .system(let reason): return ("\(name) could not be read: \(reason)", nil)
    case .notFound:
      if name.trimmed.hasPrefix("{") {
        return (
          "there is no file named \(Words.quoted(name, limit: 40))",
          "the operand is a file name; pipe a payload in: echo '…' | mfa-cli"
        )
      }
      let near = Suggestions.near(name, among: Command.allCases.map(\.rawValue))
      return (
        "there is no file named \(Words.quoted(name, limit: 200))",
        near.isEmpty ? nil : "did you mean the command \(Words.either(near))?"
      )
    }
  }

  private static func noDecision(_ cause: NoDecisionCause) -> (String, String?) {
    switch cause {
    case .endOfInput:
      (
        "the terminal's input ended without an answer; nothing was sent",
        "--approve, --deny or --number decides without asking"
      )
    case .timeout(let seconds):
      (
        "there was no answer within \(Seconds.shown(seconds)) s; nothing was sent",
        "--answer-timeout sets how long to wait"
      )
    case .expiredWhileAsking:
      (
        "the push expired without an answer; nothing was sent",
        "--ignore-expiry goes on asking, to test the service's own check"
      )
    case .interrupted:
      (
        "a signal ended the question; nothing was sent",
        "the push can be answered until it expires: run mfa-cli with it"
      )
    case .listeningOver:
      ("the time was over before it was asked about; nothing was sent", "--for sets how long to listen")
    }
  }

  private static func demo(_ failure: DemoFailure) -> (String, String?) {
    let bug = "this is a bug: please report it"
    return switch failure {
    case .serviceNotStarted(let error): ListeningWords.notStarted(error, "the practice service")
    case .serviceNotReached(let failure):
      (
        "the practice service was not reached: \(TransferWords.cause(failure.cause))",
        TransferWords.hint(failure.cause)
      )
    case .unexpectedReply(let status):
      ("the practice service answered HTTP \(status)", bug)
    case .endedOtherwise(let announced, let actual):
      (
        "the sign-on ended as \(actual), not as \(announced)",
        "an answer from elsewhere, or a bug: please report it"
      )
    }
  }

  static func reason(_ error: WriteError) -> String {
    switch error {
    case .closedPipe: "its reader has gone"
    case .system(let reason): reason
    }
  }
}

/// Why a push does not take an answer.
enum MisfitWords {
  static func text(_ misfit: Misfit) -> (String, String?) {
    let nothingSent = "; nothing was sent"
    let force = "--force sends it all the same, to test the service's own check"
    switch misfit {
    case .nothingToAnswer(let kind):
      return ("a push of kind \(kind.rawValue) takes no answer" + nothingSent, force)
    case .numberNeeded(let offered):
      return (
        "a challenge is approved by its number, not by --approve" + nothingSent,
        "--number with the one that the sign-on page shows: \(Words.list(offered))"
      )
    case .typedNumberNeeded:
      return (
        "a challenge is approved by its number, not by --approve" + nothingSent,
        "--number with the one that the sign-on page shows"
      )
    case .noNumberExpected:
      return ("the push is no challenge and takes no number" + nothingSent, "--approve or --deny")
    case .notOffered(let value, let offered):
      return (
        "\(Words.quoted(value.text)) was not offered" + nothingSent,
        "offered are \(Words.list(offered)); \(force)"
      )
    case .noOtherOffered(let value):
      return (
        "nothing but \(Words.quoted(value.text)) is offered" + nothingSent,
        "--number with it approves, --deny denies"
      )
    case .numberNotRevealed(let field):
      return (
        "the push has no number in its custom field \(Words.quoted(field))" + nothingSent,
        "--number-from names the field in which the service reveals it"
      )
    case .notANumber(let value):
      return ("\(Words.quoted(value.text)) is not a number of 1 to 10 digits" + nothingSent, force)
    }
  }
}

/// What a refusing reply says.
enum RefusalWords {
  static func text(_ reply: HTTPReply, of kind: MessageKind) -> (String, String?) {
    let isGateway = [502, 504].contains(reply.status)
    var message =
      isGateway
      ? "the gateway answered"
      : "the service did not \(kind == .decision ? "record" : "take") the \(kind.rawValue):"
    message += " HTTP \(reply.status)"
    if let location = reply.header("Location"), (300...399).contains(reply.status) {
      message += ", moved to \(Words.quoted(location, limit: 200))"
    }
    if let seconds = reply.retryAfterSeconds { message += ", retry after \(seconds) s" }
    if let body = body(reply) { message += ": \(body)" }
    if isGateway { message += "; the \(kind.rawValue) may have arrived behind it" }
    return (message, kind == .decision ? hint(reply) : generalHint(reply) ?? hint(reply))
  }

  private static func body(_ reply: HTTPReply) -> String? {
    let text = String(decoding: reply.body.prefix(2048), as: UTF8.self).trimmed
    guard !text.isEmpty else { return nil }
    return Words.shortened(text, limit: 300)
  }

  /// What is to be done about a message that is no decision, where that differs.
  private static func generalHint(_ reply: HTTPReply) -> String? {
    switch reply.status {
    case 404: "is the endpoint's path right, and does the service know this device and this push?"
    case 409: "has it been done already?"
    case 410: "what it is about has expired"
    case 502, 504: "look at the service before you send again"
    default: nil
    }
  }

  private static func hint(_ reply: HTTPReply) -> String? {
    switch reply.status {
    case 300...399:
      "a redirect is never followed: give the address that it names as --endpoint if that is the service"
    case 400, 413, 415, 422: "-vv shows what was sent"
    case 401, 403: "are the credentials right? --bearer-token-file or -H gives them"
    case 404: "is the endpoint's path right, and does the service know this push?"
    case 409: "has the push been answered already?"
    case 410: "the push has expired or was cancelled"
    case 429, 503: "--retry N sends again, when the service says so or after a while"
    case 502, 504: "look at the service before you send again: it may have recorded the decision"
    case 500...: "the service's own log may say why"
    default: nil
    }
  }
}

/// Why the service was not reached.
enum TransferWords {
  static func text(
    _ failure: TransferFailure,
    url: EndpointURL,
    mayHaveArrived: Bool,
    of kind: MessageKind
  ) -> (String, String?) {
    let detail = failure.detail.isEmpty ? "" : " (\(Words.shortened(failure.detail, limit: 200)))"
    let arrival = mayHaveArrived ? "the \(kind.rawValue) may have arrived" : "nothing was sent"
    return ("sending to \(url): \(cause(failure.cause))\(detail); \(arrival)", hint(failure.cause, url))
  }

  private static func hint(_ cause: TransferFailure.Cause, _ url: EndpointURL) -> String? {
    // Whether the alert that says so is still read depends on how fast the service ends the connection.
    if cause == .connectionLost, url.description.lowercased().hasPrefix("https:") {
      return "if the service asks for a client certificate, --cert FILE and --key FILE give one"
    }
    return hint(cause)
  }

  static func cause(_ cause: TransferFailure.Cause) -> String {
    switch cause {
    case .libraryMissing(let names): "the HTTP library could not be opened (\(Words.either(names)))"
    case .hostNotResolved: "there is no such host"
    case .proxyNotResolved: "there is no such proxy"
    case .notConnected: "no connection"
    case .proxyRefused(let status): "the proxy refused with HTTP \(status)"
    case .timedOut: "the time limit was reached"
    case .certificate(let problem): certificate(problem)
    case .tlsHandshake: "the TLS handshake failed"
    case .unusableClientCertificate: "the client certificate or its key can't be used"
    case .clientCertificateRefused:
      "the service asks for a client certificate, or does not accept the one it got"
    case .unusableCAFile: "the certificate authorities can't be read"
    case .notHTTP: "what came back is not HTTP"
    case .headTooLarge: "the reply's headers are too large"
    case .connectionLost: "the connection broke before a reply"
    case .bodyTooLarge: "the reply's body is too large"
    case .other(let code): "libcurl reports error \(code)"
    }
  }

  private static func certificate(_ problem: CertificateProblem) -> String {
    switch problem {
    case .selfSigned: "the certificate is self-signed"
    case .unknownAuthority: "the certificate is from an unknown authority"
    case .expired: "the certificate has expired"
    case .notYetValid: "the certificate is not valid yet"
    case .wrongHost: "the certificate is for another host"
    case .other: "the certificate could not be verified"
    }
  }

  static func hint(_ cause: TransferFailure.Cause) -> String? {
    switch cause {
    case .libraryMissing: "install libcurl (Debian, Ubuntu: apt-get install libcurl4)"
    case .hostNotResolved: "is the host's name right?"
    case .proxyNotResolved, .proxyRefused:
      "the proxy comes from --proxy or from the environment: http_proxy, HTTPS_PROXY, ALL_PROXY"
    case .notConnected: "does the service run, and is the port right?"
    case .timedOut: "--connect-timeout and --max-time set the limits"
    case .certificate(.selfSigned): "the certificate is self-signed; --cacert FILE trusts it"
    case .certificate(.unknownAuthority): "--cacert FILE trusts a private authority"
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
    case .connectionLost: "the service's own log, or that of what stands before it, may say why"
    case .other: "-vv shows how far it came"
    }
  }
}
