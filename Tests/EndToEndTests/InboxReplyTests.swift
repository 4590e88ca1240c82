import Foundation
import Testing

/// Services that answer something else than was announced: exit 8, and nothing is changed.
@Suite("Replies about the inbox that can't be used")
struct InboxReplyTests {
  private static func notification(_ id: String, _ more: String = "") -> String {
    #"{"id":"\#(id)","sequence":1,"type":"request","status":"new","title":"x","created":"2026-01-01T00:00:00Z"\#(more)}"#
  }

  private static let replies: [String] = [
    "<html><body>Sign on</body></html>", "", "{", "[]", "null", "\u{FEFF}\u{0}", #"{"id":"1"}"#,
    notification("other"), notification("1").replacing("request", with: "offer"),
    notification("1").replacing("new", with: "lost"), notification("1").replacing(#":1,"#, with: #":"1","#),
    notification("1", #","eligibleCredentials":[1]"#), notification("1", #","demands":"voice""#),
    #"{"notifications":[]}"#, String(repeating: "[", count: 100_000),
  ]

  @Test(arguments: replies)
  func reply(_ body: String) throws {
    let server = try LoopbackServer { _ in .status("200 OK", body: body) }
    for words in [
      ["show", "1"], ["accept", "1"], ["decline", "1"], ["acknowledge", "1"], ["delete", "1", "--yes"],
    ] {
      let result = try Binary.run(["inbox"] + words + ["--json", "--endpoint", server.url()])
      #expect(result.status == .exited(8), "\(result)")
      #expect(try result.report().text("error.code") == "reply-unusable")
    }
    #expect(server.requests.allSatisfy { $0.method == "GET" })
  }

  private static let lists: [String] = [
    "<html>", "[]", "{}", #"{"notifications":{}}"#, #"{"notifications":[1]}"#,
    #"{"notifications":[{"id":"1"}]}"#,
  ]

  @Test(arguments: lists)
  func list(_ body: String) throws {
    let server = try LoopbackServer { _ in .status("200 OK", body: body) }
    let words = [["list"], ["list", "--all"], ["watch", "--for", "2"]]
    for words in words {
      let result = try Binary.run(["inbox"] + words + ["--json", "--endpoint", server.url()])
      #expect(result.status == .exited(8), "\(result)")
      #expect(try result.report().outcome == "refused")
    }
    #expect(server.requests.count == words.count)
  }

  /// The notification that is asked for is there, but the answer to it is not what was announced.
  @Test(arguments: ["<html>", notification("other"), "{}"])
  func answer(_ body: String) throws {
    let server = try LoopbackServer { request in
      .status("200 OK", body: request.method == "GET" ? Self.notification("1") : body)
    }
    for word in ["accept", "decline", "show"] {
      let result = try Binary.run(["inbox", word, "1", "--json", "--endpoint", server.url()])
      #expect(result.status == .exited(8), "\(result)")
    }
  }

  @Test("A service that always has another full page is not asked for ever")
  func endless() throws {
    let page = (0..<20).map { Self.notification("\($0)") }.joined(separator: ",")
    let server = try LoopbackServer { _ in .status("200 OK", body: #"{"notifications":[\#(page)]}"#) }
    let result = try Binary.run(["inbox", "list", "--all", "--json", "--endpoint", server.url()])
    #expect(result.status == .exited(8), "\(result)")
    #expect(server.requests.count < 20)
  }

  @Test("A service that does not wait is not asked without a pause")
  func impatient() throws {
    let server = try LoopbackServer { _ in .status("200 OK", body: #"{"notifications":[],"sequence":0}"#) }
    let result = try Binary.run(["inbox", "watch", "--for", "1.2", "--endpoint", server.url()])
    #expect(result.status == .exited(0), "\(result)")
    #expect((3...5).contains(server.requests.count), "\(server.requests.count) requests")
  }

  private static let refusals: [(String, Int32, String)] = [
    ("wrong-pin", 10, "wrong-pin"), ("credential-locked", 10, "credential-locked"),
    ("pin-needed", 10, "pin-needed"), ("face-needed", 10, "face-not-recognised"),
    ("request-expired", 8, "request-expired"), ("already-answered", 8, "already-answered"),
    ("something", 8, "refused"),
  ]

  @Test("What the service says no with", arguments: refusals)
  func refusal(_ said: String, _ code: Int32, _ word: String) throws {
    let server = try LoopbackServer { request in
      request.method == "GET"
        ? .status("200 OK", body: Self.notification("1"))
        : .status("403 No", body: #"{"error":"no","code":"\#(said)","triesLeft":1}"#)
    }
    let result = try Binary.run(["inbox", "accept", "1", "--json", "--endpoint", server.url()])
    #expect(result.status == .exited(code), "\(result)")
    #expect(try result.report().text("error.code") == word)
    #expect(server.requests.count == 2)
  }
}
