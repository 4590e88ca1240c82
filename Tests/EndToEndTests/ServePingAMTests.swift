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
