import MFACore
import MFAService

@testable import MFACommand

/// One example of every case of every error and warning.
///
/// Each list stands beside a switch over its type. The switch does nothing but fail to compile when a case is
/// added: the case then goes into both.
enum Examples {
  static let position = TextPosition(line: 3, column: 14)
  static let file = InputSource.file(FilePath("push.json"))
  static let moment = Script.start

  static let failures: [Failure] = failuresOfOneRun + failuresOfState + failuresOfInbox + failuresOfEnrolment

  private static let failuresOfState: [Failure] =
    journalFailures.map { .journal($0, FilePath("service.journal")) } + stateFailures.map { .state($0) }
    + startErrors.map { .notListening($0, .service) } + [.notListening(.portInUse(8080), .phone), .noDevice]

  private static let failuresOfOneRun: [Failure] =
    usages.map { .usage($0) } + readErrors.map { .unreadable(file, $0) }
    + [.unreadable(.standardInput, .system("Permission denied"))]
    + payloadErrors.map { .payload($0, .input(file)) } + misfits.map { .notAnswerable($0) }
    + noDecisions.map { .noDecision($0) } + demoFailures.map { .demo($0) }
    + writeErrors.map { .output($0) } + [.output(.closedPipe, despite: "the decision may have arrived")]
    + transfers + replies
    + [
      .unexpectedKind(expected: .challenge, found: .default),
      .expired(at: moment, now: moment.advanced(bySeconds: 90)),
    ]

  private static func isListed(_ failure: Failure) {
    switch failure {
    case .usage, .unreadable, .payload, .unexpectedKind, .notAnswerable, .expired, .noDecision,
      .notReached, .refused, .demo, .output, .notListening, .journal, .state, .noDevice,
      .unusableReply, .inbox, .notAnswerableInbox, .login, .face, .requestWaits, .credential,
      .severalPushes,
      .enrolment:
      break
    }
  }

  // MARK: State

  static let stateErrors: [StateError] = [
    .inUse(FilePath("device.lock")), .notAFile(FilePath("folder")),
    .system(FilePath("device.json"), "Permission denied"),
  ]

  private static func isListed(_ error: StateError) {
    switch error {
    case .inUse, .notAFile, .system: break
    }
  }

  static let journalFailures: [JournalFailure] =
    [
      .content(.notOurs("#!/bin/sh")), .content(.newer(version: 2)),
      .content(.unreadable(line: 7, reason: "it is not a JSON object")), .content(.contradictory(line: 7)),
    ] + readErrors.map { .unreadable($0) } + stateErrors.map { .file($0) }

  private static func isListed(_ failure: JournalFailure) {
    switch failure {
    case .content(.notOurs), .content(.newer), .content(.unreadable), .content(.contradictory), .unreadable,
      .file:
      break
    }
  }

  static let stateFailures: [StateFailure] =
    [.notOurs(FilePath("device.json"), "it has no version")]
    + readErrors.map { .unreadable(FilePath("device.json"), $0) }
    + [.file(.system(FilePath("device.json"), "No space left on device"))]

  private static func isListed(_ failure: StateFailure) {
    switch failure {
    case .notOurs, .unreadable, .file: break
    }
  }

  // MARK: Input

  static let readErrors: [ReadError] = [
    .tooLarge(limit: 1_048_576), .notFound, .isDirectory, .system("Permission denied"),
  ]

  private static func isListed(_ error: ReadError) {
    switch error {
    case .tooLarge, .notFound, .isDirectory, .system: break
    }
  }

  static let payloadErrors: [PayloadError] =
    textErrors.map { .text($0) } + jsonErrors.map { .json($0, within: nil) }
    + jsonErrors.prefix(1).map { .json($0, within: "APNS") }
    + contradictions.map { .contradiction($0) } + fieldProblems.map { .field(FieldError("ttl", $0)) }
    + notMFA.map { .notMFA($0) }
    + PushPlace.Printer.allCases.map { .printed($0, .unreadable, position) } + [
      .printed(.swift, .guessed, position)
    ]

  private static func isListed(_ error: PayloadError) {
    switch error {
    case .text, .json, .contradiction, .field, .notMFA, .printed: break
    }
  }

  static let textErrors: [TextError] = [
    .invalidUTF8(position), .invalidUTF16, .unmarkedUTF16, .utf32, .binary(format: "gzip"),
    .binary(format: "PNG"), .binary(format: "binary property list"),
  ]

  private static func isListed(_ error: TextError) {
    switch error {
    case .invalidUTF8, .invalidUTF16, .unmarkedUTF16, .utf32, .binary: break
    }
  }

  static let contradictions: [Contradiction] = [
    .duplicateKey("pushType", position, within: nil), .duplicateKey("pushType", position, within: "data"),
    .platformsDiffer("APNS", "APNS_SANDBOX"), .conflictingKey("pushType"), .severalPushes(2),
    .pushesDiffer(places), .pushesDiffer(Array(repeating: PushPlace(position: position), count: 8)),
  ]

