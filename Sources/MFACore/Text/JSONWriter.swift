/// Writes JSON on one line, in the order given, safe to print on a terminal.
///
/// Null members are written, and every character that could repaint a terminal or end a line is escaped:
/// C0, DEL, C1, the bidi controls, U+2028 and U+2029.
package struct JSONWriter {
  package static func write(_ value: JSONValue) -> String {
    var output = ""
    append(value, to: &output)
    return output
  }

  private static func append(_ value: JSONValue, to output: inout String) {
    switch value {
    case .null: output += "null"
    case .bool(let flag): output += flag ? "true" : "false"
    case .number(let number): output += number.spelling
    case .string(let text): appendString(text, to: &output)
    case .array(let elements):
      output += "["
      for (index, element) in elements.enumerated() {
        if index > 0 { output += "," }
        append(element, to: &output)
      }
      output += "]"
    case .object(let object):
      output += "{"
      for (index, member) in object.members.enumerated() {
        if index > 0 { output += "," }
        appendString(member.key, to: &output)
        output += ":"
        append(member.value, to: &output)
      }
      output += "}"
    }
  }

  private static func appendString(_ text: String, to output: inout String) {
    output += "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": output += "\\\""
      case "\\": output += "\\\\"
      case "\n": output += "\\n"
      case "\r": output += "\\r"
      case "\t": output += "\\t"
      default:
        if mustEscape(scalar) {
          let digits = String(scalar.value, radix: 16)
          output += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
        } else {
          output.unicodeScalars.append(scalar)
        }
      }
    }
    output += "\""
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
