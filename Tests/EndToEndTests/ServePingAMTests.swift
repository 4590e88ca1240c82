import Foundation
import Testing

@Suite("The practice service as PingAM")
struct ServePingAMTests {
  @Test("It hands out QR codes, refuses what is not signed, and keeps secrets to itself")
  func endpoint() throws {
    let service = try StayingOn(["serve", "-vv"])
    let begun = try service.call("POST", "/pingam/registrations", "{}")
    #expect(begun.status == 201)
    let uri = try #require(try begun.json()["uri"] as? String)
    #expect(uri.hasPrefix("pushauth://push/ExampleCorp:demo?"))
    let secret = try #require(uri.firstMatch(of: /&s=([^&]+)&/)?.output.1)
    let id = try #require(try begun.json()["messageId"] as? String)

    let endpoint = "/am/json/realms/root/push/sns/message?_action=register"
    let jwt = "eyJhbGciOiJIUzI1NiJ9.eyJyZXNwb25zZSI6IiJ9.AAAA"
    let body = #"{"messageId":"\#(id)","jwt":"\#(jwt)"}"#
    let refused = try service.call("POST", endpoint, body, headers: ["Cookie: amlbcookie=01"])
    #expect(refused.text == #"{"code":400,"reason":"Bad Request","message":"Bad request."}"# + "\n")
    #expect(refused.status == 400)
    let version = "Accept-API-Version: resource=2.0"
    #expect(try service.call("POST", endpoint, body, headers: [version]).status == 404)

    let result = try service.stop()
    #expect(result.status == .exited(0))
    #expect(result.stderr.contains(#""uri":"***""#) && result.stderr.contains(#""jwt":"***""#))
    #expect(!result.stderr.contains(secret) && !result.stderr.contains(jwt))
  }

  @Test("A phone enrols and answers, with the numbers of either release", arguments: ["8.0", "8.1"])
  func journey(release: String) throws {
    let folder = try TemporaryFolder()
    let service = try StayingOn(["serve"])
    let uri = try #require(try service.call("POST", "/pingam/registrations", "{}").json()["uri"] as? String)
    func phone(_ arguments: [String], _ stdin: String) throws -> Int32? {
      let environment = ["MFA_STATE_DIR": folder.path + "/state"]
      let result = try Binary.run(arguments, stdin: .text(stdin), environment: environment)
      guard case .exited(let code) = result.status else { return nil }
      return code
    }
    #expect(try phone(["enroll", uri], "") == 0)

    let order = #"{"type":"challenge","release":"\#(release)"}"#
    let push = try service.call("POST", "/pingam/pushes", order).json()
    let number = try #require(push["number"] as? String)
    let payload = try JSONSerialization.data(withJSONObject: try #require(push["payload"]))
    let id = try #require(push["messageId"] as? String)
    func state() throws -> String? {
      try service.call("GET", "/pingam/pushes/\(id)").json()["state"] as? String
    }
    let text = String(decoding: payload, as: UTF8.self)
    let isLenient = release == "8.0"
    #expect(try phone(["respond", "--number-other-than", number], text) == (isLenient ? 0 : 8))
    #expect(try state() == (isLenient ? "failed" : "waiting"))
    #expect(try phone(["respond", "--number", number], text) == 0)
    #expect(try state() == "approved")
    let seen = try service.call("GET", "/pingam/pushes/\(id)").json()
    #expect(seen["cookieReturned"] as? Bool == true && seen["challengeResponse"] as? String == number)
  }

  @Test("An enrolment is there again after a restart")
  func restart() throws {
    let folder = try TemporaryFolder()
    let flags = ["serve", "--state", folder.path + "/journal"]
    var service = try StayingOn(flags)
    let id = try #require(
      try service.call("POST", "/pingam/registrations", "{}").json()["messageId"] as? String
    )
    let path = "/pingam/registrations/\(id)"
    let seen = try service.call("GET", path).text
    _ = try service.stop(SIGKILL)
    service = try StayingOn(flags)
    #expect(try service.call("GET", path).text == seen)
    // The library is there for the restored service too.
    #expect(try service.call("POST", "/pingam/registrations", "{}").status == 201)
  }
}
