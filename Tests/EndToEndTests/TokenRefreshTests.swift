import Foundation
import Testing

/// A device that registers tells every service that it was enrolled with.
@Suite("Telling services of the push token")
struct TokenRefreshTests {
  private let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// A state with a credential of PingAM at each of these servers.
  private func register(_ servers: [LoopbackServer], _ flags: String...) throws -> RunResult {
    let list = servers.enumerated().map { index, server in
      [
        "provider": "pingam", "id": "mechanism-\(index)", "account": "demo",
        "endpoint": server.url("/push?_action=authenticate"), "secret": "c3ludGhldGljIHNlY3JldA==",
      ]
    }
    let file = try JSONSerialization.data(withJSONObject: ["version": 1, "credentials": list])
    _ = try folder.write("credentials.json", file)
    return try Binary.run(
      ["device", "register", "--json"] + flags,
      environment: ["MFA_STATE_DIR": folder.path]
    )
  }

  private func taken(_ result: RunResult) throws -> [String: Bool?] {
    let object = try JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any]
    let list = object?["credentials"] as? [[String: Any]] ?? []
    return Dictionary(
      uniqueKeysWithValues: list.map { ($0["id"] as? String ?? "", $0["tokenTaken"] as? Bool) }
    )
  }

  private static func taking() throws -> LoopbackServer {
    try LoopbackServer { _ in .status("200 OK", headers: ["Content-Type: application/json"], body: "{}") }
  }

  @Test("One that refuses keeps none of the others from being told, and is named")
  func oneRefuses() throws {
    let refusing = try LoopbackServer { _ in .status("400 Bad Request") }
    let taking = try Self.taking()
    let result = try register([refusing, taking])
    #expect(result.status == .exited(8), "\(result)")
    #expect(try taken(result) == ["mechanism-0": false, "mechanism-1": true])
    #expect(result.stderr.contains("mechanism-0"))
    #expect(try result.report().integer("delivery.status") == 400)
    #expect(taking.requests.map(\.path) == ["/push?_action=refresh"])
  }

  @Test("A service that is not reached first keeps none of them from being told either")
  func notReached() throws {
    let taking = try Self.taking()
    let result = try register(
      [taking],
      "--endpoint",
      "http://127.0.0.1:\(LoopbackServer.unusedPort())/devices"
    )
    #expect(result.status == .exited(7), "\(result)")
    #expect(try taken(result) == ["mechanism-0": true])
  }

  @Test("Headers go to --endpoint, and to no address of an enrolment")
  func headers() throws {
    let service = try LoopbackServer()
    let taking = try Self.taking()
    let result = try register([taking], "--endpoint", service.url(), "-H", "X-Canary: canary-value")
    #expect(result.status == .exited(0), "\(result)")
    #expect(service.requests.first?.header("X-Canary") == "canary-value")
    #expect(taking.requests.map { $0.header("X-Canary") } == [nil])
  }

  @Test("A dry run tells nobody, and shows no signature")
  func dryRun() throws {
    let taking = try Self.taking()
    let result = try register([taking], "-n", "-vv")
    #expect(result.status == .exited(0), "\(result)")
    #expect(try taken(result) == ["mechanism-0": nil])
    #expect(taking.requests.isEmpty)
    #expect(!result.everything.contains("eyJ0eXAi"))
  }
}
