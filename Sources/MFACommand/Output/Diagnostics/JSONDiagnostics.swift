import MFACore

extension JSONError {
  /// Why a text is not JSON.
  var words: String {
    let place = "line \(position.line), column \(position.column): "
    switch problem {
    case .empty: return "it is empty"
    case .unexpected(let scalar, let wanted):
      return place + "\(CharacterWords.name(scalar)) where \(wanted.words) is expected"
    case .endsEarly(.endOfString): return place + "a string that begins here has no end"
    case .endsEarly(let wanted): return place + "it ends where \(wanted.words) is expected"
    case .unknownWord(let word): return place + "\(Words.quoted(word, limit: 40)) is not a JSON value"
    case .tooDeep(let limit): return place + "more than \(limit) levels of arrays and objects"
    case .leadingZero: return place + "a number begins with 0"
    case .malformedNumber(let spelling):
      return place + "\(Words.quoted(spelling, limit: 40)) is not a JSON number"
    case .loneSurrogate: return place + "an escape is half of a surrogate pair"
    case .controlCharacter(let scalar):
      return place + "\(CharacterWords.name(scalar)) inside a string has to be escaped"
    case .unknownEscape(let scalar): return place + "\\\(scalar) is not a JSON escape"
    case .malformedUnicodeEscape: return place + "\\u needs four hexadecimal digits"
    case .secondDocument: return place + "there is more behind the end of the document"
    }
  }

}

extension JSONError.Wanted {
  fileprivate var words: String {
    switch self {
    case .value: "a value"
    case .keyOrEnd: "a key in double quotes or }"
    case .key: "a key in double quotes"
    case .colon: "a colon"
    case .commaOrEndOfArray: "a comma or ]"
    case .commaOrEndOfObject: "a comma or }"
    case .endOfString: "the end of a string"
    case .endOfDocument: "the end"
    }
  }

}

extension JSONError.Guess {
  /// What may be the cause.
  var hint: String {
    switch self {
    case .curlyQuotes: "curly quotes; use straight quotes"
    case .quotedLeadingZero: "a number with a leading zero must be quoted"
    case .swiftDump: "this looks like a userInfo printed by Swift; print it as JSON"
    case .propertyList: "this looks like a dictionary printed by Foundation; print it as JSON"
    case .nestedTooDeep: "nested too deep"
    case .singleQuotes: "single quotes; use double quotes"
    case .comment: "JSON has no comments; remove them"
    case .bareKey: "keys need double quotes"
    case .pythonLiteral: "this looks like a dictionary printed by Python; print it with json.dumps"
    case .javaScriptLiteral: "undefined is not JSON; leave the member out"
    case .notANumber: "NaN and Infinity are not JSON; use a number or leave the member out"
    case .missingComma: "a comma is missing"
    case .cutOff: "was it cut off when it was copied?"
    case .markup: "this looks like HTML or XML; pass the push as JSON"
    case .oneAtATime: "pass one push at a time"
    case .rawLineBreak: "write a line break inside a string as \\n"
    case .formEncoded: "this looks like a form; pass the push as JSON"
    case .windowsPath: "write a backslash as \\\\"
    case .base64: "this is base 64 without a push in it; see what it holds: base64 -d FILE"
    case .printed(let text): text.hint
    case .address(let scheme) where ["otpauth", "pushauth", "mfauth", "pia", "edumfa-push"].contains(scheme):
      "this is an enrollment URI, not a push: mfa-cli enroll URI"
    case .address: "this is an address, not a push; a deep link of a sign-on: mfa-cli login --deep-link URL"
    case .nothingInside(let position, let reason):
      "the JSON at line \(position.line), column \(position.column) is not an MFA push: \(reason.words)"
    }
  }
}
