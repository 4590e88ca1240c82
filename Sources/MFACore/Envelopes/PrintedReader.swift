/// Reads a dictionary as a language prints it for debugging, where that has one reading; anything else is given up.
///
/// What has no quotes is a text: whether it was one is not to be seen. Iterative, as the reader of JSON is.
struct PrintedReader {
  private let bytes: ArraySlice<UInt8>
  private let printer: PushPlace.Printer
  private(set) var index: Int
  private let origin: (offset: Int, position: TextPosition)
  private var notices: [JSONDocument.Notice] = []
  private var open: [Container] = []

  /// A container that is not closed yet.
  private struct Container {
    let form: Form
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []
    var key = ""
    var keys: Set<ByteKey> = []

    var value: JSONValue { form.isList ? .array(elements) : .object(JSONObject(members)) }
  }

  init(_ bytes: ArraySlice<UInt8>, at start: Int, printer: PushPlace.Printer, position: TextPosition) {
    self.bytes = bytes
    self.printer = printer
    index = start
    origin = (start, position)
  }

  /// Whether reading went on to the end of the text.
  var isAtEnd: Bool { index >= bytes.endIndex }

  /// The dictionary, or nil; then the index is where it can't be read.
  mutating func read() -> JSONDocument? {
    while true {
      guard var value = openingOrScalar() else {
        guard opened else { return nil }
        opened = false
        continue
      }
      while true {
        guard let last = open.indices.last else {
          return value.object.map { JSONDocument(value: .object($0), notices: notices) }
        }
        append(value, to: last)
        guard let isOver = isOver(open[last].form) else { return nil }
        guard isOver else { break }
        value = open.removeLast().value
      }
    }
  }

  /// Whether the last step opened a container, which has elements.
  private var opened = false

  private mutating func append(_ value: JSONValue, to last: Int) {
    if open[last].form.isList {
      open[last].elements.append(value)
    } else {
      open[last].members.append(.init(key: open[last].key, value: value))
    }
  }

  /// A scalar or an empty container; nil when a container with elements was opened, or nothing can be read.
  private mutating func openingOrScalar() -> JSONValue? {
    skipBlanks()
    guard let byte = peek, open.count < JSONReader.depthLimit else { return nil }
    guard let form = form(of: byte) else { return scalar() }
    index += 1
    skipBlanks()
    if take(form.end) { return form.isList ? .array([]) : .object(JSONObject()) }
    if form == .swiftArray {
      if take(UInt8(ascii: ":")) { return take(form.end) ? .object(JSONObject()) : nil }
      if PrintedReader.beginsSwift(bytes, at: index - 1) {
        open.append(Container(form: .swiftDictionary))
        opened = key()
        return nil
      }
    }
    open.append(Container(form: form))
    opened = form.isList || key()
    return nil
  }

  private func form(of byte: UInt8) -> Form? {
    let isFoundation = open.last?.form.isFoundation ?? (printer == .foundation)
    switch (byte, printer) {
    case (UInt8(ascii: "{"), .python): return .pythonDictionary
    case (UInt8(ascii: "["), .python): return .pythonList
    case (UInt8(ascii: "("), .python): return .pythonTuple
    case (UInt8(ascii: "{"), _): return .foundationDictionary
    case (UInt8(ascii: "("), _): return .foundationArray
    case (UInt8(ascii: "["), .swift) where !isFoundation: return .swiftArray
    default: return nil
    }
  }

  /// What follows an element: true for the end of its container, nil for what can't.
  private mutating func isOver(_ form: Form) -> Bool? {
    skipBlanks()
    if form == .foundationDictionary {
      guard take(UInt8(ascii: ";")) else { return nil }
      skipBlanks()
      if take(form.end) { return true }
      return key() ? false : nil
    }
    if take(form.end) { return true }
    guard take(UInt8(ascii: ",")) else { return nil }
    skipBlanks()
    // A tuple of one.
    if form == .pythonTuple, take(form.end) { return true }
    return form.isList || key() ? false : nil
  }

  // MARK: Keys

  private mutating func key() -> Bool {
    guard let last = open.indices.last else { return false }
    let start = index
    let text: String?
    let separator: UInt8
    switch open[last].form {
    case .foundationDictionary:
      text = peek == UInt8(ascii: "\"") ? quoted() : bareWord()
      separator = UInt8(ascii: "=")
    case .pythonDictionary:
      text = quoted()
      separator = UInt8(ascii: ":")
    default:
      let isHashable = take("AnyHashable(")
      text = quoted()
      if isHashable, !take(UInt8(ascii: ")")) { return false }
      separator = UInt8(ascii: ":")
    }
    skipBlanks()
    guard let text, take(separator) else { return false }
    if !open[last].keys.insert(ByteKey(text)).inserted, notices.isEmpty {
      notices.append(.duplicateKey(text, TextPosition(offset: start, in: bytes, from: origin)))
    }
    open[last].key = text
    return true
  }

  // MARK: Scalars

  private mutating func scalar() -> JSONValue? {
    guard let form = open.last?.form else { return nil }
    if form.isFoundation {
      guard peek == UInt8(ascii: "\"") else { return bareWord().map { .string($0) } }
      return quoted().map { $0.isSameBytes(as: "<null>") ? .null : .string($0) }
    }
    return printer == .python ? pythonScalar() : swiftScalar()
  }

