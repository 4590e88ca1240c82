import MFACore

extension FieldError {
  func diagnostic(of name: String) -> Diagnostic {
    let expiryHint = "--ignore-expiry answers it all the same"
    let subject = "\(name): \(field)"
    switch problem {
    case .missing: return said("\(subject) is missing or empty")
    case .wrongType(let found, let wanted): return said("\(subject) is \(found), not \(wanted)")
    case .unknownValue(let value, let known):
      return said(
        "\(subject) is \(Words.quoted(value)), which is not known",
        "known are \(known.joined(separator: ", "))"
      )
    case .onlyEmptyMatchValues:
      return said(
        "\(subject) has nothing but empty values",
        "leave it empty ([] or \"\") when the number is to be typed"
      )
    case .placeholder(let text):
      return said(
        "\(subject) is \(Words.quoted(text, limit: 40)), a placeholder that its sender did not fill in",
        "fill in the template, or pass what the app received"
      )
    case .matchValueNotText(let type):
      return said(
        "\(subject) holds \(type), which no sign-on page can show",
        "match values are text or whole numbers"
      )
    case .tooLong(let bytes, let limit):
      return said("\(subject) has \(bytes) bytes; at most \(limit) are taken")
    case .notJSONArray:
      return said(
        "\(subject) begins like a JSON array but is not one",
        "write it as an array, or as text with commas"
      )
    case .stringifiedObject:
      return said("\(subject) holds no data", "'[object Object]': the sender stringified an object")
    case .signedByService:
      return said(
        code: "signed-by-service",
        "\(subject) is signed by the service and can't be read here",
        "only the service's own library can; its wire format is not public"
      )
    case .wrongPartCount(let count):
      return said(
        "\(subject) is not a compact JWS: it has \(Words.count(count, "part")) instead of 3",
        "was it cut off when it was copied?"
      )
    case .notSigned:
      return said(
        "\(subject) is a JWS without a signature",
        "alg none makes such: nobody signed it, or it was cut off"
      )
    case .partNotBase64URL(let part):
      return said(
        "\(subject): the \(part) of the JWS is not base64url",
        "base64url has - and _ and no padding; was it cut off when it was copied?"
      )
    case .partNotJSONObject(let part): return said("\(subject): the \(part) of the JWS is not a JSON object")
    case .notBase64:
      return said(
        "\(subject) is not base64",
        "it has + and /, and is filled with = to a multiple of 4 characters"
      )
    case .notBase32:
      return said(
        "\(subject) is not base32",
        "it has A to Z and 2 to 7, and is filled with = to a multiple of 8 characters"
      )
    case .notJSONObject: return said("\(subject) holds no JSON object")
    case .notAnAddress(let problem):
      return said("\(subject) is not an address: \(problem.words)", problem.hint)
    case .notAToken: return said("\(subject) holds a blank or a control character")
    case .notATime(let value):
      return said(
        "\(subject) is \(value), which is not a time",
        "\(expiryHint); times are RFC 3339 or seconds since 1970"
      )
    case .notALifetime(let value):
      return said(
        "\(subject) is \(value), which is not a lifetime",
        "\(expiryHint); lifetimes are 0 to 315576000 seconds, or like 120s"
      )
    }
  }
}

private func said(code: String = "field-invalid", _ message: String, _ hint: String? = nil) -> Diagnostic {
  Diagnostic(.payloadInvalid, code, message, hint)
}
