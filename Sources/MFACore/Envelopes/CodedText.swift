/// How an object is written inside a text that is written inside something else.
enum TextCoding: Equatable {
  /// `\"`, `\x22` or `\u0022`, as in a string of a program, a log or a shell; more than one such string inside another.
  case backslashes(levels: Int, end: UInt8)
  /// `""`, as in CSV, SQL and Visual Basic.
  case doubledQuotes
  /// `&quot;`, as in HTML and XML.
  case entities
  /// `` `" ``, as in PowerShell.
  case backticks
  /// `'\''`, as a shell has a quote within single quotes.
  case singleQuotes
  /// `%22`, as in a form or an address.
  case percent

  private static let mostLevels = 4

  /// The coding of the object whose brace stands there; nil for one that is written as it is.
  static func around(_ bytes: ArraySlice<UInt8>, brace: Int) -> TextCoding? {
    let before = brace > bytes.startIndex ? bytes[brace - 1] : 0
    let rest = bytes[(brace + 1)...]
    if before == UInt8(ascii: "'"), brace - 1 > bytes.startIndex, bytes[brace - 2] == UInt8(ascii: "$") {
      return .backslashes(levels: 1, end: before)
    }
    let inside = afterBlanks(rest)
    if inside.starts(with: "&quot;".utf8) || inside.starts(with: "&#34;".utf8) { return .entities }
    if inside.starts(with: "`\"".utf8) || inside.starts(with: "`n".utf8) { return .backticks }
    if inside.starts(with: "%22".utf8) { return .percent }
    if inside.starts(with: "\"\"".utf8) {
      let next = inside.dropFirst(2).first
      return next.map { $0 != UInt8(ascii: ":") && !DocumentForm.isBlank($0) } ?? false ? .doubledQuotes : nil
    }
    let backslashes = inside.prefix { $0 == UInt8(ascii: "\\") }.count
    guard backslashes > 0 else { return nil }
    let escaped = inside.dropFirst(backslashes)
    // A quote has 1, 3, 7 or 15 backslashes, one that is spelled by its number has 1, 2, 4 or 8.
    let isQuote = escaped.first == UInt8(ascii: "\"")
    let isNumber = escaped.starts(with: "x22".utf8) || escaped.starts(with: "u0022".utf8)
    guard isQuote || isNumber else { return nil }
    let levels = (1...mostLevels).first { (isQuote ? 1 << $0 - 1 : 1 << ($0 - 1)) == backslashes }
    return levels.map { .backslashes(levels: $0, end: UInt8(ascii: "\"")) }
  }

  /// The text behind white space, escaped white space included.
  private static func afterBlanks(_ text: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    var text = text
    while true {
      text = text.drop(while: DocumentForm.isBlank)
      let escaped = text.drop { $0 == UInt8(ascii: "\\") }
      guard escaped.startIndex > text.startIndex, let letter = escaped.first else { return text }
      if "nrt".utf8.contains(letter) {
        text = escaped.dropFirst()
      } else if ["x0A", "x0a", "x0D", "x0d", "x09", "x20"].contains(where: { escaped.starts(with: $0.utf8) })
      {
        text = escaped.dropFirst(3)
      } else {
        return text
      }
    }
  }

  /// Whether an encoded brace stands here, with an encoded quote or brace behind it.
  static func beginsPercent(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "%7B".utf8) || text.starts(with: "%7b".utf8) else { return false }
    var rest = text.dropFirst(3)
    while true {
      if rest.first == UInt8(ascii: "+") {
        rest = rest.dropFirst()
      } else if ["%20", "%0A", "%0a", "%0D", "%0d", "%09"].contains(where: { rest.starts(with: $0.utf8) }) {
        rest = rest.dropFirst(3)
      } else {
        return ["%22", "%7D", "%7d"].contains { rest.starts(with: $0.utf8) }
      }
    }
  }
}

/// Reads an object out of a text in which it is coded: to its closing brace, and not a byte further, so that the search
/// goes on right behind it.
struct CodedText {
  private let bytes: ArraySlice<UInt8>
  private let coding: TextCoding
  private var index: Int
  /// Bytes that are decoded and not handed out yet, for each level of backslashes.
  private var waiting: [[UInt8]]

  /// The object and where the text goes on; nil when the text ends before the object does.
  static func object(in bytes: ArraySlice<UInt8>, at start: Int, coding: TextCoding) -> (
    bytes: [UInt8], end: Int
  )? {
    var text = CodedText(bytes, at: start, coding: coding)
    var decoded: [UInt8] = []
    var depth = 0
    var isString = false
    var isEscaped = false
    while let byte = text.next() {
      decoded.append(byte)
      if isEscaped {
        isEscaped = false
      } else if isString {
        if byte == UInt8(ascii: "\\") { isEscaped = true }
        if byte == UInt8(ascii: "\"") { isString = false }
      } else if byte == UInt8(ascii: "\"") {
        isString = true
      } else if byte == UInt8(ascii: "{") || byte == UInt8(ascii: "[") {
        depth += 1
      } else if byte == UInt8(ascii: "}") || byte == UInt8(ascii: "]") {
        depth -= 1
        if depth == 0 { return (decoded, text.index) }
      }
    }
    return nil
  }

