import MFACore
import Testing

/// Hostile inputs cost time in proportion to their size: what is quadratic takes minutes at these sizes, and once did.
@Suite("Time to read an input", .serialized)
struct ReadingTimeTests {
  private static let size = 1 << 15

  private static func filled(_ unit: String, behind start: String = "x ") -> String {
    start + String(repeating: unit, count: size / unit.utf8.count)
  }

  private static let marks = String(repeating: "\u{301}\u{323}", count: 1 << 15)

  struct Input: NamedCase {
    let name: String
    let text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  static let inputs: [Input] =
    [
      "{", "[", "\"", "\\", "{\"", "[\"", "{'", "{ a = ", "{ a = { a = ! ", "{ a = 1; a = 2; } ",
      "{\"a\":1} ",
      "{\"a\":1,\"a\":1} ", "{\\\"a\\\":1} ", "{\"a\":", "{\\\"a\\\":", "{} ", "[AnyHashable(\"a\"): ",
      "[AnyHashable(\"a\"): b] ", "[\"a\": \"b\"] ", "{'a': 1} ", "{'a': {'a': ! ", "%7B%22a%22:1%7D ",
      "%7B%20",
      "{&quot;a&quot;:1} ", "'{\"a\":\"It'\\''s\"}' ", "eyJ.", "eyJhbGciOiJIUzI1NiJ9.eyJ1IjoiMSJ9.c2ln ",
      "{\"pushType\":\"default\",\"messageId\":\"1\"} ", "{a:", "{\"a\"=>",
    ].flatMap { unit in
      [
        Input("many \(unit)", filled(unit)), Input("nothing but \(unit)", filled(unit, behind: "")),
        Input("base 64 of \(unit)", Base64.encode(Array(filled(unit).utf8))),
      ]
    } + [
      Input("lines that a shell joins", filled("\\\n", behind: "x {\\\"")),
      Input("texts that are JSON", "[" + filled(quoted("{\"a\":1,\"a\":2,}") + ",", behind: "") + "1]"),
      Input("pushes", "[" + filled(#"{"pushType":"default","messageId":"1"},"#, behind: "") + "1]"),
      Input(
        "pushes without an id, deep",
        String(repeating: "[", count: 500) + filled(#"{"pushType":"dry"},"#, behind: "")
          + "1" + String(repeating: "]", count: 500)
      ),
      Input("a key of marks", #"{"pushType":"default","messageId":"1","a\#(marks)":1}"#),
      Input("a type of marks", #"{"pushType":"a\#(marks)","messageId":"1"}"#),
      Input(
        "a number of marks",
        #"{"pushType":"challenge","messageId":"1","numbersChallenge":"{\#(marks)"}"#
      ),
      Input("an address of marks", #"{"pushType":"default","messageId":"1","callbackUrl":"a\#(marks)"}"#),
      Input(
        "marks around a push",
        #"{"title":"{\#(marks)","a\#(marks)":{"pushType":"default","messageId":"1"}}"#
      ),
      Input("marks in a capture", "x a\(marks)"),
    ]

  /// A minute is for a machine that does other things as well; quadratic, the slowest of them took an hour.
  @Test(.timeLimit(.minutes(1)), arguments: inputs)
  func isInProportion(_ input: Input) {
    let clock = ContinuousClock()
    let time = clock.measure { _ = Reading(input.text).result }
    #expect(time < .seconds(4))
  }
}
