import MFACore

/// Something that did not stop the work but that a person has to know.
enum Warning: Sendable, Equatable {
  /// About the payload that was read.
  case payload(PayloadWarning)
  /// The push is not signed by the server of its credential, and is answered all the same.
  case wrongSignatureForced
  /// There is a credential, or a file for it, that can't be used.
  case signatureUnchecked(reason: String)
  /// The push can be shown and not be answered.
  case unanswerable(PayloadError)
  case certificateNotVerified
  /// Headers, tokens and client certificates go to `--endpoint` only.
  case credentialsWithheldFromCallback
  /// The same for the address of an enrolment.
  case credentialsWithheldFromEnrolment
  /// A further attempt follows after so many seconds.
  case retrying(afterSeconds: Double, attempt: Int, retries: Int)
  /// Retries were asked for, but no further one is made.
  case retriesStopped(RetryPolicy.StopReason)
  case htmlReply
  /// The reply's body ended at the limit.
  case replyCut(limit: Int)
  case replyBroken
  /// The reply had more headers than are read, and its body was not read at all.
  case replyHeadCut
  /// The reply's body is in a content coding that can't be undone.
  case replyUndecodable(coding: String)
  /// Other machines reach the address, which anybody may use who does.
  case listensToOthers(String)
  /// A listener did not take a request, of a web page or for a name that is not its own.
  case requestRefused(String)
  /// A phone that listened was to stop before it came to these.
  case pushesNotAnswered(Int)
  /// A phone that listens has neither an endpoint nor a credential.
  case onlyAddressedPushesAnswered
  /// The connection to the inbox broke; watching goes on when it is back.
  case watchingBroken
  /// The service counts its notifications from the beginning again.
  case inboxBeganAnew
  /// Something secret goes to another machine without TLS.
  case plainTextService(String, secret: String)
  /// The service takes such a key when it enrols, and fails with it later.
  case keyTypeNotTaken
  /// A service that was enrolled with did not take the device's push token.
  case tokenNotTaken(credential: String, reason: String)
  /// A service that is polled refuses; the others are asked on.
  case pollingRefused(credential: String, reason: String)
  /// More pushes wait at a service than are read at once.
  case morePushesWait(count: Int, limit: Int)
  /// A service that is polled does not answer; asking goes on.
  case pollingBroken(at: String, reason: String)
  /// The practice service could not post a push to a device.
  case pushNotDelivered(id: String, to: String, reason: String)
  /// Something secret is an argument of the program; what takes it from elsewhere.
  case secretInArguments(String, instead: String)
  /// A file of secrets that others may read or write.
  case fileOpenToOthers(String, isWritable: Bool)
  /// The folder of the state, in which others may put files.
  case folderOpenToOthers(String)
  /// The secret that an enrollment shares with the server can be guessed.
  case sharedSecretShort(bytes: Int)
}

extension Warning {
  /// A word for machines, as durable as an error's.
  var code: String { told.code }
  /// For a person, in one line.
  var message: String { told.message }