  private init(_ bytes: ArraySlice<UInt8>, at start: Int, coding: TextCoding) {
    self.bytes = bytes
    self.coding = coding
    index = start
    var levels = 1
    if case .backslashes(let count, _) = coding { levels = count }
    waiting = Array(repeating: [], count: levels + 1)
  }

  private mutating func next() -> UInt8? {
    switch coding {
    case .backslashes(let levels, let end): unescaped(level: levels, end: end)
    case .doubledQuotes: afterDoubling()
    case .entities: afterEntity()
    case .backticks: afterBacktick()
    case .singleQuotes: afterQuoting()
    case .percent: afterPercent()
    }
  }

  private mutating func raw() -> UInt8? {
    guard index < bytes.endIndex else { return nil }
    defer { index += 1 }
    return bytes[index]
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  // MARK: Backslashes

  /// The next byte behind so many levels of escapes; nil at the end of the string of any level.
  private mutating func unescaped(level: Int, end: UInt8) -> UInt8? {
    guard level > 0 else { return raw() }
    if !waiting[level].isEmpty { return waiting[level].removeFirst() }
    while let byte = unescaped(level: level - 1, end: end), byte != end {
      guard byte == UInt8(ascii: "\\") else { return byte }
      guard let escaped = unescaped(level: level - 1, end: end) else { return nil }
      switch escaped {
      // A shell joins lines so.
      case UInt8(ascii: "\n"): continue
      case UInt8(ascii: "n"): return UInt8(ascii: "\n")
      case UInt8(ascii: "r"): return UInt8(ascii: "\r")
      case UInt8(ascii: "t"): return UInt8(ascii: "\t")
      case UInt8(ascii: "b"): return 8
      case UInt8(ascii: "f"): return 12
      case UInt8(ascii: "x"): return hexadecimal(2, level, end).map { UInt8(truncatingIfNeeded: $0) }
      case UInt8(ascii: "u"): return unit(level, end)
      case _ where "\"'\\/$`".utf8.contains(escaped): return escaped
      default:
        waiting[level].append(escaped)
        return byte
      }
    }
    return nil
  }

  private mutating func hexadecimal(_ digits: Int, _ level: Int, _ end: UInt8) -> UInt32? {
    var value: UInt32 = 0
    for _ in 0..<digits {
      guard let byte = unescaped(level: level - 1, end: end),
        let digit = Character(Unicode.Scalar(byte)).hexDigitValue
      else { return nil }
      value = value << 4 | UInt32(digit)
    }
    return value
  }

  /// A UTF-16 unit by its number, with the second one of a pair.
  private mutating func unit(_ level: Int, _ end: UInt8) -> UInt8? {
    guard var value = hexadecimal(4, level, end) else { return nil }
    if (0xD800..<0xDC00).contains(value) {
      guard unescaped(level: level - 1, end: end) == UInt8(ascii: "\\"),
        unescaped(level: level - 1, end: end) == UInt8(ascii: "u"), let low = hexadecimal(4, level, end),
        (0xDC00..<0xE000).contains(low)
      else { return nil }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    guard let scalar = Unicode.Scalar(value), let encoded = UTF8.encode(scalar).map(Array.init) else {
      return nil
    }
    waiting[level] += encoded.dropFirst()
    return encoded[0]
  }

  // MARK: The others

  private mutating func afterDoubling() -> UInt8? {
    guard let byte = raw() else { return nil }
    guard byte == UInt8(ascii: "\"") else { return byte }
    return take("\"") ? byte : nil
  }

  private mutating func afterEntity() -> UInt8? {
    guard let byte = raw(), byte != UInt8(ascii: "\""), byte != UInt8(ascii: "<") else { return nil }
    guard byte == UInt8(ascii: "&") else { return byte }
    let entities: KeyValuePairs<String, Unicode.Scalar> = [
      "quot;": "\"", "#34;": "\"", "#x22;": "\"", "amp;": "&", "#38;": "&", "lt;": "<", "gt;": ">",
      "apos;": "'",
      "#39;": "'", "#x27;": "'",
    ]
    for (name, scalar) in entities where take(name) { return UInt8(ascii: scalar) }
    return byte
  }

  private mutating func afterBacktick() -> UInt8? {
    guard let byte = raw(), byte != UInt8(ascii: "\"") else { return nil }
    guard byte == UInt8(ascii: "`"), let escaped = raw() else { return byte }
    switch escaped {
    case UInt8(ascii: "n"): return UInt8(ascii: "\n")
    case UInt8(ascii: "r"): return UInt8(ascii: "\r")
    case UInt8(ascii: "t"): return UInt8(ascii: "\t")
    default: return escaped
    }
  }

  private mutating func afterQuoting() -> UInt8? {
    guard let byte = raw() else { return nil }
    guard byte == UInt8(ascii: "'") else { return byte }
    return take("\\''") || take("\"'\"'") ? byte : nil
  }

  private mutating func afterPercent() -> UInt8? {
    guard let byte = raw(), byte > 0x20, !"&\"'<>".utf8.contains(byte) else { return nil }
    if byte == UInt8(ascii: "+") { return UInt8(ascii: " ") }
    guard byte == UInt8(ascii: "%") else { return byte }
    guard let first = raw().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue }),
      let second = raw().flatMap({ Character(Unicode.Scalar($0)).hexDigitValue })
    else { return nil }
    return UInt8(first << 4 | second)
  }
}
