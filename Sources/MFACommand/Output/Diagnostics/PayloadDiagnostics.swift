import MFACore

extension PayloadError {
  func diagnostic(from source: PushSource) -> Diagnostic {
    diagnostic(of: InputWords.name(source), isPiped: source == .input(.standardInput))
  }

  /// - Parameter name: what the bytes are called that hold the payload.
  func diagnostic(of name: String, isPiped: Bool = false) -> Diagnostic {
    switch self {
    case .text(let error): return error.diagnostic(of: name)
    case .json(let error, let field):
      let place = field.map { "\(name): the text under \($0): " } ?? "\(name): "
      let hint = error.guess?.hint ?? PayloadError.hint(error, isPiped: isPiped)
      return Diagnostic(.payloadInvalid, "not-json", place + error.words, hint)
    case .contradiction(let contradiction): return contradiction.diagnostic(of: name)
    case .field(let error): return error.diagnostic(of: name)
    case .notMFA(let reason):
      return Diagnostic(
        .notMFAPush,
        "not-mfa-push",
        "\(name) is not an MFA push: \(reason.words)",
        reason.hint
      )
    case .printed(let printer, let problem, let position):
      return printer.diagnostic(problem, at: position, in: name)
    }
  }

  private static func hint(_ error: JSONError, isPiped: Bool) -> String? {
    guard error.problem == .empty, isPiped else { return nil }
    return "did the program before the pipe fail?"
  }

}

extension TextError {
  fileprivate func diagnostic(of name: String) -> Diagnostic {
    func said(_ message: String, _ hint: String?) -> Diagnostic {
      Diagnostic(.payloadInvalid, "not-text", message, hint)
    }
    switch self {
    case .invalidUTF8(let position):
      return said(
        "\(name): line \(position.line), column \(position.column): a byte that is not UTF-8",
        "save it as UTF-8, or as UTF-16 with a byte order mark"
      )
    case .invalidUTF16:
      return said("\(name): the byte order mark says UTF-16, but the bytes are not", "save it as UTF-8")
    case .unmarkedUTF16:
      return said("\(name): this looks like UTF-16 without a byte order mark", "save it as UTF-8")
    case .utf32: return said("\(name): this is UTF-32, which JSON is not sent in", "save it as UTF-8")
    case .binary(let format): return said("\(name): this is a \(format) file, not JSON", binaryHint(format))
    }
  }

  private func binaryHint(_ format: String) -> String? {
    switch format {
    case "gzip": "unpack it first: gunzip -c FILE | mfa-cli …"
    case "binary property list": "convert it first: plutil -convert json -o - FILE | mfa-cli …"
    default: nil
    }
  }

}

extension Contradiction {
  fileprivate func diagnostic(of name: String) -> Diagnostic {
    func said(code: String = "contradiction", _ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(.payloadInvalid, code, message, hint)
    }
    let why = "choosing one could turn a challenge into a plain approval"
    switch self {
    case .duplicateKey(let key, let position, let field):
      let place = field.map { " of the text under \($0)" } ?? ""
      return said(
        code: "duplicate-key",
        "\(name): line \(position.line), column \(position.column)\(place): the key \(Words.quoted(key)) stands twice",
        "remove one of the two; \(why)"
      )
    case .platformsDiffer(let one, let other):
      return said("\(name): \(one) and \(other) say different things", "pass the one that is meant; \(why)")
    case .conflictingKey(let key):
      return said(
        "\(name): \(Words.quoted(key)) has two values, in data and in the part for one platform",
        "remove one of the two; \(why)"
      )
    case .severalPushes(let count):
      return said("\(name): there are \(count) pushes in it", "pass one push at a time")
    case .pushesDiffer(let places):
      let named = places.prefix(5).map(\.words).joined(separator: "; ")
      return said(
        "\(name): there are pushes that differ, at \(named)" + (places.count > 5 ? "; …" : ""),
        "pass the one that is meant; \(why)"
      )
    }
  }
}

