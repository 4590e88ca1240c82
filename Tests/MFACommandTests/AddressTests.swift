import MFACore
import Testing

@testable import MFACommand

/// Headers, tokens and client keys are the user's: they go to what the user typed, and to nobody who hands out codes,
/// pushes or replies. A sign-on's code took the token of the environment once.
@Suite("Where what is the user's goes")
struct AddressTests {
  private static let token = Script.stateFolder + "/token"
  private static let certificate = Script.stateFolder + "/client.pem"
  private static let flags = [
    "-H", "X-Key: canary-header", "--bearer-token-file", token, "--cert", certificate,
  ]
  private static let files = [
    token: "canary-token",
    certificate: "-----BEGIN CERTIFICATE-----\n-----END CERTIFICATE-----\n-----BEGIN PRIVATE KEY-----\n",
  ]

  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let arguments: [String]
    let script: Script
    /// For each request in turn, whether it may carry what is the user's.
    let carries: [Bool]
    /// Where every request goes.
    let origin: String

    init(_ name: String, _ arguments: [String], _ script: Script, _ carries: [Bool], at origin: String) {
      (testDescription, self.arguments, self.carries, self.origin) = (name, arguments, carries, origin)
      var script = script
      script.files.merge(AddressTests.files) { one, _ in one }
      script.environment["MFA_STATE_DIR"] = Script.stateFolder
      self.script = script
    }
  }

  // MARK: Worlds

  private static let ours = "https://mfa.example.com"

  private static func push(_ members: String, _ status: Int = 200, _ headers: [(String, String)] = [])
    -> Script
  {
    OrderOfChecksTests.push(members, exchanges: [reply(status, headers: headers)])
  }

  private static let accepted = InboxScript.notification("n1", ["status": #""accepted""#])
  private static let request = InboxScript.notification("n1", ["demands": #""nothing""#])

  private static var loggedIn: Script {
    Script(exchanges: [
      reply(201, #"{"session":"s"}"#), reply(200, #"{"notification":"n1"}"#), reply(200, request),
      reply(200, accepted),
    ])
  }

  private static let login = [
    "login", "--accept", "--credential", "passport", "--qr",
    InboxScript.code(["service": #""https://u:pw@evil.example.net:8443/wallet""#]),
  ]

  private static var enrolled: Script {
    var script = CredentialScript.script([:], exchanges: [reply(200, CredentialScript.enrolled)])
    script.files = [:]
    return script
  }

  private static func polling() throws -> Script {
    let taken = reply(200, #"{"result":{"status":true,"value":true}}"#)
    let waiting = CredentialScript.waiting(try CredentialScript.polled("NONCEONE"))
    return CredentialScript.script(exchanges: [waiting, taken])
  }

  private static let pushOfReply = reply(
    201,
    #"{"payload":{"messageId":"t","pushType":"silent","callbackUrl":"https://evil.example.net/"}}"#
  )

  // MARK: The table

  static func typed() throws -> [Row] {
    let answer = ["--approve", "p", "--endpoint", ours + "/d/{id}"]
    let inbox = ["--endpoint", ours + "/notifications"]
    let moved = [("Location", "https://evil.example.net/")]
    return [
      Row("an endpoint", answer, push(OrderOfChecksTests.plain), [true], at: ours),
      Row("an endpoint before a callback", answer, push(OrderOfChecksTests.callback), [true], at: ours),
      Row("a redirect", answer, push(OrderOfChecksTests.plain, 302, moved), [true], at: ours),
      Row(
        "an inbox",
        ["inbox", "accept", "n1", "--credential", "passport"] + inbox,
        Script(exchanges: [reply(200, request), reply(200, accepted)]),
        [true, true],
        at: ours
      ),
      Row(
        "a device, and a push in the reply",
        ["device", "register", "--endpoint", DeviceScript.endpoint],
        DeviceScript.script(.new, pushOfReply, reply(200)),
        [true, true],
        at: ours
      ),
      Row(
        "a device's service that was typed before",
        ["device", "unpair"],
        DeviceScript.script(.paired, reply(200)),
        [true],
        at: ours
      ),
      Row("a poll", ["--poll", "--approve", "--endpoint", ours], try polling(), [true, true], at: ours),
      Row(
        "a login at an origin",
        login + ["--endpoint", ours],
        loggedIn,
        [true, true, true, true],
        at: ours
      ),
      Row(
        "an enrollment at an origin",
        [
          "enroll", CredentialScript.pushTokenURI("url", "http%3A%2F%2Fevil.example.net"), "--endpoint", ours,
        ],
        enrolled,
        [true],
        at: ours
      ),
      Row(
        "an enrollment with PingAM at an origin",
        ["enroll", CredentialScript.uri(), "--endpoint", ours + "/"],
        CredentialScript.script([:], exchanges: [reply(200)]),
        [true],
        at: ours
      ),
    ]
  }

  static func named() throws -> [Row] {
    [
      Row(
        "a callback",
        ["--approve", "p"],
        push(OrderOfChecksTests.callback),
        [false],
        at: ours
      ),
      Row("polls of an enrollment", ["--poll", "--approve"], try polling(), [false, false], at: ours),
      Row(
        "an answer to an enrollment",
        ["--approve", "p"],
        CredentialScript.script(
          readings: [.file("p", try CredentialScript.push())],
          exchanges: [reply(200)]
        ),
        [false],
        at: "https://am.example.com"
      ),
      Row(
        "the push token of an enrollment",
        ["device", "register", "--token", "new"],
        CredentialScript.script(exchanges: [reply(200)]),
        [false],
        at: "https://am.example.com"
      ),
    ]
  }

  static func codes() throws -> [Row] {
    let theirs = "https://evil.example.net:8443"
    return [
      Row("a login", login, loggedIn, [false, false, false, false], at: theirs),
      Row(
        "an enrollment",
        ["enroll", CredentialScript.pushTokenURI()],
        enrolled,
        [false],
        at: ours
      ),
      Row(
        "an enrollment with PingAM",
        ["enroll", CredentialScript.uri()],
        CredentialScript.script([:], exchanges: [reply(200)]),
        [false],
        at: "https://am.example.com"
      ),
    ]
  }

  /// What of the user's a request carries.
  private static func carried(_ transfer: HTTPTransfer) -> Set<String> {
    let values = transfer.request.headers.map(\.wireValue)
    return Set(
      [
        values.contains { $0.contains("canary-header") } ? "header" : nil,
        values.contains { $0.contains("canary-token") } ? "token" : nil,
        transfer.clientCertificate == nil ? nil : "certificate",
      ].compactMap(\.self)
    )
  }

  private static func check(_ row: Row, _ run: Run, gets expected: Set<String>) throws {
    #expect(run.transfers.count == row.carries.count, "\(run.transcript)")
    for (transfer, carries) in zip(run.transfers, row.carries) {
      #expect(carried(transfer) == (carries ? expected : []), "\(transfer.request.url)")
      #expect(try transfer.request.url.origin == EndpointURL(row.origin).origin)
    }
    #expect(!run.transcript.contains("canary"), "\(run.transcript)")
  }

  @Test("Flags", arguments: try typed() + named())
  func flags(_ row: Row) throws {
    let run = row.script.run(row.arguments + AddressTests.flags)
    try AddressTests.check(row, run, gets: ["header", "token", "certificate"])
  }

  @Test("A token of the environment", arguments: try typed() + named() + codes())
  func environment(_ row: Row) throws {
    var script = row.script
    script.environment["MFA_BEARER_TOKEN_FILE"] = AddressTests.token
    let run = script.run(row.arguments)
    try AddressTests.check(row, run, gets: ["token"])
    let isRead = run.events.contains(.read(.file(FilePath(AddressTests.token))))
    #expect(
      isRead != ["a login", "an enrollment", "an enrollment with PingAM"].contains(row.testDescription)
    )
  }

  @Test(
    "Flags with nothing but a code are a misuse that says so, before anything is sent",
    arguments: try codes()
  )
  func misuse(_ row: Row) throws {
    for flags in [
      Array(AddressTests.flags[0...1]), Array(AddressTests.flags[2...3]), Array(AddressTests.flags[4...5]),
    ] {
      var script = row.script
      script.exchanges = []
      let run = script.run(row.arguments + flags)
      #expect(run.exitCode == .usage && run.errors.contains("--endpoint ORIGIN"), "\(run.transcript)")
    }
  }

  @Test(
    "What is typed for a code is an origin",
    arguments: ["/x", "?a=b", "/?token=canary", "//"],
    [["login", "--qr", "{}", "--accept"], ["enroll", CredentialScript.uri()]]
  )
  func moreThanOrigin(_ rest: String, _ command: [String]) {
    let run = Script().run(command + ["--endpoint", "https://mfa.example.com" + rest])
    #expect(run.exitCode == .usage && run.errors.contains("is not an origin"), "\(run.transcript)")
    #expect(!run.transcript.contains("canary"))
  }

  @Test("An enrollment at an origin is kept with it")
  func kept() {
    let script = CredentialScript.script([:], exchanges: [reply(200)])
    let run = script.run("enroll", CredentialScript.uri(), "--endpoint", "http://127.0.0.1:8080")
    let path = "/am/json/alpha/push/sns/message?_action="
    #expect(run.transfers.map(\.request.url.wireText) == ["http://127.0.0.1:8080\(path)register"])
    #expect(run.files[CredentialScript.file]?.contains("http://127.0.0.1:8080\(path)authenticate") ?? false)
  }
}

extension SendSettings {
  /// What an address gets that was typed.
  var shownToEndpoint: CallerIdentity.Shown {
    guard let url = try? EndpointURL("https://mfa.example.com/d"),
      let address = Address(typed: SendOptions(endpoint: url))
    else { preconditionFailure("no address") }
    return identity.shown(to: address, at: url)
  }
}
