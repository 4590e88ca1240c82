import MFACore
import Testing

/// What privacyIDEA and eduMFA reply, of which the status says next to nothing.
@Suite("Replies to a push token")
struct PushTokenReplyTests {
  struct Case: NamedCase {
    let name: String
    let reply: HTTPReply
    let verdict: Verdict
    let code: String?
    let message: String?

    init(
      _ name: String,
      _ status: Int,
      _ body: String,
      _ verdict: Verdict,
      code: String? = nil,
      message: String? = nil
    ) {
      (self.name, self.verdict, self.code, self.message) = (name, verdict, code, message)
      reply = HTTPReply(status, body)
    }
  }

  private static let silent = Verdict.refused(.fieldMissing("result.value"))
  private static let no = Verdict.refused(.saidNo(field: "result.value"))

  private static func detail(_ detail: String) -> String {
    #"{"result":{"status":true,"value":true},"detail":\#(detail)}"#
  }

  @Test(arguments: [
    Case("true", 200, #"{"id":1,"jsonrpc":"2.0","result":{"status":true,"value":true}}"#, .recorded),
    Case("true in a 201", 201, #"{"result":{"value":true}}"#, .recorded),
    Case("true in an error", 400, #"{"result":{"value":true}}"#, .refused(.status)),
    Case("true in a redirection", 302, #"{"result":{"value":true}}"#, .refused(.status)),
    Case("false", 200, #"{"detail":{},"result":{"status":true,"value":false}}"#, no),
    Case("no value", 200, #"{"result":{"status":true}}"#, silent),
    Case("null", 200, #"{"result":{"value":null}}"#, silent),
    Case("one that reads true", 200, #"{"result":{"value":"true"}}"#, silent),
    Case("a number", 200, #"{"result":{"value":1}}"#, silent),
    Case("a list, as of a poll", 200, #"{"result":{"value":[]}}"#, silent),
    Case("no result", 200, #"{"value":true}"#, silent),
    Case("a result that is a list", 200, #"{"result":[{"value":true}]}"#, silent),
    Case("HTML", 200, "<!doctype html><title>Sign in</title>", silent),
    Case("nothing", 200, "", silent),
    Case("a list", 200, "[]", silent),
    Case("cut off", 200, #"{"result":{"value":true}"#, silent),
    Case("with something behind it", 200, #"{"result":{"value":true}} {}"#, silent),
    Case("both values", 200, #"{"result":{"value":true,"value":false}}"#, silent),
    Case("both results", 200, #"{"result":{"value":true},"result":{"value":false}}"#, silent),
    Case("bytes of a picture", 200, "PK\u{03}\u{04}", silent),
    Case(
      "an error",
      400,
      #"{"result":{"error":{"code":905,"message":"ERR905: Missing parameter: 'serial'"},"status":false}}"#,
      .refused(.status),
      message: "ERR905: Missing parameter: 'serial'"
    ),
    Case("an error that is text", 400, #"{"result":{"error":"no"}}"#, .refused(.status)),
    Case("a code", 200, detail(#"{"display_code":"12","message":"Type it"}"#), .recorded, code: "12"),
    Case("a code with a zero", 200, detail(#"{"display_code":"07"}"#), .recorded, code: "07"),
    Case("a code that is a number", 200, detail(#"{"display_code":12}"#), .recorded, code: "12"),
    Case("an empty code", 200, detail(#"{"display_code":""}"#), .recorded),
    Case("a code with a fraction", 200, detail(#"{"display_code":1.5}"#), .recorded),
    Case("a code that is a list", 200, detail(#"{"display_code":["12"]}"#), .recorded),
    Case("two codes", 200, detail(#"{"display_code":"12","display_code":"13"}"#), silent),
    Case("a detail that is null", 200, detail("null"), .recorded),
    Case(
      "a code of an escape sequence",
      200,
      detail(#"{"display_code":"\u001b[2J"}"#),
      .recorded,
      code: "\u{1B}[2J"
    ),
  ])
  func isRead(_ row: Case) {
    let reply = PushTokenReply(row.reply)
    #expect(reply.verdict == row.verdict)
    #expect(reply.displayCode == row.code)
    if let message = row.message { #expect(row.reply.statement == message) }
    #expect(reply.serverKey == nil)
  }

  @Test(
    arguments: [
      (#""/+7+""#, [0xFF, 0xEE, 0xFE]), (#""/+\n7+\r\n""#, [0xFF, 0xEE, 0xFE]), (#""""#, []),
      (#""_-7-""#, nil), (#""/+7""#, nil), ("1", nil), (#""-----BEGIN""#, nil),
    ] as [(String, [UInt8]?)]
  )
  func serverKey(_ key: String, _ bytes: [UInt8]?) {
    let reply = PushTokenReply(HTTPReply(200, Self.detail(#"{"public_key":\#(key)}"#)))
    #expect(reply.serverKey == bytes)
  }

  struct Poll: NamedCase {
    let name: String
    let body: String
    let nonces: [String]?
    let problem: PayloadError?

    init(_ name: String, _ body: String, _ nonces: [String]) {
      (self.name, self.body, self.nonces, problem) = (name, body, nonces, nil)
    }

    init(_ name: String, _ body: String, _ field: String, _ problem: FieldError.Problem) {
      (self.name, self.body, nonces) = (name, body, nil)
      self.problem = .field(FieldError(field, problem))
    }
  }

  private static func wrong(_ found: String, _ wanted: String = "an array") -> FieldError.Problem {
    .wrongType(found: found, wanted: wanted)
  }

  @Test(arguments: [
    Poll("none", #"{"result":{"value":[]}}"#, []),
    Poll("two", #"{"result":{"value":[{"nonce":"A"},{"nonce":"B"}]}}"#, ["A", "B"]),
    Poll("no list", #"{"result":{"status":true}}"#, "result.value", .missing),
    Poll("false", #"{"result":{"value":false}}"#, "result.value", wrong("a boolean")),
    Poll("an object", #"{"result":{"value":{"nonce":"A"}}}"#, "result.value", wrong("an object")),
    Poll(
      "a text in it",
      #"{"result":{"value":["A"]}}"#,
      "result.value",
      wrong("a string", "an array of objects")
    ),
    Poll("HTML", "<html>", "the reply", .notJSONObject),
    Poll("nothing", "", "the reply", .notJSONObject),
    Poll("a list alone", #"[{"nonce":"A"}]"#, "result.value", .missing),
  ])
  func poll(_ row: Poll) {
    do {
      let pushes = try PushTokenReply.pushes(in: HTTPReply(200, row.body))
      #expect(pushes.compactMap { $0["nonce"]?.string } == row.nonces)
    } catch {
      #expect(error == row.problem)
    }
  }

  /// Keeping either could turn a challenge into a plain approval.
  @Test(arguments: [
    (
      #"{"result":{"value":[{"nonce":"A","require_presence":"1,2","require_presence":""}]}}"#,
      "require_presence"
    ),
    (#"{"result":{"value":[{"nonce":"A"}],"value":[]}}"#, "value"),
    (#"{"result":{"value":[]},"result":{"value":[]}}"#, "result"),
  ])
  func pollWithAKeyTwice(_ body: String, _ key: String) {
    let error = #expect(throws: PayloadError.self) { try PushTokenReply.pushes(in: HTTPReply(200, body)) }
    guard case .contradiction(.duplicateKey(let found, _, within: nil)) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    #expect(found == key)
  }
}
