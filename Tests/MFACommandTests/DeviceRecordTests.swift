import MFACore
import Testing

@testable import MFACommand

/// The file of a device: what is not exactly what the program writes is reported and left alone.
@Suite("The device's file")
struct DeviceRecordTests {
  static let identifier = "01234567-89ab-4def-bedc-ba9876543210"
  static let hex = "00112233445566778899aabbccddeeff"
  static let endpoint = "https://user:pass@mfa.example.com/devices?tenant=1"

  /// A device with everything.
  static let whole = """
    {"version":1,"identifierForVendor":"\(identifier)","token":"\(hex)","environment":"production",\
    "topic":"com.example.app","registration":{"endpoint":"\(endpoint)","token":"\(hex)","paired":true}}

    """

  static func text(_ record: DeviceRecord) -> String { String(decoding: record.file, as: UTF8.self) }

  @Test("What is written is read back, and written the same")
  func roundTrip() throws {
    let record = try DeviceRecord(Array(DeviceRecordTests.whole.utf8))
    #expect(DeviceRecordTests.text(record) == DeviceRecordTests.whole)
    #expect(record.registration?.endpoint.wireText == DeviceRecordTests.endpoint)
    #expect(record.registration?.isPaired == true)
    var bare = DeviceRecord(identifier: "x")
    #expect(try DeviceRecord(bare.file) == bare)
    bare.registration = .init(endpoint: try EndpointURL("http://localhost/d"), token: nil, isPaired: false)
    #expect(try DeviceRecord(bare.file) == bare)
  }

  @Test(
    "Members that may be missing or null",
    arguments: ["\"token\":\"\(hex)\",", "\"registration\":"]
  )
  func optional(member: String) throws {
    let bare = DeviceRecord(identifier: "x")
    let record = DeviceRecordTests.text(bare)
    #expect(try DeviceRecord(Array(record.replacing("\"token\":null,", with: "").utf8)) == bare)
    #expect(try DeviceRecord(Array(record.replacing(",\"registration\":null", with: "").utf8)) == bare)
  }

  struct Broken: CustomTestStringConvertible, Sendable {
    let old: String
    let new: String
    let reason: String

    init(_ old: String, _ new: String, _ reason: String) {
      (self.old, self.new, self.reason) = (old, new, reason)
    }

    var testDescription: String { "\(old) becomes \(new)" }
  }

  private static let noVersion = "it has no version"
  private static let noEnvironment = "environment is neither sandbox nor production"
  private static let incomplete = "registration is not complete"

  @Test(arguments: [
    Broken("\"version\":1,", "", noVersion), Broken("\"version\":1", "\"version\":\"1\"", noVersion),
    Broken("\"version\":1", "\"version\":1.0", noVersion),
    Broken("\"version\":1", "\"version\":99999999999999999999", noVersion),
    Broken("\"version\":1", "\"version\":2", "it has version 2, and this program knows 1"),
    Broken("\"version\":1", "\"version\":-1", "it has version -1, and this program knows 1"),
    Broken("\"\(identifier)\"", "\"\"", "identifierForVendor is missing"),
    Broken("\"\(identifier)\"", "7", "identifierForVendor is missing"),
    Broken("identifierForVendor", "identifier", "it has \"identifier\", which is not known"),
    Broken("\"production\"", "\"PRODUCTION\"", noEnvironment),
    Broken("\"production\"", "null", noEnvironment),
    Broken("\"environment\":\"production\",", "", noEnvironment),
    Broken("\"com.example.app\"", "[]", "topic is missing"),
    Broken("\"topic\":\"com.example.app\",", "", "topic is missing"),
    Broken("{\"version\"", "{\"next\":1,\"version\"", "it has \"next\", which is not known"),
    Broken("{\"version\"", "{\"topic\":\"x\",\"version\"", "it is not a JSON object"),
    Broken(",\"environment\"", ",\"environment\":\"sandbox\",\"environment\"", "it is not a JSON object"),
    Broken("\"token\":\"\(hex)\"", "\"token\":\"x\"", "token is not a push token"),
    Broken("\"token\":\"\(hex)\"", "\"token\":1", "token is not text"),
    Broken("{\"endpoint\"", "{\"url\"", incomplete),
    Broken("https://user", "ftp://user", incomplete), Broken("\"paired\":true", "\"paired\":1", incomplete),
    Broken(",\"paired\":true", "", incomplete),
    Broken("\"paired\":true", "\"paired\":true,\"key\":1", "it has \"key\", which is not known"),
    Broken("{\"endpoint\":", "[{\"endpoint\":", "it is not a JSON object"),
    Broken("}\n", "},}", "it is not a JSON object"), Broken("}\n", "", "it is not a JSON object"),
    Broken(whole, "", "it is not a JSON object"), Broken(whole, "[]", "it is not a JSON object"),
    Broken(whole, "\u{0}", "it is not a JSON object"), Broken(whole, "{}", noVersion),
  ])
  func broken(_ row: Broken) {
    let text = DeviceRecordTests.whole.replacing(row.old, with: row.new)
    #expect(text != DeviceRecordTests.whole)
    #expect(throws: DeviceRecordError(reason: row.reason)) { try DeviceRecord(Array(text.utf8)) }
    let name = Script.stateFolder + "/device.json"
    let script = Script(environment: DeviceScript.environment, files: [name: text])
    for command in ["show", "token new", "clear-token", "unpair", "register --endpoint=http://localhost/d"] {
      let run = script.run(("device " + command).split(separator: " ").map { String($0) })
      #expect(run.exitCode == .localIO)
      #expect(run.files == [name: text] && run.writes.isEmpty, "nothing is overwritten")
      #expect(run.errors.contains("device.json") && run.errors.contains("it was left as it is"))
    }
  }

