import MFACore

/// What a warning says.
enum WarningSentence {
  static func text(_ warning: Warning) -> String {
    switch warning {
    case .trailingComma(let position, let field):
      "\(place(position, within: field)): a comma behind the last element is not JSON; it was passed over as simctl does"
    case .duplicateKey(let key, let position, let field):
      "\(place(position, within: field)): the key \(Words.quoted(key)) stands twice in one object"
    case .largerThanAPNsTakes(let bytes):
      "the payload is larger than 4096 bytes; APNs and simctl would refuse it (\(bytes) bytes)"
    case .found(let place): PlaceWords.found(place)
    case .callbackOfFoundPush:
      "a push that was found inside something else gives no address; callbackUrl is not used"
    case .snsWouldRefuse(let notText, let defaultMissing):
      snsWouldRefuse(notText: notText, defaultMissing: defaultMissing)
    case .localizationArgumentsSkipped(let field):
      "\(field) has arguments that are not text; they were skipped"
    case .alertTextIgnored(let field, let type):
      "\(field) is \(type), not text; it is not shown"
    case .missingID(let replacement):
      "the push has no messageId; a random one is used (\(replacement)), which no service will know"
    case .emptyMatchValues(let field, let count):
      "\(field) has \(Words.count(count, "empty value")); skipped"
    case .repeatedMatchValues(let field, let count):
      "\(field) repeats \(Words.count(count, "value")); the first of each was kept"
    case .unusedMatchValues(let field, let kind):
      "\(field) holds values, but a push of kind \(kind) takes none; they are not used"
    case .offeredValueReadsDeny:
      "one of the offered values is the word deny, which denies at the prompt; use --number to pick it"
    case .timeUnreadable(let error):
      "\(unanswerable(.field(error))); nobody knows when the push expires"
    case .emptyTime(let field):
      "\(field) is empty, which counts as absent"
    case .lifetimeMissing(let field, let seconds):
      "\(field) is missing; \(seconds) seconds are assumed, as the vendor's library does"
    case .deepLinkIgnored(let field, let type):
      "\(field) is \(type), not text; it is not used"
    case .callbackIgnored(let field, let problem):
      "\(field) is not used: \(problem.map { EndpointWords.problem($0) } ?? "it is no text")"
    case .callbackTooLong(let field, let bytes, let limit):
      "\(field) is not used: it has \(bytes) bytes, and an address has at most \(limit)"
    case .unknownTypeReadAsDefault(let field, let value):
      "\(field) is \(Words.quoted(value)), which is no known type; it is read as default, as the vendor's library does"
    case .stringifiedObject(let field):
      "\(field) is '[object Object]': the sender stringified an object"
    case .messageIDInvented(let id):
      "a JWS on its own has no messageId; \(id) was made from its signature, as the vendor's library does"
    case .signatureNotChecked(let field, let asked):
      "\(field): the header's \(asked.name) is \(asked.value.map { JSONWriter.write($0) } ?? "missing"), and only HS256 is taken: the signature is wrong"
    case .claimNotUsed(let field, let type):
      "\(field) is \(type), not text; it is not used"
    case .cookieNotSent(let field):
      "\(field) is no base64 of a cookie; the answer goes out without one"
    case .wrongSignatureForced:
      "--force: the push is not signed by the server of its credential; it is answered all the same"
    case .signatureUnchecked(let reason):
      "the push's signature could not be checked: \(reason)"
    case .unanswerable(let error):
      "the push can be shown and not be answered: \(unanswerable(error))"
    case .certificateNotVerified:
      "--insecure: the server's certificate is not verified, so anybody could be answering"
    case .credentialsWithheldFromCallback:
      "headers, tokens and client certificates go to --endpoint only; the address that the push names gets none of them"
    case .credentialsWithheldFromEnrolment:
      "headers, tokens and client certificates go to --endpoint only; the address of the enrolment gets none of them"
    case .retrying(let seconds, let attempt, let retries):
      "sending again in \(Seconds.shown(seconds)) s (retry \(attempt) of \(retries))"
    case .retriesStopped(let reason):
      "not sent again: \(RetryWords.reason(reason))"
    case .htmlReply:
      "the reply is an HTML page; is the endpoint a sign-in page?"
    case .replyCut(let limit):
      "the reply's body was cut at \(limit) bytes"
    case .replyHeadCut:
      "the reply's headers are too large, and the rest was not read; its status counts all the same"
    case .replyUndecodable(let coding):
      "the reply's body is in the coding \(Words.quoted(coding, limit: 40)), which can't be undone here; its status counts all the same"
    case .replyBroken:
      "the reply's body broke off; its status counts all the same"
    case .pushesNotAnswered(let count):
      "\(Words.count(count, "push that had come was", "pushes that had come were")) not answered"
    case .requestRefused(let reason): "a request was refused: \(reason)"
    case .listensToOthers(let url):
      "--allow-remote: other machines may reach \(url), and whoever does may use it"
    case .onlyAddressedPushesAnswered:
      "there is neither --endpoint nor a credential: only pushes that bring an address can be answered"
    case .watchingBroken:
      "the connection to the inbox broke; watching goes on from where it was as soon as the service is back"
    case .inboxBeganAnew:
      "the service counts its notifications anew, as one does that lost what it had; all that it has now is told"
    case .plainTextService(let url, let secret):
      "\(url) is another machine, and nothing hides what is sent to it: \(secret) included"
    case .keyTypeNotTaken:
      "privacyIDEA enrols a P-256 key and fails when it is used; eduMFA takes it"
    case .tokenNotTaken(let credential, let reason):
      "the service of credential \(credential) does not have the push token: \(reason)"
    case .pollingRefused(let credential, let reason):
      "credential \(credential) is not asked with any more: \(reason)"
    case .morePushesWait(let count, let limit):
      "\(count) pushes wait at the service; \(limit) are read at once"
    case .pollingBroken(let url, let reason):
      "\(url) can't be asked for pushes: \(reason); asking goes on until it is back"
    case .pushNotDelivered(let id, let url, let reason):
      "push \(Words.quoted(id, limit: 60)) was not delivered to \(url): \(reason)"
    case .secretInArguments(let secret, let instead):
      "\(secret) is an argument, which the process list and the shell's history show; \(instead)"
    case .fileOpenToOthers(let path, let isWritable):
      "others can \(isWritable ? "write" : "read") \(Words.quoted(path, limit: 200)), a file of secrets: chmod 600 keeps them out"
    case .folderOpenToOthers(let path):
      "others can write to \(Words.quoted(path, limit: 200)), the folder of this phone's secrets: chmod 700 keeps them out"
    case .sharedSecretShort(let bytes):
      "the secret that the code shares has \(Words.count(bytes, "byte")), and can be guessed: 16 are the least"
    }
  }

  /// Without the name of the input, which the warning does not know.
  private static func unanswerable(_ error: PayloadError) -> String {
    let message = PayloadSentence(error, name: "it").message
    return message.hasPrefix("it: ") ? String(message.dropFirst(4)) : message
  }

  private static func snsWouldRefuse(notText: String?, defaultMissing: Bool) -> String {
    let problems = [
      notText.map { "the \($0) value must be a string" }, defaultMissing ? "'default' is missing" : nil,
    ]
    return "SNS itself would refuse this: " + problems.compactMap(\.self).joined(separator: " and ")
  }

  private static func place(_ position: TextPosition, within field: String?) -> String {
    "line \(position.line), column \(position.column)" + (field.map { " of the text under \($0)" } ?? "")
  }
}
