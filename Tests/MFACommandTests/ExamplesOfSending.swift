import MFACore

@testable import MFACommand

/// What goes wrong on the wire, and warnings.
extension Examples {
  static let url: EndpointURL = {
    guard let url = try? EndpointURL("https://mfa.example.com/d") else { preconditionFailure("no address") }
    return url
  }()

  static let transfers: [Failure] =
    causes.map {
      .notReached(TransferFailure(cause: $0, detail: ""), url, mayHaveArrived: false)
    } + [
      .notReached(TransferFailure(cause: .connectionLost, detail: "reset by peer"), url, mayHaveArrived: true)
    ]
    + certificateProblems.prefix(2).map { withContext(.certificate($0)) { $0.hasCAFile = true } }
    + certificateProblems.map { withContext(.certificate($0)) { $0.waiver = .push } }
    + [
      withContext(.certificate(.selfSigned)) { $0.waiver = .enrolment },
      withContext(.clientCertificateRefused) { $0.hasClientCertificate = true },
      withContext(.unusableClientCertificate) { $0.hasKeyPassword = true },
    ]

  private static func withContext(
    _ cause: TransferFailure.Cause,
    _ change: (inout SendingContext) -> Void
  ) -> Failure {
    var context = SendingContext()
    change(&context)
    return .notReached(TransferFailure(cause: cause, detail: ""), url, mayHaveArrived: false, in: context)
  }

  static let causes: [TransferFailure.Cause] =
    [
      .libraryMissing(names: ["libcurl.so.4", "libcurl-gnutls.so.4"]), .hostNotResolved, .proxyNotResolved,
      .notConnected, .proxyRefused(status: 407), .timedOut, .tlsHandshake, .unusableCAFile, .notHTTP,
      .headTooLarge, .connectionLost, .bodyTooLarge, .unknownCoding, .stopped, .other(code: 99),
      .unusableClientCertificate, .clientCertificateRefused,
    ] + certificateProblems.map { .certificate($0) }

  private static func isListed(_ cause: TransferFailure.Cause) {
    switch cause {
    case .libraryMissing, .hostNotResolved, .proxyNotResolved, .notConnected, .proxyRefused, .timedOut,
      .certificate, .tlsHandshake, .unusableCAFile, .notHTTP, .headTooLarge, .connectionLost, .bodyTooLarge,
      .unknownCoding, .stopped, .other, .unusableClientCertificate, .clientCertificateRefused:
      break
    }
  }

  static let certificateProblems: [CertificateProblem] = [
    .selfSigned, .unknownAuthority, .expired, .notYetValid, .wrongHost, .other,
  ]

  private static func isListed(_ problem: CertificateProblem) {
    switch problem {
    case .selfSigned, .unknownAuthority, .expired, .notYetValid, .wrongHost, .other: break
    }
  }

  static let replies: [Failure] =
    [300, 302, 400, 401, 404, 409, 410, 413, 422, 429, 500, 502, 503, 504].map { status in
      .refused(HTTPReply(status: status, headers: [], body: [], retryAfterSeconds: nil))
    } + [
      .refused(
        HTTPReply(
          status: 302,
          headers: [.init(name: "Location", value: "https://sso.example.com")],
          body: Array("moved\n".utf8),
          retryAfterSeconds: nil
        )
      ),
      .refused(HTTPReply(status: 429, headers: [], body: [], retryAfterSeconds: 30)),
      .refused(HTTPReply(status: 500, headers: [], body: [0xFF, 0xFE], retryAfterSeconds: nil)),
    ]

  private static let payloadWarnings: [PayloadWarning] =
    [
      .trailingComma(position, within: nil),
      .trailingComma(position, within: "APNS"),
      .duplicateKey("a", position, within: nil),
      .largerThanAPNsTakes(bytes: 5000),
      .callbackOfFoundPush,
      .snsWouldRefuse(notText: "APNS", defaultMissing: true),
      .snsWouldRefuse(notText: nil, defaultMissing: true),
      .localizationArgumentsSkipped(field: "aps.alert.loc-args"),
      .alertTextIgnored(field: "aps.alert.title", type: "a number"),
      .missingID(replacement: "1"),
      .emptyMatchValues(field: "numbersChallenge", count: 1),
      .repeatedMatchValues(field: "numbersChallenge", count: 2),
      .unusedMatchValues(field: "numbersChallenge", kind: "cancel"),
      .offeredValueReadsDeny,
      .timeUnreadable(FieldError("ttl", .notALifetime("-1"))),
      .emptyTime(field: "ttl"),
      .lifetimeMissing(field: "claim t", assumedSeconds: 120),
      .deepLinkIgnored(field: "deep_link", type: "a number"),
      .callbackIgnored(field: "callbackUrl", problem: nil),
      .callbackTooLong(field: "callbackUrl", bytes: 3000, limit: 2048),
      .unknownTypeReadAsDefault(field: "claim k", value: "x"),
      .stringifiedObject(field: "data"),
      .messageIDInvented("abc"),
      .signatureNotChecked("aps.data", JWSHeaderMember("alg", .string("none"))),
      .signatureNotChecked("aps.data", JWSHeaderMember("alg", nil)),
      .claimNotUsed("claim m", type: "a number"),
      .cookieNotSent(field: "claim l"),
    ] + endpointProblems.map { .callbackIgnored(field: "callbackUrl", problem: $0) }
    + Examples.places.map { .found($0) }

