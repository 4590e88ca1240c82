/// Writes JSON on one line, in the order given, safe to print on a terminal.
///
/// Null members are written, and every character that could repaint a terminal or end a line is escaped:
/// C0, DEL, C1, the bidi controls, U+2028 and U+2029.
package struct JSONWriter {
  /// Bytes, not a `String`: appending to one scalar by scalar takes ten times as long.
  private(set) var output: [UInt8]

  /// - Parameter bytes: what stands before the document.
  init(after bytes: consuming [UInt8] = []) {
    output = bytes
  }

  package static func write(_ value: JSONValue) -> String {
    String(decoding: bytes(value), as: UTF8.self)
  }

  /// The same as UTF-8.
  package static func bytes(_ value: JSONValue) -> [UInt8] {
    var writer = JSONWriter()
    writer.append(value)
    return writer.output
  }

  mutating func append(_ value: JSONValue) {
    switch value {
    case .null: output += "null".utf8
    case .bool(let flag): output += (flag ? "true" : "false").utf8
    case .number(let number): output += number.spelling.utf8
    case .string(let text): append(text)
    case .array(let elements):
      output.append(UInt8(ascii: "["))
      for (index, element) in elements.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        append(element)
      }
      output.append(UInt8(ascii: "]"))
    case .object(let object):
      output.append(UInt8(ascii: "{"))
      for (index, member) in object.members.enumerated() {
        if index > 0 { output.append(UInt8(ascii: ",")) }
        append(member.key)
        output.append(UInt8(ascii: ":"))
        append(member.value)
      }
      output.append(UInt8(ascii: "}"))
    }
  }

  mutating func append(byte: UInt8) {
    output.append(byte)
  }

  mutating func append(_ text: String) {
    output.append(UInt8(ascii: "\""))
    // Through the buffer: the view hands out its bytes one call at a time, which was a tenth of a reply.
    if text.utf8.withContiguousStorageIfAvailable({ appendPlain($0) }) != true {
      for scalar in text.unicodeScalars { append(scalar) }
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Nothing, and false, where a byte does not stand for itself.
  private mutating func appendPlain(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    // Counted to the end: what does not stop early can be done on many bytes at once.
    guard bytes.reduce(0, { $0 &+ (JSONWriter.isPlain($1) ? 1 : 0) }) == bytes.count else { return false }
    output.append(contentsOf: bytes)
    return true
  }

  /// Bytes that always stand for themselves.
  private static func isPlain(_ byte: UInt8) -> Bool {
    byte >= 0x20 && byte < 0x7F && byte != UInt8(ascii: "\"") && byte != UInt8(ascii: "\\")
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    switch scalar {
    case "\"": output += "\\\"".utf8
    case "\\": output += "\\\\".utf8
    case "\n": output += "\\n".utf8
    case "\r": output += "\\r".utf8
    case "\t": output += "\\t".utf8
    default:
      if JSONWriter.mustEscape(scalar) {
        let digits = String(scalar.value, radix: 16)
        output += ("\\u" + String(repeating: "0", count: 4 - digits.count) + digits).utf8
      } else {
        output += UTF8.encode(scalar) ?? .init()
      }
    }
  }

  /// All of these stand in the basic plane, so one `\uXXXX` is enough.
  private static func mustEscape(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x20, 0x7F...0x9F: true
    case 0x061C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
