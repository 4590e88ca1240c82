/// Reads the members of a JSON object that a service sent, and says which is wrong.
struct InboxFields {
  private let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
  }

  func text(_ name: String) throws(InboxFieldError) -> String {
    guard let text = try optionalText(name), !text.isEmpty else {
      throw InboxFieldError(name, "is missing or empty")
    }
    return text
  }

  func optionalText(_ name: String) throws(InboxFieldError) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text): return text
    case let value?: throw InboxFieldError(name, "is \(value.typeName), not text")
    }
  }

  func integer(_ name: String) throws(InboxFieldError) -> Int {
    guard case .number(let number)? = object[name], number.isInteger, let integer = Int(number.spelling),
      integer >= 0
    else { throw InboxFieldError(name, "is not a whole number") }
    return integer
  }

  func flag(_ name: String) throws(InboxFieldError) -> Bool {
    switch object[name] {
    case nil, .null: return false
    case .bool(let flag): return flag
    case let value?: throw InboxFieldError(name, "is \(value.typeName), not true or false")
    }
  }

  func optionalObject(_ name: String) throws(InboxFieldError) -> JSONObject? {
    switch object[name] {
    case nil, .null: return nil
    case .object(let members): return members
    case let value?: throw InboxFieldError(name, "is \(value.typeName), not an object")
    }
  }

  /// Empty when it is missing.
  func objects(_ name: String) throws(InboxFieldError) -> [JSONObject] {
    switch object[name] {
    case nil, .null: return []
    case .array(let elements):
      let objects = elements.compactMap(\.object)
      guard objects.count == elements.count else { throw InboxFieldError(name, "holds no object") }
      return objects
    case let value?: throw InboxFieldError(name, "is \(value.typeName), not a list")
    }
  }

  func word<Word: RawRepresentable<String>>(_ name: String) throws(InboxFieldError) -> Word {
    guard let word: Word = try optionalWord(name) else { throw InboxFieldError(name, "is missing") }
    return word
  }

  func optionalWord<Word: RawRepresentable<String>>(_ name: String) throws(InboxFieldError) -> Word? {
    guard let text = try optionalText(name) else { return nil }
    guard let word = Word(named: text) else {
      throw InboxFieldError(name, "is not known", unknownWord: text)
    }
    return word
  }

  func time(_ name: String) throws(InboxFieldError) -> Timestamp {
    guard let time = try optionalTime(name) else { throw InboxFieldError(name, "is missing") }
    return time
  }

  func optionalTime(_ name: String) throws(InboxFieldError) -> Timestamp? {
    guard let text = try optionalText(name) else { return nil }
    guard let time = RFC3339.parse(text) else { throw InboxFieldError(name, "is not an RFC 3339 time") }
    return time
  }
}
