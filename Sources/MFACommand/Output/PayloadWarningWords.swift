import MFACore

extension PayloadWarning {
  var told: (code: String, message: String) {
    switch self {
    case .trailingComma(let position, let field):
      (
        "trailing-comma",
        "\(PayloadWarning.place(position, within: field)): a comma behind the last element is not JSON; it was passed over as simctl does"
      )
    case .duplicateKey(let key, let position, let field):
      (
        "duplicate-key",
        "\(PayloadWarning.place(position, within: field)): the key \(Words.quoted(key)) stands twice in one object"
      )
    case .largerThanAPNsTakes(let bytes):
      (
        "payload-too-large",
        "the payload is larger than 4096 bytes; APNs and simctl would refuse it (\(bytes) bytes)"
      )
    case .found(let place):
      ("push-found", PayloadWarning.found(place))
    case .callbackOfFoundPush:
      (
        "callback-of-found-push",
        "a push that was found inside something else gives no address; callbackUrl is not used"
      )
    case .snsWouldRefuse(let notText, let defaultMissing):
      ("sns-would-refuse", PayloadWarning.snsWouldRefuse(notText: notText, defaultMissing: defaultMissing))
    case .localizationArgumentsSkipped(let field):
      ("localization-arguments-skipped", "\(field) has arguments that are not text; they were skipped")
    case .alertTextIgnored(let field, let type):
      ("alert-text-ignored", "\(field) is \(type), not text; it is not shown")
    case .missingID(let replacement):
      (
        "id-missing",
        "the push has no messageId; a random one is used (\(replacement)), which no service will know"
      )
    case .emptyMatchValues(let field, let count):
      ("empty-match-values", "\(field) has \(Words.count(count, "empty value")); skipped")
    case .repeatedMatchValues(let field, let count):
      ("repeated-match-values", "\(field) repeats \(Words.count(count, "value")); the first of each was kept")
    case .unusedMatchValues(let field, let kind):
      (
        "unused-match-values",
        "\(field) holds values, but a push of kind \(kind) takes none; they are not used"
      )
    case .offeredValueReadsDeny:
      (
        "offered-value-reads-deny",
        "one of the offered values is the word deny, which denies at the prompt; use --number to pick it"
      )
    case .timeUnreadable(let error):
      ("time-unreadable", "\(Warning.problem(.field(error))); nobody knows when the push expires")
    case .emptyTime(let field):
      ("time-empty", "\(field) is empty, which counts as absent")
    case .lifetimeMissing(let field, let seconds):
      (
        "lifetime-missing",
        "\(field) is missing; \(seconds) seconds are assumed, as the vendor's library does"
      )
    case .deepLinkIgnored(let field, let type):
      ("deep-link-ignored", "\(field) is \(type), not text; it is not used")
    case .callbackIgnored(let field, let problem):
      (
        "callback-ignored",
        "\(field) is not used: \(problem.map { $0.words } ?? "it is not text")"
      )
    case .callbackTooLong(let field, let bytes, let limit):
      (
        "callback-too-long",
        "\(field) is not used: it has \(bytes) bytes, and an address has at most \(limit)"
      )
    case .unknownTypeReadAsDefault(let field, let value):
      (
        "unknown-type-read-as-default",
        "\(field) is \(Words.quoted(value)), which is not a known type; it is read as default, as the vendor's library does"
      )
    case .stringifiedObject(let field):
      ("stringified-object", "\(field) is '[object Object]': the sender stringified an object")
    case .messageIDInvented(let id):
      (
        "message-id-invented",
        "a JWS on its own has no messageId; \(id) was made from its signature, as the vendor's library does"
      )
    case .signatureNotChecked(let field, let asked):
      (
        "signature-not-checked",
        "\(field): the header's \(asked.name) is \(asked.value.map { JSONWriter.write($0) } ?? "missing"), and only HS256 is taken: the signature is wrong"
      )
    case .claimNotUsed(let field, let type):
      ("claim-not-used", "\(field) is \(type), not text; it is not used")
    case .cookieNotSent(let field):
      ("cookie-not-sent", "\(field) is not base64 of a cookie; the answer goes out without one")
    }
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

  private static func found(_ place: PushPlace) -> String {
    guard let printer = place.printer else {
      let isWhole = place.path == "$" && place.position == nil
      return "the push was found \(isWhole ? "in" : "at") \(place.words)"
    }
    return
      "the push at \(place.words) was read from a dictionary that \(printer.rawValue) printed; types and separators are guessed"
  }
}
