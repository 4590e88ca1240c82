import MFACore

extension CredentialProblem {
  var diagnostic: Diagnostic {
    return switch self {
    case .missing(let provider, let id): missing(provider, id)
    case .locked(let provider, let id):
      Diagnostic(
        .credential,
        "credential-locked",
        "the \(provider.rawValue) credential \(Words.quoted(id, limit: 60)) is locked; nothing was sent",
        "'mfa-cli credentials unlock ID' unlocks it"
      )
    case .wrongSignature(let provider):
      Diagnostic(
        .credential,
        "wrong-signature",
        "the push is not signed by the \(provider.rawValue) server of its credential; nothing was sent",
        "somebody may have made or changed it; --force answers it all the same, to test the service's own check"
      )
    case .alreadyEnrolled(let provider, let id):
      Diagnostic(
        .credential,
        "already-enrolled",
        "this \(provider.rawValue) enrollment is there already, as \(Words.quoted(id, limit: 60)); nothing was sent",
        "'mfa-cli credentials remove ID' takes it away; the service may then still refuse to enroll it twice"
      )
    case .nonePollable:
      Diagnostic(
        .usage,
        "nothing-pollable",
        "there is no credential whose service can be polled; nothing was sent",
        "'mfa-cli enroll' adds one of privacyIDEA or eduMFA; 'mfa-cli credentials list' shows those there are"
      )
    case .several(let ids):
      Diagnostic(
        .credential,
        "several-credentials",
        "several credentials could be meant: \(Words.listed(ids))",
        "name one, with --credential where it is to be polled with; ID@ENDPOINT tells those of two servers apart"
      )
    case .noFile(let path):
      Diagnostic(
        .credential,
        "no-enrolment",
        "there is no file \(Words.quoted(path.text, limit: 200)) with credentials; nothing was sent",
        "'mfa-cli enroll --credential-file FILE' makes one"
      )
    case .unusableFile(let path, let reason):
      Diagnostic(
        .credential,
        "key-unusable",
        "\(Words.quoted(path.text, limit: 200)) can't be used: \(reason)",
        "enroll again, or fix that field"
      )
    case .unreadableKey(let path, let error):
      Diagnostic(
        .credential,
        "key-unusable",
        "the private key in \(Words.quoted(path.text, limit: 200)) could not be read: \(InputWords.reason(error)); nothing was sent",
        "keys lie beside the file of the credentials; move both together"
      )
    case .cryptography(let error, let key, let id): cryptography(error, key, id)
    }
  }

  private func missing(_ provider: Provider?, _ id: String?) -> Diagnostic {
    let hint =
      provider.map { $0.enrollment == nil && $0.polling == nil } ?? false
      ? "--credential-file FILE gives its key; the README shows such a file"
      : "'mfa-cli enroll' makes one from an enrollment URI, --credential-file names a file that has it; 'mfa-cli credentials list' shows those there are"
    let name = id.map { " \(Words.quoted($0, limit: 60))" } ?? ""
    guard let provider else {
      return Diagnostic(.credential, "no-enrolment", "there is no credential\(name)", hint)
    }
    return Diagnostic(
      .credential,
      "no-enrolment",
      "answering a \(provider.name.rawValue) push needs an enrollment, and there is none\(id == nil ? "" : " for\(name)"); nothing was sent",
      hint
    )
  }

  private func cryptography(_ error: CryptographyError, _ key: String, _ id: String?)
    -> Diagnostic
  {
    let owner = id.map { " of credential \(Words.quoted($0, limit: 60))" } ?? ""
    switch error {
    case .libraryMissing(let names):
      return Diagnostic(
        .credential,
        "library-missing",
        "keys take the cryptography library, and it could not be opened; looked for \(names.joined(separator: ", "))",
        "install OpenSSL 3 (Debian: libssl3; macOS: Homebrew's openssl@3)"
      )
    case .unusableKey:
      return Diagnostic(
        .credential,
        "key-unusable",
        "the \(key)\(owner) does not work; nothing was sent",
        "it has to be PEM without a password, RSA of 2048 bits or more, or P-256"
      )
    case .failed:
      return Diagnostic(
        .credential,
        "cryptography-failed",
        "the \(key)\(owner) could not be used: the cryptography library failed",
        "does the library work for others, as in 'openssl version'?"
      )
    }
  }
}

extension EnrolmentFailure {
  var diagnostic: Diagnostic {
    switch self {
    case .unreadable(let source, let error):
      Diagnostic(
        .payloadInvalid,
        "payload-unreadable",
        "the enrollment URI in \(InputWords.name(source)) could not be read: \(InputWords.reason(error))",
        "it is the text of the QR code; the operand may be that text itself"
      )
    case .uri(let error): error.diagnostic
    case .notKept(let failure):
      Diagnostic(
        .localIO,
        "state-unusable",
        "the service has enrolled this phone, but the credential could not be kept: \(failure.diagnostic.message)",
        "the code is used up: have the service make another, and remove the token that it has now"
      )
    }
  }

}

extension EnrolmentError {
  fileprivate var diagnostic: Diagnostic {
    func said(_ message: String, _ hint: String?) -> Diagnostic {
      isUnsupported
        ? Diagnostic(.notMFAPush, "unsupported-enrolment", message, hint)
        : Diagnostic(.payloadInvalid, "invalid-enrolment", message, hint)
    }
    let known = "known are pushauth://, mfauth://, otpauth://pipush and edumfa-push://"
    switch self {
    case .tooLong(let bytes, let limit):
      return said(
        "the enrollment URI has \(bytes) bytes; at most \(limit) are taken",
        "is it the text of the code, and not its picture?"
      )
    case .notURI: return said("this is not an enrollment URI", known)
    case .broken:
      return said(
        "the enrollment URI has a line break or a blank in the middle",
        "join its parts to one line"
      )
    case .htmlEscaped(let escape):
      return said("the enrollment URI came out of HTML: it has \(escape) for &", "write & for each \(escape)")
    case .unsupported(let scheme, let host):
      return said(
        "\(Words.quoted("\(scheme)://\(host)", limit: 60)) enrolls nothing that gets pushes known here",
        known
      )
    case .parameter(let name, let problem):
      let (text, hint) = problem.words
      return said("the enrollment URI's parameter \(Words.quoted(name, limit: 40)) \(text)", hint)
    }
  }

}

extension EnrolmentError.Problem {
  /// Behind the parameter's name. The value itself may be a secret, so it is not shown.
  fileprivate var words: (text: String, hint: String) {
    switch self {
    case .missing: ("is missing or empty", "was the URI cut off when it was copied? Quote it in a shell")
    case .twice: ("stands twice", "only one of them can be meant")
    case .tooLong(let bytes, let limit):
      ("has \(bytes) bytes; at most \(limit) are taken", "did something end up in it that is not part of it?")
    case .notBase64: ("is not base64", "either alphabet is taken, with padding or without")
    case .notAnAddress(let problem):
      ("is not an address: \(problem.words)", problem.hint)
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
