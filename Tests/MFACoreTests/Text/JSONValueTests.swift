import MFACore
import Testing

/// What the reader makes of valid documents.
@Suite("JSON values")
struct JSONValueTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let value: JSONValue

    init(_ name: String, _ text: String, _ value: JSONValue) {
      (self.name, self.text, self.value) = (name, text, value)
    }
  }

  @Test(arguments: [
    Case("true", "true", .bool(true)),
    Case("false", "false", .bool(false)),
    Case("null", "null", .null),
    Case("white space of all four kinds around", " \t\r\n[ \t\r\n] \t\r\n", .array([])),
    Case("an empty object", "{ }", .object(JSONObject())),
    Case("an empty text", #""""#, .string("")),
    Case("an empty key", #"{"":1}"#, .object(["": .number(JSONNumber(1))])),
    Case("all short escapes", #""\"\\\/\b\f\n\r\t""#, .string("\"\\/\u{8}\u{c}\n\r\t")),
    Case("an escape in either case", #""\u00e9\u00E9""#, .string("\u{e9}\u{e9}")),
    Case("a surrogate pair", #""\ud83d\uDE00""#, .string("\u{1F600}")),
    Case("NUL and DEL", #""\u0000\#u{7f}""#, .string("\u{0}\u{7f}")),
    Case("a noncharacter", #""\uffff""#, .string("\u{ffff}")),
    Case("U+2028 as it is", "\"\u{2028}\"", .string("\u{2028}")),
    Case("a combining mark right behind a quote", "[\"\u{301}\"]", .array([.string("\u{301}")])),
    Case("an escaped solidus", #""https:\/\/example.com""#, .string("https://example.com")),
  ])
  func reads(_ row: Case) throws {
    let document = try JSONReader.read(row.text)
    #expect(document.value == row.value)
    #expect(document.notices.isEmpty)
  }

  @Test(arguments: [
    "0", "-0", "7", "-7", "90", "1.0", "0.10", "1e3", "1E+3", "1e-3", "1.5e00", "-0.0",
    "123456789012345678901234567890", "1e400",
  ])
  func numbersKeepTheirSpelling(_ spelling: String) throws {
    let value = try JSONReader.read(spelling).value
    #expect(value == .number(JSONNumber(spelling: spelling)))
    #expect(JSONWriter.write(value) == spelling)
  }

  @Test func onlyNumbersWithoutFractionAndExponentAreIntegers() {
    for spelling in ["0", "-7", "123456789012345678901234567890"] {
      #expect(JSONNumber(spelling: spelling).isInteger, "\(spelling)")
    }
    for spelling in ["1.0", "1e3", "1E3", "-0.0"] {
      #expect(!JSONNumber(spelling: spelling).isInteger, "\(spelling)")
    }
    #expect(JSONNumber(spelling: "1e400").double == .infinity)
  }

  @Test func membersKeepTheirOrder() throws {
    let object = try #require(try JSONReader.read(#"{"b":1,"a":2,"c":3}"#).value.object)
    #expect(object.members.map(\.key) == ["b", "a", "c"])
  }

  /// Large objects are looked up through an index, small ones are searched: both have to find the first.
  @Test(arguments: [3, 16, 17, 400])
  func findsTheFirstMemberOfAName(_ count: Int) {
    let members = (0..<count).map { JSONObject.Member(key: "k\($0)", value: .number(JSONNumber($0))) }
    let object = JSONObject(members + [.init(key: "k1", value: .null)])
    #expect(object["k0"] == .number(JSONNumber(0)))
    #expect(object["k1"] == .number(JSONNumber(1)))
    #expect(object["k\(count - 1)"] == .number(JSONNumber(count - 1)))
    #expect(object["none"] == nil)
    #expect(object.without(["k1"])["k1"] == nil)
    #expect(object.without(["k1"]).members.count == count - 1)
  }

  @Test func fillingKeepsWhatIsThere() {
    let left: JSONObject = ["a": .bool(true)]
    let right: JSONObject = ["a": .bool(false), "b": .null]
    #expect(left.filled(from: right) == ["a": .bool(true), "b": .null])
  }

  struct Meaning: NamedCase {
    let name: String
    let left: String
    let right: String
    let isSame: Bool

    init(_ name: String, _ left: String, _ right: String, _ isSame: Bool) {
      (self.name, self.left, self.right, self.isSame) = (name, left, right, isSame)
    }
  }

  @Test(arguments: [
    Meaning(
      "members in another order",
      #"{"a":1,"b":[{"c":2,"d":3}]}"#,
      #"{"b":[{"d":3,"c":2}],"a":1}"#,
      true
    ),
    Meaning("elements in another order", "[1,2]", "[2,1]", false),
    Meaning("one member more", #"{"a":1}"#, #"{"a":1,"b":2}"#, false),
    Meaning("one member less", #"{"a":1,"b":2}"#, #"{"a":1}"#, false),
    Meaning("another member", #"{"a":1}"#, #"{"b":1}"#, false),
    Meaning("a number and its text", "7", #""7""#, false),
    Meaning("the same text, spelled with an escape", #""A""#, #""\u0041""#, true),
    Meaning("7 and 07 as texts", #""7""#, #""07""#, false),
  ])
  func comparesByMeaning(_ row: Meaning) throws {
    let left = try #require(JSONValue(json: row.left))
    let right = try #require(JSONValue(json: row.right))
    #expect(left.means(right) == row.isSame)
    #expect(right.means(left) == row.isSame)
  }
}
