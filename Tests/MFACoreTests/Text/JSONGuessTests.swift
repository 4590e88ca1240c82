import MFACore
import Testing

/// The mistake that a hint names: a guess, so each is tried on what people really write.
@Suite("JSON guesses")
struct JSONGuessTests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let guess: JSONError.Guess?

    init(_ name: String, _ text: String, _ guess: JSONError.Guess?) {
      (self.name, self.text, self.guess) = (name, text, guess)
    }
  }

  @Test(arguments: [
    Case("curly quotes around a key", "{\u{201C}a\u{201D}: 1}", .curlyQuotes),
    Case("curly quotes around a value", "{\"a\": \u{201C}b\u{201D}}", .curlyQuotes),
    Case("single curly quotes", "[\u{2018}a\u{2019}]", .curlyQuotes),
    Case("German quotes", "[\u{201E}a\u{201C}]", .curlyQuotes),
    Case("French quotes", "[\u{AB}a\u{BB}]", .curlyQuotes),
    Case("single quotes around a key", "{'a': 1}", .singleQuotes),
    Case("single quotes around a value", "['a']", .singleQuotes),
    Case("a number that starts with 0", "[07, 41]", .quotedLeadingZero),
    Case("a userInfo printed by Swift", #"[AnyHashable("aps"): {}]"#, .swiftDump),
    Case(
      "a userInfo printed by Swift, with what stands around it",
      #"userInfo: [AnyHashable("aps"): { alert = Hi; }]"#,
      .swiftDump
    ),
    Case("a dictionary printed by Swift", #"["aps": ["alert": "Hi"]]"#, .swiftDump),
    Case("a property list", "{\n    aps =     {\n        alert = Hi;\n    };\n}", .propertyList),
    Case("a property list with quoted keys", #"{ "aps" = { "alert" = "Hi"; }; }"#, .propertyList),
    Case("a comment to the end of the line", "{\"a\": 1, // one\n\"b\": 2}", .comment),
    Case("a comment in stars", "/* a push */ {}", .comment),
    Case("a comment behind the document", "{} // done", .comment),
    Case("a comment of a shell", "# a push\n{}", .comment),
    Case("a key without quotes", "{pushType: 1}", .bareKey),
    Case("a second key without quotes", #"{"a": 1, b: 2}"#, .bareKey),
    Case("a key with a dollar", "{$a: 1}", .bareKey),
    Case("True", #"{"a": True}"#, .pythonLiteral),
    Case("None", #"{"a": None}"#, .pythonLiteral),
    Case("False", "False", .pythonLiteral),
    Case("undefined", #"{"a": undefined}"#, .javaScriptLiteral),
    Case("NaN", #"{"ttl": NaN}"#, .notANumber),
    Case("Infinity", #"{"ttl": Infinity}"#, .notANumber),
    Case("minus Infinity", #"{"ttl": -Infinity}"#, .notANumber),
    Case("nan", "nan", .notANumber),
    Case("no comma between members", "{\"a\": 1\n \"b\": 2}", .missingComma),
    Case("no comma between elements", "[1 2]", .missingComma),
    Case("no comma before an object", "[{} {}]", .missingComma),
    Case("cut off in an object", #"{"a": {"b": 1}"#, .cutOff),
    Case("cut off in a text", #"{"a": "b"#, .cutOff),
    Case("a page", "<!DOCTYPE html><html></html>", .markup),
    Case("a page after a blank line", "\n<html></html>", .markup),
    Case("two pushes", "{}\n{}", .oneAtATime),
    Case("two pushes with a comma", "{},\n{}", .oneAtATime),
    Case("a line break in a text", "{\"a\": \"b\nc\"}", .rawLineBreak),
    Case("a line break of DOS in a text", "{\"a\": \"b\r\nc\"}", .rawLineBreak),
    Case("a form", "pushType=default&messageId=x", .formEncoded),
    Case("a path of Windows", #"{"a": "C:\Users\x"}"#, .windowsPath),
    Case("too many levels", String(repeating: "[", count: 600), .nestedTooDeep),
    Case("nothing", "", nil),
    Case("a lone surrogate", #""\ud800""#, nil),
    Case("an unknown word", "[nul]", nil),
    Case("a hexadecimal number", "[0x1F]", nil),
    Case("a tab in a text", "\"\t\"", nil),
    Case("a number as a key", "{1: 2}", nil),
    Case("a stray comma", "[,1]", nil),
    Case("an angle bracket inside", "[<]", nil),
  ])
  func guesses(_ row: Case) throws {
    let error = try #require(throws: JSONError.self) { try JSONReader.read(row.text) }
    #expect(error.guess == row.guess)
  }
}
