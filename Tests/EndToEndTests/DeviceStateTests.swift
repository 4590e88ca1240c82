import Foundation
import Testing

@Suite("What the device keeps")
struct DeviceStateTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer()
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test(
    "Where it lies, for the owner alone",
    arguments: [
      ("MFA_STATE_DIR", "x/y", "x/y"), ("XDG_STATE_HOME", "x", "x/mfa-cli"),
      ("HOME", "", ".local/state/mfa-cli"),
    ]
  )
  func place(_ variable: String, _ value: String, _ place: String) throws {
    // A mask that takes nothing away.
    let result = try Binary.run(
      ["-c", #"umask 0; exec "$0" device register --endpoint "$1""#, Binary.path(), server.url()],
      environment: [variable: folder.path + (value.isEmpty ? "" : "/\(value)")],
      program: "/bin/sh"
    )
    #expect(result.status == .exited(0), "\(result)")
    let path = folder.path + "/" + place
    #expect(try mode(path) == 0o700)
    for name in try FileManager.default.contentsOfDirectory(atPath: path) {
      #expect(["device.json", "device.lock"].contains(name))
      #expect(try mode("\(path)/\(name)") == 0o600)
    }
  }

  private static let others = [
    "empty": "", "text": "hello\n", "a list": "[]", "newer": #"{"version":2,"identifierForVendor":"x"}"#,
    "no version": #"{"identifierForVendor":"x"}"#, "cut": #"{"version":1,"identifierForV"#,
    "a wrong token":
      #"{"version":1,"identifierForVendor":"x","token":"zz","environment":"sandbox","topic":"t"}"#,
  ]

  @Test("A file that is not ours is left as it is", arguments: others.keys.sorted())
  func notOurs(_ name: String) throws {
    let content = try #require(Self.others[name])
    let file = try folder.write("device.json", content)
    let environment = ["MFA_STATE_DIR": folder.path]
    for words in [["register", "--endpoint", server.url()], ["token", "new"], ["show"], ["clear-token"]] {
      let result = try Binary.run(["device"] + words, environment: environment)
      #expect(result.status == .exited(11) && result.stderr.contains(file), "\(result)")
      #expect(try folder.read("device.json") == Array(content.utf8))
    }
    #expect(server.connectionCount == 0)
  }

  @Test("A folder that can't be made")
  func unusableFolder() throws {
    let file = try folder.write("file", "x")
    let environment = ["MFA_STATE_DIR": file + "/state"]
    let result = try Binary.run(["device", "register", "--endpoint", server.url()], environment: environment)
    #expect(result.status == .exited(11), "\(result)")
    #expect(server.connectionCount == 0)
  }

  @Test("Runs at the same time lose nothing of each other")
  func parallel() throws {
    let url = server.url()
    let state = folder.path
    let flags = [
      ["--topic", "org.example.app"], ["--environment", "production"],
      ["--token", String(repeating: "ab", count: 32)],
      [], [], [],
    ]
    try atOnce(flags.count) { index in
      let result = try Binary.run(
        ["device", "register", "--endpoint", url] + flags[index],
        environment: ["MFA_STATE_DIR": state]
      )
      #expect(result.status == .exited(0), "\(result)")
    }
    let bodies = try server.requests.map { try $0.json() }
    #expect(
      Set(bodies.map { $0["identifierForVendor"] as? String }).count == 1 && bodies.count == flags.count
    )
    let record = try JSONSerialization.jsonObject(with: Data(folder.read("device.json"))) as? [String: Any]
    #expect(record?["topic"] as? String == "org.example.app")
    #expect(record?["environment"] as? String == "production")
    #expect(record?["token"] as? String == String(repeating: "ab", count: 32))
    #expect(folder.names == ["device.json", "device.lock"])
  }
}
