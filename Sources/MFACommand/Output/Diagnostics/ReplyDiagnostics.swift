import MFACore

extension HTTPReply {
  /// What a reply says that refuses, or that does not say what it should.
  func diagnostic(
    of kind: MessageKind,
    because reason: RefusalReason,
    in context: SendingContext,
    command: Command?
  ) -> Diagnostic {
    let hints = RefusalHints(reply: self, kind: kind, context: context, command: command)
    guard reason == .status else { return diagnostic(of: kind, because: reason, hints) }
    let isGateway = [502, 504].contains(status)
    var message =
      isGateway
      ? "the gateway answered"
      : "the service did not \(kind.verb) the \(kind.rawValue):"
    message += " HTTP \(status)"
    if let location = header("Location"), (300...399).contains(status) {
      message += ", moved to \(Words.quoted(target(location, from: context.url), limit: 200))"
    }
    if let seconds = retryAfterSeconds {
      message += ", retry after " + (seconds == .max ? "more seconds than can be counted" : "\(seconds) s")
    }
    if let said { message += ": \(said)" }
    if isGateway { message += "; the \(kind.rawValue) may have arrived behind it" }
    let isRedirect = (300...399).contains(status)
    return Diagnostic(.refused, isRedirect ? "redirect" : "refused", message, hints.hint)
  }

  /// The service's own words, or what its body is; nil when it says nothing.
  fileprivate var said: String? {
    if let statement = statement { return Words.shortened(statement, limit: 300) }
    if let format = binaryFormat {
      let size = Words.count(body.count, "byte")
      return format.isEmpty ? "\(size) that are not text" : "\(size) of \(format)"
    }
    if looksLikeHTML { return "an HTML page" }
    let text = String(decoding: body.prefix(2048), as: UTF8.self).trimmed
    return text.isEmpty ? nil : Words.shortened(text, limit: 300)
  }

  /// Where a relative Location leads (RFC 3986, section 5.2), as it is shown: nothing ever goes there.
  private func target(_ location: String, from url: EndpointURL?) -> String {
    guard let url, let target = url.resolving(location) else { return location }
    return target.description
  }

  /// Why a service did not do as asked where its status alone does not say so.
  private func diagnostic(of kind: MessageKind, because reason: RefusalReason, _ hints: RefusalHints)
    -> Diagnostic
  {
    let said = "the service did not \(kind.verb) the \(kind.rawValue): HTTP \(status)"
    // An error may come with a status of success, and then nothing but these says what it is.
    let words = statement.map { ": " + Words.shortened($0, limit: 300) }
    func refused(_ message: String, _ hint: String?, code: String = "refused") -> Diagnostic {
      Diagnostic(.refused, code, message, hint)
    }
    func told(_ message: String, _ hint: String) -> Diagnostic {
      refused(message + (words ?? ""), hints.clock ?? hint)
    }
    switch reason {
    case .status: return refused(said, nil)
    case .saidNo(let field):
      let message = words == nil ? "\(said), but \(field) is false" : said
      if kind == .enrolment {
        return told(message, "was the code used already, or is it too old? The service can make another")
      }
      return told(
        message,
        "a wrong value or signature, a repeat, or a request that is over"
          + (words == nil ? ": the service does not say which" : "; -vv shows the reply")
      )
    case .fieldMissing(let field):
      return told("\(said), but the reply has no \(field)", missing(hints.command))
    case .fieldUnusable(let field):
      return refused("\(said), but the reply's \(field) can't be used", "-vv shows the reply")
    case .numberWrongOrTooLate:
      return refused(
        "\(said): wrong number or no longer valid",
        "the service does not say which; a release from 8.1 on lets you try another number",
        code: "wrong-number-or-over"
      )
    case .notAccepted:
      return refused(
        "\(said): not accepted or no longer valid",
        "a wrong key, or a request that was answered or is over: the service does not say which"
      )
    }
  }

  private func missing(_ command: Command?) -> String {
    let address = command == .enroll || command == .login ? "the code's address" : "the endpoint"
    return statement == nil || looksLikeHTML
      ? "is \(address) that of the service? -vv shows the reply" : "-vv shows the reply"
  }
}

