import MFACore

/// A JSON object as it is taken apart: each member is of its type, or the sentence says which one is not.
/// A null counts as absent.
struct Members: Sendable {
  let object: JSONObject

  init(_ object: JSONObject) {
    self.object = object
  }

  func has(_ name: String) -> Bool { object[name].map { $0 != .null } ?? false }

  /// A text of at most that many bytes.
  func text(_ name: String, limit: Int) throws(ServiceError) -> String? {
    switch object[name] {
    case nil, .null: return nil
    case .string(let text) where text.utf8.count <= limit: return text
    case .string: throw .malformed("\(name) has more than \(limit) bytes")
    default: throw .malformed("\(name) is text")
    }
  }

  /// A text that has to be there and not to be empty.
  func requiredText(_ name: String, limit: Int) throws(ServiceError) -> String {
    guard let text = try text(name, limit: limit), !text.isEmpty else {
      throw .malformed("\(name) is missing; it is text")
    }
    return text
  }

  /// One of these words.
  func word(_ name: String, of allowed: [String]) throws(ServiceError) -> String? {
    guard let word = try text(name, limit: 64) else { return nil }
    guard allowed.contains(word) else {
      throw .malformed("\(name) is not one of \(allowed.joined(separator: ", "))")
    }
    return word
  }

  func flag(_ name: String) throws(ServiceError) -> Bool? {
    switch object[name] {
    case nil, .null: return nil
    case .bool(let flag): return flag
    default: throw .malformed("\(name) is true or false")
    }
  }

  /// A number of seconds from 0 to `most`.
  func seconds(_ name: String, most: Int) throws(ServiceError) -> Double? {
    switch object[name] {
    case nil, .null: return nil
    case .number(let number) where number.double >= 0 && number.double <= Double(most): return number.double
    default: throw .malformed("\(name) is a number of seconds from 0 to \(most)")
    }
  }

  func texts(_ name: String) throws(ServiceError) -> [String]? {
    guard let value = object[name], value != .null else { return nil }
    guard let elements = value.array, case let texts = elements.compactMap(\.string),
      texts.count == elements.count
    else { throw .malformed("\(name) is an array of texts") }
    return texts
  }

  /// A moment in milliseconds since 1970, as journals have it.
  func time(_ name: String) throws(ServiceError) -> Timestamp? {
    guard let value = object[name], value != .null else { return nil }
    guard case .number(let number) = value, let milliseconds = Int64(number.spelling),
      let time = Timestamp(milliseconds: milliseconds)
    else { throw .malformed("\(name) is a time in milliseconds") }
    return time
  }

  func requiredTime(_ name: String) throws(ServiceError) -> Timestamp {
    guard let time = try time(name) else { throw .malformed("\(name) is missing") }
    return time
  }
}

extension JSONValue {
  /// The text, or null.
  init(_ text: String?) {
    self = text.map { .string($0) } ?? .null
  }

  /// RFC 3339, or null.
  init(_ time: Timestamp?) {
    self = time.map { .string(RFC3339.format($0)) } ?? .null
  }
}
