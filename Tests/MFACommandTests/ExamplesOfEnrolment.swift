import MFACore

@testable import MFACommand

/// What enrolments and credentials add to the errors.
extension Examples {
  static let failuresOfEnrolment: [Failure] =
    credentialProblems.map { .credential($0) }
    + [
      .severalPushes([
        PushMention(id: "NONCEONE", text: "Confirm?"), PushMention(id: "NONCETWO", text: nil),
      ]),
      .severalPushes((1...7).map { PushMention(id: "NONCE\($0)", text: nil) }),
    ]
    + enrolmentFailures.map { .enrolment($0) } + payloadErrors.prefix(2).map { .payload($0, .poll) }
    + refusalReasons.map { .refused(reply(200), because: $0) }

  private static func reply(_ status: Int) -> HTTPReply {
    HTTPReply(status: status, headers: [], body: [], retryAfterSeconds: nil)
  }

  static let credentialProblems: [CredentialProblem] =
    [
      .missing(.pingAM, id: "5f1d2c3b-4a59-4e68-8f70-0123456789ab"), .missing(.guardian, id: nil),
      .missing(nil, id: "PIPU0001"), .locked(.privacyidea, id: "PIPU0001"), .wrongSignature(.pingam),
      .alreadyEnrolled(.edumfa, id: "PIPU0001"), .nonePollable, .several(ids: ["PIPU0001", "PIPU0002"]),
      .noFile(FilePath("phone.json")),
      .unusableFile(FilePath("credentials.json"), "credential 1: secret is not base 64"),
    ] + readErrors.map { .unreadableKey(FilePath("key.pem"), $0) }
    + cryptographyErrors.map { .cryptography($0, key: "private key", of: "PIPU0001") }

  private static func isListed(_ problem: CredentialProblem) {
    switch problem {
    case .missing, .locked, .wrongSignature, .alreadyEnrolled, .nonePollable, .several, .noFile,
      .unusableFile,
      .unreadableKey, .cryptography:
      break
    }
  }

  private static let cryptographyErrors: [CryptographyError] = [
    .libraryMissing(["libcrypto.so.3"]), .unusableKey, .failed,
  ]

  private static func isListed(_ error: CryptographyError) {
    switch error {
    case .libraryMissing, .unusableKey, .failed: break
    }
  }

  private static let enrolmentFailures: [EnrolmentFailure] =
    readErrors.map { .unreadable(.file(FilePath("uri.txt")), $0) }
    + [
      .uri(.tooLong(bytes: 20_000, limit: 16_384)), .uri(.notURI),
      .uri(.broken), .uri(.htmlEscaped("&amp;")),
      .uri(.unsupported(scheme: "otpauth", host: "totp")),
      .notKept(.file(.system(FilePath("credentials.json"), "No space left on device"))),
    ] + parameterProblems.map { .uri(.parameter("s", $0)) }

  private static func isListed(_ failure: EnrolmentFailure) {
    switch failure {
    case .unreadable, .uri(.tooLong), .uri(.notURI), .uri(.broken), .uri(.htmlEscaped),
      .uri(.unsupported), .uri(.parameter), .notKept:
      break
    }
  }

  private static let parameterProblems: [EnrolmentError.Problem] = [
    .missing, .twice, .tooLong(bytes: 3000, limit: 2048), .notBase64, .notAnAddress(.noScheme),
    .unknownValue("2", known: ["1"]), .badPercentEncoding, .notAHeaderValue,
  ]

  private static func isListed(_ problem: EnrolmentError.Problem) {
    switch problem {
    case .missing, .twice, .tooLong, .notBase64, .notAnAddress, .unknownValue,
      .badPercentEncoding, .notAHeaderValue:
      break
    }
  }

  private static let refusalReasons: [RefusalReason] = [
    .saidNo(field: "result.value"), .fieldMissing("result.value"), .fieldUnusable("detail.public_key"),
    .numberWrongOrTooLate,
    .notAccepted,
  ]

  private static func isListed(_ reason: RefusalReason) {
    switch reason {
    case .status, .saidNo, .fieldMissing, .fieldUnusable, .numberWrongOrTooLate, .notAccepted: break
    }
  }
}
