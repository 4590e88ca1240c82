/// The field that holds the values of a challenge.
struct MatchValueField {
  let name: String
  /// Nil when it is absent or null.
  let value: JSONValue?

  /// Whether there is anything in it.
  var isEmpty: Bool {
    switch value {
    case nil, .null: true
    case .string(let text): text.trimmed.isEmpty || MatchValueField.array(in: text)?.value == .array([])
    case .array(let elements): elements.isEmpty
    default: false
    }
  }

  /// The values as they are to be shown and sent; none means manual entry.
  ///
  /// They come as an array, as text with commas, or, in FCM's flat maps, as an array's JSON in a string. Parts are
  /// trimmed, empty ones skipped, repeated ones dropped, each with a warning that does not name the value.
  func read(warnings: inout [PayloadWarning]) throws(PayloadError) -> [MatchValue] {
    guard !isEmpty else { return [] }
    let parts = try parts(warnings: &warnings).map(\.trimmed)
    let filled = parts.filter { !$0.isEmpty }.map { MatchValue($0) }
    guard !filled.isEmpty else { throw .field(FieldError(name, .onlyEmptyMatchValues)) }
    if let placeholder = filled.first(where: { $0.text.isPlaceholder }) {
      throw .field(FieldError(name, .placeholder(placeholder.text)))
    }
    if filled.count < parts.count {
      warnings.append(.emptyMatchValues(field: name, count: parts.count - filled.count))
    }
    var seen: Set<MatchValue> = []
    let unique = filled.filter { seen.insert($0).inserted }
    if unique.count < filled.count {
      warnings.append(.repeatedMatchValues(field: name, count: filled.count - unique.count))
    }
    if unique.contains(where: { $0.text.word == "deny" }) { warnings.append(.offeredValueReadsDeny) }
    return unique
  }

  /// The array whose JSON stands in a text; nil when the text does not even begin like one, or is none.
  private static func array(in text: String) -> JSONDocument? {
    guard text.trimmed.beginsWith("["), let document = try? JSONReader.read(text), document.value.array != nil
    else { return nil }
    return document
  }

  private func parts(warnings: inout [PayloadWarning]) throws(PayloadError) -> [String] {
    switch value {
    case .string(let text) where text.trimmed.beginsWith("["):
      guard !text.isSameBytes(as: Unwrapper.stringifiedObject) else {
        throw .field(FieldError(name, .stringifiedObject))
      }
      guard let document = MatchValueField.array(in: text), let elements = document.value.array else {
        throw .field(FieldError(name, .notJSONArray))
      }
      for case .trailingComma(let position) in document.notices {
        warnings.append(.trailingComma(position, within: name))
      }
      return try texts(of: elements)
    case .string(let text):
      return text.commaParts
    case .array(let elements):
      return try texts(of: elements)
    case .number, .bool, .object:
      return try texts(of: value.map { [$0] } ?? [])
    case nil, .null:
      return []
    }
  }

  private func texts(of elements: [JSONValue]) throws(PayloadError) -> [String] {
    var texts: [String] = []
    for element in elements {
      switch element {
      case .string(let text):
        guard !text.isSameBytes(as: Unwrapper.stringifiedObject) else {
          throw .field(FieldError(name, .stringifiedObject))
        }
        texts.append(text)
      case .number(let number) where number.isInteger: texts.append(number.spelling)
      case .number:
        throw .field(FieldError(name, .matchValueNotText("a number with a fraction or an exponent")))
      default: throw .field(FieldError(name, .matchValueNotText(element.typeName)))
      }
    }
    return texts
  }
}

extension Unwrapper {
  /// What JavaScript makes of an object that is put into a text.
  static let stringifiedObject = "[object Object]"
}
