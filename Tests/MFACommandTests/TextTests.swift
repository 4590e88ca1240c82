import MFACore
import Testing

@testable import MFACommand

@Suite("Time spans")
struct SecondsTests {
  @Test(
    arguments: [
      ("2", 2), ("0.5", 0.5), (".5", 0.5), ("5.", 5), ("500ms", 0.5), ("2s", 2), ("0", 0), ("0.0", 0),
      ("86400", 86_400), ("86400000ms", 86_400), ("007", 7),
    ] as [(String, Double)]
  )
  func taken(text: String, seconds: Double) throws {
    #expect(try Seconds.parse(text, in: 0...86_400) == seconds)
  }

  @Test(
    arguments: [
      "", " ", "-1", "+1", "1e3", "0x10", "NaN", "inf", "1,5", "1 s", "s", "ms", ".", "1.2.3", "86401", "2m",
      "2S", "١", "1s ", "100000000000000000000",
    ]
  )
  func refused(text: String) {
    #expect(throws: BadValue.notSeconds(minimum: "0", maximum: "86400")) {
      try Seconds.parse(text, in: 0...86_400)
    }
  }

  @Test(
    arguments: [(30, "30"), (0.001, "0.001"), (0.5, "0.5"), (0, "0"), (86_400, "86400")] as [(Double, String)]
  )
  func shown(seconds: Double, text: String) {
    #expect(Seconds.shown(seconds) == text)
  }
}

@Suite("Header lines")
struct HeaderLineTests {
  @Test(
    "As curl takes them",
    arguments: [
      ("A: b", .set(name: "A", value: "b")),
      ("A:b", .set(name: "A", value: "b")),
      ("A:  b  ", .set(name: "A", value: "b")),
      ("A: b: c", .set(name: "A", value: "b: c")),
      ("A: b;", .set(name: "A", value: "b;")),
      ("A: é", .set(name: "A", value: "é")),
      ("A: b\tc", .set(name: "A", value: "b\tc")),
      ("X-Api-Key: 1", .set(name: "X-Api-Key", value: "1")),
      ("A;", .set(name: "A", value: "")),
      ("A:", .remove(name: "A")),
      ("A: ", .remove(name: "A")),
    ] as [(String, HeaderLine)]
  )
  func taken(text: String, line: HeaderLine) throws {
    #expect(try HeaderLine(text) == line)
  }

  @Test(
    arguments: [
      ("A", .headerWithoutColon),
      ("", .headerWithoutColon),
      ("Authorization Bearer", .headerWithoutColon),
      (": b", .headerNameInvalid),
      (";", .headerNameInvalid),
      ("A : b", .headerNameInvalid),
      (" A: b", .headerNameInvalid),
      ("Ä: b", .headerNameInvalid),
      ("A\r\nB: c", .headerNameInvalid),
      ("A: b\r\nC: d", .headerValueInvalid),
      ("A: b\nC: d", .headerValueInvalid),
      ("A: b\u{0}", .headerValueInvalid),
      ("A: b\u{7F}c", .headerValueInvalid),
      ("Content-Length: 1", .headerReserved),
      ("transfer-encoding: chunked", .headerReserved),
      ("Content-Length:", .headerReserved),
    ] as [(String, BadValue)]
  )
  func refused(text: String, reason: BadValue) {
    #expect(throws: reason) { try HeaderLine(text) }
  }

  @Test("Edits replace ours by name without regard to case, add to each other, and remove")
  func edits() {
    let ours = [HTTPHeader("Content-Type", .plain("application/json")), HTTPHeader("Accept", .plain("*/*"))]
    let edits: [HeaderLine] = [
      .set(name: "content-type", value: "text/plain"), .set(name: "X", value: "1"),
      .set(name: "X", value: "2"),
      .remove(name: "accept"),
    ]
    let headers = HeaderLine.apply(edits, to: ours)
    #expect(headers.map(\.name) == ["content-type", "X", "X"])
    #expect(headers.map(\.wireValue) == ["text/plain", "1", "2"])
  }

