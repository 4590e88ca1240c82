import MFACore
import MFAService
import Testing

@testable import MFACommand

/// Push tokens, pairing keys and the credentials of a callback are on no stream, whoever says them.
@Suite("Secrets of a device")
struct DeviceSecretTests {
  static let key = "CANARY-pairing-key"
  static let kept = "https://me:CANARY-kept@mfa.example.com/devices"
  static let callback = "http://me:CANARY-callback@127.0.0.1:9/p?token=CANARY-query"

  /// A device that was registered at an address with a password, and has got another token since.
  static var files: [String: String] {
    var device = DeviceRecord(identifier: DeviceRecordTests.identifier)
    device.token = DeviceToken(DeviceScript.token)
    if let url = try? EndpointURL(kept) {
      device.registration = .init(endpoint: url, token: DeviceToken(DeviceScript.earlier), isPaired: false)
    }
    return [DeviceScript.file: DeviceRecordTests.text(device)]
  }

  static let secrets = [
    "CANARY", DeviceScript.token, DeviceScript.earlier, DeviceScript.token.uppercased(),
    DeviceScript.earlier.uppercased(),
  ]

  /// What a service could send back: what the command was given, and what the device has.
  static func echo(_ arguments: [String]) -> String {
    (arguments + [kept] + secrets.dropFirst()).map { "<\($0)>" }.joined(separator: " ")
  }

  static let commands = [
    ["device", "register"],
    ["device", "register", "--callback-url", callback],
    ["device", "register", "--token", DeviceScript.token, "--endpoint", kept],
    ["device", "clear-token"], ["device", "pair", key], ["device", "unpair"],
  ]

  static func exchanges(_ echo: String) -> [(String, Script.Exchange)] {
    [
      ("taken", reply(200, echo, headers: [("X-Echo", echo)])), ("refused", reply(409, echo)),
      ("moved", reply(302, headers: [("Location", kept)])), ("not reached", failure(.notConnected, echo)),
    ]
  }

  struct Row: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    let name: String
    let exchange: Script.Exchange

