import Foundation
import Testing

@Suite("A phone that asks")
struct ListenAskTests {
  private let server: LoopbackServer

  init() throws {
    server = try LoopbackServer()
  }

  private func phone(_ flags: String...) throws -> StayingOn {
    try StayingOn(["listen", "--ask", "--json", "--endpoint", server.url()] + flags, onTerminal: true)
  }

  private func push(_ index: Int) -> String {
    SamplePush.plain("default", id: "p-\(index)", title: "Title \(index)")
  }

  private func questions(_ phone: StayingOn) -> Int {
    phone.child.screen.components(separatedBy: "deny: ").count - 1
  }

  @Test("One question at a time, in the order of arrival")
  func oneAtATime() throws {
    let phone = try phone("--count", "3")
    for index in 0..<3 { #expect(try phone.call("POST", "/", push(index)).status == 202) }
    for (index, answer) in ["approve", "deny", "a"].enumerated() {
      try phone.wait { questions(phone) == index + 1 }
      #expect(phone.child.screen.contains("Title \(index)"))
      #expect(!phone.child.screen.contains("Title \(index + 1)"))
      try phone.child.type(Array("\(answer)\n".utf8))
    }
    #expect(try phone.finish().status == .exited(0))
    let decisions = try server.requests.map { try $0.decision() }
    #expect(decisions.map { $0["id"] } == ["p-0", "p-1", "p-2"])
    #expect(decisions.map { $0["decision"] } == ["approve", "deny", "approve"])
  }

  /// A second `approve` behind the first one approved the next push before anybody could have seen it.
  @Test("What was typed before a push was shown is no answer to it")
  func typedAhead() throws {
    let phone = try phone("--count", "2")
    for index in 0..<2 { try phone.call("POST", "/", push(index)) }
    try phone.wait { questions(phone) == 1 }
    try phone.child.type(Array("approve\napprove\n".utf8))
    try phone.wait { questions(phone) == 2 }
    _ = try phone.child.pump(within: 0.2) { false }
    try phone.child.type(Array("deny\n".utf8))
    #expect(try phone.finish().status == .exited(0))
    #expect(try server.requests.map { try $0.decision()["decision"] } == ["approve", "deny"])
  }

  @Test("A challenge takes its number, and other text asks again")
  func challenge() throws {
    let phone = try phone("--count", "1")
    try phone.call("POST", "/", SamplePush.challenge)
    try phone.wait { questions(phone) == 1 }
    try phone.child.type(Array("99\n".utf8))
    try phone.wait { questions(phone) == 2 }
    try phone.child.type(Array("34\n".utf8))
    #expect(try phone.finish().status == .exited(0))
    #expect(try server.onlyDecision()["numberChallenge"] == "34")
  }

  @Test("Ctrl-C and a signal end it; the push that was asked about stays open", arguments: ["key", "signal"])
  func interrupted(_ way: String) throws {
    let phone = try phone()
    for index in 0..<2 { try phone.call("POST", "/", push(index)) }
    try phone.wait { questions(phone) == 1 }
    try phone.child.type(Array("approve\n".utf8))
    try phone.wait { questions(phone) == 2 }
    if way == "key" { try phone.child.type([3]) } else { phone.child.signal(SIGTERM) }
    #expect(try phone.finish(within: 3).status == .exited(5))
    #expect(try server.onlyDecision()["id"] == "p-0")
  }

  @Test("Ctrl-C while nothing is asked is the usual end")
  func interruptedWhileIdle() throws {
    let phone = try phone()
    try phone.call("POST", "/", push(0))
    try phone.wait { questions(phone) == 1 }
    try phone.child.type(Array("deny\n".utf8))
    try phone.waitForLines(1)
    try phone.child.type([3])
    #expect(try phone.finish(within: 3).status == .exited(0))
  }

  @Test("The end of input is no answer, and the next push is asked about")
  func endOfInput() throws {
    let phone = try phone("--count", "2")
    for index in 0..<2 { try phone.call("POST", "/", push(index)) }
    try phone.wait { questions(phone) == 1 }
    try phone.child.type([4])
    try phone.wait { questions(phone) == 2 }
    try phone.child.type(Array("approve\n".utf8))
    #expect(try phone.finish().status == .exited(5))
    #expect(try server.onlyDecision()["id"] == "p-1")
  }

  @Test("Escapes in a push don't reach the terminal")
  func sanitised() throws {
    let phone = try phone("--count", "1", "--answer-timeout", "0.2")
    try phone.call("POST", "/", SamplePush.plain("default", title: "\u{1B}[2J\u{202E}x"))
    let result = try phone.finish()
    #expect(result.status == .exited(5) && result.screen.contains("x"))
    #expect(!result.everything.unicodeScalars.contains { $0 == "\u{1B}" || $0 == "\u{202E}" })
  }

  @Test("Without a terminal it does not start: each push would be taken, and lost")
  func noTerminal() throws {
    let result = try Binary.run(["listen", "--ask", "--endpoint", server.url()])
    #expect(result.status == .exited(2) && result.stdout.isEmpty, "\(result)")
    #expect(result.stderr.contains("--number-from"))
  }
}
