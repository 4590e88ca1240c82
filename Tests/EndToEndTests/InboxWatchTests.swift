import Foundation
import Testing

@Suite("Watching the inbox")
struct InboxWatchTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
  }

  private func serve(_ port: UInt16 = 0) throws -> StayingOn {
    try StayingOn(["serve", "--port", "\(port)", "--state", folder.path + "/journal"])
  }

  private func watch(_ service: StayingOn, _ flags: String...) throws -> ChildProcess {
    let arguments = ["inbox", "watch", "--endpoint", service.url + "/notifications"] + flags
    return try ChildProcess(
      Launch(program: Binary.path(), arguments: arguments.map { Array($0.utf8) })
    )
  }

  private func text(_ child: ChildProcess) -> String { String(decoding: child.output, as: UTF8.self) }

  /// Makes one after the other until the first is told: from then on it surely watches.
  private func waitUntilWatching(_ service: StayingOn, _ child: ChildProcess) throws {
    for _ in 0..<100 {
      try service.notify(#"{"title":"begin"}"#)
      if try child.pump(within: 0.1, until: { text(child).contains("begin") }) { return }
    }
    throw SupportFailure("it does not watch: \(child.transcriptSoFar)")
  }

  @Test("Each kind is told in order, within a moment; what was there before is not")
  func kinds() throws {
    let service = try serve()
    try service.notify(#"{"title":"old"}"#)
    let child = try watch(service)
    try waitUntilWatching(service, child)
    for (type, line) in [
      ("message", "new message"), ("lifecycle-event", "new lifecycle event"), ("request", "pending request"),
    ] {
      let start = secondsNow()
      let id = try service.notify(#"{"type":"\#(type)","title":"the \#(type)\u001b[1m"}"#)
      let told = try child.pump(within: 5) { text(child).contains(id) }
      #expect(told && secondsNow() - start < 0.3, "\(secondsNow() - start) s")
      let last = try #require(text(child).split(separator: "\n").last)
      #expect(last.hasPrefix(line + ": ") && last.contains("the \(type)") && !last.contains("\u{1B}"))
    }
    #expect(!text(child).contains("old"))
    child.signal(SIGINT)
    #expect(try child.finish(within: 1, at: #_sourceLocation).status == .exited(0))
  }

  @Test("--count ends it after so many, --json is an object a line")
  func count() throws {
    let service = try serve()
    let child = try watch(service, "--json", "--count", "3")
    try waitUntilWatching(service, child)
    let already = try child.pump(within: 0.3) { false } ? 0 : text(child).split(separator: "\n").count
    var ids: [String] = []
    for _ in already..<5 { ids.append(try service.notify(#"{"type":"request","title":"x"}"#)) }
    let result = try child.finish(within: 5, at: #_sourceLocation)
    #expect(result.status == .exited(0), "\(result)")
    let objects = try result.objects()
    #expect(objects.count == 3)
    let sequences = objects.compactMap { $0["sequence"] as? Int }
    #expect(sequences == Array((sequences.first ?? 0)..<((sequences.first ?? 0) + 3)))
  }

  @Test("--for ends it after so many seconds")
  func duration() throws {
    let service = try serve()
    let result = try Binary.run(
      ["inbox", "watch", "--for", "0.5", "--endpoint", service.url + "/notifications"]
    )
    #expect(result.status == .exited(0) && result.stdout == "", "\(result)")
    #expect((0.4...3).contains(result.seconds))
  }

  @Test("After a restart of the service none is lost or told twice", arguments: [SIGTERM, SIGKILL])
  func restart(_ signal: Int32) throws {
    var service = try serve()
    let child = try watch(service, "--json")
    try waitUntilWatching(service, child)
    let before = try service.notify(#"{"title":"before"}"#)
    _ = try child.pump(within: 5) { text(child).contains(before) }
    let port = service.port
    _ = try service.stop(signal)
    _ = try child.pump(within: 5) { !child.errorOutput.isEmpty }
    service = try serve(port)
    let after = try (0..<5).map { try service.notify(#"{"title":"after \#($0)"}"#) }
    let told = try child.pump(within: 12) { after.allSatisfy { text(child).contains($0) } }
    #expect(told, "\(child.transcriptSoFar)")
    let later = try service.notify(#"{"title":"later"}"#)
    #expect(try child.pump(within: 2) { text(child).contains(later) })
    child.signal(SIGTERM)
    let objects = try child.finish(within: 5, at: #_sourceLocation).objects()
    let sequences = objects.compactMap { $0["sequence"] as? Int }
    #expect(sequences == Array((sequences.first ?? 0)...(sequences.last ?? 0)), "\(sequences)")
    #expect(objects.suffix(7).compactMap { $0["id"] as? String } == [before] + after + [later])
  }

  /// It used to wait in silence for numbers beyond those of the service that was.
  @Test("After a restart of a service that lost what it had, all that it has now is told once")
  func beginsAnew() throws {
    var service = try serve()
    for index in 0..<5 { try service.notify(#"{"title":"old \#(index)"}"#) }
    let child = try watch(service, "--json")
    try waitUntilWatching(service, child)
    let port = service.port
    _ = try service.stop(SIGKILL)
    try FileManager.default.removeItem(atPath: folder.path + "/journal")
    _ = try child.pump(within: 5) { !child.errorOutput.isEmpty }
    service = try serve(port)
    let after = try (0..<3).map { try service.notify(#"{"title":"after \#($0)"}"#) }
    let told = try child.pump(within: 12) { after.allSatisfy { text(child).contains($0) } }
    #expect(told, "\(child.transcriptSoFar)")
    let later = try service.notify(#"{"title":"later"}"#)
    #expect(try child.pump(within: 2) { text(child).contains(later) })
    child.signal(SIGTERM)
    let result = try child.finish(within: 5, at: #_sourceLocation)
    #expect(try result.objects().suffix(4).compactMap { $0["id"] as? String } == after + [later])
    #expect(result.stderr.components(separatedBy: "anew").count == 2, "one warning: \(result)")
  }

  /// A service that hangs kept it for the time of an exchange, and with retries for longer.
  @Test("--for bounds what a service that hangs takes")
  func hangingService() throws {
    let watch = ["inbox", "watch", "--for", "0.5", "--retry", "3"]
    let never = try LoopbackServer { _ in .hang }
    let unreached = try Binary.run(watch + ["--endpoint", never.url()])
    #expect(unreached.status == .exited(7) && unreached.seconds < 1.5, "\(unreached)")
    let once = try LoopbackServer { request in
      request.path.contains("wait=") ? .hang : .status("200 OK", body: #"{"notifications":[]}"#)
    }
    let reached = try Binary.run(watch + ["--endpoint", once.url()])
    #expect(reached.status == .exited(0) && reached.seconds < 1.5, "\(reached)")
  }

  @Test("A reader that goes ends it quietly")
  func closedPipe() throws {
    let service = try serve()
    let child = try ChildProcess(
      Launch(
        program: Binary.path(),
        arguments: ["inbox", "watch", "--endpoint", service.url + "/notifications"].map { Array($0.utf8) },
        stdout: .brokenPipe
      )
    )
    _ = try child.pump(within: 0.5) { false }
    for index in 0..<50 where child.status == nil {
      try service.notify(#"{"title":"\#(index)"}"#)
      _ = try child.pump(within: 0.1) { child.status != nil }
    }
    let result = try child.finish(within: 2, at: #_sourceLocation)
    #expect(result.stderr == "", "\(result)")
  }

  @Test("A service that is not there at the start")
  func notThere() throws {
    let url = "http://127.0.0.1:\(try LoopbackServer.unusedPort())/notifications"
    let result = try Binary.run(["inbox", "watch", "--for", "5", "--endpoint", url])
    #expect(result.status == .exited(7), "\(result)")
  }
}
