/// JSON in the one spelling that signatures are made over (RFC 8785).
package enum CanonicalJSON {
  /// Nil for what has no canonical form, which is a key that stands twice, and for what has a number that is no small
  /// integer: such are never signed here, and their form takes the floating-point printing of another language.
  package static func text(_ value: JSONValue) -> String? {
    switch value {
    case .null: return "null"
    case .bool(let bool): return bool ? "true" : "false"
    case .number(let number):
      guard number.isInteger, let integer = Int64(number.spelling), integer.magnitude <= 1 << 53
      else { return nil }
      return "\(integer)"
    case .string(let text): return quoted(text)
    case .array(let elements):
      let texts = elements.map { CanonicalJSON.text($0) }
      return texts.contains(nil) ? nil : "[\(texts.compactMap(\.self).joined(separator: ","))]"
    case .object(let object):
      // By UTF-16 code units (section 3.2.3).
      let members = object.members.sorted { $0.key.utf16.lexicographicallyPrecedes($1.key.utf16) }
      guard !zip(members, members.dropFirst()).contains(where: { $0.key.utf8.elementsEqual($1.key.utf8) })
      else {
        return nil
      }
      let texts = members.map { member in
        CanonicalJSON.text(member.value).map { "\(quoted(member.key)):\($0)" }
      }
      return texts.contains(nil) ? nil : "{\(texts.compactMap(\.self).joined(separator: ","))}"
    }
  }

  /// Only what has to be escaped is (section 3.2.2.2).
  private static func quoted(_ text: String) -> String {
    var quoted = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": quoted += "\\\""
      case "\\": quoted += "\\\\"
      case "\u{08}": quoted += "\\b"
      case "\t": quoted += "\\t"
      case "\n": quoted += "\\n"
      case "\u{0C}": quoted += "\\f"
      case "\r": quoted += "\\r"
      case _ where scalar.value < 0x20:
        let digits = String(scalar.value, radix: 16)
        quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: quoted.unicodeScalars.append(scalar)
      }
    }
    return quoted + "\""
  }
}
