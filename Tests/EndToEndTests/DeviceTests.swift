import Foundation
import Testing

@Suite("The device")
struct DeviceTests {
  private static let token = String(repeating: "0123456789abcdef", count: 4)
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private var state: String { folder.path + "/state" }

  private func device(
    _ arguments: String...,
    payload: String? = nil,
    environment: [String: String] = [:]
  ) throws -> RunResult {
    try Binary.run(
      ["device"] + arguments,
      stdin: payload.map { .text($0) } ?? .null,
      environment: ["MFA_STATE_DIR": state].merging(environment) { $1 }
    )
  }

  private func record() throws -> [String: Any] {
    let bytes = try Data(folder.read("state/device.json"))
    return try #require(try JSONSerialization.jsonObject(with: bytes) as? [String: Any])
  }

  private func posted(_ index: Int = 0) throws -> [String: String] {
    try #require(try server.requests[index].json() as? [String: String])
  }

  @Test("A registration says who the device is, and nothing else")
  func registration() throws {
    let result = try device("register", "--endpoint", server.url("/devices"))
    #expect(result.status == .exited(0) && result.stderr == "", "\(result)")
    let request = try #require(server.requests.first)
    #expect(request.method == "POST" && request.path == "/devices" && server.requests.count == 1)
    #expect(request.header("Content-Type") == "application/json")
    let members = try posted()
    #expect(
      Set(members.keys) == [
        "identifierForVendor", "name", "systemName", "systemVersion", "model", "idiom", "bundleIdentifier",
        "token", "environment", "topic",
      ]
    )
    #expect(members["token"]?.wholeMatch(of: /[0-9a-f]{64}/) != nil)
    #expect(members["environment"] == "sandbox" && members["topic"] == members["bundleIdentifier"])
    #expect(UUID(uuidString: members["identifierForVendor"] ?? "") != nil)
    #expect(try record()["token"] as? String == members["token"])
  }

  private static let flags: [([String], String, String)] = [
    (["--token", token.uppercased()], "token", token),
    (["--token", "ASNFZ4mrze8BI0VniavN7wEjRWeJq83vASNFZ4mrze8="], "token", token),
    (["--environment", "production"], "environment", "production"),
    (["--topic", "org.example.app"], "topic", "org.example.app"),
    (["--topic", "org.example.app"], "bundleIdentifier", "org.example.app"),
    (["--callback-url", "http://127.0.0.1:9/x"], "callbackUrl", "http://127.0.0.1:9/x"),
    (["--callback-url", "http://127.0.0.1:9/x"], "callbackForm", "plain"),
    (["--callback-url", "http://127.0.0.1:9", "--callback-form", "fcm"], "callbackForm", "fcm"),
  ]

  @Test("What each flag changes in what is posted", arguments: flags)
  func flag(_ flags: [String], _ member: String, _ value: String) throws {
    let result = try Binary.run(
      ["device", "register", "--endpoint", server.url()] + flags,
      environment: ["MFA_STATE_DIR": state]
    )
    #expect(result.status == .exited(0), "\(result)")
    #expect(try posted()[member] == value)
  }

  @Test("The token is new, unchanged or changed, and sent every time")
  func tokenChange() throws {
    let runs: [([String], String)] = [
      (["--endpoint", server.url("/d")], "new"), ([], "unchanged"), (["--token", "new"], "changed"),
      ([], "unchanged"), (["--token", Self.token], "changed"), (["--token", Self.token], "unchanged"),
      (["--endpoint", server.url("/other")], "new"),
    ]
    for (flags, change) in runs {
      let result = try Binary.run(
        ["device", "register", "--json"] + flags,
        environment: ["MFA_STATE_DIR": state]
      )
      #expect(try result.report().text("tokenChange") == change)
    }
    #expect(server.requests.count == runs.count)
    #expect(try device("token", "new").status == .exited(0))
    #expect(server.requests.count == runs.count)
    #expect(try device("register", "--json").report().text("tokenChange") == "changed")
    #expect(try posted(runs.count)["token"] != Self.token)
    #expect(Set(try server.requests.map { try $0.json()["identifierForVendor"] as? String }).count == 1)
  }

  @Test(
    "Any 2xx is success, and only that",
    arguments: [
      ("200 OK", 0), ("201 Created", 0), ("204 No Content", 0), ("302 Found", 8), ("404 N", 8), ("500 N", 8),
    ]
      as [(String, Int32)]
  )
  func replies(_ status: String, _ code: Int32) throws {
    let server = try LoopbackServer { _ in .status(status) }
    let result = try device("register", "--json", "--endpoint", server.url())
    #expect(result.status == .exited(code), "\(result)")
    let isKnown = !(try record()["registration"] is NSNull)
    #expect(isKnown == (code == 0))
    #expect(try device("unpair").status == .exited(code == 0 ? 0 : 10))
  }

  @Test("A service that is not reached")
  func notReached() throws {
    let url = "http://127.0.0.1:\(try LoopbackServer.unusedPort())/"
    let result = try device("register", "--endpoint", url)
    #expect(result.status == .exited(7) && result.stdout == "")
    #expect(try device("show").status == .exited(0))
  }

  @Test("MFA_ENDPOINT is for decisions: no device command uses it")
  func endpointVariable() throws {
    let variable = ["MFA_ENDPOINT": server.url("/decisions")]
    let push = SamplePush.default
    for words in [["register"], ["tap"], ["dismiss"]] {
      let result = try Binary.run(
        ["device"] + words,
        stdin: .text(push),
        environment: variable.merging(["MFA_STATE_DIR": state]) { $1 }
      )
      #expect(result.status == .exited(2), "\(result)")
      #expect(result.stderr.contains("--endpoint") && !result.stderr.contains("decision to"))
    }
    #expect(server.connectionCount == 0)
    let own = try LoopbackServer()
    #expect(try device("register", "--endpoint", own.url(), environment: variable).status == .exited(0))
    #expect(try device("register", environment: variable).status == .exited(0))
    #expect(try device("clear-token", environment: variable).status == .exited(0))
    #expect(server.connectionCount == 0 && own.requests.count == 3)
  }

  @Test("Before there is a device", arguments: ["show", "clear-token", "unpair"])
  func noDevice(_ word: String) throws {
    let result = try device(word)
    #expect(result.status == .exited(10) && result.stderr.contains("device register"))
    #expect(folder.names.isEmpty)
  }

  @Test("A dry run sends nothing, keeps nothing and shows no token")
  func dryRun() throws {
    let result = try device("register", "-n", "--token", Self.token, "--endpoint", server.url())
    #expect(result.status == .exited(0) && result.stdout.contains("identifierForVendor"))
    #expect(!result.everything.contains(Self.token))
    #expect(server.connectionCount == 0 && folder.names.isEmpty)
  }

  @Test("Each event has its own word; somebody else's push has none", arguments: ["tap", "dismiss"])
  func events(_ word: String) throws {
    let push = SamplePush.plain(
      "challenge",
      #""numbersChallenge":"1,2","deep_link":"app://x","shop":{"a":1}"#
    )
    let result = try device(word, "--endpoint", server.url("/e/{id}"), payload: push)
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stdout.contains("app://x") && result.stdout.contains(#"{"shop":{"a":1}}"#))
    let request = try #require(server.requests.first)
    #expect(request.path == "/e/\(SamplePush.id)")
    #expect(try posted() == ["id": SamplePush.id, "event": word == "tap" ? "tapped" : "dismissed"])
    let other = try device(word, "--endpoint", server.url(), payload: SamplePush.otherNotification)
    #expect(other.status == .exited(4) && server.requests.count == 1)
    #expect(try device(word, "--endpoint", server.url(), payload: "{").status == .exited(3))
    #expect(folder.names.isEmpty)
  }

  @Test("The categories are those of the actions that respond takes")
  func categories() throws {
    let text = try device("categories")
    let report = try device("categories", "--json")
    let object = try JSONSerialization.jsonObject(with: Data(report.output)) as? [String: Any]
    let categories = try #require(object?["categories"] as? [[String: Any]])
    #expect(categories.count == 3)
    for category in categories {
      let identifier = try #require(category["identifier"] as? String)
      #expect(text.stdout.contains(identifier))
      for action in try #require(category["actions"] as? [[String: Any]]) {
        let name = try #require(action["identifier"] as? String)
        let kind = category["kind"] as? String == "challenge" ? SamplePush.challenge : SamplePush.default
        let result = try Binary.answer(kind, ["--action", name, "--endpoint", server.url()])
        #expect(result.status == .exited(0), "\(identifier) \(name): \(result)")
      }
    }
  }
}
