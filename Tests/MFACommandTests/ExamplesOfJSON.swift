import MFACore

@testable import MFACommand

/// Why a text is not JSON.
extension Examples {
  /// Every problem without a guess, and one problem with every guess.
  static let jsonErrors: [JSONError] =
    jsonProblems.map { JSONError(problem: $0, position: position, guess: nil) }
    + guesses.map { JSONError(problem: .unexpected("'", wanted: .value), position: position, guess: $0) }

  static let jsonProblems: [JSONError.Problem] =
    [
      .empty, .endsEarly(wanted: .value), .unknownWord("True"), .tooDeep(limit: 512), .leadingZero,
      .malformedNumber("-"), .loneSurrogate, .controlCharacter("\n"), .controlCharacter("\u{1}"),
      .unknownEscape("x"), .malformedUnicodeEscape, .secondDocument, .unexpected("\u{201C}", wanted: .value),
      .unexpected("é", wanted: .value), .unexpected(" ", wanted: .value),
      .unexpected("\u{FEFF}", wanted: .value),
    ] + wanted.map { .unexpected("x", wanted: $0) }

  private static func isListed(_ problem: JSONError.Problem) {
    switch problem {
    case .empty, .unexpected, .endsEarly, .unknownWord, .tooDeep, .leadingZero, .malformedNumber,
      .loneSurrogate,
      .controlCharacter, .unknownEscape, .malformedUnicodeEscape, .secondDocument:
      break
    }
  }

  static let wanted: [JSONError.Wanted] = [
    .value, .keyOrEnd, .key, .colon, .commaOrEndOfArray, .commaOrEndOfObject, .endOfString, .endOfDocument,
  ]

  private static func isListed(_ wanted: JSONError.Wanted) {
    switch wanted {
    case .value, .keyOrEnd, .key, .colon, .commaOrEndOfArray, .commaOrEndOfObject, .endOfString,
      .endOfDocument:
      break
    }
  }

  static let guesses: [JSONError.Guess] =
    [
      .curlyQuotes, .quotedLeadingZero, .swiftDump, .propertyList, .nestedTooDeep, .singleQuotes, .comment,
      .bareKey, .pythonLiteral, .javaScriptLiteral, .notANumber, .missingComma, .cutOff, .markup, .oneAtATime,
      .rawLineBreak, .formEncoded, .windowsPath, .base64, .address(scheme: "otpauth"),
      .address(scheme: "https"),
      .nothingInside(position, .noProviderField),
      .nothingInside(position, .incomplete(PushPlace(position: position), FieldError("messageId", .missing))),
    ] + PrintedText.allCases.map { .printed($0) }

  private static func isListed(_ guess: JSONError.Guess) {
    switch guess {
    case .curlyQuotes, .quotedLeadingZero, .swiftDump, .propertyList, .nestedTooDeep, .singleQuotes, .comment,
      .bareKey, .pythonLiteral, .javaScriptLiteral, .notANumber, .missingComma, .cutOff, .markup, .oneAtATime,
      .rawLineBreak, .formEncoded, .windowsPath, .base64, .address, .nothingInside, .printed:
      break
    }
  }
}
