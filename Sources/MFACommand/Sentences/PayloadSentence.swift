import MFACore

/// What is said of an input that is no push that can be answered.
struct PayloadSentence {
  let message: String
  let hint: String?

  init(_ error: PayloadError, from source: PushSource) {
    self.init(error, name: InputWords.name(source), isPiped: source == .input(.standardInput))
  }

  /// - Parameter name: what the bytes are called that hold the payload.
  init(_ error: PayloadError, name: String, isPiped: Bool = false) {
    switch error {
    case .text(let error):
      (message, hint) = PayloadSentence.text(error, name: name)
    case .json(let error, let field):
      let place = field.map { "\(name): the text under \($0): " } ?? "\(name): "
      message = place + JSONWords.problem(error)
      hint = error.guess.map(JSONWords.hint) ?? PayloadSentence.hint(error, isPiped: isPiped)
    case .contradiction(let contradiction):
      (message, hint) = PayloadSentence.contradiction(contradiction, name: name)
    case .field(let error):
      (message, hint) = FieldWords.text(error, name: name)
    case .notMFA(let reason):
      message = "\(name) is not an MFA push: \(NotMFAWords.reason(reason))"
      hint = NotMFAWords.hint(reason)
    case .printed(let printer, let problem, let position):
      let words = PlaceWords.printed(printer, problem, at: position)
      (message, hint) = ("\(name): \(words.0)", words.1)
    }
  }

  private static func hint(_ error: JSONError, isPiped: Bool) -> String? {
    guard error.problem == .empty, isPiped else { return nil }
    return "did the program before the pipe fail?"
  }

  private static func text(_ error: TextError, name: String) -> (String, String?) {
    switch error {
    case .invalidUTF8(let position):
      return (
        "\(name): line \(position.line), column \(position.column): a byte that is not UTF-8",
        "save it as UTF-8, or as UTF-16 with a byte order mark"
      )
    case .invalidUTF16:
      return ("\(name): the byte order mark says UTF-16, but the bytes are not", "save it as UTF-8")
    case .unmarkedUTF16:
      return ("\(name): this looks like UTF-16 without a byte order mark", "save it as UTF-8")
    case .utf32: return ("\(name): this is UTF-32, which JSON is not sent in", "save it as UTF-8")
    case .binary(let format): return ("\(name): this is a \(format) file, not JSON", binaryHint(format))
    }
  }

  private static func binaryHint(_ format: String) -> String? {
    switch format {
    case "gzip": "unpack it first: gunzip -c FILE | mfa-cli …"
    case "binary property list": "convert it first: plutil -convert json -o - FILE | mfa-cli …"
    default: nil
    }
  }

  private static func contradiction(_ contradiction: Contradiction, name: String) -> (String, String?) {
    let why = "choosing one could turn a challenge into a plain approval"
    switch contradiction {
    case .duplicateKey(let key, let position, let field):
      let place = field.map { " of the text under \($0)" } ?? ""
      return (
        "\(name): line \(position.line), column \(position.column)\(place): the key \(Words.quoted(key)) stands twice",
        "remove one of the two; \(why)"
      )
    case .platformsDiffer(let one, let other):
      return ("\(name): \(one) and \(other) say different things", "pass the one that is meant; \(why)")
    case .conflictingKey(let key):
      return (
        "\(name): \(Words.quoted(key)) has two values, in data and in the part for one platform",
        "remove one of the two; \(why)"
      )
    case .severalPushes(let count):
      return ("\(name): there are \(count) pushes in it", "pass one push at a time")
    case .pushesDiffer(let places):
      let named = places.prefix(5).map(PlaceWords.place).joined(separator: "; ")
      return (
        "\(name): there are pushes that differ, at \(named)" + (places.count > 5 ? "; …" : ""),
        "pass the one that is meant; \(why)"
      )
    }
  }
}

/// What is wrong with one field.
enum FieldWords {
  private static let expiryHint = "--ignore-expiry answers it all the same"

  static func text(_ error: FieldError, name: String) -> (String, String?) {
    let subject = "\(name): \(error.field)"
    switch error.problem {
    case .missing: return ("\(subject) is missing or empty", nil)
    case .wrongType(let found, let wanted): return ("\(subject) is \(found), not \(wanted)", nil)
    case .unknownValue(let value, let known):
      return (
        "\(subject) is \(Words.quoted(value)), which is not known",
        "known are \(known.joined(separator: ", "))"
      )
    case .onlyEmptyMatchValues:
      return (
        "\(subject) has nothing but empty values",
        "leave it empty ([] or \"\") when the number is to be typed"
      )
    case .placeholder(let text):
      return (
        "\(subject) is \(Words.quoted(text, limit: 40)), a placeholder that its sender did not fill in",
        "fill in the template, or pass what the app received"
      )
    case .matchValueNotText(let type):
      return (
        "\(subject) holds \(type), which no sign-on page can show", "match values are text or whole numbers"
      )
    case .tooLong(let bytes, let limit):
      return ("\(subject) has \(bytes) bytes; at most \(limit) are taken", nil)
    case .notJSONArray:
      return (
        "\(subject) begins like a JSON array but is none", "write it as an array, or as text with commas"
      )
    case .stringifiedObject:
      return ("\(subject) holds no data", "'[object Object]': the sender stringified an object")
    case .signedByService:
      return (
        "\(subject) is signed by the service and can't be read here",
        "only the service's own library can; its wire format is not public"
      )
    case .wrongPartCount(let count):
      return (
        "\(subject) is no compact JWS: it has \(Words.count(count, "part")) instead of 3",
        "was it cut off when it was copied?"
      )
    case .notSigned:
      return (
        "\(subject) is a JWS without a signature", "alg none makes such: nobody signed it, or it was cut off"
      )
    case .partNotBase64URL(let part):
      return (
        "\(subject): the \(part) of the JWS is not base64url",
        "base64url has - and _ and no padding; was it cut off when it was copied?"
      )
    case .partNotJSONObject(let part): return ("\(subject): the \(part) of the JWS is not a JSON object", nil)
    case .notBase64:
      return (
        "\(subject) is not base64", "it has + and /, and is filled with = to a multiple of 4 characters"
      )
    case .notBase32:
      return (
        "\(subject) is not base32",
        "it has A to Z and 2 to 7, and is filled with = to a multiple of 8 characters"
      )
    case .notJSONObject: return ("\(subject) holds no JSON object", nil)
    case .notAnAddress(let problem):
      return ("\(subject) is no address: \(EndpointWords.problem(problem))", EndpointWords.hint(problem))
    case .notAToken: return ("\(subject) holds a blank or a control character", nil)
    case .notATime(let value):
      return (
        "\(subject) is \(value), which is not a time",
        "\(expiryHint); times are RFC 3339 or seconds since 1970"
      )
    case .notALifetime(let value):
      return (
        "\(subject) is \(value), which is not a lifetime",
        "\(expiryHint); lifetimes are 0 to 315576000 seconds, or like 120s"
      )
    }
  }
}