  @Test("A value is shown only under a name that says nothing about the caller")
  func masking() {
    let edits: [HeaderLine] = [.set(name: "X-Api-Key", value: "k"), .set(name: "ACCEPT", value: "a/b")]
    #expect(HeaderLine.apply(edits, to: []).map(\.shownValue) == ["***", "a/b"])
  }
}

@Suite("Wrapping")
struct DisplayWidthTests {
  @Test(
    arguments: [
      ("", 10, [""]),
      ("short", 10, ["short"]),
      ("exactly te", 10, ["exactly te"]),
      ("one two three", 10, ["one two", "three"]),
      ("one two three four", 9, ["one two", "three", "four"]),
      ("unbreakable", 4, ["unbr", "eaka", "ble"]),
      ("a unbreakable", 4, ["a", "unbr", "eaka", "ble"]),
      ("日本語", 4, ["日本", "語"]),
      ("a bcdef日", 6, ["a", "bcdef", "日"]), ("日本語", 1, ["日", "本", "語"]),
      ("ééé", 4, ["éé", "é"]),
    ] as [(String, Int, [String])]
  )
  func wrap(text: String, columns: Int, lines: [String]) {
    #expect(DisplayWidth.wrap(text, columns: columns) == lines)
  }

  @Test(
    "Words that fill a line to its last column stay in it, and leave no blank at the start of the next",
    arguments: [
      ("0123456789 next", 10, ["0123456789", "next"]),
      ("one two three", 7, ["one two", "three"]),
    ] as [(String, Int, [String])]
  )
  func exactFit(text: String, columns: Int, lines: [String]) {
    #expect(DisplayWidth.wrap(text, columns: columns) == lines)
  }

  @Test("No line is wider than asked, and no character but blanks at breaks is lost")
  func invariant() {
    let text = "Sign-in from Grüße 日本語, 👩‍💻 and https://portal.example.com/a/long/path at noon"
    for columns in 2...40 {
      let lines = DisplayWidth.wrap(text, columns: columns)
      let widest = lines.map { DisplayWidth.of($0) }.max() ?? 0
      // A single character may be wider than the line.
      #expect(widest <= max(columns, 6))
      #expect(lines.joined().filter { $0 != " " } == text.filter { $0 != " " })
    }
  }
}

@Suite("The redactor")
struct RedactorTests {
  @Test(
    arguments: [
      (["s3cret"], "x s3cret y s3cret", "x *** y ***"),
      (["abc"], "abc", "abc"),
      (["abcd"], "abcd", "***"),
      (["token", "token-long"], "token-long token", "*** ***"),
      (["aaaa"], "aaaaaaaaa", "***"),
      (["abcdef", "efghij"], "abcdefghij abcdef", "*** ***"),
      (["abcdef", "bcde", "cdef"], "xabcdex cdefx", "xa***x ***x"),
      (["abcd", "efgh"], "abcdefgh", "******"),
      ([], "anything", "anything"),
      (["s3cret"], "", ""),
      (["s3cret"], "S3CRET", "S3CRET"),
      (["s3cret\u{301}"], "s3cret\u{301}", "***"),
      (["cret"], "s\u{301}cret", "s\u{301}***"),
    ] as [([String], String, String)]
  )
  func redact(secrets: [String], text: String, shown: String) {
    #expect(Redactor(secrets.map { Secret($0) }).redact(text) == shown)
  }

  static let token = "sEcReT/tök\u{1F511}+=\"x"

