import Foundation
import Testing

/// A disk without room: a file system of a mebibyte, which only root can mount.
@Suite("A full disk", .enabled(if: SmallDisk.isPossible, "mounting a tmpfs is not allowed"))
struct FullDiskTests {
  private static let reply = #"{"result":{"status":true,"value":true},"detail":{"public_key":"AAAA"}}"#

  /// The request went out, the code was used up, and then the credential could not be kept.
  @Test("Nothing is sent whose outcome can't be kept", arguments: ["p256", "rsa-4096"])
  func enrolling(_ keyType: String) throws {
    let disk = try SmallDisk()
    defer { disk.unmount() }
    let server = try LoopbackServer { _ in .status("200 OK", body: Self.reply) }
    try disk.fill()
    let address = try #require(
      server.url("/ttype/push").addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    )
    let uri = "otpauth://pipush/P?url=\(address)&issuer=X&enrollment_credential=00ff&v=1&serial=P&sslverify=1"
    let result = try Binary.run(
      ["enroll", "--key-type", keyType],
      stdin: .text(uri),
      environment: ["MFA_STATE_DIR": disk.path]
    )
    #expect(result.status == .exited(11), "\(result)")
    #expect(result.stderr.contains("No space left on device"))
    #expect(server.requests.isEmpty)
    #expect(!disk.names.contains { $0.hasSuffix(".tmp") || $0.hasSuffix(".pem") })
  }

  /// It was rewritten beside itself first, which needs room.
  @Test("A service starts with the journal that is there, whose torn end is cut off", arguments: [0, 5])
  func journal(_ torn: Int) throws {
    let disk = try SmallDisk()
    defer { disk.unmount() }
    let journal = disk.path + "/journal"
    var service = try StayingOn(["serve", "--state", journal])
    let kept = try service.makePush()
    _ = try service.makePush()
    _ = try service.stop(SIGKILL)
    try disk.fill()
    let bytes = try Data(contentsOf: URL(fileURLWithPath: journal))
    truncate(journal, off_t(bytes.count - torn))
    service = try StayingOn(["serve", "--state", journal])
    #expect(try service.status(kept.id) == "pending")
    _ = try service.stop()
    let left = try Data(contentsOf: URL(fileURLWithPath: journal))
    #expect(bytes.starts(with: left) && left.last == UInt8(ascii: "\n"))
    #expect((left.count == bytes.count) == (torn == 0))
    #expect(Set(disk.names) == ["journal", "filler"])
  }
}

/// A file system of a mebibyte.
private struct SmallDisk {
  private let folder: TemporaryFolder
  var path: String { folder.path + "/disk" }

  static let isPossible: Bool = {
    guard geteuid() == 0, let disk = try? SmallDisk() else { return false }
    disk.unmount()
    return true
  }()

  init() throws {
    folder = try TemporaryFolder()
    try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: false)
    try SmallDisk.run("mount", "-t", "tmpfs", "-o", "size=1m,mode=700", "none", path)
  }

  func unmount() { try? SmallDisk.run("umount", "-l", path) }

  var names: [String] { (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? [] }

  func fill() throws {
    let file = open(path + "/filler", O_WRONLY | O_CREAT, 0o600)
    defer { close(file) }
    let piece = [UInt8](repeating: 0x78, count: 4096)
    while write(file, piece, piece.count) > 0 {}
  }

  private static func run(_ arguments: String...) throws {
    let result = try Binary.run(
      arguments,
      environment: ["PATH": "/usr/sbin:/usr/bin:/sbin:/bin"],
      program: "/usr/bin/env"
    )
    guard result.status == .exited(0) else { throw SupportFailure.system("\(result)") }
  }
}
