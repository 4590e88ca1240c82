import Foundation
import Testing

/// The practice service drops no push in silence: it did beyond a thousand that waited, and at its end.
@Suite("The practice service and phones that are slow, refuse or are gone")
struct ServeDeliveryTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func device(_ url: String, _ name: String = "phone") -> String {
    #"{"identifierForVendor":"\#(name)","token":"00ff","callbackUrl":"\#(url)"}"#
  }

  private static let order = #"{"device":"phone","lifetime":3600}"#

  /// Makes pushes for the phone until no more have room: their ids, and the refusal.
  private func fill(_ client: LoopbackClient, _ order: String = order) throws -> (ids: [String], HTTPAnswer) {
    var ids: [String] = []
    while true {
      let answer = try client.call("POST", "/pushes", order)
      guard answer.status == 201 else { return (ids, answer) }
      ids.append(try #require(try answer.json()["id"] as? String))
      try #require(ids.count < 3000)
    }
  }

  @Test("A phone that never answers fills the queue; what has no room is refused and has not happened")
  func full() throws {
    let phone = try LoopbackServer { _ in .hang }
    let service = try StayingOn(["serve", "--state", folder.path + "/journal"])
    let client = try LoopbackClient(service.port)
    #expect(try client.call("POST", "/devices", device(phone.url())).status == 201)
    let waiting = try #require(try client.call("POST", "/pushes", Self.order).json()["id"] as? String)
    let key = try #require(try client.call("POST", "/pairings", "{}").json()["pairingKey"] as? String)
    let (ids, _) = try fill(client)
    #expect((900...1000).contains(ids.count))

    let requests = [
      ("/pushes", Self.order), ("/pushes/\(waiting)/cancel", "{}"), ("/devices", device(phone.url())),
      ("/devices", device(phone.url(), "another")), ("/devices/phone/pairing", #"{"pairingKey":"\#(key)"}"#),
    ]
    for (path, body) in requests {
      // The phone's time is over now and then, which makes room for one.
      _ = try fill(client)
      let before = try folder.read("journal")
      let refused = try client.call("POST", path, body)
      #expect(refused.status == 503 && refused.head.contains("\r\nRetry-After: 1\r\n"), "\(path): \(refused)")
      #expect(try folder.read("journal") == before, "\(path)")
    }
    #expect(try client.call("GET", "/devices/another").status == 404)
    #expect(try client.call("GET", "/pushes/\(waiting)").json()["status"] as? String == "pending")
    // Whatever makes no delivery goes on.
    #expect(try client.call("POST", "/pushes", "{}").status == 201)
    #expect(try client.call("POST", "/pairings", "{}").status == 201)
    let decision = #"{"id":"\#(waiting)","decision":"approve"}"#
    #expect(try client.call("POST", "/decisions", decision).status == 200)

    let start = secondsNow()
    let result = try service.stop()
    #expect(result.status == .exited(0) && secondsNow() - start < 2)
    let left = result.stderr.firstMatch(of: /the service was stopped; (\d+) pushes waited/)?.output.1
    #expect(left.flatMap { Int($0) }.map { (900...1001).contains($0) } == true, "\(result)")
  }

  @Test("Large pushes fill it by their bytes")
  func bytes() throws {
    let phone = try LoopbackServer { _ in .hang }
    let service = try StayingOn(["serve"])
    let client = try LoopbackClient(service.port)
    #expect(try client.call("POST", "/devices", device(phone.url())).status == 201)
    let message = String(repeating: "\\u0001", count: 2048)
    let (ids, refused) = try fill(client, #"{"device":"phone","message":"\#(message)"}"#)
    #expect((200...400).contains(ids.count) && refused.status == 503)
    #expect(try service.stop().status == .exited(0))
  }

  @Test("All that were made arrive, more than fit into the queue at one time")
  func allArrive() throws {
    let count = 1500
    let service = try StayingOn(["serve"])
    let phone = try StayingOn(["listen", "--approve", "--json", "--endpoint", service.url + "/decisions"])
    let client = try LoopbackClient(service.port)
    #expect(try client.call("POST", "/devices", device(phone.url)).status == 201)
    var made: Set<String> = []
    while made.count < count {
      let answer = try client.call("POST", "/pushes", Self.order)
      try phone.pump()
      guard answer.status != 503 else { continue }
      made.insert(try #require(try answer.json()["id"] as? String))
    }
    try phone.wait(30) { phone.child.output.filter { $0 == 0x0a }.count > count + 1 }
    let answered = try phone.reports().filter { $0["outcome"] as? String == "approved" }
      .compactMap { ($0["push"] as? [String: Any])?["id"] as? String }
    #expect(Set(answered) == made && answered.count == count)
    #expect(try service.stop().stderr.isEmpty)
  }

  @Test("A phone that can take no more for now gets the same push again")
  func phoneIsFull() throws {
    let slow = try LoopbackServer { _ in
      usleep(30_000)
      return .ok
    }
    let phone = try StayingOn(
      ["listen", "--approve", "--json", "--max-pending", "3", "--endpoint", slow.url()]
    )
    let service = try StayingOn(["serve", "-v"])
    #expect(try service.call("POST", "/devices", device(phone.url)).status == 201)
    let pushes = try (0..<12).map { _ in try service.makePush(Self.order).id }
    try phone.waitForLines(13)
    #expect(
      try phone.reports().dropFirst().map { ($0["push"] as? [String: Any])?["id"] as? String } == pushes
    )
    let result = try service.stop()
    #expect(result.stderr.contains("HTTP 503") && !result.stderr.contains("warning"), "\(result)")
  }

  @Test("A phone that refuses and one that is gone are told of, once a second at most", arguments: [410, 0])
  func failing(_ status: Int) throws {
    let phone = try LoopbackServer { _ in .status("\(status) Gone") }
    let url = status > 0 ? phone.url() : "http://127.0.0.1:\(try LoopbackServer.unusedPort())/"
    let service = try StayingOn(["serve"])
    let start = secondsNow()
    #expect(try service.call("POST", "/devices", device(url)).status == 201)
    for _ in 0..<30 { _ = try service.makePush(Self.order) }
    try service.wait { service.errors.contains("31 in all") }
    let lines = service.errors.components(separatedBy: "\n").filter { !$0.isEmpty }
    #expect(lines.count <= Int(secondsNow() - start) + 2)
    #expect(lines.allSatisfy { $0.contains("was not delivered to \(url): ") })
    #expect(lines.allSatisfy { $0.contains(status > 0 ? ": HTTP \(status)" : ": no connection") })
    // Each is counted once.
    let counts = lines.map { $0.firstMatch(of: /(\d+) push(es)? since/).flatMap { Int($0.output.1) } ?? 1 }
    #expect(counts.reduce(0, +) == 31, "\(lines)")
    #expect(try service.stop().status == .exited(0))
  }

  @Test("After a restart it is said that what had not arrived is not sent again")
  func restart() throws {
    var service = try StayingOn(["serve", "--state", folder.path + "/journal"])
    let phone = try LoopbackServer { _ in .hang }
    #expect(try service.call("POST", "/devices", device(phone.url())).status == 201)
    _ = try service.makePush(Self.order)
    _ = try service.stop(SIGKILL)
    service = try StayingOn(["serve", "--state", folder.path + "/journal"])
    try service.wait { service.errors.contains("\n") }
    #expect(service.errors.contains("2 pushes for devices wait from before this start"))
  }
}
