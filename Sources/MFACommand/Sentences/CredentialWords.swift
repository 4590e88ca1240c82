import MFACore

/// What is said where no credential can be used.
enum CredentialWords {
  static func text(_ problem: CredentialProblem) -> (String, String?) {
    switch problem {
    case .missing(let provider, let id): missing(provider, id)
    case .locked(let provider, let id):
      (
        "the \(provider.rawValue) credential \(Words.quoted(id, limit: 60)) is locked; nothing was sent",
        "'mfa-cli credentials unlock ID' unlocks it"
      )
    case .wrongSignature(let provider):
      (
        "the push is not signed by the \(provider.rawValue) server of its credential; nothing was sent",
        "somebody may have made or changed it; --force answers it all the same, to test the service's own check"
      )
    case .alreadyEnrolled(let provider, let id):
      (
        "this \(provider.rawValue) enrolment is there already, as \(Words.quoted(id, limit: 60)); nothing was sent",
        "'mfa-cli credentials remove ID' takes it away; the service may then still refuse to enrol it twice"
      )
    case .nonePollable:
      (
        "there is no credential whose service can be polled; nothing was sent",
        "'mfa-cli enroll' adds one of privacyIDEA or eduMFA; 'mfa-cli credentials list' shows those there are"
      )
    case .several(let ids):
      (
        "several credentials could be meant: \(list(ids))",
        "name one, with --credential where it is to be polled with; ID@ENDPOINT tells those of two servers apart"
      )
    case .noFile(let path):
      (
        "there is no file \(Words.quoted(path.text, limit: 200)) with credentials; nothing was sent",
        "'mfa-cli enroll --credential-file FILE' makes one"
      )
    case .unusableFile(let path, let reason):
      ("\(Words.quoted(path.text, limit: 200)) can't be used: \(reason)", "enrol again, or mend that field")
    case .unreadableKey(let path, let error):
      (
        "the private key in \(Words.quoted(path.text, limit: 200)) could not be read: \(InputWords.reason(error)); nothing was sent",
        "keys lie beside the file of the credentials; move both together"
      )
    case .cryptography(let error, let key, let id): cryptography(error, key, id)
    }
  }

  private static func missing(_ provider: ProviderName?, _ id: String?) -> (String, String?) {
    let hint =
      Provider.all.first { $0.name == provider }.map { $0.enrollment == nil && $0.polling == nil } ?? false
      ? "--credential-file FILE gives its key; the README shows such a file"
      : "'mfa-cli enroll' makes one from an enrolment URI, --credential-file names a file that has it; 'mfa-cli credentials list' shows those there are"
    let name = id.map { " \(Words.quoted($0, limit: 60))" } ?? ""
    guard let provider else { return ("there is no credential\(name)", hint) }
    return (
      "answering a \(provider.rawValue) push takes an enrolment, and there is none\(id == nil ? "" : " for\(name)"); nothing was sent",
      hint
    )
  }

  private static func cryptography(_ error: CryptographyError, _ key: String, _ id: String?)
    -> (String, String?)
  {
    let owner = id.map { " of credential \(Words.quoted($0, limit: 60))" } ?? ""
    switch error {
    case .libraryMissing(let names):
      return (
        "keys take the cryptography library, and it could not be opened; looked for \(names.joined(separator: ", "))",
        "install OpenSSL 3 (Debian: libssl3; macOS: Homebrew's openssl@3)"
      )
    case .unusableKey:
      return (
        "the \(key)\(owner) does not work; nothing was sent",
        "it has to be PEM without a password, RSA of 2048 bits or more, or P-256"
      )
    case .failed:
      return (
        "the \(key)\(owner) could not be used: the cryptography library failed",
        "does the library work for others, as in 'openssl version'?"
      )
    }
  }

  static func severalPushes(_ pushes: [PushMention]) -> (String, String?) {
    let mentions = pushes.prefix(5).map { push in
      Words.quoted(push.id, limit: 60) + (push.text.map { " (\(Words.quoted($0, limit: 60)))" } ?? "")
    }
    let rest = pushes.count > 5 ? " and \(pushes.count - 5) more" : ""
    return (
      "\(Words.count(pushes.count, "push", "pushes")) wait at the service: \(mentions.joined(separator: ", "))\(rest); nothing was sent",
      "--push ID answers one of them; 'mfa-cli listen --poll' answers each"
    )
  }

  static func nothingToPoll(_ looks: Int, _ others: [String]) -> (String, String?) {
    let asked = "the service was asked \(Words.count(looks, "time")); nothing was sent"
    guard !others.isEmpty else {
      return ("no push came: \(asked)", "--retry-limit and --interval set how long to wait")
    }
    return ("the push that was named did not come: \(asked)", "waiting there: \(list(others))")
  }

  static func waiting(interval: Double, limit: Int) -> String {
    "waiting for a push: asking every \(Seconds.shown(interval)) s, \(limit + 1) times at most"
  }

  private static func list(_ ids: [String]) -> String {
    let shown = ids.prefix(5).map { Words.quoted($0, limit: 120) }.joined(separator: ", ")
    return ids.count > 5 ? "\(shown) and \(ids.count - 5) more" : shown
  }
}

/// Why a service did not do as asked where its status alone does not say so.
enum ReplyReasonWords {
  static func text(
    _ reply: HTTPReply,
    of kind: MessageKind,
    because reason: RefusalReason,
    in context: SendingContext,
    command: Command?
  ) -> (String, String?) {
    let said = "the service did not \(kind.verb) the \(kind.rawValue): HTTP \(reply.status)"
    // An error may come with a status of success, and then nothing but these says what it is.
    let words = reply.statement.map { ": " + Words.shortened($0, limit: 300) }
    let hints = RefusalHints(reply: reply, kind: kind, context: context, command: command)
    func told(_ message: String, _ hint: String) -> (String, String?) {
      (message + (words ?? ""), hints.clock ?? hint)
    }
    switch reason {
    case .status: return RefusalWords.text(reply, of: kind, in: context, command: command)
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
      return told("\(said), but the reply has no \(field)", missing(from: reply, command))
    case .fieldUnusable(let field):
      return ("\(said), but the reply's \(field) can't be used", "-vv shows the reply")
    case .numberWrongOrTooLate:
      return (
        "\(said): wrong number or no longer valid",
        "the service does not say which; a release from 8.1 on lets you try another number"
      )
    case .notAccepted:
      return (
        "\(said): not accepted or no longer valid",
        "a wrong key, or a request that was answered or is over: the service does not say which"
      )
    }
  }

  private static func missing(from reply: HTTPReply, _ command: Command?) -> String {
    let address = command == .enroll || command == .login ? "the code's address" : "the endpoint"
    return reply.statement == nil || reply.looksLikeHTML
      ? "is \(address) that of the service? -vv shows the reply" : "-vv shows the reply"
  }
}
