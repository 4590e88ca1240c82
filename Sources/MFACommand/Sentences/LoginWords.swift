import MFACore

/// What `login` says.
enum LoginWords {
  static func failure(_ failure: LoginFailure) -> (String, String?) {
    switch failure {
    case .request(let error): return request(error)
    case .unreadable(let source, let error):
      return (
        "the QR code in \(InputWords.name(source)) could not be read: \(InputWords.reason(error))",
        "--qr takes the text itself as well"
      )
    case .keyExpired(let time):
      return (
        "the authentication key expired at \(RFC3339.format(time)); nothing was sent",
        "reload the page for a new QR code"
      )
    case .retryLimit(let looks):
      return (
        "the request did not come within \(looks) looks",
        "--retry-limit and --interval set how long to wait; it may still come: mfa-cli inbox list"
      )
    }
  }

  private static func request(_ error: LoginRequestError) -> (String, String?) {
    let form = "a login's deep link is mfa-cli://login?request=…"
    switch error {
    case .tooLong(let bytes):
      return (
        "the text has \(bytes) bytes, more than any QR code holds",
        "is it the text of the code, and not its picture?"
      )
    case .noDeepLink: return ("this is no deep link", form)
    case .unsupportedScheme(let scheme):
      return ("a deep link with the scheme \(Words.quoted(scheme, limit: 40)) is for another app", form)
    case .unsupportedAction(let action):
      return ("the deep link asks for \(Words.quoted(action, limit: 40)), which is not known", form)
    case .requestMissing: return ("the deep link has no request", form)
    case .requestTwice: return ("the deep link has more than one request", form)
    case .notBase64:
      return ("the request of the deep link is not base64url", "was it cut off when it was copied?")
    case .notJSON: return ("the login request is no JSON object", "was it cut off when it was copied?")
    case .field(let error):
      return (
        "the login request can't be used: \(error.field) \(error.problem)",
        "does the page speak of another service?"
      )
    }
  }

  static func waiting(interval: Double, limit: Int) -> String {
    "waiting for the request: looking every \(Seconds.shown(interval)) s, \(limit + 1) times at most"
  }
}