  static let warnings: [Warning] =
    payloadWarnings.map { .payload($0) } + [
      .certificateNotVerified,
      .signatureUnchecked(reason: "credentials.json could not be read"),
      .wrongSignatureForced,
      .unanswerable(.field(FieldError("claim c", .notBase64))),
      .credentialsWithheldFromCallback,
      .credentialsWithheldFromEnrolment,
      .morePushesWait(count: 120, limit: 100),
      .tokenNotTaken(credential: "PIPU0001 (privacyidea)", reason: "no connection"),
      .pollingRefused(credential: "PIPU0001", reason: "HTTP 403"),
      .htmlReply,
      .replyCut(limit: 1_048_576),
      .replyBroken,
      .replyHeadCut,
      .pushesNotAnswered(2),
      .requestRefused("a web page of null may not use this"),
      .replyUndecodable(coding: "utf-8"),
      .listensToOthers("http://0.0.0.0:8080"),
      .watchingBroken,
      .inboxBeganAnew,
      .onlyAddressedPushesAnswered,
      .keyTypeNotTaken,
      .pollingBroken(at: "https://mfa.example.com/ttype/push", reason: "no connection"),
      .plainTextService("http://mfa.example.com/", secret: "the authentication key"),
      .secretInArguments("the pairing key", instead: "- takes it from standard input"),
      .fileOpenToOthers("credentials.json", isWritable: false),
      .fileOpenToOthers("pin", isWritable: true),
      .folderOpenToOthers("/state"),
      .sharedSecretShort(bytes: 1),
      .pushNotDelivered(id: "1", to: "http://127.0.0.1:9090/", reason: "no connection"),
      .retrying(afterSeconds: 2, attempt: 1, retries: 3),
      .retriesStopped(.notRetried),
      .retriesStopped(.attemptsUsedUp),
      .retriesStopped(.mayHaveArrived),
      .retriesStopped(.maxTime(waitSeconds: 4)),
      .retriesStopped(.pushExpires(waitSeconds: 4)),
      .retriesStopped(.waitTooLong),
    ]

  private static func isListed(_ warning: PayloadWarning) {
    switch warning {
    case .trailingComma, .duplicateKey, .largerThanAPNsTakes, .found, .callbackOfFoundPush, .snsWouldRefuse,
      .localizationArgumentsSkipped, .alertTextIgnored, .missingID, .emptyMatchValues, .repeatedMatchValues,
      .unusedMatchValues, .offeredValueReadsDeny, .timeUnreadable, .emptyTime, .lifetimeMissing,
      .deepLinkIgnored, .callbackIgnored, .callbackTooLong, .unknownTypeReadAsDefault, .stringifiedObject,
      .messageIDInvented, .signatureNotChecked, .claimNotUsed, .cookieNotSent:
      break
    }
  }

  private static func isListed(_ warning: Warning) {
    switch warning {
    case .payload, .wrongSignatureForced, .signatureUnchecked, .unanswerable, .certificateNotVerified,
      .credentialsWithheldFromCallback, .credentialsWithheldFromEnrolment, .retrying, .retriesStopped,
      .htmlReply, .replyCut, .replyBroken, .replyHeadCut, .replyUndecodable, .listensToOthers,
      .requestRefused, .pushesNotAnswered, .onlyAddressedPushesAnswered, .watchingBroken, .inboxBeganAnew,
      .plainTextService, .keyTypeNotTaken, .tokenNotTaken, .pollingRefused, .morePushesWait, .pollingBroken,
      .pushNotDelivered, .secretInArguments, .fileOpenToOthers, .folderOpenToOthers, .sharedSecretShort:
      break
    }
  }
}
