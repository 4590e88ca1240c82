/// Guesses which mistake made a text not JSON, from what stands where reading stopped.
///
/// Every rule is a heuristic: it words a hint and never changes a result.
struct JSONGuess {
  let bytes: ArraySlice<UInt8>
  /// Where reading stopped.
  let offset: Int

  func guess(for problem: JSONError.Problem) -> JSONError.Guess? {
    if contains("AnyHashable(") || contains("\u{25BF} ") { return .swiftDump }
    if let text = printedText { return .printed(text) }
    if offset == firstPlace, let scheme { return .address(scheme: scheme) }
    switch problem {
    case .tooDeep: return .nestedTooDeep
    case .leadingZero: return .quotedLeadingZero
    case .endsEarly: return .cutOff
    case .secondDocument: return .oneAtATime
    case .controlCharacter(let scalar): return scalar == "\n" || scalar == "\r" ? .rawLineBreak : nil
    case .unknownEscape: return .windowsPath
    case .unknownWord(let word): return guess(forWord: word)
    case .malformedNumber(let spelling): return spelling.hasSuffix("Infinity") ? .notANumber : nil
    case .unexpected(let scalar, let wanted): return guess(forScalar: scalar, wanted: wanted)
    case .empty, .loneSurrogate, .malformedUnicodeEscape: return nil
    }
  }

  private func guess(forWord word: String) -> JSONError.Guess? {
    switch word {
    case "NaN", "Infinity", "nan", "inf": return .notANumber
    case "True", "False", "None": return .pythonLiteral
    case "undefined": return .javaScriptLiteral
    default:
      guard offset == firstPlace, contains("=") else { return nil }
      if contains(" = ") { return .propertyList }
      return bytes[firstPlace...].drop(while: JSONGuess.isNameByte).first == UInt8(ascii: "=")
        ? .formEncoded : nil
    }
  }

  private func guess(forScalar scalar: Unicode.Scalar, wanted: JSONError.Wanted) -> JSONError.Guess? {
    switch scalar {
    case "\u{201C}", "\u{201D}", "\u{201E}", "\u{201F}", "\u{2018}", "\u{2019}", "\u{201A}", "\u{201B}",
      "\u{AB}",
      "\u{BB}":
      return .curlyQuotes
    case "'": return .singleQuotes
    case "/", "#": return .comment
    case "<": return offset == firstPlace ? .markup : nil
    case "=" where wanted == .colon: return .propertyList
    case ";": return .propertyList
    default: break
    }
    switch wanted {
    case .key, .keyOrEnd:
      guard scalar.isASCIILetter || scalar == "_" || scalar == "$" else { return nil }
      return contains(" = ") ? .propertyList : .bareKey
    case .commaOrEndOfArray, .commaOrEndOfObject:
      if scalar == ":" { return contains("[\"") ? .swiftDump : nil }
      return JSONReader.startsValue(scalar) ? .missingComma : nil
    case .endOfDocument:
      return scalar.isASCIILetter ? nil : .oneAtATime
    default:
      return nil
    }
  }

  /// A map that another language printed, at the beginning or behind what stands before the first brace.
  private var printedText: PrintedText? {
    if contains("Bundle[{") { return .androidBundle }
    return PrintedText(bytes[firstPlace...])
      ?? bytes.firstIndex(of: UInt8(ascii: "{")).flatMap { PrintedText(bytes[$0...]) }
  }

  /// What stands before `://` where the text is an address.
  private var scheme: String? {
    let text = bytes[firstPlace...]
    let name = text.prefix(20).prefix { Unicode.Scalar($0).isASCIILetter || "+.-".utf8.contains($0) }
    guard !name.isEmpty, text[name.endIndex...].starts(with: "://".utf8) else { return nil }
    return String(decoding: name, as: UTF8.self).lowercased()
  }

  private static func isNameByte(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar.isASCIILetter || scalar.isASCIIDigit || "_-.[]%".utf8.contains(byte)
  }

  /// Where the first byte that is not white space stands.
  private var firstPlace: Int {
    bytes.firstIndex { !" \n\r\t".utf8.contains($0) } ?? bytes.endIndex
  }

  private func contains(_ part: String) -> Bool {
    let pattern = Array(part.utf8)
    guard let first = pattern.first else { return true }
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: first) {
      if bytes[found...].starts(with: pattern) { return true }
      start = found + 1
    }
    return false
  }
}