  @Test("A device that can't be read or written is reported by name")
  func inputAndOutput() {
    let name = Script.stateFolder + "/device.json"
    let full = Script(
      environment: DeviceScript.environment,
      writeFailure: .system(FilePath(name), "No space left on device")
    ).run("device", "token", "new")
    #expect(full.exitCode == .localIO)
    #expect(full.errors.contains(name) && full.errors.contains("No space left on device"))
    let busy = Script(
      environment: DeviceScript.environment,
      inUse: [Script.stateFolder + "/device.lock"]
    ).run("device", "token", "new")
    #expect(busy.exitCode == .localIO)
    #expect(busy.errors.contains("device.lock\" is in use by another process"))
    let locked = Script(
      environment: ["MFA_STATE_DIR": "/home"],
      readings: [.file("/home/device.json", .system("Permission denied"))]
    ).run("device", "show")
    #expect(locked.exitCode == .localIO)
  }

  /// The key was used up before the pairing could not be kept.
  @Test("A pairing key is not spent where the pairing can't be kept")
  func pairing() {
    var script = DeviceScript.script(.registered)
    script.writeFailure = .system(FilePath(DeviceScript.file), "No space left on device")
    let full = script.run("device", "pair", "key")
    #expect(full.exitCode == .localIO && full.transfers.isEmpty, "\(full.transcript)")
    script.inUse = [Script.stateFolder + "/device.lock"]
    let busy = script.run("device", "pair", "key")
    #expect(busy.exitCode == .localIO && busy.transfers.isEmpty, "\(busy.transcript)")
  }

  // MARK: The folder

  @Test(
    "Where the state is",
    arguments: [
      (["MFA_STATE_DIR": "/a", "XDG_STATE_HOME": "/b", "HOME": "/c"], "/a"),
      (["MFA_STATE_DIR": "a b", "HOME": "/c"], "a b"),
      (["MFA_STATE_DIR": "", "XDG_STATE_HOME": "/b", "HOME": "/c"], "/b/mfa-cli"),
      // A relative path is to be ignored, says the XDG base directory specification.
      (["XDG_STATE_HOME": "b", "HOME": "/c"], "/c/.local/state/mfa-cli"),
      (["XDG_STATE_HOME": "", "HOME": "/c"], "/c/.local/state/mfa-cli"),
      (["HOME": "/c"], "/c/.local/state/mfa-cli"), (["HOME": ""], nil), ([:], nil),
      (["XDG_STATE_HOME": "b"], nil),
    ] as [([String: String], String?)]
  )
  func folder(environment: [String: String], folder: String?) {
    let found = Result { () throws(UsageError) in try StateFolder.path(in: Environment(environment)) }
    switch found {
    case .success(let path): #expect(path.text == folder)
    case .failure(let error): #expect(folder == nil && error == .noStateFolder)
    }
  }

  // MARK: The token

  @Test(
    "What a registration does to the token that the service knows",
    arguments: [
      (known: nil, at: "http://a/d", .new), (known: "", at: "http://a/d", .new),
      (known: hex, at: "http://a/d", .unchanged), (known: hex, at: "http://a/d/", .new),
      (known: hex, at: "http://b/d", .new),
      (known: String(hex.reversed()), at: "http://a/d", .changed),
    ] as [(String?, String, TokenChange)]
  )
  func tokenChange(known: String?, at: String, change: TokenChange) throws {
    var device = DeviceRecord(identifier: "x")
    device.token = DeviceToken(DeviceRecordTests.hex)
    var before: DeviceRecord?
    if let known {
      before = device
      before?.registration = .init(
        endpoint: try EndpointURL("http://a/d"),
        token: DeviceToken(known),
        isPaired: false
      )
    }
    #expect(TokenChange(of: device, at: try EndpointURL(at), before: before) == change)
  }
}
