import Foundation
import Testing

@Suite("A phone that stays on")
struct ListenTests {
  /// The payload with one more member.
  private func adding(_ member: String, to payload: String) -> String {
    String(payload.dropLast()) + ",\(member)}"
  }

  @Test("Each policy answers as it says", arguments: ["--approve", "--deny", "--number-from"])
  func policies(_ policy: String) throws {
    let service = try StayingOn(["serve"])
    let flags = policy == "--number-from" ? [policy, "right"] : [policy]
    let phone = try StayingOn(["listen", "--endpoint", service.url + "/decisions"] + flags)
    let simple = try service.makePush(#"{"kind":"default"}"#)
    let challenge = try service.makePush()
    #expect(try phone.call("POST", "/", simple.payload).status == 202)
    let number = try #require(challenge.number)
    #expect(
      try phone.call("POST", "/", adding(#""right":"\#(number)""#, to: challenge.payload)).status == 202
    )
    try phone.waitForLines(policy == "--approve" ? 1 : 2)
    let result = try phone.stop()
    // A challenge is not approved without its number.
    let expected: (Int32, String, String) =
      switch policy {
      case "--approve": (6, "approved", "pending")
      case "--deny": (0, "denied", "denied")
      default: (0, "approved", "approved")
      }
    #expect(result.status == .exited(expected.0), "\(result)")
    #expect(try service.status(simple.id) == expected.1 && service.status(challenge.id) == expected.2)
  }

  @Test("A challenge without the field is not answered, and the others are")
  func fieldMissing() throws {
    let service = try StayingOn(["serve"])
    let phone = try StayingOn(
      ["listen", "--json", "--number-from", "right", "--endpoint", service.url + "/decisions"]
    )
    let pushes = try (0..<3).map { _ in try service.makePush() }
    let fields = [#""other":1"#, #""right":"nope""#, #""right":\#(try #require(pushes[2].number))"#]
    for (push, field) in zip(pushes, fields) {
      #expect(try phone.call("POST", "/x", adding(field, to: push.payload)).status == 202)
    }
    try phone.waitForLines(3)
    #expect(try phone.reports().map { $0["exitCode"] as? Int } == [6, 6, 0])
    #expect(try phone.stop().status == .exited(6))
    #expect(try service.status(pushes[0].id) == "pending" && service.status(pushes[2].id) == "approved")
  }

  @Test("The exit code is that of the first push that failed")
  func firstFailure() throws {
    let server = try LoopbackServer { request in
      request.bodyText.contains("p-1") ? .status("410 Gone") : .ok
    }
    let phone = try StayingOn(["listen", "--approve", "--json", "--endpoint", server.url()])
    let pushes = [
      SamplePush.plain("default", id: "p-0"), SamplePush.plain("dry", id: "p-d"),
      SamplePush.plain("default", id: "p-1"), SamplePush.plain("default", id: "p-e", SamplePush.expired),
      SamplePush.plain("default", id: "p-2"),
    ]
    for push in pushes { #expect(try phone.call("POST", "/", push).status == 202) }
    try phone.waitForLines(pushes.count)
    #expect(try phone.reports().map { $0["exitCode"] as? Int } == [0, 0, 8, 9, 0])
    let result = try phone.stop()
    #expect(result.status == .exited(8))
    #expect(result.stdout.hasPrefix(#"{"url":"http://127.0.0.1:"#))
    #expect(server.requests.count == 3)
  }

  @Test("--count ends it by itself, and takes no push too many")
  func count() throws {
    let server = try LoopbackServer { _ in
      usleep(300_000)
      return .ok
    }
    let phone = try StayingOn(["listen", "--approve", "--count", "2", "--endpoint", server.url()])
    let client = try LoopbackClient(phone.port)
    for index in 0..<2 {
      #expect(try client.call("POST", "/", SamplePush.plain("default", id: "p-\(index)")).status == 202)
    }
    #expect(try client.call("POST", "/", SamplePush.plain("default", id: "p-2")).status == 503)
    let result = try phone.finish()
    #expect(result.status == .exited(0) && server.requests.count == 2, "\(result)")
  }

  @Test("--for ends it by itself, and what was taken is answered all the same")
  func duration() throws {
    let idle = try StayingOn(["listen", "--approve", "--for", "0.2", "--endpoint", "http://127.0.0.1:1"])
    let ended = try idle.finish()
    #expect(ended.status == .exited(0) && (0.2...5).contains(ended.seconds))
    let server = try LoopbackServer { _ in
      usleep(300_000)
      return .ok
    }
    let phone = try StayingOn(["listen", "--approve", "--for", "1", "--endpoint", server.url()])
    for index in 0..<4 { try phone.call("POST", "/", SamplePush.plain("default", id: "p-\(index)")) }
    #expect(try phone.finish().status == .exited(0) && server.requests.count == 4)
  }

  /// A queue that was never empty kept the time from being over.
  @Test("--for ends it although pushes come faster than they are answered")
  func durationUnderLoad() throws {
    let server = try LoopbackServer { _ in
      usleep(50_000)
      return .ok
    }
    let phone = try StayingOn(["listen", "--approve", "--for", "0.4", "--endpoint", server.url()])
    let port = phone.port
    let taken = Locked(0)
    try atOnce(1, meanwhile: { try phone.pump() }) { _ in
      let client = try LoopbackClient(port)
      for index in 0..<60 {
        let push = SamplePush.plain("default", id: "p-\(index)")
        guard let answer = try? client.call("POST", "/", push), answer.status == 202 else { return }
        taken.withLock { $0 += 1 }
        usleep(20_000)
      }
    }
    let result = try phone.finish()
    #expect(result.status == .exited(0))
    #expect(taken.withLock { $0 } < 60)
    #expect(server.requests.count + unanswered(result) == taken.withLock { $0 })
  }

  @Test(
    "A slow service doesn't make taking slow; past --max-pending there is no room, and a signal loses none silently"
  )
  func slowService() throws {
    let server = try LoopbackServer { _ in
      usleep(250_000)
      return .ok
    }
    let phone = try StayingOn(
      ["listen", "--approve", "--max-pending", "4", "--json", "--endpoint", server.url()]
    )
    let client = try LoopbackClient(phone.port)
    let start = secondsNow()
    var taken: Set<String> = []
    for index in 0..<20 {
      let answer = try client.call("POST", "/", SamplePush.plain("default", id: "p-\(index)"))
      #expect([202, 503].contains(answer.status))
      if answer.status == 202 { taken.insert("p-\(index)") }
    }
    #expect(secondsNow() - start < 1)
    #expect((4...8).contains(taken.count))
    let result = try phone.stop()
    #expect(result.status == .exited(0))
    #expect(try Set(server.requests.map { try $0.decision()["id"] ?? "" }).isSubset(of: taken))
    #expect(server.requests.count + unanswered(result) == taken.count)
  }

  @Test("Those that wait when a signal comes are answered where the service is quick; no more are taken")
  func signalWithQueue() throws {
    let server = try LoopbackServer { request in
      request.bodyText.contains("p-7\"") ? .status("500 Broken") : .ok
    }
    let phone = try StayingOn(["listen", "--approve", "--endpoint", server.url()])
    let client = try LoopbackClient(phone.port)
    for index in 0..<50 {
      #expect(try client.call("POST", "/", SamplePush.plain("default", id: "p-\(index)")).status == 202)
    }
    let result = try phone.stop(SIGTERM, within: 15)
    #expect(result.status == .exited(8))
    let count = server.requests.count
    #expect(count >= 8 && count + unanswered(result) == 50, "\(result)")
    #expect(result.stdout.components(separatedBy: "approved").count == count)
    #expect(throws: SupportFailure.self) { try phone.call("GET", "/") }
  }

  /// How many pushes it says that it left.
  private func unanswered(_ result: RunResult) -> Int {
    let line = result.stderr.components(separatedBy: "\n").first { $0.contains("not answered") }
    return line?.split(separator: " ").compactMap { Int($0) }.first ?? 0
  }

  /// `listen` looked at the signal between two pushes alone: a service that asked it to come back in an hour held it
  /// for an hour, and `docker stop` killed it.
  @Test(
    "A signal is heeded within about a second whatever it waits for",
    arguments: ["a retry", "a delay", "a reply", "a queue", "a body that never ends"]
  )
  func stops(_ wait: String) throws {
    let server = try LoopbackServer { _ in
      switch wait {
      case "a retry": .status("503 Service Unavailable", headers: ["Retry-After: 300"])
      case "a body that never ends": .drip(Array("HTTP/1.1 200 OK\r\n\r\nxxxxxxxxxx".utf8), perByte: 0.2)
      default: .hang
      }
    }
    let flags = wait == "a retry" ? ["--retry", "3"] : wait == "a delay" ? ["--delay", "30"] : []
    let phone = try StayingOn(["listen", "--approve", "--json", "--endpoint", server.url()] + flags)
    let count = wait == "a queue" ? 5 : 1
    for index in 0..<count { try phone.call("POST", "/", SamplePush.plain("default", id: "p-\(index)")) }
    if wait != "a delay" { try server.waitForRequests(1) } else { usleep(300_000) }
    let start = secondsNow()
    let result = try phone.stop()
    #expect(secondsNow() - start < 2.5, "\(result)")
    #expect(result.status == .exited(wait == "a retry" ? 8 : 0), "\(result)")
    #expect(unanswered(result) == count - 1)
    let report = try #require(try phone.reports().first)
    let delivery = report["delivery"] as? [String: Any]
    #expect(delivery?["mayHaveArrived"] as? Bool == (wait == "a delay" ? nil : true), "\(report)")
  }

  @Test("--for is a bound: a service that never answers doesn't hold it")
  func boundedByFor() throws {
    let server = try LoopbackServer { _ in .hang }
    let phone = try StayingOn(["listen", "--approve", "--for", "1", "--endpoint", server.url()])
    for index in 0..<3 { try phone.call("POST", "/", SamplePush.plain("default", id: "p-\(index)")) }
    let result = try phone.finish()
    #expect((1...4).contains(result.seconds), "\(result)")
    #expect(result.status == .exited(0) && unanswered(result) == 2, "\(result)")
  }

  @Test("A second signal ends it at once")
  func secondSignal() throws {
    let server = try LoopbackServer { _ in .hang }
    let phone = try StayingOn(["listen", "--approve", "--endpoint", server.url()])
    try phone.call("POST", "/", SamplePush.default)
    try server.waitForRequests(1)
    phone.child.signal(SIGTERM)
    usleep(100_000)
    #expect(try phone.stop(SIGTERM, within: 2).status == .signalled(SIGTERM))
  }

  @Test("The same push is answered once, also when it comes from everywhere at once")
  func repeats() throws {
    let server = try LoopbackServer()
    let phone = try StayingOn(["listen", "--approve", "--json", "--endpoint", server.url()])
    let port = phone.port
    let taken = Locked(0)
    try atOnce(8) { thread in
      let path = thread % 2 == 0 ? "/" : "/v1/projects/p/messages:send"
      let text = try LoopbackClient(port).call("POST", path, SamplePush.default).text
      taken.withLock { if text.contains(#""repeated":false"#) || text.contains("projects/p") { $0 += 1 } }
    }
    #expect(taken.withLock { $0 } >= 4)
    let later = try phone.call("POST", "/", SamplePush.default)
    #expect(try later.status == 202 && later.json()["repeated"] as? Bool == true)
    // Its withdrawal has the same id and is another push.
    #expect(try phone.call("POST", "/", SamplePush.plain("cancel")).json()["repeated"] as? Bool == false)
    try phone.waitForLines(2)
    #expect(try phone.stop().status == .exited(0))
    #expect(server.requests.count == 1)
  }

  @Test("Of 500 pushes from 8 senders none is lost, and none is answered twice")
  func many() throws {
    let service = try StayingOn(["serve", "-v"])
    let phone = try StayingOn(["listen", "--approve", "--json", "--endpoint", service.url + "/decisions"])
    let (servicePort, phonePort) = (service.port, phone.port)
    try atOnce(
      8,
      meanwhile: {
        try service.pump(); try phone.pump()
      }
    ) { _ in
      let (service, phone) = (try LoopbackClient(servicePort), try LoopbackClient(phonePort))
      for _ in 0..<63 {
        let object = try service.call("POST", "/pushes", "{}").json()
        let payload = try JSONSerialization.data(withJSONObject: object["payload"] ?? [:])
        let answer = try phone.call("POST", "/", String(decoding: payload, as: UTF8.self))
        #expect(answer.status == 202)
      }
    }
    // Both pipes have to be read.
    try phone.wait(15) {
      try? service.pump()
      return phone.child.output.filter { $0 == 0x0a }.count > 504
    }
    #expect(
      try Set(phone.reports().compactMap { ($0["push"] as? [String: Any])?["id"] as? String }).count == 504
    )
    #expect(try phone.stop().status == .exited(0))
    let client = try LoopbackClient(service.port)
    for page in 1...6 {
      let pushes =
        try client.call("GET", "/pushes?size=100&page=\(page)").json()["pushes"] as? [[String: Any]]
      #expect(pushes?.allSatisfy { $0["status"] as? String == "approved" } == true)
    }
    let result = try service.stop()
    #expect(result.stderr.components(separatedBy: "POST /decisions 200").count == 505)
    #expect(!result.stderr.contains("POST /decisions 4"))
  }

  @Test("A push's own address gets the decision, and nothing of ours")
  func callback() throws {
    let folder = try TemporaryFolder()
    let token = try folder.write("token", "canary-bearer-token\n")
    let server = try LoopbackServer()
    let phone = try StayingOn(
      ["listen", "--approve", "-H", "X-Canary: canary-header", "--bearer-token-file", token, "-vv"]
    )
    let push = SamplePush.plain("default", #""callbackUrl":"\#(server.url("/cb"))""#)
    #expect(try phone.call("POST", "/", push).status == 202)
    try server.waitForRequests(1)
    let without = SamplePush.plain("default", id: "p-2")
    #expect(try phone.call("POST", "/", without).status == 202)
    try phone.waitForLines(1)
    let result = try phone.stop()
    #expect(result.status == .exited(2))
    let request = try #require(server.requests.first)
    #expect(request.path == "/cb" && server.requests.count == 1)
    #expect(request.header("Authorization") == nil && request.header("X-Canary") == nil)
    #expect(!String(decoding: request.head + request.body, as: UTF8.self).contains("canary"))
    #expect(!result.everything.contains("canary-"))
  }

  @Test("With neither an endpoint nor a credential it says at its start which pushes it can answer")
  func nowhereToAnswer() throws {
    let folder = try TemporaryFolder()
    let empty = try folder.write("credentials.json", #"{"version":1,"credentials":[]}"#)
    let told = "only pushes that bring an address can be answered"
    for flags in [[], ["--credential-file", empty]] {
      let phone = try StayingOn(["listen", "--approve"] + flags)
      let result = try phone.stop()
      #expect(result.status == .exited(0) && result.stderr.contains(told), "\(result)")
    }
    let pushTokens = try PushTokenServer().credentials(folder)
    for flags in [["--credential-file", pushTokens], ["--endpoint", "http://127.0.0.1:9/"]] {
      let phone = try StayingOn(["listen", "--approve"] + flags)
      let result = try phone.stop()
      #expect(result.status == .exited(0) && !result.stderr.contains(told), "\(result)")
    }
    let locked = try PushTokenServer().credentials(folder, isLocked: true)
    #expect(try StayingOn(["listen", "--approve", "--credential-file", locked]).stop().stderr.contains(told))
    let none = try Binary.run(["listen", "--approve", "--credential-file", folder.path + "/none.json"])
    #expect(none.status == .exited(10) && none.stdout.isEmpty, "\(none)")
  }

  @Test("--endpoint gets the headers, and the push's own address nothing at all")
  func endpointWins() throws {
    let (endpoint, other) = (try LoopbackServer(), try LoopbackServer())
    let phone = try StayingOn(
      ["listen", "--deny", "-H", "X-Ours: yes", "--count", "1"],
      environment: ["MFA_ENDPOINT": endpoint.url("/{id}")]
    )
    try phone.call("POST", "/", SamplePush.plain("default", #""callbackUrl":"\#(other.url("/cb"))""#))
    #expect(try phone.finish().status == .exited(0))
    #expect(other.connectionCount == 0)
    #expect(endpoint.requests.first?.header("X-Ours") == "yes")
    #expect(endpoint.requests.first?.path == "/\(SamplePush.id)")
  }

  @Test("What can't be read is told why, and does no harm")
  func garbage() throws {
    let server = try LoopbackServer()
    let phone = try StayingOn(["listen", "--approve", "--endpoint", server.url()])
    let bodies = ["", "nonsense", "[]", "{", #"{"aps":{"alert":"Sale"}}"#, SamplePush.plain("unheard-of")]
    for body in bodies {
      let plain = try phone.call("POST", "/any/path?x=1", body)
      #expect(try plain.status == 400 && plain.json()["error"] is String)
      let fcm = try phone.call("POST", "/v1/projects/p/messages:send", body)
      let error = try #require(try fcm.json()["error"] as? [String: Any])
      #expect(fcm.status == 400 && error["code"] as? Int == 400)
      #expect(error["status"] as? String == "INVALID_ARGUMENT" && error["message"] is String)
    }
    for path in ["/", "/v1/projects/p/messages:send"] {
      let answer = try phone.call("GET", path)
      #expect(answer.status == 405 && answer.head.contains("Allow: POST"))
    }
    // The rest of it need not be read.
    let large = String(repeating: "x", count: (1 << 20) + 1)
    #expect((try? phone.call("POST", "/", large).status) ?? 413 == 413)
    #expect(try phone.call("POST", "/", SamplePush.default).status == 202)
    try phone.waitForLines(1)
    #expect(try phone.stop().status == .exited(0))
    #expect(server.requests.count == 1)
  }

  @Test("Misuse", arguments: [[], ["--approve", "--deny"], ["--ask", "--approve"], ["--number", "12"]])
  func misuse(_ flags: [String]) throws {
    #expect(try Binary.run(["listen"] + flags).status == .exited(2))
  }
}
