import MFACore
import Testing

/// What a person copied: a push with what stood around it.
@Suite("Captures")
struct CaptureTests {
  private static let plain = DocumentSearchTests.plain
  private static let cancel = DocumentSearchTests.cancel
  private static let escaped = String(quoted(plain).dropFirst().dropLast())

  struct Found: NamedCase {
    let name: String
    let text: String
    let line: Int
    let column: Int

    init(_ name: String, _ text: String, _ line: Int, _ column: Int) {
      (self.name, self.text, self.line, self.column) = (name, text, line, column)
    }
  }

  @Test(arguments: [
    Found("a log line", "2026-11-30T12:00:00Z INFO \(plain)", 1, 27),
    Found("a log line that begins with a date in brackets", "[2026-11-30 12:00:00] \(plain)", 1, 23),
    Found("a log line that begins with a level", "[INFO] \(plain)", 1, 8),
    Found("logcat", "11-30 15:01:23.045 D/App(1): \u{E9} \(plain)", 1, 32),
    Found("a second line", "first\r\n\(plain)", 2, 1),
    Found("a fence", "```json\n\(plain)\n```", 2, 1),
    Found("an HTTP reply", "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n\(plain)", 4, 1),
    Found("curl, single quotes", "curl -d '\(plain)' https://example.com", 1, 10),
    Found("curl, double quotes", "curl -d \"\(escaped)\" https://example.com", 1, 10),
    Found("curl, ANSI quotes", "curl -d $'\(plain)' https://example.com", 1, 11),
    Found(
      "curl, a quote in single quotes",
      #"curl -d '{"note":"It'\''s","messageId":"m","pushType":"default"}'"#,
      1,
      10
    ),
    Found("PowerShell", "-Body \"\(plain.replacingAll("\"", with: "`\""))\"", 1, 8),
    Found("a cell of a table", "1,\"\(plain.replacingAll("\"", with: "\"\""))\"", 1, 4),
    Found("a page", "<pre>\(plain.replacingAll("\"", with: "&quot;"))</pre>", 1, 6),
    Found("nginx, behind the address", "::1 \"\(plain.replacingAll("\"", with: "\\x22"))\" \"-\"", 1, 6),
    Found(".NET", "x \"\(plain.replacingAll("\"", with: "\\u0022"))\"", 1, 4),
    Found("a string in a string", "x \"\(quoted(escaped).dropFirst().dropLast())\"", 1, 4),
    Found(
      "a string with line ends",
      #"x "{\n  \"messageId\": \"m\",\n  \"pushType\": \"default\"\n}""#,
      1,
      4
    ),
    Found("a form", "a=1&payload=\(PercentEncoding.encode(plain))&b=2", 1, 13),
    Found("the same twice", "a \(plain)\nb \(plain)", 1, 3),
    Found("something else before it", #"x {"level":"info"} \#(plain)"#, 1, 20),
    Found("arrows of curl", "> POST /\n{ [5 bytes data]\n< 200\n\(plain)", 4, 1),
  ])
  func isFound(_ row: Found) throws {
    let reading = Reading(row.text)
    let push = try reading.result.get()
    #expect(push.id == "m")
    #expect(push.kind == .default)
    #expect(push.place?.position == TextPosition(line: row.line, column: row.column))
    #expect(push.place?.printer == nil)
  }

  @Test func insideWhatWasCopiedThePathIsTold() throws {
    let push = try Reading(#"log {"detail":{"push":\#(Self.plain)}}"#).result.get()
    #expect(push.place == PushPlace(position: TextPosition(line: 1, column: 5), path: "$.detail.push"))
  }

  @Test(arguments: [
    Base64.encode(Array(plain.utf8)), Base64URL.encode(Array(plain.utf8)),
    String(Base64.encode(Array(plain.utf8)).prefix(20)) + "\n"
      + String(Base64.encode(Array(plain.utf8)).dropFirst(20)) + "\n",
    Base64.encode(Array("INFO \(plain)".utf8)),
  ])
  func base64IsDecodedOnce(_ text: String) throws {
    let push = try Reading(text).result.get()
    #expect(push.place?.isInBase64 == true)
    #expect(Reading(Base64.encode(Array(text.utf8))).push == nil)
  }

  @Test func aSignedMessageInALogLine() throws {
    let jws = try TestData.text("cases/plain/23-pingam-jwt-base64url.json")
    let token = try #require(jws.split(separator: "\"").first { $0.hasPrefix("eyJ") })
    #expect(Reading("INFO jws=\(token) done").push?.provider == .pingam)
    #expect(Reading("Authorization: Bearer eyJhbGciOiJSUzI1NiJ9.eyJjaWQiOiIxIn0.c2ln").push == nil)
  }

  /// Whatever could be a cancellation ends the search, wherever the cut is.
  @Test(arguments: 2..<DocumentSearchTests.cancel.utf8.count)
  func aCutCancellationBehindADefaultPush(_ length: Int) throws {
    let cut = String(Self.cancel.prefix(length))
    let texts = [
      "a \(Self.plain)\nb \(cut)", "a \(Self.plain)\nb \(cut)\nc \(Self.plain)",
      "a \(Self.plain)\nb \"\(quoted(cut).dropFirst().dropLast())\"",
    ]
    for text in texts {
      switch Reading(text).error {
      case .json?, .contradiction?: break
      case let other: Issue.record("\(text): \(String(describing: other))")
      }
    }
  }

  struct Refused: NamedCase {
    let name: String
    let text: String

    init(_ name: String, _ text: String) { (self.name, self.text) = (name, text) }
  }

  @Test(arguments: [
    Refused("a cancellation behind it", "a \(plain)\nb \(cancel)"),
    Refused("a cancellation without an id", #"a \#(plain) b {"isCancelAuthentication":true}"#),
    Refused("an escaped one behind it", "a \(plain) b \"\(quoted(cancel).dropFirst().dropLast())\""),
    Refused("a printed one behind it", "a \(plain)\n{\n messageId = m;\n isCancelAuthentication = 1;\n}"),
    Refused("a cut printed one behind it", "a \(plain)\n{\n messageId = m;\n isCancelAuthenti"),
    Refused("an unreadable printed one behind it", "a \(plain)\n{\n messageId = m;\n pushType = !;\n}"),
    Refused("a key twice", #"x {"messageId":"m","pushType":"challenge","pushType":"default"}"#),
    Refused("JSON Lines", "\(plain)\n\(plain)"),
    Refused("words behind a document", "\(plain) x"),
    Refused("a list that is broken", "[1, \(plain)"),
    Refused("a text that is broken", "\"\(plain)"),
    Refused("somebody else's", #"log {"aps":{"alert":"x"}}"#),
    Refused("a person's text", #"log {"aps":{"alert":\#(quoted(plain))},"text":\#(quoted(plain))}"#),
    Refused("a broken one with the same id behind it", #"a \#(plain) b {"messageId":"m","pushType":"chal"}"#),
    Refused("what a client calls itself", "GET / HTTP/1.1\r\nUser-Agent: \(plain)\r\n"),
    Refused("nothing", "INFO no push here"),
    Refused("a map of Java", "D/App: {messageId=m, pushType=default}"),
    Refused(
      "numbers that are none",
      #"x {"messageId":"m","pushType":"challenge","numbersChallenge":[true]}"#
    ),
  ])
  func isRefused(_ row: Refused) {
    switch Reading(row.text).error {
    case .json?, .contradiction?, .printed?: break
    case let other: Issue.record("\(String(describing: other))")
    }
  }

  /// A text without a push keeps the reader's error, with a hint that has evidence.
  @Test(
    arguments: [
      ("Bundle[{messageId=m}]", .printed(.androidBundle)), ("D/App: Bundle[{a=b}]", .printed(.androidBundle)),
      (#"{"a"=>"b"}"#, .printed(.rubyHash)), ("{messageId: m, pushType: challenge}", .printed(.dartMap)),
      ("{ aps: { alert: 'x' } }", .printed(.consoleObject)), ("map[a:b]", .printed(.goMap)),
      ("pushauth://push/a?b=c", .address(scheme: "pushauth")), ("eyJhIjogMSwgImIiOiAyfQ==", .base64),
      ("pushType=default&id=1", .formEncoded), ("aGVsbG8gd29ybGQsIGhlbGxv", .base64),
      ("[AnyHashable(\"aps\"): {\n}]", .swiftDump),
    ] as [(String, JSONError.Guess)]
  )
  func keepsTheReadersError(_ text: String, _ guess: JSONError.Guess) {
    guard case .json(let error, within: nil)? = Reading(text).error else {
      Issue.record("\(Reading(text).result)")
      return
    }
    #expect(error.guess == guess)
  }

  @Test("A phone that listens reads no captures")
  func documentsOnly() {
    var warnings: [PayloadWarning] = []
    for text in ["x \(Self.plain)", Base64.encode(Array(Self.plain.utf8))] {
      #expect(throws: PayloadError.self) {
        try Recognition.read(
          Array(text.utf8),
          isSimulatorFile: false,
          from: .documents,
          reception: .sample,
          warnings: &warnings
        )
      }
    }
  }
}
