import MFACore
import Testing

/// Hostile documents: deep, long and repetitive.
@Suite("JSON limits")
struct JSONLimitTests {
  /// The largest input there is.
  fileprivate static let mebibyte = 1 << 20
  /// Large enough for a quadratic reader to miss the bound by far, small enough for debug builds.
  fileprivate static let large = 1 << 17
  private static let bound = Duration.seconds(20)

  private static func nested(_ open: String, _ core: String, _ close: String, _ count: Int) -> String {
    String(repeating: open, count: count) + core + String(repeating: close, count: count)
  }

  struct Nesting: NamedCase {
    let name: String
    let open: String
    let core: String
    let close: String
  }

  private static let nestings = [
    Nesting(name: "arrays", open: "[", core: "", close: "]"),
    Nesting(name: "arrays around a value", open: "[", core: "1", close: "]"),
    Nesting(name: "objects", open: #"{"a":"#, core: "1", close: "}"),
    Nesting(name: "white space between", open: " [ ", core: "1", close: " ] "),
  ]

  @Test(arguments: nestings)
  func takes512Levels(_ row: Nesting) throws {
    let value = try JSONReader.read(Self.nested(row.open, row.core, row.close, 512)).value
    #expect(try JSONReader.read(JSONWriter.write(value)).value == value)
  }

  @Test(arguments: nestings)
  func refuses513Levels(_ row: Nesting) throws {
    let text = Self.nested(row.open, row.core, row.close, 513)
    let error = try #require(throws: JSONError.self) { try JSONReader.read(text) }
    #expect(error.problem == .tooDeep(limit: 512))
    #expect(error.guess == .nestedTooDeep)
  }

  @Test func countsLevelsThatAreOpenAndNotBrackets() throws {
    let text = "[" + String(repeating: "[[]],", count: 2000) + "[]]"
    #expect(try JSONReader.read(text).value.array?.count == 2001)
  }

  struct Flood: NamedCase {
    let name: String
    let head: String
    let part: String
    let tail: String
    let isJSON: Bool
    let size: Int

    init(
      _ name: String,
      _ head: String,
      _ part: String,
      _ tail: String,
      isJSON: Bool,
      size: Int = JSONLimitTests.large
    ) {
      (self.name, self.head, self.part, self.tail) = (name, head, part, tail)
      (self.isJSON, self.size) = (isJSON, size)
    }

    var text: String {
      let count = (size - head.utf8.count - tail.utf8.count) / part.utf8.count
      return head + String(repeating: part, count: count) + tail
    }
  }

  @Test(arguments: [
    Flood("open brackets", "", "[", "", isJSON: false, size: mebibyte),
    Flood("open objects", "", #"{"a":"#, "", isJSON: false),
    Flood("digits", "", "7", "", isJSON: true, size: mebibyte),
    Flood("digits of a fraction", "0.", "7", "", isJSON: true),
    Flood("a text", "\"", "x", "\"", isJSON: true),
    Flood("a text of escapes", "\"", "\\u00e9", "\"", isJSON: true),
    Flood("an open text", "\"", "x", "", isJSON: false),
    Flood("white space", "[", " \n", "]", isJSON: true),
    Flood("empty arrays", "[", "[],", "[]]", isJSON: true),
    Flood("what begins like a dump again and again", "[\"", "AnyHashable", "\" x]", isJSON: false),
    Flood("a word", "", "x", "", isJSON: false),
  ])
  func takesBoundedTime(_ row: Flood) {
    let text = row.text
    let time = ContinuousClock().measure {
      #expect(((try? JSONReader.read(text)) != nil) == row.isJSON)
    }
    #expect(time < Self.bound)
  }

  /// An array must not be copied for each element, nor a text be searched for each notice.
  @Test(arguments: [
    Flood("elements", "[", "0,", "0]", isJSON: true),
    Flood("members", "{", "\"\":0,", "\"a\":0}", isJSON: true),
    Flood("trailing commas", "[", "[0,],", "0]", isJSON: true),
  ])
  func costsNoMoreForEachMember(_ row: Flood) {
    let text = row.text
    let time = ContinuousClock().measure {
      #expect(((try? JSONReader.read(text)) != nil) == row.isJSON)
    }
    #expect(time < Self.bound)
  }
}