    var testDescription: String { (arguments + [name]).joined(separator: " ") }
  }

  static let rows = commands.flatMap { command in
    exchanges(echo(command)).flatMap { name, exchange in
      [["-vv"], ["--json", "-vv"], []].map { Row(arguments: command + $0, name: name, exchange: exchange) }
    }
  }

  private static func expectNone(in run: Run, _ secrets: [String] = DeviceSecretTests.secrets) {
    for secret in secrets { #expect(!CanaryTests.shown(run).contains(secret), "\(run.transcript)") }
  }

  @Test("Sent, and echoed", arguments: rows)
  func sent(_ row: Row) throws {
    var script = DeviceScript.script(.new, row.exchange)
    script.files = DeviceSecretTests.files
    let run = script.run(row.arguments)
    let request = try #require(run.transfers.first?.request)
    let wire = request.url.wireText + String(decoding: request.body, as: UTF8.self)
    #expect(wire.contains("CANARY-kept"))
    if row.arguments.contains("register") { #expect(wire.contains(DeviceScript.token)) }
    if row.arguments.contains("pair") { #expect(wire.contains(DeviceSecretTests.key)) }
    DeviceSecretTests.expectNone(in: run)
  }

  @Test("A dry run", arguments: commands)
  func dryRun(arguments: [String]) {
    for flags in [["-n"], ["-n", "--json", "-vv"]] {
      var script = DeviceScript.script(.new)
      script.files = DeviceSecretTests.files
      let run = script.run(arguments + flags)
      #expect(run.exitCode == .done)
      #expect(run.writes == [], "a dry run changes nothing")
      DeviceSecretTests.expectNone(in: run)
    }
  }

  @Test("Shown", arguments: [["show"], ["show", "--json", "-vv"], ["token", "new"]])
  func shown(arguments: [String]) {
    var script = DeviceScript.script(.new)
    script.files = DeviceSecretTests.files
    DeviceSecretTests.expectNone(in: script.run(["device"] + arguments))
  }

  @Test(
    "A misuse quotes none",
    arguments: [
      ["register", "--token", "CANARY"], ["register", "--callback-url", "ftp://me:CANARY@a"],
      ["register", "--callback-url", "http://me:CANARY/@a"],
      ["pair", String(repeating: "CANARY", count: 50)], ["pair", "a", "CANARY"],
      ["pair", "a", "CANARY", "--json"],
    ]
  )
  func misuse(arguments: [String]) {
    let run = Script(environment: DeviceScript.environment).run(["device"] + arguments)
    #expect(run.exitCode == .usage)
    DeviceSecretTests.expectNone(in: run)
  }

  // MARK: The other side

  static let registration = ServiceRequest(
    method: "POST",
    path: "/devices",
    contentType: "application/json",
    body: Array(
      #"{"identifierForVendor":"x","token":"\#(DeviceScript.token)","callbackUrl":"\#(callback)"}"#.utf8
    )
  )

  @Test("The service's own trace", arguments: [["-vv"], ["-v"], []])
  func service(flags: [String]) {
    let json = "application/json"
    let requests = [
      DeviceSecretTests.registration,
      ServiceRequest(method: "GET", path: "/devices/x", body: []),
      ServiceRequest(method: "POST", path: "/pairings", contentType: json, body: Array("{}".utf8)),
      ServiceRequest(
        method: "POST",
        path: "/devices/x/pairing",
        contentType: json,
        body: Array(#"{"pairingKey":"\#(DeviceSecretTests.key)"}"#.utf8)
      ),
      // What is no JSON is not shown: nobody can tell what is in it.
      ServiceRequest(
        method: "POST",
        path: "/devices",
        contentType: json,
        body: Array("{\"token\":\"CANARY".utf8)
      ),
      ServiceRequest(
        method: "POST",
        path: "/devices",
        contentType: json,
        body: Array(#"{"a":[{"token":["CANARY"],"callbackUrl":"http://me:CANARY/@a"}]}"#.utf8)
      ),
    ]
    let script = Script(
      exchanges: [failure(.notConnected, DeviceSecretTests.echo([DeviceSecretTests.callback]))],
      service: .serves(url: "http://127.0.0.1:41234"),
      requests: requests
    )
    let run = script.run(["serve"] + flags)
    #expect(run.exitCode == .done)
    #expect(run.answers.map { $0.prefix(3) } == ["201", "200", "201", "404", "400", "400"])
    let issued = run.answers[2].split(separator: "\"").first { $0.contains("-") && !$0.contains(":") }
    DeviceSecretTests.expectNone(
      in: run,
      DeviceSecretTests.secrets + [issued].compactMap { $0.map { String($0) } }
    )
    if flags == ["-vv"] { #expect(run.errors.contains(#""pairingKey":"***""#)) }
    #expect(run.errors.contains("warning:") && run.errors.contains("http://***@127.0.0.1:9/p?token=***"))
  }

  @Test(
    "A callback that a push names, for a phone that listens",
    arguments: [[], ["--json"], ["--json", "-vv"]]
  )
  func namedByPush(flags: [String]) {
    let echo = DeviceSecretTests.echo([DeviceSecretTests.callback])
    let push =
      #"{"aps":{},"messageId":"1","pushType":"default","callbackUrl":"\#(DeviceSecretTests.callback)"}"#
    for exchange in [reply(200, echo), reply(400, echo)] {
      let script = Script(
        exchanges: [exchange],
        listener: .runs(url: "http://127.0.0.1:5"),
        arrivals: [.requests([IntakeTests.request(push)])]
      )
      let run = script.run(["listen", "--approve", "--count", "1"] + flags)
      #expect(run.transfers.count == 1)
      DeviceSecretTests.expectNone(in: run, ["CANARY-callback", "CANARY-query"])
    }
  }
}