/// What is to be done about a refusal, by its status, by what the service said, and by the flags that were given.
struct RefusalHints {
  let reply: HTTPReply
  let kind: MessageKind
  let context: SendingContext
  let command: Command?

  var hint: String? {
    if let clock { return clock }
    switch kind {
    case .decision: return decisionHint ?? statusHint
    case .enrolment: return enrolmentHint ?? statusHint
    case .poll, .token: return enrolledHint ?? statusHint
    default: return generalHint ?? statusHint
    }
  }

  private var said: String? { reply.said }

  /// Whether the service has said itself what the status would be taken to mean.
  private func says(_ words: String...) -> Bool {
    guard let said = said?.lowercased() else { return false }
    return words.contains { said.containsText($0) }
  }

  /// A service that takes a signature of the last minutes alone says so of the time in it (privacyIDEA's ERR10).
  var clock: String? {
    guard let text = reply.statement?.lowercased(),
      ["timestamp", "time stamp", "clock"].contains(where: { text.containsText($0) })
    else { return nil }
    return "this machine's clock and the service's differ: 'date -u' shows this one's, -v the service's Date"
  }

  private var decisionHint: String? {
    switch reply.status {
    case 404 where said == PracticeWords.unknownPush:
      "'mfa-cli serve' knows only pushes that were made with POST /pushes"
    case 404: "is the endpoint's path right, and does the service know this push?"
    case 405: "is the endpoint's path right? That of 'mfa-cli serve' is /decisions"
    // What the service said need not be said again.
    case 409:
      says("already", "answered") ? "a new sign-on gets a new push" : "has the push been answered already?"
    case 410:
      says("expired", "cancel", "over")
        ? "a new sign-on gets a new push" : "the push has expired or was cancelled"
    case 502, 504: "look at the service before you send again: it may have recorded the decision"
    default: nil
    }
  }

  /// What is to be done about a message that is no decision, where that differs.
  private var generalHint: String? {
    switch reply.status {
    case 404 where command == .login: "does the page speak of another service?"
    case 404: "is the endpoint's path right, and does the service know what it is about?"
    case 409: says("already", "answered") ? nil : "has it been done already?"
    case 410: says("expired", "cancel", "over") ? nil : "what it is about has expired"
    case 502, 504: "look at the service before you send again"
    default: nil
    }
  }

  private var enrolmentHint: String? {
    switch reply.status {
    case 400, 404: "was the code used already, or is it too old? The service can make another"
    case 300...399: "a redirect is never followed: is the code one of this service's present address?"
    case 502, 504: "look at the service before you enroll again: the code may be used up"
    default: nil
    }
  }

  /// For what goes to the address of an enrolment.
  private var enrolledHint: String? {
    let given = context.hasCredentials
    return switch reply.status {
    case 400: "does the service still know this token, and is this machine's clock right?"
    case 401 where kind == .token || given: nil
    case 401: "a gateway before the service? --endpoint with -H or --bearer-token-file gives it what it wants"
    case 403: "does a policy of the service allow it?"
    default: nil
    }
  }

  private var asksForTooLong: Bool { (reply.retryAfterSeconds ?? 0) > RetryPolicy.longestDelay }

  private var statusHint: String? {
    switch reply.status {
    case 300...399:
      command == .login
        ? "a redirect is never followed: is the code one of this service's present address?"
        : "a redirect is never followed: give the address that it names as --endpoint if that is the service"
    case 400, 413, 415, 422: "-vv shows what was sent"
    case 401, 403:
      context.hasCredentials
        ? "the service does not accept what -H or --bearer-token-file gave"
        : "are the credentials right? \(context.naming("--bearer-token-file or -H")) gives them"
    case 429 where asksForTooLong, 503 where asksForTooLong:
      "a Retry-After over \(RetryPolicy.longestDelay) s is not waited for; send again when it is over"
    case 429, 503:
      context.hasRetries
        ? "more of --retry, or a longer --retry-delay, gives the service time"
        : "--retry N sends again, when the service says so or after a while"
    case 500...: "the service's own log may say why"
    default: nil
    }
  }
}

/// What the practice service says where a push is unknown to it.
private enum PracticeWords {
  static let unknownPush = "there is no such push, or it has been forgotten"
}
