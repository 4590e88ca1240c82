/// A JSON document as a value (RFC 8259). Numbers keep their spelling, objects their order. Texts are compared as bytes.
package enum JSONValue: Sendable, Equatable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object(JSONObject)

  package static func == (left: JSONValue, right: JSONValue) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): left == right
    case (.string(let left), .string(let right)): left.isSameBytes(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    default: false
    }
  }

  package var string: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// How a number is spelled.
  var spelling: String? {
    if case .number(let number) = self { number.spelling } else { nil }
  }

  package var object: JSONObject? {
    if case .object(let object) = self { object } else { nil }
  }

  package var array: [JSONValue]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// What kind of value this is, in the words of RFC 8259.
  package var typeName: String {
    switch self {
    case .null: "null"
    case .bool: "a boolean"
    case .number: "a number"
    case .string: "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }

  /// Whether both say the same: the order of an object's members does not count, the spelling of numbers does.
  package func means(_ other: JSONValue) -> Bool {
    switch (self, other) {
    case (.array(let left), .array(let right)):
      return left.count == right.count && zip(left, right).allSatisfy { $0.means($1) }
    case (.object(let left), .object(let right)):
      guard left.members.count == right.members.count else { return false }
      return left.members.allSatisfy { member in right[member.key].map { member.value.means($0) } ?? false }
    default:
      return self == other
    }
  }
}

/// A JSON number in the spelling of the document: `7`, `1e3`, `0.10`.
package struct JSONNumber: Sendable, Equatable {
  package let spelling: String

  package init(spelling: String) {
    self.spelling = spelling
  }

  package init(_ integer: Int) {
    self.spelling = String(integer)
  }

  /// Whether it is spelled without a fraction and an exponent.
  package var isInteger: Bool { !spelling.utf8.contains { ".eE".utf8.contains($0) } }

  /// The nearest double; infinite when the number is larger than any.
  package var double: Double { Double(spelling) ?? .nan }
}

/// A JSON object: its members in the order of the document.
package struct JSONObject: Sendable, Equatable {
  package struct Member: Sendable, Equatable {
    package let key: String
    package let value: JSONValue

    package init(key: String, value: JSONValue) {
      self.key = key
      self.value = value
    }

    package static func == (left: Member, right: Member) -> Bool {
      left.key.isSameBytes(as: right.key) && left.value == right.value
    }
  }

  /// Includes members whose key is a duplicate: the reader reports those, and a push with one is refused.
  package private(set) var members: [Member]
  /// Where a key stands, kept only for objects that are too large to be searched.
  private var index: [ByteKey: Int]?

  private static let searchable = 32

  package init(_ members: [Member] = []) {
    self.members = members
    if members.count > JSONObject.searchable {
      index = Dictionary(
        members.enumerated().map { (ByteKey($1.key), $0) },
        uniquingKeysWith: { first, _ in first }
      )
    }
  }

  package init(_ members: KeyValuePairs<String, JSONValue>) {
    self.init(members.map { Member(key: $0.key, value: $0.value) })
  }

  package var isEmpty: Bool { members.isEmpty }

  /// The value of the first member of that name.
  package subscript(key: String) -> JSONValue? {
    if let index { return index[ByteKey(key)].map { members[$0].value } }
    return members.first { $0.key.isSameBytes(as: key) }?.value
  }

  /// The object without the members of those names.
  package func without(_ keys: [String]) -> JSONObject {
    JSONObject(members.filter { !keys.containsBytes(of: $0.key) })
  }

  /// The members of both; where a name stands in both, this object's value.
  package func filled(from other: JSONObject) -> JSONObject {
    JSONObject(members + other.members.filter { self[$0.key] == nil })
  }

  package static func == (left: JSONObject, right: JSONObject) -> Bool {
    left.members == right.members
  }
}