  private static func isListed(_ contradiction: Contradiction) {
    switch contradiction {
    case .duplicateKey, .platformsDiffer, .conflictingKey, .severalPushes, .pushesDiffer: break
    }
  }

  static let places: [PushPlace] = [
    PushPlace(), PushPlace(position: position), PushPlace(path: "$.request.trigger.payload"),
    PushPlace(position: position, path: "$.data[0]"), PushPlace(isInBase64: true),
    PushPlace(position: position, isInBase64: true), PushPlace(position: position, printer: .foundation),
  ]

  static let fieldProblems: [FieldError.Problem] = [
    .missing, .wrongType(found: "a number", wanted: "text"), .unknownValue("x", known: ["default", "dry"]),
    .onlyEmptyMatchValues, .placeholder("${id}"), .matchValueNotText("null"),
    .tooLong(bytes: 257, limit: 256), .notJSONArray,
    .stringifiedObject, .signedByService, .wrongPartCount(1), .wrongPartCount(2), .notSigned,
    .partNotBase64URL(part: "payload"), .partNotJSONObject(part: "payload"), .notBase64, .notBase32,
    .notJSONObject, .notAnAddress(.noScheme), .notAToken, .notATime(#""soon""#), .notALifetime("-1"),
  ]

  private static func isListed(_ problem: FieldError.Problem) {
    switch problem {
    case .missing, .wrongType, .unknownValue, .onlyEmptyMatchValues, .placeholder, .matchValueNotText,
      .tooLong,
      .notJSONArray, .stringifiedObject, .signedByService, .wrongPartCount, .notSigned,
      .partNotBase64URL,
      .partNotJSONObject, .notBase64, .notBase32, .notJSONObject, .notAnAddress, .notAToken,
      .notATime, .notALifetime:
      break
    }
  }

  static let notMFA: [NotMFAReason] = [
    .notAnObject(type: "an array"), .noProviderField, .stringifiedObject(field: "data"), .noPushInside,
    .base64(field: "data"), .keyInsideAPS("pushType"), .senderNote("alert"), .loginCode,
    .otherVendor("Twilio Verify", key: "type"), .incomplete(places[2], FieldError("messageId", .missing)),
    .printedText(field: "jsonBody", .javaMap),
  ]

  private static func isListed(_ reason: NotMFAReason) {
    switch reason {
    case .notAnObject, .noProviderField, .stringifiedObject, .noPushInside, .base64, .keyInsideAPS,
      .senderNote,
      .loginCode, .otherVendor, .incomplete, .printedText:
      break
    }
  }

  // MARK: Answering

  static let misfits: [Misfit] = [
    .nothingToAnswer(.cancel), .numberNeeded(offered: [MatchValue("12"), MatchValue("34")]),
    .typedNumberNeeded,
    .noNumberExpected, .notOffered(MatchValue("99"), offered: [MatchValue("12")]),
    .noOtherOffered(MatchValue("12")), .notANumber(MatchValue("x")),
    .numberNotRevealed(field: "correctNumber"), .noDenyReason(.notOffered), .noDenyReason(.never),
  ]

  private static func isListed(_ misfit: Misfit) {
    switch misfit {
    case .nothingToAnswer, .numberNeeded, .typedNumberNeeded, .noNumberExpected, .notOffered, .noOtherOffered,
      .notANumber, .numberNotRevealed, .noDenyReason:
      break
    }
  }

  static let noDecisions: [NoDecisionCause] = [
    .endOfInput, .timeout(seconds: 1.5), .expiredWhileAsking, .interrupted, .listeningOver, .kept,
    .nothingToPoll(looks: 1, others: []), .nothingToPoll(looks: 61, others: []),
    .nothingToPoll(looks: 2, others: ["NONCEONE"]),
  ]

  private static func isListed(_ cause: NoDecisionCause) {
    switch cause {
    case .endOfInput, .timeout, .expiredWhileAsking, .interrupted, .listeningOver, .kept,
      .nothingToPoll:
      break
    }
  }

  static let startErrors: [ServiceStartError] = [
    .portInUse(8080), .addressNotAvailable("192.0.2.1"), .portNotPermitted(80),
    .system("Too many open files"),
  ]

  static let demoFailures: [DemoFailure] = [
    .serviceNotStarted(.system("Cannot allocate memory")),
    .serviceNotReached(TransferFailure(cause: .notConnected, detail: "")), .unexpectedReply(status: 500),
    .endedOtherwise(announced: "approved", actual: "pending"),
  ]

  private static func isListed(_ failure: DemoFailure) {
    switch failure {
    case .serviceNotStarted, .serviceNotReached, .unexpectedReply, .endedOtherwise: break
    }
  }

  static let writeErrors: [WriteError] = [.closedPipe, .unread, .system("No space left on device")]

  private static func isListed(_ error: WriteError) {
    switch error {
    case .closedPipe, .unread, .system: break
    }
  }
}
