import MFACore
import Testing

/// What a lenient reader would pass over: trailing commas and keys that stand twice.
@Suite("JSON notices")
struct JSONNoticeTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let notices: [JSONDocument.Notice]

    init(_ name: String, _ text: String, _ notices: JSONDocument.Notice...) {
      (self.name, self.text, self.notices) = (name, text, notices)
    }
  }

  private static func comma(_ line: Int, _ column: Int) -> JSONDocument.Notice {
    .trailingComma(TextPosition(line: line, column: column))
  }

  private static func twice(_ key: String, _ line: Int, _ column: Int) -> JSONDocument.Notice {
    .duplicateKey(key, TextPosition(line: line, column: column))
  }

  @Test(arguments: [
    Case("none", #"{"a":[1],"b":{"a":1}}"#),
    Case("a comma behind an element", "[1,]", comma(1, 3)),
    Case("a comma behind a member", "{\"a\": 1,\n}", comma(1, 8)),
    Case("white space before the comma", "[1 , ]", comma(1, 4)),
    Case("one inside the other", "{\"a\": [1,],\n}", comma(1, 9), comma(1, 11)),
    Case("a key twice, at the later one", "{\"a\": 1,\n \"a\": 2}", twice("a", 2, 2)),
    Case("a key three times", #"{"a":1,"a":2,"a":3}"#, twice("a", 1, 8), twice("a", 1, 14)),
    Case("a key twice with the same value", #"{"a":1,"a":1}"#, twice("a", 1, 8)),
    Case("a key spelled with an escape", #"{"pushType":1,"push\u0054ype":2}"#, twice("pushType", 1, 15)),
    Case("the empty key", #"{"":1,"":2}"#, twice("", 1, 7)),
    Case("a key twice in an inner object", #"[{"a":{"b":1,"b":2}}]"#, twice("b", 1, 14)),
    Case("keys that differ in case", #"{"a":1,"A":2}"#),
    Case("the same key in two objects", #"[{"a":1},{"a":2}]"#),
    Case("the same key inside and outside", #"{"a":{"a":1}}"#),
  ])
  func notes(_ row: Case) throws {
    #expect(try JSONReader.read(row.text).notices == row.notices)
  }

  /// Whatever else there is to say of a document, a key that stands twice is said: it decides over the push.
  @Test(arguments: [0, 1, 19, 20, 21, 400])
  func trailingCommasHideNoDuplicate(_ commas: Int) throws {
    let text = "[" + String(repeating: "[0,],", count: commas) + #"{"a":1,"a":2}]"#
    let notices = try JSONReader.read(text).notices
    #expect(notices.contains { if case .duplicateKey("a", _) = $0 { true } else { false } })
  }

  /// A small object is searched, a large one is not: both have to notice.
  @Test(arguments: [1, 2, 11, 12, 13, 14, 100])
  func noticesAKeyTwiceAmongManyMembers(_ count: Int) throws {
    let members = (0..<count).map { "\"k\($0)\":\($0)" }
    for key in Set([0, count / 2, count - 1]) {
      let text = "{" + (members + ["\"k\(key)\":null"]).joined(separator: ",") + "}"
      let notices = try JSONReader.read(text).notices
      #expect(notices.count == 1)
      #expect(notices.contains { if case .duplicateKey("k\(key)", _) = $0 { true } else { false } })
    }
    #expect(try JSONReader.read("{" + members.joined(separator: ",") + "}").notices.isEmpty)
  }
}