extension NotMFAReason {
  /// Why a document is not an MFA push, and what it is instead where that is known.
  var words: String {
    switch self {
    case .notAnObject(let type): "the document is \(type), not an object"
    case .noProviderField: "it has no field of a known provider"
    case .stringifiedObject(let field): "\(field) holds no data"
    case .noPushInside: "the message has no push in it"
    case .printedText(let field, _): "\(Words.quoted(field, limit: 40)) holds a printed map, not JSON"
    case .base64(let field): "\(Words.quoted(field, limit: 40)) is base 64"
    case .keyInsideAPS(let key): "\(key) is inside aps"
    case .senderNote(let value):
      "pushType is \(Words.quoted(value, limit: 40)), a value of the header apns-push-type"
    case .otherVendor(let vendor, let key): "\(Words.quoted(key, limit: 40)) tells of \(vendor)"
    case .loginCode: "it is what a sign-on's QR code holds"
    case .incomplete(let place, let error):
      "at \(place.words) \(stripped(error.diagnostic(of: "it").message))"
    }
  }

  fileprivate var hint: String? {
    switch self {
    case .notAnObject, .noPushInside: nil
    case .noProviderField:
      "a plain push has pushType beside aps; 'mfa-cli help inspect' lists what is recognized"
    case .stringifiedObject: "'[object Object]': the sender stringified an object"
    case .printedText(_, let text): text.hint
    case .base64(let field): "decode it: jq -r '.. | .\(field)? | strings' FILE | base64 -d | mfa-cli …"
    case .keyInsideAPS(let key): "aps.\(key): an app gets keys beside aps, so move it out of aps"
    case .senderNote: "pass the payload that was sent, not the sender's note on it"
    case .otherVendor(let vendor, _): "pushes of \(vendor) can't be answered here"
    case .loginCode: "start the sign-on: mfa-cli login --qr FILE"
    case .incomplete(_, let error):
      error.diagnostic(of: "it").hint ?? "a push inside something else is taken only if it is whole"
    }
  }

  private func stripped(_ text: String) -> String {
    text.hasPrefix("it: ") ? String(text.dropFirst(4)) : text
  }
}

extension PushPlace {
  /// `line 2, column 7, at $.data`.
  var words: String {
    let point = position.map { "line \($0.line), column \($0.column)" }
    let way = path == "$" && point != nil ? nil : path
    let inside = isInBase64 ? " of what the base 64 holds" : ""
    if point == nil, path == "$", isInBase64 { return "what the base 64 holds" }
    return [point, way].compactMap(\.self).joined(separator: ", ") + inside
  }
}

extension PushPlace.Printer {
  fileprivate func diagnostic(_ problem: PrintedProblem, at position: TextPosition?, in name: String)
    -> Diagnostic
  {
    func said(_ message: String, _ hint: String) -> Diagnostic {
      Diagnostic(.payloadInvalid, "printed-dictionary", "\(name): \(message)", hint)
    }
    let place = position.map { "line \($0.line), column \($0.column): " } ?? ""
    let thing = "\(place)a dictionary that \(rawValue) printed"
    return switch problem {
    case .unreadable: said(thing + " can't be read to its end, or in one way only", asJSON)
    case .guessed:
      said(
        thing + " is answered by a person only: its types and separators are guessed",
        asJSON + ", answer it at a terminal, or add --force"
      )
    }
  }

  /// How the language prints JSON.
  private var asJSON: String {
    switch self {
    case .foundation, .swift:
      "print it as JSON: JSONSerialization.data(withJSONObject: userInfo)"
    case .python: "print it as JSON: json.dumps(…)"
    }
  }
}

extension PrintedText {
  var hint: String {
    switch self {
    case .androidBundle: "this is a Bundle printed by Android; print JSONObject(remoteMessage.data) instead"
    case .javaMap: "this is a map printed by Java or Kotlin; print JSONObject(map) instead"
    case .rubyHash: "this is a hash printed by Ruby; print it with to_json"
    case .goMap: "this is a map printed by Go; print it with json.Marshal"
    case .dartMap: "this is a map printed by Dart; print it with jsonEncode"
    case .consoleObject: "this is an object printed by a JavaScript console; print it with JSON.stringify"
    }
  }
}