  private var told: (code: String, message: String) {
    switch self {
    case .payload(let warning): warning.told
    case .wrongSignatureForced:
      (
        "wrong-signature-forced",
        "--force: the push is not signed by the server of its credential; it is answered all the same"
      )
    case .signatureUnchecked(let reason):
      ("signature-unchecked", "the push's signature could not be checked: \(reason)")
    case .unanswerable(let error):
      ("push-not-answerable", "the push can be shown and not be answered: \(Warning.problem(error))")
    case .certificateNotVerified:
      (
        "certificate-not-verified",
        "--insecure: the server's certificate is not verified, so anybody could be answering"
      )
    case .credentialsWithheldFromCallback:
      (
        "credentials-withheld-from-callback",
        "headers, tokens and client certificates go to --endpoint only; the address that the push names gets none of them"
      )
    case .credentialsWithheldFromEnrolment:
      (
        "credentials-withheld-from-enrollment",
        "headers, tokens and client certificates go to --endpoint only; the address of the enrollment gets none of them"
      )
    case .retrying(let seconds, let attempt, let retries):
      ("retrying", "sending again in \(Seconds.shown(seconds)) s (retry \(attempt) of \(retries))")
    case .retriesStopped(let reason):
      ("retries-stopped", "not sent again: \(reason.words)")
    case .htmlReply:
      ("html-reply", "the reply is an HTML page; is the endpoint a sign-in page?")
    case .replyCut(let limit):
      ("reply-cut", "the reply's body was cut at \(limit) bytes")
    case .replyHeadCut:
      (
        "reply-head-cut",
        "the reply's headers are too large, and the rest was not read; its status counts all the same"
      )
    case .replyUndecodable(let coding):
      (
        "reply-undecodable",
        "the reply's body is in the coding \(Words.quoted(coding, limit: 40)), which can't be undone here; its status counts all the same"
      )
    case .replyBroken:
      ("reply-broken", "the reply's body broke off; its status counts all the same")
    case .pushesNotAnswered(let count):
      (
        "pushes-not-answered",
        "\(Words.count(count, "push that had come was", "pushes that had come were")) not answered"
      )
    case .requestRefused(let reason):
      ("request-refused", "a request was refused: \(reason)")
    case .listensToOthers(let url):
      ("listens-to-others", "--allow-remote: other machines may reach \(url), and whoever does may use it")
    case .onlyAddressedPushesAnswered:
      (
        "only-addressed-pushes-answered",
        "there is neither --endpoint nor a credential: only pushes that bring an address can be answered"
      )
    case .watchingBroken:
      (
        "watching-broken",
        "the connection to the inbox broke; watching goes on from where it was as soon as the service is back"
      )
    case .inboxBeganAnew:
      (
        "inbox-began-anew",
        "the service counts its notifications anew, as one does that lost what it had; all that it has now is told"
      )
    case .plainTextService(let url, let secret):
      (
        "plain-text-service",
        "\(url) is another machine, and nothing hides what is sent to it: \(secret) included"
      )
    case .keyTypeNotTaken:
      ("key-type-not-taken", "privacyIDEA enrolls a P-256 key and fails when it is used; eduMFA takes it")
    case .tokenNotTaken(let credential, let reason):
      ("token-not-taken", "the service of credential \(credential) does not have the push token: \(reason)")
    case .pollingRefused(let credential, let reason):
      ("polling-refused", "credential \(credential) is not asked with any more: \(reason)")
    case .morePushesWait(let count, let limit):
      ("more-pushes-wait", "\(count) pushes wait at the service; \(limit) are read at once")
    case .pollingBroken(let url, let reason):
      ("polling-broken", "\(url) can't be asked for pushes: \(reason); asking goes on until it is back")
    case .pushNotDelivered(let id, let url, let reason):
      ("push-not-delivered", "push \(Words.quoted(id, limit: 60)) was not delivered to \(url): \(reason)")
    case .secretInArguments(let secret, let instead):
      (
        "argument-exposed",
        "\(secret) is an argument, which the process list and the shell's history show; \(instead)"
      )
    case .fileOpenToOthers(let path, let isWritable):
      (
        "file-open-to-others",
        "others can \(isWritable ? "write" : "read") \(Words.quoted(path, limit: 200)), a file of secrets: chmod 600 keeps them out"
      )
    case .folderOpenToOthers(let path):
      (
        "folder-open-to-others",
        "others can write to \(Words.quoted(path, limit: 200)), the folder of this phone's secrets: chmod 700 keeps them out"
      )
    case .sharedSecretShort(let bytes):
      (
        "shared-secret-short",
        "the secret that the code shares has \(Words.count(bytes, "byte")), and can be guessed: 16 are the least"
      )
    }
  }

  /// Without the name of the input, which the warning does not know.
  static func problem(_ error: PayloadError) -> String {
    let message = error.diagnostic(of: "it").message
    return message.hasPrefix("it: ") ? String(message.dropFirst(4)) : message
  }
}

extension RetryPolicy.StopReason {
  /// Why no further attempt is made.
  fileprivate var words: String {
    switch self {
    case .notRetried: "this error is not one that a retry can mend"
    case .attemptsUsedUp: "all retries are used up"
    case .mayHaveArrived:
      "it may have arrived, and the service could not tell a repeat from a second decision"
    case .maxTime(let wait):
      "the next attempt would be due in \(Seconds.shown(wait)) s, after --retry-max-time"
    case .pushExpires(let wait):
      "the next attempt would be due in \(Seconds.shown(wait)) s, after the push has expired"
    case .waitTooLong:
      "the service's Retry-After is over \(RetryPolicy.longestDelay) s, which is the longest wait"
    }
  }
}
