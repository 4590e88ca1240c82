import MFACore
import Testing

/// Hostile inputs cost time in proportion to their size: what is quadratic takes minutes at these sizes, and once did.
@Suite("Time to read an input", .serialized)
struct ReadingTimeTests {
  private static let size = 1 << 14

  private static func filled(_ unit: String, behind start: String = "x ") -> String {
    start + String(repeating: unit, count: size / unit.utf8.count)
  }

  private static let marks = String(repeating: "\u{301}\u{323}", count: 1 << 15)
  /// For what compares them once: sorting these takes longer than a test may.
  private static let manyMarks = String(repeating: "\u{301}\u{323}", count: 1 << 17)

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
      Input("a key of marks with a text that is JSON", #"{"data":{"m\#(manyMarks)":"{\"a\":1}"}}"#),
      Input(
        "keys of marks with a comma too many",
        #"{"data":{"ma\#(manyMarks)":"{\"a\":1,}","mb\#(manyMarks)":"{\"a\":1,}"}}"#
      ),
      Input(
        "a push of privacyIDEA with marks everywhere",
        #"{"nonce":"n","serial":"s","signature":"AA","url":"http://a/","question":"q\#(manyMarks)","#
          + #""sslverify":"0\#(manyMarks)","aps":{"alert":"a\#(manyMarks)"}}"#
      ),
      Input(
        "an address of marks to answer at",
        #"{"nonce":"n","serial":"s","signature":"AA","url":"http://a\#(manyMarks)","question":"q"}"#
      ),
      Input(
        "many pushes in one map of a capture",
        #"x {"data":{"# + (0..<4000).map { #""k\#($0)":"{\"pushType\":\"dry\"}","# }.joined() + #""a":1}}"#
      ),
    ]

  /// A minute is for a machine that does other things as well; quadratic, the slowest of them took an hour.
  @Test(.timeLimit(.minutes(1)), arguments: inputs)
  func isInProportion(_ input: Input) {
    #expect(processorSeconds { _ = Reading(input.text).result } < 2)
  }
}

/// The same for what else comes from outside, each of which compared a text by canonical equivalence once.
@Suite("Time to compare a text", .serialized)
struct ComparingTimeTests {
  private static let marks = String(repeating: "\u{301}\u{323}", count: 1 << 17)

  struct Reader: NamedCase {
    let name: String
    let read: @Sendable (String) -> Void

    init(_ name: String, _ read: @escaping @Sendable (String) -> Void) {
      (self.name, self.read) = (name, read)
    }
  }

  static let readers = [
    Reader("a notification's type") { text in
      let members =
        #""id":"1","sequence":1,"type":"r\#(text)","status":"new","created":"2030-01-01T00:00:00Z""#
      let object = (try? JSONReader.read("{\(members)}"))?.value.object
      _ = try? InboxNotification(object ?? JSONObject())
    },
    Reader("the name of a header") { text in
      let headers = [HTTPReply.Header(name: "c\(text)", value: "")]
      _ = HTTPReply(status: 200, headers: headers, body: [], retryAfterSeconds: nil).header("Content-Type")
    },
    Reader("the type of a reply") { text in
      let headers = [HTTPReply.Header(name: "content-type", value: "t\(text)")]
      _ = HTTPReply(status: 200, headers: headers, body: [], retryAfterSeconds: nil).looksLikeHTML
    },
    Reader("an address") { _ = try? EndpointURL("http://a\($0)") },
    Reader("a redirect") { _ = try? EndpointURL("http://a/").resolving("b\($0)") },
    Reader("an id in an address") { _ = try? EndpointURL("http://a/{id}").replacingID(with: ".\($0)") },
  ]

  @Test(.timeLimit(.minutes(1)), arguments: readers)
  func isInProportion(_ reader: Reader) {
    #expect(processorSeconds { reader.read(Self.marks) } < 4)
  }
}
