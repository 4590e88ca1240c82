import Foundation
import Testing

@Suite("The practice service as a program")
struct ServeTests {
  @Test("The first line is the address, and nothing else is said", arguments: [false, true])
  func address(_ json: Bool) throws {
    let service = try StayingOn(["serve", "--port", "0"] + (json ? ["--json"] : []))
    #expect(try service.call("GET", "/").status == 200)
    let result = try service.stop()
    #expect(result.status == .exited(0))
    let line = "http://127.0.0.1:\(service.port)"
    #expect(result.stdout == (json ? #"{"url":"\#(line)"}"# : line) + "\n")
    #expect(result.stderr == "")
  }

  private func answer(_ payload: String, _ flags: String..., at service: StayingOn) throws -> Int32? {
    let result = try Binary.answer(payload, flags + ["--endpoint", service.url + "/decisions"])
    guard case .exited(let code) = result.status else { return nil }
    return code
  }

  @Test("The whole way: right and wrong number, a denial, a cancellation, an expiry")
  func journey() throws {
    let service = try StayingOn(["serve"])
    var push = try service.makePush()
    #expect(try answer(push.payload, "--number", #require(push.number), at: service) == 0)
    #expect(try service.status(push.id) == "approved")
    #expect(try answer(push.payload, "--deny", at: service) == 8)
    push = try service.makePush()
    #expect(try answer(push.payload, "--number-other-than", #require(push.number), at: service) == 0)
    #expect(try service.status(push.id) == "wrong-number")
    push = try service.makePush(#"{"kind":"challenge","manualEntry":true}"#)
    #expect(try answer(push.payload, "--deny", at: service) == 0)
    #expect(try service.status(push.id) == "denied")

    push = try service.makePush()
    let cancel = try service.cancel(push)
    #expect(try answer(cancel, at: service) == 0)
    #expect(try answer(cancel, "--approve", at: service) == 6)
    #expect(try answer(push.payload, "--number", #require(push.number), at: service) == 8)
    #expect(try service.status(push.id) == "cancelled")

    push = try service.makePush(#"{"kind":"default","lifetime":0.05}"#)
    usleep(60_000)
    #expect(try answer(push.payload, "--approve", at: service) == 9)
    let late = try Binary.answer(
      push.payload,
      ["--json", "--approve", "--ignore-expiry", "--endpoint", service.url + "/decisions"]
    )
    #expect(late.status == .exited(8))
    #expect(try late.report().integer("delivery.status") == 410)
    #expect(try service.status(push.id) == "expired")
  }

  @Test("A long poll wakes by the decision")
  func longPoll() throws {
    let service = try StayingOn(["serve"])
    let push = try service.makePush(#"{"kind":"default"}"#)
    let waiting = try LoopbackClient(service.port)
    try waiting.send("GET", "/pushes/\(push.id)?wait=30", nil)
    usleep(100_000)
    let start = secondsNow()
    #expect(try answer(push.payload, "--approve", at: service) == 0)
    #expect(try waiting.receive().json()["status"] as? String == "approved")
    #expect(secondsNow() - start < 5)
  }

  @Test("A port in use is misuse with a sentence")
  func portInUse() throws {
    let service = try StayingOn(["serve"])
    let second = try Binary.run(["serve", "--port", "\(service.port)"])
    #expect(second.status == .exited(2) && second.stdout == "")
    #expect(second.stderr.contains("port \(service.port) is in use"))
    let report = try Binary.run(["serve", "--json", "--port", "\(service.port)"]).report()
    #expect(report.text("error.code") == "not-listening" && report.integer("exitCode") == 2)
    #expect(try service.call("GET", "/").status == 200)
  }

  @Test("Other machines are let in by --allow-remote alone, with a warning", arguments: ["serve", "listen"])
  func remote(_ command: String) throws {
    let arguments = [command, "--host", "0.0.0.0"] + (command == "listen" ? ["--approve"] : [])
    let refused = try Binary.run(arguments)
    #expect(refused.status == .exited(2) && refused.stderr.contains("--allow-remote"))
    let service = try StayingOn(arguments + ["--allow-remote"])
    try service.wait { service.errors.contains("warning") }
    #expect(service.url == "http://0.0.0.0:\(service.port)")
    #expect(try service.call("GET", "/").status == (command == "serve" ? 200 : 405))
    #expect(try service.stop().status == .exited(0))
  }

  @Test(
    "A host that is not ours is misdirected",
    arguments: ["evil.example", "127.0.0.1:1", "localhost.evil"]
  )
  func foreignHost(_ host: String) throws {
    let service = try StayingOn(["serve"])
    let answer = try service.call("POST", "/pushes", "{}", headers: ["Host: \(host)"])
    #expect(answer.status == 421)
    #expect(try service.call("GET", "/pushes").json()["total"] as? Int == 0)
    #expect(try service.call("GET", "/", headers: ["Host: localhost:\(service.port)"]).status == 200)
  }

  @Test("A signal stops it within two seconds, also while somebody waits", arguments: [SIGINT, SIGTERM])
  func signals(_ signal: Int32) throws {
    let service = try StayingOn(["serve"])
    let push = try service.makePush()
    let waiting = try LoopbackClient(service.port)
    try waiting.send("GET", "/pushes/\(push.id)?wait=30", nil)
    usleep(50_000)
    let start = secondsNow()
    #expect(try service.stop(signal).status == .exited(0))
    #expect(secondsNow() - start < 2)
    #expect([200, 503].contains(try waiting.receive().status))
  }

  @Test("A second signal kills it while it still says farewell")
  func secondSignal() throws {
    let service = try StayingOn(["serve"])
    // A request that never comes to its end holds up the farewell.
    let client = try LoopbackClient(service.port)
    try client.send("POST", "/pushes", nil, headers: ["Content-Length: 10"])
    usleep(50_000)
    service.child.signal(SIGINT)
    usleep(100_000)
    #expect(try service.stop(SIGINT).status == .signalled(SIGINT))
  }

  @Test("Without somewhere to say the address it does not run")
  func standardOutput() throws {
    #expect(try Binary.run(["serve"], stdout: .closed).status == .exited(11))
    #expect(try Binary.run(["serve"], stdout: .brokenPipe).status != .exited(0))
  }

  @Test("Of two answers that race exactly one is recorded")
  func race() throws {
    let service = try StayingOn(["serve"])
    let count = 60
    let pushes = try (0..<count).map { _ in try service.makePush(#"{"kind":"default"}"#) }
    let port = service.port
    let statuses = Locked([[Int]](repeating: [], count: count))
    try atOnce(2) { thread in
      let client = try LoopbackClient(port)
      let decision = ["approve", "deny"][thread]
      for (index, push) in pushes.enumerated() {
        let body = #"{"id":"\#(push.id)","decision":"\#(decision)"}"#
        let status = try client.call("POST", "/decisions", body).status
        statuses.withLock { $0[index].append(status == 200 ? thread : -status) }
      }
    }
    for (index, statuses) in statuses.withLock({ $0 }).enumerated() {
      #expect(statuses.contains(-409) && statuses.count == 2)
      let winner = try #require(statuses.first { $0 >= 0 })
      #expect(try service.status(pushes[index].id) == ["approved", "denied"][winner])
    }
  }

  @Test("What clients send never reaches the terminal raw", arguments: ["-v", "-vv"])
  func sanitised(_ flag: String) throws {
    let service = try StayingOn(["serve", flag])
    let push = try service.makePush(#"{"title":"a\u001b[31mb\u202ec","message":"\u009b2J"}"#)
    try service.call("POST", "/pushes", "{\"title\":\"\u{1B}]0;x\u{7}\",\"x\n> forged\":1}")
    try service.call("GET", "/pushes/%1b%5b31m")
    try service.call("GET", "/pushes/\(push.id)")
    let result = try service.stop()
    #expect(result.stderr.contains("POST /pushes"))
    let controls = result.stderr.unicodeScalars.filter {
      ($0.value < 0x20 && $0 != "\n") || (0x7f...0x9f).contains($0.value) || $0.value == 0x202e
    }
    #expect(controls.isEmpty, "\(result)")
    #expect(!result.stderr.components(separatedBy: "\n").contains { $0.hasPrefix("> forged") })
  }
}
