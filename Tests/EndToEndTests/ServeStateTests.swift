import Foundation
import Testing

@Suite("What the practice service keeps")
struct ServeStateTests {
  private let folder: TemporaryFolder
  private var journal: String { folder.path + "/journal" }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func serve(_ flags: String...) throws -> StayingOn {
    try StayingOn(["serve", "--state", journal] + flags)
  }

  private func mode(_ path: String) throws -> Int? {
    try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
  }

  @Test("Everything is there again after a restart, and the file is its owner's alone")
  func restart() throws {
    var service = try serve()
    let answered = try service.makePush(#"{"title":"\u001b[1mbold"}"#)
    let open = try service.makePush()
    let cancelled = try service.makePush()
    let decision = #"{"id":"\#(answered.id)","decision":"approve"}"#
    #expect(try service.call("POST", "/decisions", decision).status == 200)
    _ = try service.cancel(cancelled)
    let key = try #require(try service.call("POST", "/pairings", "{}").json()["pairingKey"] as? String)
    #expect(try mode(journal) == 0o600)
    let seen = try service.call("GET", "/pushes/\(answered.id)").text
    #expect(try service.stop().status == .exited(0))

    service = try serve()
    #expect(try mode(journal) == 0o600 && folder.names == ["journal"])
    #expect(try service.call("GET", "/pushes/\(answered.id)").text == seen)
    #expect(try service.status(cancelled.id) == "cancelled" && service.status(open.id) == "pending")
    #expect(try service.call("POST", "/decisions", decision).status == 409)
    let device = #"{"identifierForVendor":"d1","token":"\#(String(repeating: "ab", count: 32))"}"#
    #expect(try service.call("POST", "/devices", device).status == 201)
    let pairing = #"{"pairingKey":"\#(key)"}"#
    #expect(try service.call("POST", "/devices/d1/pairing", pairing).status == 200)
    _ = try service.stop(SIGKILL)
    service = try serve()
    #expect(try service.call("POST", "/devices/d1/pairing", pairing).status == 409)
    #expect(try service.call("GET", "/devices/d1").json()["paired"] as? Bool == true)
  }

  @Test("After kill -9 in a load of decisions, every 200 that a client saw is there")
  func killed() throws {
    let pushCount = 2000
    let threadCount = 4
    var service = try serve()
    let port = service.port
    let ids = Locked([String](repeating: "", count: pushCount))
    let creators = service
    try atOnce(threadCount, meanwhile: { try creators.pump() }) { thread in
      let client = try LoopbackClient(port)
      for index in stride(from: thread, to: pushCount, by: threadCount) {
        let id = try client.call("POST", "/pushes", #"{"kind":"default"}"#).json()["id"] as? String
        ids.withLock { $0[index] = id ?? "" }
      }
    }
    let pushes = ids.withLock { $0 }
    // What was sent, and of that what was answered with 200.
    let state = Locked((sent: Set<Int>(), recorded: Set<Int>()))
    let child = service.child
    let killAt = 700
    try atOnce(
      threadCount,
      meanwhile: {
        if state.withLock({ $0.recorded.count }) >= killAt { child.signal(SIGKILL) }
        usleep(200)
      }
    ) { thread in
      let client = try LoopbackClient(port)
      for index in stride(from: thread, to: pushCount, by: threadCount) {
        state.withLock { _ = $0.sent.insert(index) }
        let decision = index % 3 == 0 ? "deny" : "approve"
        let body = #"{"id":"\#(pushes[index])","decision":"\#(decision)"}"#
        guard let answer = try? client.call("POST", "/decisions", body) else { return }
        #expect(answer.status == 200)
        state.withLock { _ = $0.recorded.insert(index) }
      }
    }
    #expect(try service.finish().status == .signalled(SIGKILL))
    let (sent, recorded) = state.withLock { $0 }
    #expect(recorded.count >= killAt && sent.count < pushCount)

    service = try serve()
    let client = try LoopbackClient(service.port)
    for (index, id) in pushes.enumerated() {
      let status = try client.call("GET", "/pushes/\(id)").json()["status"] as? String
      let decided = index % 3 == 0 ? "denied" : "approved"
      if recorded.contains(index) {
        #expect(status == decided)
      } else {
        #expect(status == "pending" || (sent.contains(index) && status == decided))
      }
    }
  }

  @Test("A line that was torn is dropped, and those before it are kept", arguments: [1, 40])
  func torn(_ missing: Int) throws {
    var service = try serve()
    let kept = try service.makePush()
    let lost = try service.makePush()
    _ = try service.stop(SIGKILL)
    let bytes = try folder.read("journal")
    _ = try folder.write("journal", bytes.dropLast(missing))
    service = try serve("-v")
    try service.wait { service.errors.contains("dropped") }
    #expect(try service.status(kept.id) == "pending")
    #expect(try service.call("GET", "/pushes/\(lost.id)").status == 404)
    #expect(try service.makePush().id != kept.id)
    _ = try service.stop()
    #expect(try serve().status(kept.id) == "pending")
  }

  private static let header = #"{"journal":"mfa-cli practice service","version":1}"# + "\n"

  private static let others = [
    "text": "no journal\n", "no line": "x", "JSON": #"{"a":1}"# + "\n", "a NUL": "\0\n",
    "escapes": "\u{1B}[31mred\n",
    "newer": header.replacingOccurrences(of: "1}", with: "2}") + #"{"change":"new"}"# + "\n",
    "unknown change": header + #"{"change":"unheard-of"}"# + "\n",
    "contradiction": header + #"{"change":"push-cancelled","push":"x","at":1}"# + "\n",
    "torn behind garbage": header + "garbage\n" + #"{"change":"#,
  ]

  @Test("A file that is not understood to its end is left as it is", arguments: others.keys.sorted())
  func notOurs(_ name: String) throws {
    let content = try #require(Self.others[name])
    _ = try folder.write("journal", content)
    let result = try Binary.run(["serve", "--state", journal])
    #expect(result.status == .exited(11), "\(result)")
    #expect(result.stdout == "" && result.stderr.contains("left as it is"))
    #expect(!result.stderr.contains("\u{1B}"))
    #expect(try folder.read("journal") == Array(content.utf8))
    #expect(folder.names == ["journal"])
  }

  @Test("An empty file is a new journal")
  func empty() throws {
    _ = try folder.write("journal", "")
    let push = try serve().makePush()
    #expect(try String(decoding: folder.read("journal"), as: UTF8.self).contains(push.id))
  }

  @Test("One service at a time has a journal, and the first goes on")
  func inUse() throws {
    let service = try serve()
    let second = try Binary.run(["serve", "--json", "--state", journal])
    #expect(second.status == .exited(11))
    #expect(try second.report().text("error.message")?.contains("in use") == true)
    let push = try service.makePush()
    #expect(try service.stop(SIGKILL).status == .signalled(SIGKILL))
    // The lock ends with its process.
    #expect(try serve().status(push.id) == "pending")
  }

  @Test("A place where nothing can be written", arguments: ["file/journal", "", "folder"])
  func unwritable(_ path: String) throws {
    _ = try folder.write("file", "x")
    try FileManager.default.createDirectory(
      atPath: folder.path + "/folder",
      withIntermediateDirectories: false
    )
    let state = path.isEmpty ? "/dev/null" : folder.path + "/" + path
    let result = try Binary.run(["serve", "--state", state])
    #expect(result.status == .exited(11) && result.stdout == "", "\(result)")
    #expect(result.stderr.hasPrefix("mfa-cli: error: "))
  }

  @Test("Folders on the way are made, for the owner alone")
  func folders() throws {
    let path = folder.path + "/a/b/journal"
    _ = try StayingOn(["serve", "--state", path]).makePush()
    #expect(try mode(path) == 0o600 && mode(folder.path + "/a") == 0o700)
  }

  @Test("A start makes the journal as short as what is known")
  func compaction() throws {
    var service = try serve()
    let client = try LoopbackClient(service.port)
    let token = { String(repeating: String(format: "%04x", $0), count: 16) }
    let device = #"{"identifierForVendor":"d1","token":"\#(token(0))"}"#
    #expect(try client.call("POST", "/devices", device).status == 201)
    for index in 1...500 {
      #expect(try client.call("PUT", "/devices/d1/token", #"{"token":"\#(token(index))"}"#).status == 200)
    }
    let answered = try service.makePush()
    _ = try service.cancel(answered)
    let device1 = try client.call("GET", "/devices/d1").text
    _ = try service.stop(SIGKILL)
    let before = try folder.read("journal").count
    service = try serve()
    let after = try folder.read("journal")
    #expect(after.count < before / 20)
    #expect(try service.call("GET", "/devices/d1").text == device1)
    #expect(try service.status(answered.id) == "cancelled")
    _ = try service.stop()
    // Nothing happened, so nothing changes.
    _ = try serve().stop()
    #expect(try folder.read("journal") == after)
  }

  /// It grew for as long as the service ran, until it was too long to be read at the next start.
  @Test(
    "A journal is made short while the service runs, and kill -9 meanwhile loses nothing that was answered"
  )
  func compactionWhileRunning() throws {
    var service = try serve()
    let client = try LoopbackClient(service.port)
    let kept = try service.makePush()
    let name = String(repeating: "n", count: 256)
    let texts = ["name", "systemName", "systemVersion", "model"].map { #""\#($0)":"\#(name)""# }.joined(
      separator: ","
    )
    func device(_ index: Int) -> String {
      #"{"identifierForVendor":"d1","token":"\#(String(format: "%08x", index))",\#(texts)}"#
    }
    var (index, longest, length) = (0, 0, 0)
    while length >= longest, index < 40_000 {
      index += 1
      let status = try client.call("POST", "/devices", device(index)).status
      #expect(status == (index == 1 ? 201 : 200))
      length = try FileManager.default.attributesOfItem(atPath: journal)[.size] as? Int ?? 0
      longest = max(longest, length)
    }
    #expect(length < longest && longest > 3 << 20 && longest <= 4 << 20, "\(index), \(longest)")
    _ = try service.stop(SIGKILL)
    #expect(folder.names == ["journal"])
    service = try serve()
    #expect(try service.status(kept.id) == "pending")
    let seen = try service.call("GET", "/devices/d1").text
    #expect(seen.contains(name))
    _ = try service.stop()
  }
}
