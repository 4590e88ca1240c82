import Foundation
import Testing

/// A pipe that nobody reads, such as that to a log collector that hangs, used to keep the program from ending: not even a
/// signal did it.
@Suite("Output that nobody reads")
struct UnreadOutputTests {
  private let folder: TemporaryFolder
  private let pipe: String
  private let reader: Int32

  init() throws {
    folder = try TemporaryFolder()
    pipe = folder.path + "/pipe"
    guard mkfifo(pipe, 0o600) == 0 else { throw SupportFailure.system("mkfifo") }
    // Both ways, or opening would wait for the program.
    reader = open(pipe, O_RDWR | O_CLOEXEC)
  }

  /// More than a pipe holds.
  private static let large = String(repeating: "x", count: 300_000)

  @Test("A signal stops a service whose remarks nobody reads")
  func serve() throws {
    defer { close(reader) }
    let service = try StayingOn(["serve", "-vv"], stderr: .file(pipe))
    let client = try LoopbackClient(service.port)
    try client.send("POST", "/pushes", #"{"kind":"default","title":"\#(Self.large)"}"#)
    usleep(300_000)
    let start = secondsNow()
    #expect(try service.stop().status == .exited(0))
    #expect(secondsNow() - start < 1.9)
  }

  @Test(
    "A signal stops a phone whose remarks nobody reads, and so does the end of its time",
    arguments: [true, false]
  )
  func listen(_ isSignalled: Bool) throws {
    defer { close(reader) }
    let start = secondsNow()
    let phone = try StayingOn(
      ["listen", "--approve", "-vv", "--endpoint", "http://127.0.0.1:1/"]
        + (isSignalled ? [] : ["--for", "1"]),
      stderr: .file(pipe)
    )
    try phone.call("POST", "/", #"{"pushType":"default","messageId":"1","title":"\#(Self.large)"}"#)
    usleep(300_000)
    if isSignalled { phone.child.signal(SIGTERM) }
    _ = try phone.finish(within: 5)
    #expect(secondsNow() - start < 3)
  }
}
