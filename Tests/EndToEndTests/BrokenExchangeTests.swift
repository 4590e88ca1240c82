import Foundation
import Testing

@Suite("Exchanges that break off")
struct BrokenExchangeTests {
  private func approve(_ url: String, _ flags: [String] = []) throws -> RunResult {
    try Binary.answer(SamplePush.default, ["--approve", "--json", "--endpoint", url] + flags)
  }

  /// How a reply can go wrong, and whether its status counts.
  struct Break: Sendable, CustomTestStringConvertible {
    let name: String
    let action: LoopbackServer.Action
    /// The status that counts; nil when none has arrived.
    var status: Int?
    /// `error.code` without a status.
    var code: String?
    var limit = "10"

    var testDescription: String { name }

    init(_ name: String, _ action: LoopbackServer.Action, status: Int, limit: String = "10") {
      (self.name, self.action, self.status, self.limit) = (name, action, status, limit)
    }

    init(_ name: String, _ action: LoopbackServer.Action, code: String, limit: String = "10") {
      (self.name, self.action, self.code, self.limit) = (name, action, code, limit)
    }
  }

  private static func bytes(_ text: String) -> [UInt8] { Array(text.utf8) }
  private static let head = bytes("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
  private static let refusal = bytes("HTTP/1.1 403 Forbidden\r\nContent-Length: 9\r\n\r\nno")
  private static let chunked = bytes("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhello\r\n")

  static let all = [
    Break("closed behind the head", .reply(head), status: 200),
    Break("closed in the body", .reply(head + bytes("half")), status: 200),
    Break("closed between two chunks", .reply(chunked), status: 200),
    Break("broken off in the body", .replyThen(head + bytes("half"), .reset), status: 200),
    Break("silent behind the head", .replyThen(head, .hang), status: 200, limit: "0.3"),
    Break("silent in the body", .replyThen(head + bytes("half"), .hang), status: 200, limit: "0.3"),
    Break("a refusal that is closed in its body", .reply(refusal), status: 403),
    Break("closed without a reply", .closeAtOnce, code: "connection-lost"),
    Break("broken off without a reply", .reset, code: "connection-lost"),
    Break("silent", .hang, code: "timed-out", limit: "0.3"),
    Break(
      "nothing but 100 Continue",
      .reply(bytes("HTTP/1.1 100 Continue\r\n\r\n")),
      code: "connection-lost"
    ),
    Break("not HTTP", .reply(bytes("SSH-2.0-OpenSSH_9.2\r\n")), code: "not-http"),
    Break("too slow a head", .drip(head, perByte: 0.1), code: "timed-out", limit: "0.4"),
  ]

  @Test(
    "A final status counts, whatever becomes of the body; without one it may have arrived",
    arguments: all
  )
  func breaks(_ broken: Break) throws {
    let server = try LoopbackServer { _ in broken.action }
    let result = try approve(server.url(), ["--max-time", broken.limit])
    let report = try result.report()
    #expect(report.flag("delivery.mayHaveArrived") == true, "\(result)")
    #expect(report.text("decision.action") == "approve")
    if let status = broken.status {
      #expect(result.status == .exited(status == 200 ? 0 : 8))
      #expect(report.outcome == (status == 200 ? "approved" : "refused"))
      #expect(report.integer("delivery.status") == status)
      #expect(report.warnings?.count == 1)
      #expect(result.stderr.contains("warning:"))
    } else {
      #expect(result.status == .exited(7))
      #expect(report.outcome == "not-reached" && report.text("error.code") == broken.code)
      #expect(report.isNull("delivery.status"))
      #expect(result.stderr.contains("may have arrived"))
    }
    #expect(server.requests.count == 1 && server.requests[0].isComplete)
    #expect(result.seconds < 8)
  }

  @Test("A body without end is cut at 1 MiB, and the status counts")
  func endless() throws {
    let body = [UInt8](repeating: 0x61, count: 1_200_000)
    let server = try LoopbackServer { _ in
      .replyThen(Self.bytes("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n") + body, .hang)
    }
    let result = try approve(server.url())
    #expect(result.status == .exited(0), "\(result.stderr)")
    #expect(result.seconds < 5)
    let report = try result.report()
    #expect(report.warnings?.count == 1 && report.text("delivery.body")?.utf8.count == 4096)
  }

  @Test("Ctrl-C while the reply is awaited")
  func interrupt() throws {
    let server = try LoopbackServer { _ in .hang }
    let run = try TerminalRun(
      ["--approve", "--json", "--endpoint", server.url()],
      stdin: .text(SamplePush.default)
    )
    let hasArrived = try holds(within: 5) {
      try run.rest(0.01)
      return server.requests.count == 1
    }
    #expect(hasArrived)
    try run.sendControlC()
    let result = try run.finish()
    #expect(result.status == .signalled(SIGINT), "\(result)")
    #expect(result.stdout == "" && result.stderr == "")
  }

  @Test("A refused port was not reached, for certain")
  func refusedPort() throws {
    let result = try approve("http://127.0.0.1:\(LoopbackServer.unusedPort())/respond")
    #expect(result.status == .exited(7))
    let report = try result.report()
    #expect(report.outcome == "not-reached" && report.text("error.code") == "not-connected")
    #expect(report.flag("delivery.mayHaveArrived") == false)
    #expect(report.text("decision.action") == "approve" && report.integer("delivery.attempts") == 1)
    #expect(result.stderr.contains("nothing was sent"))
  }

  @Test("A host that does not exist")
  func unknownHost() throws {
    // A label of more than 63 characters is refused before any name server is asked.
    let result = try approve(
      "http://\(String(repeating: "a", count: 70)).example/",
      ["--connect-timeout", "5"]
    )
    #expect(result.status == .exited(7), "\(result)")
    let report = try result.report()
    #expect(report.text("error.code") == "host-not-resolved")
    #expect(report.flag("delivery.mayHaveArrived") == false)
  }

  @Test("Time limits are in seconds or milliseconds, and hold", arguments: ["0.3", "300ms", ".3s"])
  func limits(_ limit: String) throws {
    let server = try LoopbackServer { _ in .hang }
    let result = try approve(server.url(), ["-m", limit])
    #expect(result.status == .exited(7))
    #expect(try result.report().text("error.code") == "timed-out")
    #expect((0.3..<3).contains(result.seconds))
  }
}
