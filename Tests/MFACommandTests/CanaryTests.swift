import Foundation
import MFACore
import Testing

@testable import MFACommand

/// No secret is shown on any stream, whoever says it: neither by us nor by a service that echoes what it got.
@Suite("Secrets")
struct CanaryTests {
  static let key = "CANARY-key-7f3a"
  static let fileKey = "CANARY-file-91bc"
  static let token = "CANARY-token-55d0"
  static let user = "CANARYuser"
  static let password = "CANARY-pass-e2e2"
  static let query = "CANARY-query-0a0a"
  static let all = [key, fileKey, token, user, password, query]

  static let endpoint = "https://\(user):\(password)@mfa.example.com/d?tenant=1&token=\(query)"

  static let flags = [
    "--endpoint", endpoint, "-H", "X-Api-Key: \(key)", "-H", "@h", "--bearer-token-file", "t",
  ]

  /// Everything that a service and the HTTP library could say.
  static let echo = all.map { "<\($0)>" }.joined(separator: " & ")

  static let exchanges: [(String, Script.Exchange)] = [
    ("recorded", reply(200, echo, headers: [("X-Echo", echo), ("Authorization", "Bearer " + token)])),
    ("HTML", reply(200, "<html>" + echo)),
    ("refused", reply(400, "{\"error\":\"" + echo + "\"}", headers: [("X-Echo", echo)])),
    ("moved", reply(302, echo, headers: [("Location", endpoint)])),
    ("gateway", reply(502, echo)),
    ("not reached", failure(.notConnected, echo)),
    ("not reached, with the address", failure(.notConnected, "to " + endpoint)),
    ("other", failure(.other(code: 3), echo, arrived: true)),
  ]

  static func world(_ exchange: Script.Exchange?, openings: [Script.Opening] = []) -> Script {
    var script = OrderOfChecksTests.push(
      OrderOfChecksTests.plain,
      openings: openings,
      exchanges: [exchange].compactMap(\.self)
    )
    // In the order in which they are read; the header file's line is one more secret.
    script.readings = [.file("h", "Cookie: \(fileKey)\n"), .file("t", token + "\n")] + script.readings
    return script
  }

  static func run(_ script: Script, _ flags: [String]) -> Run {
    script.run((CanaryTests.flags + flags + ["p"]).map { Argument(bytes: Array($0.utf8)) })
  }

