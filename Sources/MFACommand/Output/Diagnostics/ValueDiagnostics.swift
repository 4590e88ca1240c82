import MFACore

extension BadValue {
  func diagnostic(of origin: SettingOrigin, _ value: String) -> Diagnostic {
    switch self {
    case .endpoint(let problem):
      return said(
        code: "endpoint-invalid",
        "\(origin.name) is not an address: \(problem.words)",
        problem.hint
      )
    case .empty: return said("\(origin.name) is empty")
    case .notAnOrigin:
      return said(
        code: "endpoint-invalid",
        "\(origin.name): \(Words.quoted(value)) \(clause)",
        "write scheme, host and port alone, such as https://mfa.example.com:8443; the path is the code's"
      )
    // Most of it may be a token.
    case .notAPushToken: return said("\(origin.name) \(clause)")
    case .proxy(let problem):
      // The value may hold a password.
      return said(
        "\(origin.name): \(problem.words)",
        "write it as [SCHEME://][USER:PASSWORD@]HOST[:PORT]"
      )
    case .headerValueInvalid:
      return said(
        "\(origin.name): \(clause)",
        "a header is one line: GNU base64 breaks long ones unless it is told -w0"
      )
    case .headerWithoutColon, .headerNameInvalid, .headerReserved:
      // The value of a header may be a secret.
      return said("\(origin.name): \(clause)")
    case .notOneOf(let choices):
      let near = Suggestions.near(value, among: choices)
      let hint = near.isEmpty ? "choose \(Words.either(choices))" : "did you mean \(Words.either(near))?"
      return said(
        "\(origin.name): \(Words.quoted(value)) is not one of \(choices.joined(separator: ", "))",
        hint
      )
    default: return said("\(origin.name): \(Words.quoted(value)) \(clause)")
    }
  }

  /// What is wrong, behind the value or its flag.
  var clause: String {
    switch self {
    case .empty: "is empty"
    case .notOneOf(let choices): "is not one of \(choices.joined(separator: ", "))"
    case .notSeconds(let minimum, let maximum):
      "is not a duration in seconds from \(minimum) to \(maximum), such as 2, 0.5 or 500ms"
    case .notRFC3339: "is not an RFC 3339 time, such as 2030-01-01T00:00:00Z"
    case .endpoint(let problem): problem.words
    case .notAnOrigin: "is not an origin"
    case .proxy(let problem): problem.words
    case .notAHostName: "is not a host name, such as mfa-service"
    case .notAHostOverride: "is not of the form HOST:PORT:ADDRESS, such as mfa.example.com:443:127.0.0.1"
    case .notACount(let minimum, let maximum): "is not a whole number from \(minimum) to \(maximum)"
    case .notAPushToken: "is not a push token: 16 to 128 bytes, in hexadecimal or base 64"
    case .headerWithoutColon: "a header needs a colon: 'Name: value'"
    case .headerNameInvalid: "the name of the header is empty or has a character that names can't have"
    case .headerValueInvalid: "the value of the header has a control character"
    case .headerReserved: "this header is set by the HTTP client"
    case .notAToken: "has characters other than letters, digits, dots, - and _"
    case .tooLong(let limit): "has more than \(limit) bytes"
    }
  }
}

private func said(code: String = "usage", _ message: String, _ hint: String? = nil) -> Diagnostic {
  Diagnostic(.usage, code, message, hint)
}
