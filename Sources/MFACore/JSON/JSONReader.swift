/// A document that was read, with what was noticed on the way.
package struct JSONDocument: Sendable, Equatable {
  package let value: JSONValue
  package let notices: [Notice]

  /// Something that a lenient reader would pass over in silence.
  package enum Notice: Sendable, Equatable {
    /// One comma behind the last element of a non-empty array or object: `simctl push` takes it.
    case trailingComma(TextPosition)
    /// A key that stood in its object before. The position is that of the later one.
    case duplicateKey(String, TextPosition)
  }
}

/// A strict reader for JSON (RFC 8259).
///
/// It is our own because a reader for pushes has to report duplicate keys, keep the spelling of numbers and
/// say where and why a text is broken. It is iterative: depth costs no stack. One thing more than the RFC
/// is taken, a single trailing comma, since one in seven `.apns` files in the wild has one.
package struct JSONReader {
  /// Levels of arrays and objects; one more is refused.
  package static let depthLimit = 512

  /// Notices of one kind beyond these are left out: they say nothing new.
  private static let noticeLimit = 20

  /// Members of a document that is an object of the size that is usual.
  private static let usualMembers = 8

  let bytes: ArraySlice<UInt8>
  var offset: Int
  private let depthLimit: Int
  /// A place that is known, from which others are counted on.
  private var origin: (offset: Int, position: TextPosition)?
  private var notices: [JSONDocument.Notice] = []
  // Counted apart: a key that stands twice decides over a push, so trailing commas must not crowd it out.
  private var commasLeft = JSONReader.noticeLimit
  private var keysLeft = JSONReader.noticeLimit
  private var open: [Container] = []

  /// An array or object whose end has not been read yet.
  ///
  /// It is changed in place, on the stack: taking it off to change it would copy it for every element.
  private struct Container {
    let isArray: Bool
    var elements: [JSONValue] = []
    var members: [JSONObject.Member] = []
    var key = ""
    /// Every key so far, once there are too many to be compared one by one.
    var keys: Set<ByteKey> = []

    private static let comparable = 32

    /// Makes this the key of the next member; true when it stood in the object before.
    mutating func take(_ key: String) -> Bool {
      self.key = key
      guard members.count >= Container.comparable else {
        return members.contains { $0.key.isSameBytes(as: key) }
      }
      if keys.isEmpty { keys = Set(members.map { ByteKey($0.key) }) }
      return !keys.insert(ByteKey(key)).inserted
    }

    mutating func append(_ value: JSONValue) {
      if isArray { elements.append(value) } else { members.append(.init(key: key, value: value)) }
    }

    var value: JSONValue { isArray ? .array(elements) : .object(JSONObject(members)) }
  }

  private init(_ bytes: ArraySlice<UInt8>, depthLimit: Int = JSONReader.depthLimit) {
    self.bytes = bytes
    self.offset = bytes.startIndex
    self.depthLimit = depthLimit
  }

  /// Reads one document from valid UTF-8.
  ///
  /// - Parameter depthLimit: fewer levels than are taken otherwise, for a text that stands inside a document.
  package static func read(_ text: String, depthLimit: Int = JSONReader.depthLimit) throws(JSONError)
    -> JSONDocument
  {
    var reader = JSONReader(ArraySlice(text.utf8), depthLimit: depthLimit)
    let value = try reader.document()
    return JSONDocument(value: value, notices: reader.notices)
  }

  /// Reads the value that begins at an offset, whatever follows it; places are those in all of the bytes.
  static func readValue(in bytes: ArraySlice<UInt8>, at offset: Int, position: TextPosition) throws(JSONError)
    -> (
      document: JSONDocument, end: Int
    )
  {
    var reader = JSONReader(bytes)
    reader.offset = offset
    reader.origin = (offset, position)
    let value = try reader.containerOrScalar()
    return (JSONDocument(value: value, notices: reader.notices), reader.offset)
  }

  /// - Parameter bytes: valid UTF-8, as `SourceText.utf8` returns it.
  package static func read(utf8 bytes: ArraySlice<UInt8>) throws(JSONError) -> JSONDocument {
    var reader = JSONReader(bytes)
    let value = try reader.document()
    return JSONDocument(value: value, notices: reader.notices)
  }

  private mutating func document() throws(JSONError) -> JSONValue {
    skipWhiteSpace()
    guard offset < bytes.endIndex else { throw failure(.empty) }
    let value = try containerOrScalar()
    skipWhiteSpace()
    guard let scalar = peekScalar() else { return value }
    let isDocument = JSONReader.startsValue(scalar)
    throw failure(isDocument ? .secondDocument : .unexpected(scalar, wanted: .endOfDocument))
  }

  /// Reads values until the outermost one is complete.
  private mutating func containerOrScalar() throws(JSONError) -> JSONValue {
    while true {
      guard var value = try openingOrScalar() else { continue }
      // A complete value goes into its container, which may complete that one as well.
      while true {
        guard !open.isEmpty else { return value }
        open[open.count - 1].append(value)
        guard try isAtEndOfContainer() else { break }
        value = open.removeLast().value
      }
    }
  }

  /// Reads a scalar or an empty container and returns it, or opens a container and returns nil.
  private mutating func openingOrScalar() throws(JSONError) -> JSONValue? {
    skipWhiteSpace()
    switch peek() {
    case UInt8(ascii: "["):
      try checkDepth()
      offset += 1
      skipWhiteSpace()
      if take("]") { return .array([]) }
      open.append(Container(isArray: true))
      return nil
    case UInt8(ascii: "{"):
      try checkDepth()
      offset += 1
      skipWhiteSpace()
      if take("}") { return .object(JSONObject()) }
      open.append(Container(isArray: false))
      // Not for those inside, of which there may be any number.
      if open.count == 1 { open[0].members.reserveCapacity(JSONReader.usualMembers) }
      try readKey(wanted: .keyOrEnd)
      return nil
    default:
      return try scalar()
    }
  }

  private func checkDepth() throws(JSONError) {
    guard open.count < depthLimit else { throw failure(.tooDeep(limit: depthLimit)) }
  }

  /// Finding a place reads the document up to there, so that a document full of mistakes would take for ever.
  private mutating func noteTrailingComma(at place: Int) {
    guard commasLeft > 0 else { return }
    commasLeft -= 1
    notices.append(.trailingComma(position(of: place)))
  }

  private mutating func noteDuplicate(_ key: String, at place: Int) {
    guard keysLeft > 0 else { return }
    keysLeft -= 1
    notices.append(.duplicateKey(key, position(of: place)))
  }

  /// Reads what follows an element: true for the container's end, false when another element follows.
  private mutating func isAtEndOfContainer() throws(JSONError) -> Bool {
    let isArray = open[open.count - 1].isArray
    let end: Unicode.Scalar = isArray ? "]" : "}"
    skipWhiteSpace()
    if take(end) { return true }
    let comma = offset
    guard take(",") else {
      let wanted = isArray ? JSONError.Wanted.commaOrEndOfArray : .commaOrEndOfObject
      guard let scalar = peekScalar() else { throw failure(.endsEarly(wanted: wanted)) }
      throw failure(.unexpected(scalar, wanted: wanted))
    }
    skipWhiteSpace()
    if take(end) {
      noteTrailingComma(at: comma)
      return true
    }
    if !isArray { try readKey(wanted: .key) }
    return false
  }

  private mutating func readKey(wanted: JSONError.Wanted) throws(JSONError) {
    let start = offset
    guard peek() == UInt8(ascii: "\"") else {
      guard let scalar = peekScalar() else { throw failure(.endsEarly(wanted: wanted)) }
      throw failure(.unexpected(scalar, wanted: wanted))
    }
    let key = try string()
    if open[open.count - 1].take(key) {
      noteDuplicate(key, at: start)
    }
    skipWhiteSpace()
    guard take(":") else {
      guard let scalar = peekScalar() else { throw failure(.endsEarly(wanted: .colon)) }
      throw failure(.unexpected(scalar, wanted: .colon))
    }
  }
}

