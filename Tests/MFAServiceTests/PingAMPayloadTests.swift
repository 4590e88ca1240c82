import MFACore
import MFAService
import Testing

/// What phones are given is what PingAM gives them.
@Suite("PingAM's payloads")
struct PingAMPayloadTests {
  private func push(_ members: String) throws -> PingAMTestPush {
    var client = Client.withLibrary()
    let phone = try client.enrol("m", #""account":"demo","issuer":"ExampleCorp""#)
    return try client.pingAMPush(members, to: phone, at: 2.5)
  }

  private static let text = "Login attempt from demo at ExampleCorp"

  private func shape(_ object: JSONObject) -> [String] { object.members.map(\.key) }

  @Test func beforeTypes() throws {
    let push = try push(#""release":"7.0","ttl":30,"message":"Hello""#)
    #expect(shape(push.aps) == ["alert", "sound", "messageId", "data", "content-available"])
    #expect(push.aps["alert"]?.string == "Hello" && push.aps["sound"]?.string == "default")
    #expect(push.aps["content-available"] == .string("1"))
    #expect(shape(push.claims) == ["u", "l", "c", "t"])
    #expect(push.claims["t"]?.string == "30" && push.number == nil)
  }

  @Test(arguments: [
    ("default", "authentication"), ("challenge", "authentication_challenge"),
    ("biometric", "authentication_biometric"),
  ])
  func withTypes(type: String, category: String) throws {
    for release in ["8.0", "8.1"] {
      let push = try push(#""release":"\#(release)","type":"\#(type)""#)
      #expect(
        shape(push.aps) == [
          "alert", "sound", "category", "interruption-level", "messageId", "data", "content-available",
          "mutable-content",
        ]
      )
      #expect(push.aps["category"]?.string == category)
      #expect(push.aps["interruption-level"]?.string == "time-sensitive")
      for name in ["content-available", "mutable-content"] {
        #expect(push.aps[name] == .number(JSONNumber(1)))
      }
      let numbers = type == "challenge" ? ["n"] : []
      #expect(shape(push.claims) == ["u", "l", "c", "m", "k", "i", "t", "d", "p"] + numbers)
      let expected = [
        "u": "m", "m": "Login attempt from demo at ExampleCorp", "k": type, "i": "1893456002500", "t": "120",
        "d": "demo", "p": "{  }",
      ]
      for (name, text) in expected { #expect(push.claims[name]?.string == text, "\(name)") }
      #expect(push.claims["m"] == push.aps["alert"])
    }
  }

  @Test(arguments: UInt64(1)...20)
  func offersThreeNumbers(seed: UInt64) throws {
    var client = Client.withLibrary(seed: seed)
    let phone = try client.enrol()
    let push = try client.pingAMPush(#""type":"challenge""#, to: phone)
    let texts = push.claims["n"]?.string?.split(separator: ",").map { String($0) } ?? []
    let numbers = texts.compactMap { Int($0) }
    #expect(numbers.count == 3 && Set(numbers).count == 3 && numbers == numbers.sorted())
    #expect(numbers.allSatisfy { (10...99).contains($0) })
    #expect(push.number.map(texts.contains) == true)
    #expect(push.challenge.count == 32)
  }

  @Test func carriesItsContextAsText() throws {
    let push = try push(#""context":{"remoteIp":"192.0.2.10","location":{"latitude":52.52}}"#)
    #expect(push.claims["x"]?.string == #"{"remoteIp":"192.0.2.10","location":{"latitude":52.52}}"#)
  }

  /// `<TYPE>:<uuid><milliseconds>`.
  @Test func namesItsMessages() throws {
    let push = try push("")
    #expect(push.id.hasPrefix("AUTHENTICATE:") && push.id.hasSuffix("1893456002500"))
    #expect(push.id.utf8.count == "AUTHENTICATE:".utf8.count + 36 + 13)
  }

  /// The program reads what the service makes.
  @Test(arguments: ["7.0", "8.0", "8.1"])
  func isReadByTheProvider(release: String) throws {
    let push = try push(#""release":"\#(release)""#)
    for object in [JSONObject(["aps": .object(push.aps)]), push.fcm] {
      var warnings: [PayloadWarning] = []
      let read = try Recognition.read(
        JSONWriter.bytes(.object(object)),
        isSimulatorFile: false,
        reception: Reception(receivedAt: Client.time(3), now: Client.time(3), freshID: "unused"),
        warnings: &warnings
      )
      #expect(read.provider == .pingam && read.id == push.id && read.kind == .default)
      #expect(read.text.message == (object["aps"] == nil && release == "7.0" ? nil : PingAMPayloadTests.text))
      #expect(read.expiry == .at(Client.time(release == "7.0" ? 123 : 122.5)))
      #expect(warnings.isEmpty)
    }
  }
}
