import Foundation
import MFACommand
import MFASystem
import Testing

/// Files that keep state.
@Suite struct StateFileTests {
  private let system = System.live()
  private let folder = NSTemporaryDirectory() + "mfa-cli-state-\(UUID().uuidString)"

  private func path(_ name: String) -> FilePath { FilePath("\(folder)/\(name)") }

  private func contents(_ name: String) -> String? {
    try? String(contentsOfFile: "\(folder)/\(name)", encoding: .utf8)
  }

  private func permissions(_ path: String) throws -> Int {
    try #require(FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int)
  }

  @Test("a file is put in place whole, in a folder that is nobody else's")
  func replacing() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try system.replaceFile(path("a/b/state"), Array("one".utf8))
    try system.replaceFile(path("a/b/state"), Array("two".utf8))
    #expect(contents("a/b/state") == "two")
    #expect(try FileManager.default.contentsOfDirectory(atPath: "\(folder)/a/b") == ["state"])
    #expect(try permissions("\(folder)/a/b/state") == 0o600)
    #expect(try permissions("\(folder)/a/b") == 0o700)
    #expect(try permissions(folder) == 0o700)
  }

  @Test("a symbolic link stays one")
  func links() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try system.replaceFile(path("real/state"), Array("one".utf8))
    try FileManager.default.createSymbolicLink(
      atPath: "\(folder)/link",
      withDestinationPath: "real/state"
    )
    try system.replaceFile(path("link"), Array("two".utf8))
    let journal = try system.openJournal(path("link"))
    try journal.replace(Array("three\n".utf8))
    try journal.append(Array("four\n".utf8))
    journal.close()
    #expect(contents("real/state") == "three\nfour\n")
    #expect(try FileManager.default.destinationOfSymbolicLink(atPath: "\(folder)/link") == "real/state")
  }

  @Test("what is in the way is reported with the path, and left alone")
  func replacingFails() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    try system.replaceFile(path("file"), [1])
    try FileManager.default.createDirectory(atPath: "\(folder)/folder/x", withIntermediateDirectories: true)
    #expect(throws: StateError.system(path("file/state"), "Not a directory")) {
      try system.replaceFile(path("file/state"), [2])
    }
    #expect(throws: StateError.system(path("folder"), "Is a directory")) {
      try system.replaceFile(path("folder"), [2])
    }
    #expect(throws: StateError.system(path("a\0b"), "No such file or directory")) {
      try system.replaceFile(path("a\0b"), [2])
    }
    #expect(try FileManager.default.contentsOfDirectory(atPath: folder).sorted() == ["file", "folder"])
  }

  @Test("a lock is held by one at a time, and waited for no longer than told")
  func locking() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let lock = try system.lockFile(path("lock"), 0)
    let start = Date()
    #expect(throws: StateError.inUse(path("lock"))) { try system.lockFile(path("lock"), 0.2) }
    #expect(Date().timeIntervalSince(start) >= 0.2)
    Thread {
      usleep(100_000); lock.release()
    }.start()
    try system.lockFile(path("lock"), 5).release()
    lock.release()
  }

  @Test("a journal grows by lines, is one process's at a time, and can be replaced while it is open")
  func journal() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let journal = try system.openJournal(path("journal"))
    try journal.append(Array("one\n".utf8))
    try journal.append(Array("two\n".utf8))
    #expect(contents("journal") == "one\ntwo\n")
    #expect(try permissions("\(folder)/journal") == 0o600)
    #expect(throws: StateError.inUse(path("journal"))) { try system.openJournal(path("journal")) }
    try journal.replace(Array("all\n".utf8))
    #expect(throws: StateError.inUse(path("journal"))) { try system.openJournal(path("journal")) }
    try journal.append(Array("three\n".utf8))
    #expect(contents("journal") == "all\nthree\n")
    journal.close()
    journal.close()
    #expect(throws: StateError.self) { try journal.append([1]) }
    let again = try system.openJournal(path("journal"))
    try again.append(Array("four\n".utf8))
    again.close()
    #expect(contents("journal") == "all\nthree\nfour\n")
  }

  @Test("what can't be a journal is refused", arguments: ["/dev/null", "/"])
  func noJournal(_ path: String) {
    #expect(throws: StateError.notAFile(FilePath(path))) { try system.openJournal(FilePath(path)) }
  }

  @Test("a line that did not fit is taken away again")
  func fullDisk() throws {
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let journal = try system.openJournal(path("journal"))
    try journal.append(Array("one\n".utf8))
    // A limit of this process for all its files, so other tests that write would fail meanwhile: it is high.
    var before = rlimit()
    let resource = fileSizeLimit
    getrlimit(resource, &before)
    var limit = rlimit(rlim_cur: 64 * 1024 * 1024, rlim_max: before.rlim_max)
    let ignored = signal(SIGXFSZ, SIG_IGN)
    setrlimit(resource, &limit)
    #expect(throws: StateError.system(path("journal"), "File too large")) {
      try journal.append([UInt8](repeating: 0x78, count: 65 * 1024 * 1024))
    }
    setrlimit(resource, &before)
    signal(SIGXFSZ, ignored)
    try journal.append(Array("two\n".utf8))
    journal.close()
    #expect(contents("journal") == "one\ntwo\n")
  }
}