  /// Whatever left the program, sent requests excepted.
  static func shown(_ run: Run) -> String { run.output + run.errors + run.screen }

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let exchange: Script.Exchange
    let flags: [String]
  }

  static let rows = exchanges.flatMap { name, exchange in
    [[], ["-v"], ["-vv"], ["--json"], ["--json", "-vv"]].map { flags in
      Row(testDescription: "\(name) \(flags.joined(separator: " "))", exchange: exchange, flags: flags)
    }
  }

  @Test("Sent, and echoed", arguments: rows)
  func sent(_ row: Row) throws {
    let run = CanaryTests.run(CanaryTests.world(row.exchange), row.flags + ["--approve"])
    // Without this the test would pass when nothing was sent at all.
    let request = try #require(run.transfers.first?.request)
    let wire = request.url.wireText + request.headers.map(\.wireValue).joined()
    for secret in CanaryTests.all { #expect(wire.contains(secret)) }
    #expect(!CanaryTests.shown(run).contains("CANARY"))
    if row.flags.contains("-vv") { #expect(run.errors.contains(Secret.mask)) }
    if row.flags.contains("--json") { #expect(run.output.contains(Secret.mask)) }
  }

  @Test("Asked on the terminal", arguments: [["-vv"], ["--json"]])
  func asked(flags: [String]) {
    let exchange = reply(500, CanaryTests.echo)
    let run = CanaryTests.run(CanaryTests.world(exchange, openings: [.types("yes")]), flags)
    #expect(run.exitCode == .refused)
    #expect(!CanaryTests.shown(run).contains("CANARY"))
  }

  @Test("A dry run", arguments: [[], ["-vv"], ["--json"]])
  func dryRun(flags: [String]) {
    let run = CanaryTests.run(CanaryTests.world(nil), flags + ["-n", "--approve"])
    #expect(run.exitCode == .done)
    #expect(!CanaryTests.shown(run).contains("CANARY"))
  }

  @Test(
    "A misuse quotes no secret",
    arguments: [
      ["--endpoint=ftp://u:CANARY-pass@mfa.example.com/d"],
      ["--endpoint=https://u:CANARY pass@mfa.example.com"],
      ["--endpoint=https://u:CANARY@mfa.example.com:port/d"], ["-H", "CANARY-no-colon"],
      ["-H", "Authorization Bearer CANARY"], ["-H", "X: CANARY\u{1}"], ["--header=:CANARY"],
      ["--bearer-token=CANARY"], ["-XCANARY"], ["--token=CANARY", "--json"],
    ]
  )
  func misuse(arguments: [String]) {
    let run = Script().run((arguments + ["p"]).map { Argument(bytes: Array($0.utf8)) })
    #expect(run.exitCode == .usage)
    #expect(!CanaryTests.shown(run).contains("CANARY"))
  }

  @Test("A bad file quotes none of its content", arguments: ["CANARY two", "CANARY\nCANARY", "CANARY-ü"])
  func badFile(content: String) {
    for (flag, value) in [("--bearer-token-file", "f"), ("-H", "@f"), ("--cacert", "f")] {
      let run = Script(readings: [.file("f", content)]).run(flag, value, "p")
      #expect(run.exitCode == .usage)
      #expect(!CanaryTests.shown(run).contains("CANARY"), "\(flag)")
    }
  }

  @Test("A misuse found with secrets in hand", arguments: [["--no-input"], ["--no-input", "--json"]])
  func lateMisuse(flags: [String]) {
    let run = CanaryTests.run(CanaryTests.world(nil), flags + ["-vv"])
    #expect(run.exitCode == .usage)
    #expect(!CanaryTests.shown(run).contains("CANARY"))
  }

  // MARK: Echoes in another spelling

  @Test("A text that is cut shows no part of a secret", arguments: [[], ["--json"]])
  func cut(flags: [String]) {
    // Each cut goes through the secret: a sentence's body and detail end at 300 and 200 characters, the JSON's
    // body at 4096 bytes.
    func echo(behind count: Int) -> String { String(repeating: "x", count: count) + CanaryTests.key }
    for exchange in [
      reply(400, echo(behind: 293)), reply(200, echo(behind: 4089)), reply(400, echo(behind: 2041)),
      failure(.notConnected, echo(behind: 193)), reply(302, headers: [("Location", echo(behind: 193))]),
    ] {
      let run = CanaryTests.run(CanaryTests.world(exchange), flags + ["--approve"])
      #expect(!CanaryTests.shown(run).contains("CANARY"))
    }
  }

  @Test("The Basic credentials that the HTTP client makes of the user-info are a secret too")
  func basic() {
    let basic = Data("\(CanaryTests.user):\(CanaryTests.password)".utf8).base64EncodedString()
    let run = CanaryTests.run(
      CanaryTests.world(reply(400, "Authorization: Basic " + basic)),
      ["--approve", "-vv"]
    )
    #expect(!CanaryTests.shown(run).contains(basic))
  }

  @Test("The user-info and the query are secrets in their decoded spelling too")
  func decoded() {
    var script = OrderOfChecksTests.push(
      OrderOfChecksTests.plain,
      exchanges: [reply(400, "no such user: CANARY pass, CANARY+query")]
    )
    script.start = Script.start
    let endpoint = "https://me:CANARY%20pass@mfa.example.com/d?token=CANARY%2Bquery"
    let run = script.run("--endpoint", endpoint, "--approve", "p")
    #expect(!CanaryTests.shown(run).contains("CANARY"))
  }

  @Test("One cookie of several is a secret by itself")
  func cookie() {
    let script = OrderOfChecksTests.push(
      OrderOfChecksTests.plain,
      exchanges: [reply(400, "no such session: CANARY-session")]
    )
    let cookie = "Cookie: theme=dark; session=CANARY-session; x=y"
    let run = script.run("--endpoint", "https://mfa.example.com/d", "-H", cookie, "--approve", "p")
    #expect(!CanaryTests.shown(run).contains("CANARY"))
  }

  @Test(
    "A proxy's variable that can't be used is quoted by the HTTP library as it is written",
    arguments: [
      "http://user:CANARY/pw@127.0.0.1:3128", "socks9://user:CANARY@x", "file://CANARY@x",
      "http://u:CANARY@ x",
      "user:CANARY:x", "http://user:CANARY%2Fpw@h:port", "CANARY@a@b:port",
    ]
  )
  func proxyVariable(value: String) {
    for detail in ["Unsupported proxy syntax in '\(value)'", "in \(PercentEncoding.decode(value))"] {
      var script = OrderOfChecksTests.push(
        OrderOfChecksTests.plain,
        exchanges: [failure(.proxyNotResolved, detail)]
      )
      script.environment = ["http_proxy": value]
      let run = script.run("--endpoint", "http://mfa.example.com/d", "--approve", "--json", "-vv", "p")
      #expect(run.exitCode == .notReached)
      #expect(!CanaryTests.shown(run).contains("CANARY"), "\(run.transcript)")
    }
  }

  @Test(
    "What the practice service traces of a body",
    arguments: [
      #"{"credential":"badge","pin":"CANARY"}"#, #"{"pin":1234567}"#,
      #"{"login":"l","authenticationKey":"CANARY"}"#,
      #"{"qr":"{\"authenticationKey\":\"CANARY\"}","deepLink":"mfa-cli://login?request=CANARY"}"#,
      #"{"a":[{"password":"CANARY"}]}"#,
    ]
  )
  func serviceTrace(body: String) {
    let shown = ServiceWords.shown(Array(body.utf8))
    #expect(!shown.contains("CANARY") && !shown.contains("1234567") && shown.contains(Secret.mask))
  }

  @Test("A service that is polled echoes what proves the phone", arguments: [400, 403])
  func polled(status: Int) throws {
    var script = CredentialScript.script(exchanges: [
      { transfer in reply(status, "no: \(transfer.request.url.wireText)")(transfer) }
    ])
    script.start = Script.start
    for command in [["listen", "--poll"], ["respond", "--poll", "--retry-limit", "0"]] {
      let run = script.run(command + ["--approve", "--json", "-vv"])
      let url = try #require(run.transfers.first?.request.url.wireText)
      let signature = try #require(url.components(separatedBy: "signature=").last)
      #expect(run.exitCode == .refused, "\(run.transcript)")
      #expect(!CanaryTests.shown(run).contains(signature))
    }
  }

  @Test("Masking leaves the object's own words alone")
  func ownWords() throws {
    // A user named like a member masked the member, and the object lost its shape.
    let script = OrderOfChecksTests.push(OrderOfChecksTests.plain, exchanges: [reply(200, "push user")])
    let run = script.run("--endpoint", "https://push:user@mfa.example.com/d", "--approve", "--json", "p")
    let object = try ReportJSONTests.object(run)
    #expect(object.members.map(\.key) == ReportJSONTests.members)
    #expect(object["decision"]?.object?["authMethod"] == .string("user"))
  }
}
