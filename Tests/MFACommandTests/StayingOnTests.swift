import MFACore
import Testing

@testable import MFACommand

/// The settings of the commands that stay on, and the order in which they and the device commands check things.
@Suite("Commands that stay on")
struct StayingOnTests {
  /// The settings of `listen`; nil for another command, whose settings are good.
  @discardableResult
  private static func resolve(_ line: String) throws(UsageError) -> ListenSettings? {
    let words = line.split(separator: " ").map { String($0) }
    guard case .run(let invocation, _) = try FlagParserTests.parse(words) else {
      preconditionFailure("no command that runs: \(line)")
    }
    let world = ScriptedWorld(Script(), #_sourceLocation)
    let resolution = try SettingsResolution(invocation, system: world.system)
    if invocation.command == .listen { return try resolution.listen() }
    if invocation.command == .serve { _ = try resolution.serve() }
    return nil
  }

  // MARK: The policy

  @Test(
    "How each push is decided",
    arguments: [
      ("--approve", .approve), ("--deny", .deny), ("--ask", .ask), ("--approve --approve", .approve),
      ("--number-from right", .numberFrom(field: "right")),
      ("--number-from a --number-from b", .numberFrom(field: "b")), ("--deny --deny-reason x", .deny),
      ("--ask --deny-reason x", .ask),
    ] as [(String, ListenPolicy)]
  )
  func policy(flags: String, policy: ListenPolicy) throws {
    let settings = try #require(try StayingOnTests.resolve("listen " + flags))
    #expect(settings.policy == policy)
    #expect(settings.answering.mayAsk)
    #expect(settings.listening?.mostPending == 1000 && settings.count == nil && settings.duration == nil)
    #expect(settings.listening?.address == .anyLoopbackPort)
  }

  private static let flags = ["--approve", "--deny", "--number-from FIELD", "--ask"]

  @Test(
    "What does not go together",
    arguments: [
      ("listen", .decisionMissing(flags)), ("listen --count 1", .decisionMissing(flags)),
      ("listen --deny-reason x", .decisionMissing(flags)),
      ("listen --approve --ask", .twoDecisions("--approve", "--ask")),
      ("listen --number-from a --deny", .twoDecisions("--number-from", "--deny")),
      ("listen --approve --deny-reason x", .flagNeeds(flag: "--deny-reason", needed: "--deny")),
      ("listen --number-from a --deny-reason x", .flagNeeds(flag: "--deny-reason", needed: "--deny")),
      ("device register --callback-form fcm", .flagNeeds(flag: "--callback-form", needed: "--callback-url")),
      (
        "listen --number-from=",
        .badValue(origin: .flag("--number-from"), value: "", reason: .empty)
      ),
      (
        "listen --approve --count 0",
        .badValue(
          origin: .flag("--count"),
          value: "0",
          reason: .notACount(minimum: 1, maximum: 1_000_000_000)
        )
      ),
      (
        "serve --port 65536",
        .badValue(origin: .flag("--port"), value: "65536", reason: .notACount(minimum: 0, maximum: 65535))
      ),
      (
        "serve --port +1",
        .badValue(origin: .flag("--port"), value: "+1", reason: .notACount(minimum: 0, maximum: 65535))
      ),
      (
        "serve --port 99999999999999999999",
        .badValue(
          origin: .flag("--port"),
          value: "99999999999999999999",
          reason: .notACount(minimum: 0, maximum: 65535)
        )
      ),
    ] as [(String, UsageError)]
  )
  func misuse(line: String, error: UsageError) {
    #expect(throws: error) { try StayingOnTests.resolve(line) }
  }

  // MARK: The address

  @Test(
    "Where to listen",
    arguments: [
      ("", nil), ("--host ::1", nil), ("--host localhost --port 0", nil), ("--host 127.9.9.9", nil),
      ("--host 127.0.0.1 --allow-remote", nil), ("--host 0.0.0.0 --allow-remote", nil),
      ("--host 0.0.0.0", .remoteNotAllowed(host: "0.0.0.0")), ("--host ::", .remoteNotAllowed(host: "::")),
      ("--host 192.0.2.1 --port 80", .remoteNotAllowed(host: "192.0.2.1")),
      ("--host fe80::1", .remoteNotAllowed(host: "fe80::1")),
      ("--host fe80::1%eth0", .hostInvalid("fe80::1%eth0")),
      ("--host example.com", .hostInvalid("example.com")), ("--host [::1]", .hostInvalid("[::1]")),
      ("--host example.com --allow-remote", .hostInvalid("example.com")),
      ("--host 127.0.0.1:80", .hostInvalid("127.0.0.1:80")),
    ] as [(String, UsageError?)]
  )
  func address(flags: String, error: UsageError?) {
    for command in ["serve ", "listen --approve "] {
      let result = Result { () throws(UsageError) in try StayingOnTests.resolve(command + flags) }
      switch result {
      case .success: #expect(error == nil)
      case .failure(let found): #expect(found == error)
      }
    }
  }

  // MARK: The order of checks

  private typealias Row = OrderOfChecksTests.Row

  /// A world with a listener in it that a signal stops at once.
  private static let stopped = Script(listener: .runs(url: "http://127.0.0.1:5"), arrivals: [.signal])

  static let rows: [OrderOfChecksTests.Row] = [
    Row(
      "no decision before files are read",
      "listen --cacert c",
      .usage,
      "",
      Script()
    ),
    Row("a bad address before files are read", "listen --approve --host x --cacert c", .usage, "", Script()),
    Row("no decision before the listener starts", "listen URL", .usage, "", Script()),
    Row("a listener without an endpoint starts", "listen --approve", .done, "", stopped),
    Row("a listener never reads standard input", "listen --approve URL", .done, "", stopped),
    Row("a bad flag of a device", "device register --token x --cacert c", .usage, "", Script()),
    Row(
      "files are read before the device",
      "device register --cacert c",
      .usage,
      "read c",
      device(.registered, reading: .file("c", .notFound))
    ),
    Row("no key before the device", "device pair", .usage, "", device(.registered)),
    Row("no device before sending", "device unpair URL", .credential, readsDevice, device(.new)),
    Row(
      "no endpoint after the device",
      "device register",
      .usage,
      readsDevice + ", read /state/credentials.json",
      device(.new)
    ),
    Row("nothing is sent to show a device", "device show", .done, readsDevice, device(.paired)),
    Row("categories need no device", "device categories", .done, "", device(.new)),
    Row(
      "an event's push comes before its endpoint",
      "device tap p",
      .notMFAPush,
      "read p",
      device(.registered, reading: .file("p", #"{"aps":{},"x":1}"#))
    ),
    Row(
      "an event is not told to where the device is registered",
      "device tap p",
      .usage,
      "read p",
      device(.registered, reading: .file("p", IntakeTests.text))
    ),
  ]

  private static let readsDevice = "read \(DeviceScript.file)"

  private static func device(_ stage: DeviceScript.Stage, reading: Script.Reading? = nil) -> Script {
    var script = DeviceScript.script(stage)
    script.readings = [reading].compactMap(\.self)
    return script
  }

  @Test("The first thing that is wrong decides", arguments: rows)
  func order(_ row: OrderOfChecksTests.Row) {
    let run = row.run()
    #expect(run.exitCode == row.exitCode, "\(run.errors)")
    #expect(run.steps.joined(separator: ", ") == row.steps)
    #expect(run.writes == [])
  }

  @Test("A signal is caught before anybody is told the address", arguments: ["serve", "listen --approve"])
  func signals(line: String) throws {
    let script = Script(
      service: line == "serve" ? .serves(url: "http://127.0.0.1:5") : nil,
      listener: line == "serve" ? nil : .runs(url: "http://127.0.0.1:5"),
      arrivals: line == "serve" ? [] : [.signal]
    )
    let events = script.run(line.split(separator: " ").map { String($0) }).events
    let caught = try #require(events.firstIndex(of: .caughtSignals))
    let told = try #require(events.firstIndex(of: .wrote(.output, "http://127.0.0.1:5\n")))
    #expect(caught < told)
  }

  // MARK: Taps on a banner

  private static let kinds = [
    ("default", #""pushType":"default""#), ("biometric", #""pushType":"biometric""#),
    ("challenge", #""pushType":"challenge","numbersChallenge":["12","34"]"#),
    ("manual", #""pushType":"challenge""#), ("dry", #""pushType":"dry""#),
    ("cancel", #""pushType":"cancel""#),
  ]

  /// What a tap comes to, by kind in the order above: an exit code, and what is sent or asked.
  private static let taps: [(NotificationAction, [String])] = [
    (.confirm, ["0 approve", "0 approve", "6", "6", "6", "6"]),
    (.deny, ["0 deny", "0 deny", "0 deny", "0 deny", "6", "6"]),
    (.open, ["0 asks deny", "0 asks deny", "0 asks deny", "0 asks deny", "0", "0"]),
    (.dismiss, ["0", "0", "0", "0", "0", "0"]),
  ]

  @Test("A tap on a banner", arguments: taps.map(\.0))
  func tap(action: NotificationAction) throws {
    let expected = try #require(StayingOnTests.taps.first { $0.0 == action }?.1)
    for ((kind, members), expected) in zip(StayingOnTests.kinds, expected) {
      let words = expected.split(separator: " ").map { String($0) }
      let isSent = words.contains { ["approve", "deny"].contains($0) }
      let script = OrderOfChecksTests.push(
        members,
        openings: words.contains("asks") ? [.types("deny")] : [],
        exchanges: isSent ? [reply(200)] : []
      )
      let run = script.run("respond", "--action", action.rawValue, "--endpoint=" + RespondTests.url, "p")
      #expect("\(run.exitCode.rawValue)" == words[0], "\(kind): \(run.errors)")
      if isSent { #expect(run.bodies.first?.contains(#""decision":"\#(words[words.count - 1])""#) == true) }
      if !isSent && words[0] == "0" { #expect(run.output.hasPrefix("nothing to answer: ")) }
    }
  }

  @Test("Who decided is told", arguments: [(NotificationAction.confirm, "action"), (.open, "terminal")])
  func source(action: NotificationAction, source: String) throws {
    let script = OrderOfChecksTests.push(
      OrderOfChecksTests.plain,
      openings: action == .open ? [.types("yes")] : [],
      exchanges: [reply(200)]
    )
    let run = script.run("--action", action.rawValue, "--json", "--endpoint=" + RespondTests.url, "p")
    #expect((try run.json()["decision"] as? [String: Any])?["source"] as? String == source)
  }

  @Test("A tap is one decision, and no identifier is taken by halves")
  func misuseOfTaps() {
    #expect(Script().run("--action=notification.confirm", "--deny", "p").exitCode == .usage)
    #expect(Script().run("--action=confirm", "p").exitCode == .usage)
    #expect(Script().run("--action=", "p").exitCode == .usage)
    #expect(Script().run("--action=notification.confirm", "--deny-reason=x", "p").exitCode == .usage)
  }
}