  @Test(
    "A service may escape what it echoes",
    arguments: [
      token, #"sEcReT\/tök🔑+=\"x"#, #"sEcReT/t\u00f6k\uD83D\uDD11+=\"x"#,
      #"sEcReT/t\u00F6k\ud83d\udd11+=\u0022x"#,
      #"\u0073\u0045\u0063\u0052\u0065\u0054\u002f\u0074\u00f6k🔑\u002b\u003d\"\u0078"#,
      "sEcReT%2Ft%C3%B6k%F0%9F%94%91%2B%3D%22x", "sEcReT%2ft%c3%b6k%f0%9f%94%91%2b%3d%22x",
      "%73EcReT/tök🔑+%3D\"x",
      #"sEcReT\\\/t\\u00f6k🔑+=\\\"x"#, #"sEcReT%2Ft\u00f6k%F0%9F%94%91+=%22x"#,
      "sEcReT/t&#xF6;k&#128273;&#x2B;=&quot;x", #"sEcReT&#47;t\u00f6k🔑+=&#34;x"#,
    ]
  )
  func escaped(echo: String) {
    let redactor = Redactor([Secret(RedactorTests.token)])
    #expect(redactor.redact("<\(echo)> a\\n%41 <\(echo)>") == "<***> a\\n%41 <***>")
  }

  @Test(
    "A body that is JSON stays the same JSON",
    arguments: [
      (
        ["true", "null", "error", "1234"], #"{"error":true,"a":[null,1234,"an error"]}"#,
        #"{"error":true,"a":[null,1234,"an ***"]}"#
      ),
      (
        ["2030", "acme"], #"{"t":"2030-01-01T00:00:00Z","m":"acme 2030"}"#,
        #"{"t":"2030-01-01T00:00:00Z","m":"*** ***"}"#
      ),
      (["0041"], #"{"m":"\u0041 0041"}"#, #"{"m":"A ***"}"#),
      (["a/bc"], #"{"m":"x a\/bc"}"#, #"{"m":"x ***"}"#),
      (["acme"], #"{"m": 1e3,  "n":"b"}"#, #"{"m": 1e3,  "n":"b"}"#),
      (["acme"], "acme {", "*** {"), (["acme"], #"{"acme":"acme"#, #"{"***":"***"#),
      (
        ["kept", "acme"], #"{"id":"kept-acme","x":{"id":"acme"},"y":"kept"}"#,
        #"{"id":"kept-acme","x":{"id":"acme"},"y":"***"}"#
      ),
    ] as [([String], String, String)]
  )
  func body(secrets: [String], body: String, shown: String) {
    let redactor = Redactor(secrets.map { Secret($0) })
    let bytes = redactor.redact(body: Array(body.utf8), keeping: ["id"])
    #expect(String(decoding: bytes, as: UTF8.self) == shown)
  }

  @Test("A body in UTF-16 is read by its mark, as those do who quote from it")
  func wide() {
    let units = Array("\u{FEFF}{\"error\":\"s3cret\"}".utf16)
    let bytes = units.flatMap { [UInt8($0 >> 8), UInt8($0 & 0xFF)] }
    let shown = Redactor([Secret("s3cret")]).redact(body: bytes)
    #expect(String(decoding: shown, as: UTF8.self) == #"{"error":"***"}"#)
    #expect(Redactor([Secret("other")]).redact(body: bytes) == bytes)
  }

  /// Each was looked for by itself: 80,000 values of an address took a minute.
  @Test("As many secrets as there are take one pass", .timeLimit(.minutes(1)))
  func many() {
    let secrets = (100_000..<180_000).map { "\($0)" }
    let redactor = Redactor(secrets.map { Secret($0) })
    let text = secrets.joined(separator: ",") + String(repeating: "1000", count: 100_000)
    #expect(redactor.redact(text).hasPrefix("***,***,"))
  }

  @Test("The order in which secrets were given changes nothing")
  func order() {
    let secrets = ["pass", "password", "passwords"].map { Secret($0) }
    #expect(
      Redactor(secrets).redact("passwords pass") == Redactor(secrets.reversed()).redact("passwords pass")
    )
  }
}
