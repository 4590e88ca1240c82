import MFACore
import Testing

/// An object that is written member by member.
@Suite struct JSONObjectWriterTests {
  @Test("the bytes are those of the same object in one piece, also behind others")
  func sameBytes() {
    let texts = [
      "plain", "", "\"\\\n\u{1B}[2J", "\u{202E}\u{e9}\u{1F600}", String(repeating: "long ", count: 200),
    ]
    var members: [JSONObject.Member] = []
    var object = JSONObjectWriter(after: [0x3E])
    for text in texts {
      object.add("text", text)
      object.add(text, "a key")
      members += [
        JSONObject.Member(key: "text", value: .string(text)),
        JSONObject.Member(key: text, value: .string("a key")),
      ]
    }
    object.add("nothing", nil)
    object.add("flag", true)
    object.add("number", JSONNumber(spelling: "1e3"))
    object.add("texts", texts)
    members += [
      JSONObject.Member(key: "flag", value: .bool(true)),
      JSONObject.Member(key: "number", value: .number(JSONNumber(spelling: "1e3"))),
      JSONObject.Member(key: "texts", value: .array(texts.map { .string($0) })),
    ]
    #expect(object.finish() == [0x3E] + JSONWriter.bytes(.object(JSONObject(members))))
  }

  @Test func anObjectWithoutMembersIsOne() {
    #expect(JSONObjectWriter().finish() == Array("{}".utf8))
  }
}
