import MFACore
import MFAService
import Testing

/// Which paths there are, and what each takes.
@Suite("Routes")
struct RouteTests {
  static let paths: [(path: String, methods: [String])] = [
    ("/", ["GET", "HEAD"]), ("/pushes", ["GET", "HEAD", "POST"]), ("/pushes/x", ["GET", "HEAD"]),
    ("/pushes/x/cancel", ["POST"]), ("/decisions", ["POST"]), ("/events", ["POST"]), ("/devices", ["POST"]),
    ("/devices/x", ["GET", "HEAD"]), ("/devices/x/token", ["PUT", "DELETE"]),
    ("/devices/x/registration", ["POST"]), ("/devices/x/pairing", ["POST", "DELETE"]),
    ("/pairings", ["POST"]), ("/notifications", ["GET", "HEAD", "POST"]),
    ("/notifications/x", ["GET", "HEAD", "DELETE"]), ("/notifications/x/read", ["POST"]),
    ("/notifications/x/acknowledge", ["POST"]), ("/notifications/x/accept", ["POST"]),
    ("/notifications/x/decline", ["POST"]), ("/credentials", ["GET", "HEAD"]),
    ("/credentials/x/unlock", ["POST"]), ("/logins", ["POST"]), ("/logins/x", ["GET", "HEAD"]),
    ("/sessions", ["POST"]), ("/sessions/x", ["GET", "HEAD"]),
    ("/pingam/registrations", ["POST"]), ("/pingam/registrations/x", ["GET", "HEAD"]),
    ("/pingam/pushes", ["POST"]), ("/pingam/pushes/x", ["GET", "HEAD"]),
    ("/am/json/realms/root/push/sns/message", ["POST"]),
  ]

  @Test(arguments: paths)
  func refuseOtherMethodsAndNameTheirOwn(path: String, methods: [String]) {
    for method in ["GET", "POST", "PUT", "DELETE", "PATCH", "OPTIONS", "get", ""] {
      var client = Client()
      let reply = client.send(Step(method, path))
      #expect((reply.status == 405) == !methods.contains(method), "\(method)")
      guard reply.status == 405 else { continue }
      #expect(reply.headers == [HTTPHeader("Allow", .plain(methods.joined(separator: ", ")))])
      #expect(reply.body["error"]?.string?.isEmpty == false)
    }
  }

  @Test(arguments: [
    "", "x", "//", "/x", "/pushes/", "/pushes//cancel", "/pushes/x/", "/pushes/x/y", "/pushes/x/cancel/",
    "/pushes/x/y/z/u", "/decisions/x", "/devices/x/tokens", "/devices/x/token/y", "/pairings/x", "/Pushes",
    "/notifications/x/open", "/notifications/x/accept/y", "/credentials/x", "/logins/x/y", "/sessions/x/y",
    "/notifications//read", "/credentials/x/unlock/",
    "/pingam", "/pingam/", "/pingam/x", "/pingam/pushes/", "/pingam/pushes/x/y", "/pingam/pushes/x/y/z",
    "/am/json/realms/root/push/sns/message/", "/am/json/push/sns", "/am/push/sns/message",
    "/pushes\u{301}", "/%70ushes", "/pushes/\(String(repeating: "x", count: 257))",
  ])
  func thatDoNotExist(path: String) {
    var client = Client()
    for method in ["GET", "POST"] {
      let reply = client.send(Step(method, path))
      #expect(reply.status == 404)
      #expect(reply.body["error"]?.string?.isEmpty == false)
    }
  }

  @Test func areListedAtTheRoot() throws {
    var client = Client()
    let reply = client.send(Step("GET", "/"))
    #expect(reply.status == 200)
    #expect(reply.body["name"]?.string == "mfa-cli practice service")
    let listed = try #require(reply.body["routes"]?.array).compactMap(\.string)
    let expected = RouteTests.paths.flatMap { path, methods in
      methods.filter { $0 != "HEAD" }.map { "\($0) \(path.replacingAll("/x", with: "/{id}"))" }
    }
    #expect(Set(listed.map { $0.split(separator: "?").first.map { String($0) } ?? "" }) == Set(expected))
    #expect(listed.count == expected.count)
  }

  @Test func decodeIDsInPaths() {
    var client = Client()
    let body = #"{"identifierForVendor":"a/b?c%d","token":"00"}"#
    #expect(client.send(Step("POST", "/devices", body)).status == 201)
    #expect(client.send(Step("GET", "/devices/a%2Fb%3fc%25d")).body["id"]?.string == "a/b?c%d")
  }
}
