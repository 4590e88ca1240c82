import MFACore
import Testing

/// Names and keys are compared as bytes: two spellings of one letter are two names.
@Suite("Equality of bytes")
struct ByteEqualityTests {
  private static let composed = "\u{E9}"
  private static let decomposed = "e\u{301}"

  @Test func keysThatDifferInNormalizationAreTwo() throws {
    let document = try JSONReader.read("{\"\(Self.composed)\":1,\"\(Self.decomposed)\":2}")
    #expect(document.notices == [])
    let object = try #require(document.value.object)
    #expect(object[Self.composed] == .number(JSONNumber(1)))
    #expect(object[Self.decomposed] == .number(JSONNumber(2)))
    #expect(object.without([Self.composed]).members.count == 1)
    #expect(object.filled(from: object).members.count == 2)
  }

  @Test func theyAreAlsoTwoInALargeObject() throws {
    let many = (0..<100).map { "\"\($0)\":0," }.joined()
    let document = try JSONReader.read("{\(many)\"\(Self.composed)\":1,\"\(Self.decomposed)\":2}")
    #expect(document.notices == [])
    #expect(document.value.object?[Self.decomposed] == .number(JSONNumber(2)))
  }

  @Test func valuesAreEqualAsBytes() {
    #expect(JSONValue.string(Self.composed) != .string(Self.decomposed))
    #expect(!JSONValue.object([Self.composed: .null]).means(.object([Self.decomposed: .null])))
    #expect(ByteKey(Self.composed) != ByteKey(Self.decomposed))
    #expect(ByteKey(Self.composed) == ByteKey("\u{E9}"))
  }

  @Test func aPushMayHaveBoth() throws {
    let text = #"{"messageId":"m","pushType":"default","\#(Self.composed)":1,"\#(Self.decomposed)":2}"#
    #expect(try Reading(text).result.get().customData.members.count == 2)
  }
}
