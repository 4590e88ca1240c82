import Foundation
import MFACommand
import Testing

@testable import MFASystem

/// What is left beside files of state, and what others may do with them.
@Suite struct LeftoverTests {
  private let system = System.live()
  private let folder = NSTemporaryDirectory() + "mfa-cli-left-\(UUID().uuidString)"

  private func path(_ name: String) -> FilePath { FilePath("\(folder)/\(name)") }

  private func contents(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []).sorted()
  }

  private func put(_ name: String, mode: Int = 0o600) throws {
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    try Data("x".utf8).write(to: URL(fileURLWithPath: "\(folder)/\(name)"))
    try chmod(name, mode)
  }

  private func chmod(_ name: String, _ mode: Int) throws {
    try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: "\(folder)/\(name)")
  }

  /// After `kill -9` of 150 enrollments there were eight of them, with 56 credentials in clear.
  @Test("Temporary files that a killed run left go with the next change; other files stay")
  func leftovers() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let ours = ["state.made.tmp", "state.1a2b3c.tmp", "state.trial", "state.trial.0z.tmp"]
    let others = [
      "state.tmp", "state.A.tmp", "state..tmp", "state.a.b.tmp", "other.made.tmp", "mystate.a.tmp",
      "state.a.tmp2",
      "state.\(String(repeating: "a", count: 27)).tmp",
    ]
    for name in ours + others { try put(name) }
    try FileManager.default.createDirectory(
      atPath: "\(folder)/state.d.tmp",
      withIntermediateDirectories: false
    )
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/state.l.tmp",
      withDestinationPath: "state.A.tmp"
    )
    try system.replaceFile(path("state"), [1])
    #expect(names == (others + ["state", "state.d.tmp", "state.l.tmp"]).sorted())
    for name in ours { try put(name) }
    try system.openJournal(path("state")).close()
    #expect(Set(names).isDisjoint(with: ours))
  }

  @Test("One that is being written is not taken away, and its room is used and given back")
  func reserved() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let (room, key) = try (
      system.reserveFile(path("state"), 100_000, path("state")),
      system.reserveFile(path("key"), 8000, path("state"))
    )
    #expect(names.count == 2 && names.allSatisfy { $0.hasPrefix("state.") && $0.hasSuffix(".tmp") })
    #expect(contents(names[0])?.utf8.count ?? 0 >= 8000)
    try system.replaceFile(path("state"), [1])
    #expect(names.count == 3)
    try key.replace(Array("key".utf8))
    try room.replace(Array("short".utf8))
    #expect(names == ["key", "state"] && contents("state") == "short" && contents("key") == "key")
    room.release()
    let unused = try system.reserveFile(path("state"), 10, path("state"))
    unused.release()
    unused.release()
    #expect(names == ["key", "state"] && contents("state") == "short")
    // Without room it is replaced as any.
    try unused.replace(Array("more".utf8))
    #expect(names == ["key", "state"] && contents("state") == "more")
  }

  /// A dangling one was replaced by a file.
  @Test("A symbolic link to what is not there yet stays one; one that leads nowhere is refused")
  func dangling() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try put("x")
    for (link, target) in [("a", "b"), ("b", "c"), ("lost", "none/state"), ("loop", "loop")] {
      try FileManager.default.createSymbolicLink(atPath: "\(folder)/\(link)", withDestinationPath: target)
    }
    try system.replaceFile(path("a"), Array("one".utf8))
    #expect(contents("c") == "one" && names == ["a", "b", "c", "loop", "lost", "x"])
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/a") == "b")
    for name in ["lost", "loop"] {
      #expect(throws: StateError.self) { try system.replaceFile(path(name), [1]) }
      #expect(throws: StateError.self) { try system.reserveFile(path(name), 1, path(name)) }
    }
    #expect(names == ["a", "b", "c", "loop", "lost", "x"])
  }

  @Test(
    "What others may do",
    arguments: [
      (0o600, nil, nil), (0o400, nil, nil), (0o640, true, false), (0o604, true, false), (0o620, false, true),
      (0o666, true, true), (0o777, true, true),
    ] as [(Int, Bool?, Bool?)]
  )
  func access(_ mode: Int, _ mayRead: Bool?, _ mayWrite: Bool?) throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try put("secret", mode: mode)
    let access = system.othersAccess(path("secret"))
    #expect(access == OthersAccess(mayRead: mayRead ?? false, mayWrite: mayWrite ?? false))
  }

  @Test("Pipes, devices, missing files and mounts without permissions are nobody's business")
  func noAccess() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try put("secret", mode: 0o777)
    mkfifo("\(folder)/pipe", 0o666)
    for name in ["pipe", "none", "a\0b"] { #expect(system.othersAccess(path(name)) == nil) }
    for name in ["/dev/null", "/dev/stdin", ""] { #expect(system.othersAccess(FilePath(name)) == nil) }
    #expect(system.othersAccess(path("secret"))?.mayWrite == true)
    try chmod("", 0o777)
    #expect(system.othersAccess(path("secret")) == nil)
    #expect(system.othersAccess(FilePath(folder))?.mayWrite == true)
  }

  @Test("A journal is read in pieces, cut, and overgrown when it is several times what it came to")
  func journal() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let journal = try JournalFile.open(path("journal"), mostBytes: 100)
    defer { journal.close() }
    try journal.append([UInt8](repeating: 0x78, count: 101))
    #expect(journal.isOvergrown())
    try journal.replace([UInt8](repeating: 0x79, count: 50))
    #expect(!journal.isOvergrown())
    try journal.append([UInt8](repeating: 0x7A, count: 150))
    #expect(!journal.isOvergrown())
    try journal.append([0x7A])
    #expect(journal.isOvergrown())
    #expect(try journal.read(0).count == 201 && journal.read(200) == [0x7A] && journal.read(201).isEmpty)
    try journal.cut(2)
    try journal.append([0x7A])
    #expect(contents("journal") == "yyz")
  }
}
