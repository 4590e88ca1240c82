/// What several providers read in the same way.
extension Payload {
  /// APNs' own limit for an id (`apns-collapse-id` has 64 bytes, message ids of services are longer) is no help:
  /// 256 bytes hold every id seen, and bound what goes into a header and a path.
  private static let idLimit = 256

  /// The field with the id of the request; an empty text is none.
  var idField: (name: String, value: JSONValue)? {
    for name in ["messageId", "id"] {
      if let value = fields[name], value != .null, value != .string("") { return (name, value) }
    }
    return nil
  }

  /// The id of a push in the first of these fields, or nil when it has none.
  func id(_ field: (name: String, value: JSONValue)?) throws(PayloadError) -> String? {
    guard let field else { return nil }
    let text: String
    switch field.value {
    case .string(let string): text = string
    case .number(let number) where number.isInteger: text = number.spelling
    default: throw .field(FieldError(field.name, .wrongType(found: field.value.typeName, wanted: "text")))
    }
    guard text.utf8.count <= Payload.idLimit else {
      throw .field(FieldError(field.name, .tooLong(bytes: text.utf8.count, limit: Payload.idLimit)))
    }
    guard !text.isPlaceholder else { throw .field(FieldError(field.name, .placeholder(text))) }
    return text.isEmpty ? nil : text
  }

  /// A required text.
  func text(_ name: String, in object: JSONObject, path: String = "") throws(PayloadError) -> String {
    switch object[name] {
    case .string(let text) where !text.isEmpty: return text
    case nil, .null, .string: throw .field(FieldError(path + name, .missing))
    case .some(let other):
      throw .field(FieldError(path + name, .wrongType(found: other.typeName, wanted: "text")))
    }
  }

  /// Bytes of an address to answer at; the practice service takes as many.
  static let addressLimit = 2048

  /// A required address, as a text.
  func address(_ name: String, in object: JSONObject, path: String = "") throws(PayloadError) -> String {
    let text = try text(name, in: object, path: path)
    guard text.utf8.count <= Payload.addressLimit else {
      throw .field(FieldError(path + name, .tooLong(bytes: text.utf8.count, limit: Payload.addressLimit)))
    }
    return text
  }

  /// The address that an app opens after the sign-on.
  func deepLink(warnings: inout [PayloadWarning]) -> String? {
    let field = "deep_link"
    switch fields[field] ?? outerFields[field] {
    case nil, .null: return nil
    case .string(let text): return text.isEmpty ? nil : text
    case .some(let other):
      warnings.append(.deepLinkIgnored(field: field, type: other.typeName))
      return nil
    }
  }
}

extension String {
  /// Texts that a language prints for nothing.
  private static let nothing = [
    "null", "(null)", "<null>", "nil", "none", "undefined", "nan", "[object object]",
  ]
  /// What encloses a name in the templates of one language or another.
  private static let enclosing: [(opening: String, closing: String)] = [
    ("{", "}"), ("<", ">"), ("[[", "]]"), ("<<", ">>"), ("%{", "}"), ("%(", ")s"), ("*|", "|*"), ("__", "__"),
    ("%", "%"), ("$[", "]"), ("$", ""), ("$.", ""), ("#(", ")"), ("@(", ")"), ("\\(", ")"),
    ("Optional(\"", "\")"),
    ("Optional(", ")"),
  ]

  /// Whether part of it is a placeholder that nobody filled in: `$(x)`, `${x}`, `{{x}}`, `%s`, or all of it is one of a
  /// rarer kind, or a language's word for nothing.
  var isPlaceholder: Bool {
    // Hundreds of thousands of numbers may be offered.
    if utf8.allSatisfy({ (0x30...0x39).contains($0) }) { return false }
    let whole = trimmed
    if let word = whole.word, String.nothing.containsBytes(of: word) { return true }
    guard utf8.contains(where: { "$%{<[_*#@\\(".utf8.contains($0) }) else { return false }
    if String.enclosing.contains(where: { whole.isName(between: $0.opening, and: $0.closing) }) {
      return true
    }
    for (opening, closing) in [("$(", ")"), ("${", "}"), ("{{", "}}"), ("<%", "%>"), ("#{", "}")] {
      if let start = range(of: opening), String(self[start.upperBound...]).containsText(closing) {
        return true
      }
    }
    // Ids of Firebase have a percent sign in front of hexadecimal digits.
    return ["%s", "%d", "%@", "%v", "%1$s"].contains { directive in
      guard let end = range(of: directive)?.upperBound else { return false }
      return end == endIndex || !unicodeScalars[end].isASCIILetter && !unicodeScalars[end].isASCIIDigit
    }
  }
}

extension String {
  /// Whether nothing but a name, which may have dots, stands between these. A UUID in braces has hyphens, and is none.
  fileprivate func isName(between opening: String, and closing: String) -> Bool {
    let count = utf8.count - opening.utf8.count - closing.utf8.count
    guard (1...64).contains(count), beginsWith(opening),
      utf8.suffix(closing.utf8.count).elementsEqual(closing.utf8)
    else { return false }
    return utf8.dropFirst(opening.utf8.count).prefix(count).allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCIILetter || scalar.isASCIIDigit || byte == UInt8(ascii: "_")
        || byte == UInt8(ascii: ".")
    }
  }
}

extension JSONValue {
  /// A context as it is worth showing: nothing for an empty text.
  var asContext: JSONValue? {
    self == .null || self == .string("") ? nil : self
  }
}
