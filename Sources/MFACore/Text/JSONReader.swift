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

  let bytes: ArraySlice<UInt8>
  var offset: Int
  private var notices: [JSONDocument.Notice] = []
  private var open: [Container] = []

  /// An array or object whose end has not been read yet.
  private enum Container {
    case array([JSONValue])
    case object(ObjectInProgress)
  }

  private struct ObjectInProgress {
    var members: [JSONObject.Member] = []
    var keys: Set<String> = []
    var key = ""
  }

  private init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    self.offset = bytes.startIndex
  }

  /// Reads one document from valid UTF-8.
  package static func read(_ text: String) throws(JSONError) -> JSONDocument {
    var reader = JSONReader(ArraySlice(text.utf8))
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
        guard let container = open.popLast() else { return value }
        switch container {
        case .array(var elements):
          elements.append(value)
          guard let array = try afterElement(of: elements) else { break }
          value = array
          continue
        case .object(var object):
          object.members.append(.init(key: object.key, value: value))
          guard let complete = try afterMember(of: object) else { break }
          value = complete
          continue
        }
        break
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
      open.append(.array([]))
      return nil
    case UInt8(ascii: "{"):
      try checkDepth()
      offset += 1
      skipWhiteSpace()
      if take("}") { return .object(JSONObject()) }
      var object = ObjectInProgress()
      try readKey(into: &object, wanted: .keyOrEnd)
      open.append(.object(object))
      return nil
    default:
      return try scalar()
    }
  }

  private func checkDepth() throws(JSONError) {
    guard open.count < JSONReader.depthLimit else { throw failure(.tooDeep(limit: JSONReader.depthLimit)) }
  }

  /// Returns the finished array, or nil after putting it back because another element follows.
  private mutating func afterElement(of elements: [JSONValue]) throws(JSONError) -> JSONValue? {
    skipWhiteSpace()
    if take("]") { return .array(elements) }
    guard try takeComma(wanted: .commaOrEndOfArray, end: "]") else { return .array(elements) }
    open.append(.array(elements))
    return nil
  }

  /// Returns the finished object, or nil after putting it back because another member follows.
  private mutating func afterMember(of object: ObjectInProgress) throws(JSONError) -> JSONValue? {
    skipWhiteSpace()
    if take("}") { return .object(JSONObject(object.members)) }
    guard try takeComma(wanted: .commaOrEndOfObject, end: "}") else {
      return .object(JSONObject(object.members))
    }
    var object = object
    try readKey(into: &object, wanted: .key)
    open.append(.object(object))
    return nil
  }

  /// Takes the comma behind an element; false when it was a trailing one and the end was taken with it.
  private mutating func takeComma(
    wanted: JSONError.Wanted,
    end: Unicode.Scalar
  ) throws(JSONError) -> Bool {
    let comma = offset
    guard take(",") else {
      guard let scalar = peekScalar() else { throw failure(.endsEarly(wanted: wanted)) }
      throw failure(.unexpected(scalar, wanted: wanted))
    }
    skipWhiteSpace()
    guard take(end) else { return true }
    notices.append(.trailingComma(TextPosition(offset: comma, in: bytes)))
    return false
  }

  private mutating func readKey(
    into object: inout ObjectInProgress,
    wanted: JSONError.Wanted
  ) throws(JSONError) {
    let start = offset
    guard peek() == UInt8(ascii: "\"") else {
      guard let scalar = peekScalar() else { throw failure(.endsEarly(wanted: wanted)) }
      throw failure(.unexpected(scalar, wanted: wanted))
    }
    object.key = try string()
    if !object.keys.insert(object.key).inserted {
      notices.append(.duplicateKey(object.key, TextPosition(offset: start, in: bytes)))
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

  func failure(_ problem: JSONError.Problem, at place: Int? = nil) -> JSONError {
    let place = place ?? offset
    return JSONError(
      problem: problem,
      position: TextPosition(offset: place, in: bytes),
      guess: JSONGuess(bytes: bytes, offset: place).guess(for: problem)
    )
  }
}