  private mutating func pythonScalar() -> JSONValue? {
    if peek == UInt8(ascii: "'") || peek == UInt8(ascii: "\"") { return quoted().map { .string($0) } }
    let start = index
    while let byte = peek, PrintedReader.isWordByte(byte) || byte == UInt8(ascii: "+") { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    switch word {
    case "True": return .bool(true)
    case "False": return .bool(false)
    case "None": return .null
    default:
      guard case .number(let number)? = (try? JSONReader.read(word))?.value else { return nil }
      return .number(number)
    }
  }

  /// In a dictionary of `AnyHashable` a text has no quotes, and ends where the next key or the end is. One with a quote,
  /// a bracket or a brace in it has more than one reading.
  private mutating func swiftScalar() -> JSONValue? {
    if peek == UInt8(ascii: "\"") { return quoted().map { .string($0) } }
    let start = index
    while let byte = peek, byte >= 0x20, !"[]{}\"".utf8.contains(byte) {
      if byte == UInt8(ascii: ","), bytes[index...].starts(with: ", AnyHashable(".utf8) { break }
      index += 1
    }
    let text = String(decoding: bytes[start..<index], as: UTF8.self).trimmed
    guard peek == UInt8(ascii: "]") || peek == UInt8(ascii: ","), !text.isEmpty else { return nil }
    // What follows a person's text may be the rest of it: whoever wrote it may have written keys as well.
    if peek == UInt8(ascii: ","), let key = open.last?.key, PersonalText.isUnder(key, inNotification: true) {
      return nil
    }
    return ["<null>", "nil"].contains { text.isSameBytes(as: $0) } ? .null : .string(text)
  }

  private mutating func bareWord() -> String? {
    let start = index
    while let byte = peek, PrintedReader.isWordByte(byte) { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  /// What a property list has without quotes.
  static func isWordByte(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar.isASCIILetter || scalar.isASCIIDigit || "_-.$/:".utf8.contains(byte)
  }

  /// A text in quotes, single ones in Python too; nil for an escape that is not known to be one.
  private mutating func quoted() -> String? {
    guard let quote = peek,
      quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") && printer == .python
    else { return nil }
    index += 1
    var text: [UInt8] = []
    while let byte = peek, byte >= 0x20 {
      index += 1
      if byte == quote {
        return SourceText.isUTF8(text) ? String(decoding: text, as: UTF8.self) : nil
      }
      guard byte == UInt8(ascii: "\\") else {
        text.append(byte)
        continue
      }
      guard let escaped = escape() else { return nil }
      text += escaped
    }
    return nil
  }

  private mutating func escape() -> [UInt8]? {
    guard let letter = peek else { return nil }
    index += 1
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "\\"): return [letter]
    case UInt8(ascii: "n"): return [0x0A]
    case UInt8(ascii: "r"): return [0x0D]
    case UInt8(ascii: "t"): return [0x09]
    // Python's number of a character, not of a byte.
    case UInt8(ascii: "x") where printer == .python: return scalar(digits: 2)
    case UInt8(ascii: "u") where printer == .python: return scalar(digits: 4)
    case UInt8(ascii: "U"): return scalar(digits: printer == .python ? 8 : 4)
    case UInt8(ascii: "u"):
      // `\u{1F600}`.
      guard take(UInt8(ascii: "{")) else { return nil }
      let digits = bytes[index...].prefix { Unicode.Scalar($0).isASCIIHexDigit }.count
      guard (1...8).contains(digits), let scalar = scalar(digits: digits), take(UInt8(ascii: "}")) else {
        return nil
      }
      return scalar
    default: return nil
    }
  }

  /// A character by its number; a property list writes those beyond the basic plane as pairs.
  private mutating func scalar(digits: Int) -> [UInt8]? {
    guard var value = number(digits: digits) else { return nil }
    if printer != .python, (0xD800..<0xDC00).contains(value) {
      guard take("\\U"), let low = number(digits: 4), (0xDC00..<0xE000).contains(low) else { return nil }
      value = 0x10000 + (value - 0xD800) << 10 + (low - 0xDC00)
    }
    return Unicode.Scalar(value).map { Array(String(Character($0)).utf8) }
  }

  private mutating func number(digits: Int) -> UInt32? {
    let spelled = bytes[index...].prefix(digits)
    guard spelled.count == digits, spelled.allSatisfy({ Unicode.Scalar($0).isASCIIHexDigit }) else {
      return nil
    }
    index += digits
    return UInt32(String(decoding: spelled, as: UTF8.self), radix: 16)
  }

  // MARK: Bytes

  private var peek: UInt8? { index < bytes.endIndex ? bytes[index] : nil }

  private mutating func take(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    index += 1
    return true
  }

  private mutating func take(_ text: String) -> Bool {
    guard bytes[index...].starts(with: text.utf8) else { return false }
    index += text.utf8.count
    return true
  }

  private mutating func skipBlanks() {
    while let byte = peek, DocumentForm.isBlank(byte) { index += 1 }
  }
}