extension JSONReader {
  func peek() -> UInt8? { offset < bytes.endIndex ? bytes[offset] : nil }

  /// The scalar at the offset, which is always on a scalar's first byte.
  func peekScalar() -> Unicode.Scalar? {
    String(decoding: bytes[offset...].prefix(4), as: UTF8.self).unicodeScalars.first
  }

  mutating func take(_ scalar: Unicode.Scalar) -> Bool {
    guard peek() == UInt8(ascii: scalar) else { return false }
    offset += 1
    return true
  }

  mutating func skipWhiteSpace() {
    while let byte = peek(), byte == 0x20 || byte == 0x0A || byte == 0x0D || byte == 0x09 {
      offset += 1
    }
  }

  static func startsValue(_ scalar: Unicode.Scalar) -> Bool {
    "{[\"".unicodeScalars.contains(scalar) || scalar.isASCIIDigit || scalar == "-"
      || "tfn".unicodeScalars.contains(scalar)
  }

  private func position(of place: Int) -> TextPosition {
    TextPosition(offset: place, in: bytes, from: origin)
  }

  func failure(_ problem: JSONError.Problem, at place: Int? = nil) -> JSONError {
    let place = place ?? offset
    return JSONError(
      problem: problem,
      position: position(of: place),
      guess: JSONGuess(bytes: bytes, offset: place).guess(for: problem)
    )
  }
}
