import Foundation
import Testing

@testable import MFACore

/// Objects that are looked through without making values.
@Suite("JSON, skimmed")
struct JSONSkimTests {
  static func skim(_ text: String) -> [String?]? {
    JSONSkim.members(["id", "n"], of: Array(text.utf8)[...])?.map {
      $0.map { String(decoding: $0, as: UTF8.self) }
    }
  }

  @Test(arguments: [
    (#"{"id":"a","n":1}"#, ["\"a\"", "1"]),
    (#" { "n" : 12 , "x":[{"id":9},[]],"id":"\\\"" } "#, [#""\\\"""#, "12 "]),
    (#"{"id":{"n":[1,{}]},"n":null}"#, [#"{"n":[1,{}]}"#, "null"]),
    (#"{"n":1,"n":2,"id":""}"#, ["\"\"", "1"]),
    (#"{"id":-0.5e+3,"n":true}"#, ["-0.5e+3", "true"]),
  ])
  func finds(text: String, members: [String]) {
    #expect(Self.skim(text)?.map { $0?.trimmed } == members.map { $0.trimmed })
  }

  @Test func findsNone() {
    #expect(Self.skim("{}") == [nil, nil])
    #expect(Self.skim(#"{"x":{"id":1}}"#) == [nil, nil])
  }

  @Test(
    "No object, or one that is left to the reader",
    arguments: [
      "", "[]", "1", "{", "{}x", #"{"id"}"#, #"{"id":}"#, #"{"id":1,}"#, #"{,"id":1}"#, #"{"id":01}"#,
      #"{"id":1.}"#,
      #"{"id":.5}"#, #"{"id":1e}"#, #"{"id":+1}"#, #"{"id":tru}"#, #"{"id":"a}"#, #"{"id":"\x"}"#,
      #"{"id":"\u0041"}"#,
      #"{"id":[1,]}"#, #"{"id":[1 2]}"#, #"{"id":[}"#, #"{"id":{]}"#, #"{"id":{"a":1]}"#, "{\"id\":\"\t\"}",
      #"{"id":"ä"}"#,
      #"{id:1}"#, #"{"id":1}{}"#, "{\"id\":" + String(repeating: "[", count: 100_000),
    ]
  )
  func givesUp(text: String) {
    #expect(Self.skim(text) == nil)
  }

  @Test("It never takes for an object what the reader refuses")
  func agreesWithTheReader() {
    var generator = SystemRandomNumberGenerator()
    let pieces = [
      "{", "}", "[", "]", ",", ":", "\"id\"", "\"", "1", "-", "0", ".5", "e1", "true", "nul", " ", "\\n",
      "\\",
    ]
    for _ in 0..<20_000 {
      let text =
        "{"
        + (0..<Int.random(in: 0...8, using: &generator)).map { _ in
          pieces.randomElement(using: &generator) ?? ""
        }.joined() + "}"
      guard Self.skim(text) != nil else { continue }
      #expect((try? JSONReader.read(text))?.value.object != nil, "\(text)")
    }
  }
}
