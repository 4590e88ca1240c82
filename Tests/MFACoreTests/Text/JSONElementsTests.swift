import Testing

@testable import MFACore

/// Elements passed on as they are spelled.
@Suite("Elements of an array in a document")
struct JSONElementsTests {
  struct Row: NamedCase {
    let name: String
    let text: String
    let elements: [String]?

    init(_ name: String, _ text: String, _ elements: [String]?) {
      (self.name, self.text, self.elements) = (name, text, elements)
    }
  }

  @Test(arguments: [
    Row("none", #"{"a":[]}"#, []),
    Row("none but a blank", #"{"a":[ ]}"#, []),
    Row("a comma too many", #"{"a":[1,]}"#, ["1", ""]),
    Row(
      "one of each kind",
      #"{"a":[1,"x",{"b":[2,3]},[4,[5]],null,1.50]}"#,
      ["1", "\"x\"", #"{"b":[2,3]}"#, "[4,[5]]", "null", "1.50"]
    ),
    Row(
      "brackets and commas in strings",
      #"{"a":["],","{\"","\\"],"c":1}"#,
      [#""],""#, #""{\"""#, #""\\""#]
    ),
    Row("members before and behind", #"{"b":{"a":[9]},"a":[1,2],"c":[3]}"#, ["1", "2"]),
    Row("the name as a value", #"{"b":"a","c":[1]}"#, nil),
    Row("another type", #"{"a":{"b":[1]}}"#, nil),
    Row("no object", "[[1]]", nil),
    Row("a letter that is not ASCII", #"{"a":["ä"]}"#, nil),
    Row("a line break between elements", "{\"a\":[1,\n2]}", nil),
    Row("a tab", "{\"a\":[1,\t2]}", nil),
    Row("DEL in a string", "{\"a\":[\"\u{7F}\"]}", nil),
    Row("line breaks around", "{\r\n\"a\":[1]}\n", ["1"]),
    Row("blanks", #"{"a": [ 1 , 2 ]}"#, [" 1 ", " 2 "]),
  ])
  func elements(_ row: Row) {
    let found = JSONElements.spellings(ofArray: "a", in: Array(row.text.utf8))
    if let split = JSONElements(ofArray: "a", in: Array(row.text.utf8)) {
      #expect((try? JSONReader.read(utf8: split.rest[...]))?.value.object?["a"] == .array([]))
    }
    #expect(found?.map { String(decoding: $0, as: UTF8.self) } == row.elements)
  }

  @Test("Cut anywhere it neither crashes nor finds an array that is not ended")
  func cut() {
    let text = Array(#"{"b":"\"","a":[{"c":"\\"},[1]]"#.utf8)
    for end in text.indices.dropLast() {
      #expect(JSONElements.spellings(ofArray: "a", in: Array(text[..<end])) == nil)
    }
  }
}
