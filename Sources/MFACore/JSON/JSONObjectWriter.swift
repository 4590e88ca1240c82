/// Writes one JSON object member by member, without the tree of values that `JSONWriter` takes; the bytes are the same.
package struct JSONObjectWriter {
  private var writer: JSONWriter
  private var isEmpty = true

  /// Bytes that most objects fit into, so that their room does not have to grow.
  private static let usual = 384

  /// - Parameter bytes: what stands before the object.
  package init(after bytes: consuming [UInt8] = []) {
    if bytes.isEmpty { bytes.reserveCapacity(JSONObjectWriter.usual) }
    writer = JSONWriter(after: bytes)
    writer.append(byte: UInt8(ascii: "{"))
  }

  /// Adds a member, unless there is no text.
  package mutating func add(_ key: String, _ text: String?) {
    guard let text else { return }
    append(key)
    writer.append(text)
  }

  package mutating func add(_ key: String, _ flag: Bool) {
    append(key)
    writer.append(.bool(flag))
  }

  package mutating func add(_ key: String, _ number: JSONNumber) {
    append(key)
    writer.append(.number(number))
  }

  package mutating func add(_ key: String, _ texts: [String]) {
    append(key)
    writer.append(.array(texts.map { .string($0) }))
  }

  /// What stands before the object, and the object.
  package consuming func finish() -> [UInt8] {
    writer.append(byte: UInt8(ascii: "}"))
    return writer.output
  }

  private mutating func append(_ key: String) {
    if !isEmpty { writer.append(byte: UInt8(ascii: ",")) }
    isEmpty = false
    writer.append(key)
    writer.append(byte: UInt8(ascii: ":"))
  }
}
