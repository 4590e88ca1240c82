/// The part of the reader that reads values without members: words, numbers, strings.
extension JSONReader {
  mutating func scalar() throws(JSONError) -> JSONValue {
    guard let byte = peek() else { throw failure(.endsEarly(wanted: .value)) }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case _ where JSONReader.isWordByte(byte): return try word()
    default: throw failure(.unexpected(peekScalar() ?? "\u{FFFD}", wanted: .value))
    }
  }

  private mutating func word() throws(JSONError) -> JSONValue {
    let start = offset
    while let byte = peek(), JSONReader.isWordByte(byte) { offset += 1 }
    let word = String(decoding: bytes[start..<offset], as: UTF8.self)
    switch word {
    case "true": return .bool(true)
    case "false": return .bool(false)
    case "null": return .null
    default: throw failure(.unknownWord(word), at: start)
    }
  }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar.isASCIILetter || scalar.isASCIIDigit || scalar == "_" || scalar == "$"
  }

  /// `-? (0 | [1-9][0-9]*) (\.[0-9]+)? ([eE][+-]?[0-9]+)?`, and nothing that looks like a number behind it.
  private mutating func number() throws(JSONError) -> JSONNumber {
    let start = offset
    _ = take("-")
    let integer = offset
    takeDigits()
    let hasLeadingZero = offset - integer > 1 && bytes[integer] == UInt8(ascii: "0")
    var isWellFormed = offset > integer
    if take(".") {
      let fraction = offset
      takeDigits()
      isWellFormed = isWellFormed && offset > fraction
    }
    if take("e") || take("E") {
      if !take("+") { _ = take("-") }
      let exponent = offset
      takeDigits()
      isWellFormed = isWellFormed && offset > exponent
    }
    if let byte = peek(),
      JSONReader.isWordByte(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
    {
      isWellFormed = false
      while let byte = peek(), JSONReader.isWordByte(byte) || "+-.".utf8.contains(byte) { offset += 1 }
    }
    let spelling = String(decoding: bytes[start..<offset], as: UTF8.self)
    guard isWellFormed else { throw failure(.malformedNumber(spelling), at: start) }
    guard !hasLeadingZero else { throw failure(.leadingZero, at: start) }
    return JSONNumber(spelling: spelling)
  }

  private mutating func takeDigits() {
    while let byte = peek(), Unicode.Scalar(byte).isASCIIDigit { offset += 1 }
  }

  /// Reads a string; the offset is on its opening quote.
  mutating func string() throws(JSONError) -> String {
    let start = offset
    offset += 1
    var text = ""
    var run = offset
    while true {
      guard let byte = peek() else { throw failure(.endsEarly(wanted: .endOfString), at: start) }
      switch byte {
      case UInt8(ascii: "\""):
        let last = String(decoding: bytes[run..<offset], as: UTF8.self)
        offset += 1
        return text.isEmpty ? last : text + last
      case UInt8(ascii: "\\"):
        text += String(decoding: bytes[run..<offset], as: UTF8.self)
        text.unicodeScalars.append(try escape())
        run = offset
      case 0..<0x20:
        throw failure(.controlCharacter(Unicode.Scalar(byte)))
      default:
        offset += 1
      }
    }
  }

  private mutating func escape() throws(JSONError) -> Unicode.Scalar {
    let start = offset
    offset += 1
    guard let scalar = peekScalar() else { throw failure(.endsEarly(wanted: .endOfString), at: start) }
    offset += scalar.utf8.count
    switch scalar {
    case "\"", "\\", "/": return scalar
    case "b": return "\u{08}"
    case "f": return "\u{0C}"
    case "n": return "\n"
    case "r": return "\r"
    case "t": return "\t"
    case "u": return try unicodeEscape(from: start)
    default: throw failure(.unknownEscape(scalar), at: start)
    }
  }

  private mutating func unicodeEscape(from start: Int) throws(JSONError) -> Unicode.Scalar {
    let first = try hexUnit(from: start)
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard UTF16.isLeadSurrogate(first), take("\\"), take("u") else {
      throw failure(.loneSurrogate, at: start)
    }
    let second = try hexUnit(from: start)
    guard UTF16.isTrailSurrogate(second) else { throw failure(.loneSurrogate, at: start) }
    return UTF16.decode(UTF16.EncodedScalar([first, second]))
  }

  private mutating func hexUnit(from start: Int) throws(JSONError) -> UInt16 {
    let digits = bytes[offset...].prefix(4)
    guard digits.count == 4, digits.allSatisfy({ Unicode.Scalar($0).isASCIIHexDigit }),
      let unit = UInt16(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure(.malformedUnicodeEscape, at: start) }
    offset += 4
    return unit
  }
}
