import MFACore

/// What `enroll` and the `credentials` commands say.
enum EnrolmentWords {
  // MARK: What was done

  /// Behind the word `done`.
  static func done(_ report: Report) -> String {
    let credentials = report.credentials ?? []
    let described = credentials.map { describe($0) }.joined(separator: "; ")
    let status = report.delivery?.reply.map { " (HTTP \($0.status))" } ?? ""
    return switch report.command {
    case .enroll: "the service took the enrolment\(status); credential \(described)"
    case .credentialsLock: "locked \(described)"
    case .credentialsUnlock: "unlocked \(described)"
    case .credentialsRemove: "removed \(described); the service was not told"
    case .credentialsList where credentials.isEmpty: "there are no credentials"
    default: described
    }
  }

  /// A line for each credential.
  static func lines(_ credentials: [Credential]) -> [String] {
    credentials.map { describe($0) }
  }

  private static func describe(_ record: Credential) -> String {
    let owner = [record.issuer, record.account].compactMap(\.self).joined(separator: ":")
    let facts: [String?] = [
      record.provider.rawValue, record.algorithm, owner.isEmpty ? nil : owner,
      record.endpoint.map { "at \($0)" }, record.isPollOnly ? "polled only" : nil,
      record.isLocked ? "locked" : nil,
    ]
    return "\(record.id): \(facts.compactMap(\.self).joined(separator: ", "))"
  }

  // MARK: What went wrong

  static func failure(_ failure: EnrolmentFailure) -> (String, String?) {
    switch failure {
    case .unreadable(let source, let error):
      (
        "the enrolment URI in \(InputWords.name(source)) could not be read: \(InputWords.reason(error))",
        "it is the text of the QR code; the operand may be that text itself"
      )
    case .uri(let error): uri(error)
    case .notKept(let failure):
      (
        "the service has enrolled this phone, but the credential could not be kept: \(StateWords.text(failure).0)",
        "the code is used up: have the service make another, and remove the token that it has now"
      )
    }
  }

  private static func uri(_ error: EnrolmentError) -> (String, String?) {
    let known = "known are pushauth://, mfauth://, otpauth://pipush and edumfa-push://"
    switch error {
    case .tooLong(let bytes, let limit):
      return (
        "the enrolment URI has \(bytes) bytes; at most \(limit) are taken",
        "is it the text of the code, and not its picture?"
      )
    case .notURI: return ("this is no enrolment URI", known)
    case .broken:
      return ("the enrollment URI has a line break or a blank in the middle", "join its parts to one line")
    case .htmlEscaped(let escape):
      return ("the enrollment URI came out of HTML: it has \(escape) for &", "write & for each \(escape)")
    case .unsupported(let scheme, let host):
      return (
        "\(Words.quoted("\(scheme)://\(host)", limit: 60)) enrols nothing that gets pushes known here", known
      )
    case .parameter(let name, let problem):
      let (text, hint) = parameter(problem)
      return ("the enrolment URI's parameter \(Words.quoted(name, limit: 40)) \(text)", hint)
    }
  }

  /// The value itself may be a secret, so it is not shown.
  private static func parameter(_ problem: EnrolmentError.Problem) -> (String, String?) {
    switch problem {
    case .missing: ("is missing or empty", "was the URI cut off when it was copied? Quote it in a shell")
    case .twice: ("stands twice", "only one of them can be meant")
    case .tooLong(let bytes, let limit):
      ("has \(bytes) bytes; at most \(limit) are taken", "did something end up in it that is not part of it?")
    case .notBase64: ("is not base64", "either alphabet is taken, with padding or without")
    case .notAnAddress(let problem):
      ("is no address: \(EndpointWords.problem(problem))", EndpointWords.hint(problem))
    case .unknownValue(let value, let known):
      (
        "is \(Words.quoted(value, limit: 40)), which is not known",
        "known are \(known.joined(separator: ", "))"
      )
    case .badPercentEncoding:
      ("is not percent-encoded", "'%' begins an escape such as %2F, and what is escaped is UTF-8")
    case .notAHeaderValue:
      ("holds a character that no header may have", "it is base64 of the text NAME=VALUE")
    }
  }
}
