import MFACore

/// What a refusing reply says.
enum RefusalWords {
  static func text(_ reply: HTTPReply, of kind: MessageKind) -> (String, String?) {
    let isGateway = [502, 504].contains(reply.status)
    var message =
      isGateway
      ? "the gateway answered"
      : "the service did not \(kind.verb) the \(kind.rawValue):"
    message += " HTTP \(reply.status)"
    if let location = reply.header("Location"), (300...399).contains(reply.status) {
      message += ", moved to \(Words.quoted(location, limit: 200))"
    }
    if let seconds = reply.retryAfterSeconds { message += ", retry after \(seconds) s" }
    if let body = body(reply) { message += ": \(body)" }
    if isGateway { message += "; the \(kind.rawValue) may have arrived behind it" }
    let hint =
      switch kind {
      case .decision: hint(reply)
      case .enrolment: enrolmentHint(reply) ?? hint(reply)
      case .poll, .token: enrolledHint(reply) ?? hint(reply)
      default: generalHint(reply) ?? hint(reply)
      }
    return (message, hint)
  }

  private static func body(_ reply: HTTPReply) -> String? {
    // privacyIDEA and eduMFA bury their sentence in much that says nothing.
    let text =
      PushTokenReply(reply).errorMessage ?? String(decoding: reply.body.prefix(2048), as: UTF8.self).trimmed
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

  private static func enrolmentHint(_ reply: HTTPReply) -> String? {
    switch reply.status {
    case 400, 404: "was the code used already, or is it too old? The service can make another"
    default: nil
    }
  }

  /// For what goes to the address of an enrolment.
  private static func enrolledHint(_ reply: HTTPReply) -> String? {
    switch reply.status {
    case 400: "does the service still know this token, and is this machine's clock right?"
    case 401: "a gateway before the service? --endpoint with -H or --bearer-token-file gives it what it wants"
    case 403: "does a policy of the service allow it?"
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
