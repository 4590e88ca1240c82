import CPseudoTerminal
import Foundation
import Testing

/// What a child finds as its standard input.
enum StandardInput {
  /// `/dev/null`, as in most CI jobs.
  case null
  /// A pipe with these bytes, then its end.
  case data([UInt8])
  /// The descriptor does not exist.
  case closed
  /// A pipe in which nothing ever comes, nor an end.
  case emptyOpenPipe
  case file(String)
  /// The controlling terminal.
  case terminal

  /// A pipe with this text, then its end.
  static func text(_ text: String) -> StandardInput { .data(Array(text.utf8)) }
}

/// Where a child's standard output or standard error goes.
enum StandardOutput {
  /// A pipe that is read all the time.
  case capture
  /// A pipe whose reader has gone.
  case brokenPipe
  case closed
  /// An existing file, such as `/dev/full`.
  case file(String)
  /// The controlling terminal.
  case terminal
}

/// How a child ended.
enum ExitStatus: Equatable, Sendable {
  case exited(Int32)
  case signalled(Int32)
}

/// What a child did.
struct RunResult: Sendable {
  let status: ExitStatus
  /// What it wrote to standard output, as it was.
  let output: [UInt8]
  let stdout: String
  let stderr: String
  /// All that its terminal showed, its echo of what was typed included. Lines end with CR LF.
  let screen: String
  let seconds: Double
}

extension RunResult: CustomStringConvertible {
  var description: String {
    let seen = transcript(stdout: output, stderr: Array(stderr.utf8), screen: Array(screen.utf8))
    return "\(status) after \(seconds) s\n\(seen)"
  }
}

/// What was seen, for the message of a failed test.
private func transcript(stdout: [UInt8], stderr: [UInt8], screen: [UInt8]) -> String {
  let streams = [("stdout", stdout), ("stderr", stderr), ("terminal", screen)]
  return streams.map { name, bytes in
    let shown = String(decoding: bytes.suffix(4000), as: UTF8.self).debugDescription
    return "  \(name) (\(bytes.count) bytes): \(shown)"
  }.joined(separator: "\n")
}

/// A program that is started with nothing but what is said here.
struct Launch {
  var program: String
  /// Without the program's name. Bytes, because a file's name need not be UTF-8.
  var arguments: [[UInt8]]
  var stdin = StandardInput.null
  var stdout = StandardOutput.capture
  var stderr = StandardOutput.capture
  /// Besides `PATH`, `HOME` (a temporary folder) and `LC_ALL`, which it may replace.
  var environment: [String: String] = [:]
  /// Without it, the home folder.
  var workingDirectory: String?
  /// Of the controlling terminal; without it, there is none unless a stream is said to be it.
  var terminal: (columns: UInt16, rows: UInt16)?
}

/// A running child with its pipes and its terminal.
///
/// There is no thread: each waiting function moves all bytes that can be moved. Plain reads that don't block,
/// and short sleeps, because macOS can't `poll` every terminal.
final class ChildProcess {
  /// More than this on one stream is a fault, and would fill the memory before the time is over.
  private static let outputLimit = 16 << 20

  let pid: pid_t
  private let home: TemporaryFolder
  private let started: Double
  private var toStdin: Int32
  private var fromStdout: Int32
  private var fromStderr: Int32
  private var terminal: Int32
  /// The child's side of the terminal, held open while the child runs.
  private var childTerminal: Int32
  private var unsentInput: [UInt8] = []
  private var endsInput = false
  private var unsentKeys: [UInt8] = []
  private(set) var output: [UInt8] = []
  private(set) var errorOutput: [UInt8] = []
  private(set) var screenBytes: [UInt8] = []
  private(set) var status: ExitStatus?
  private var ended: Double?

  var screen: String { String(decoding: screenBytes, as: UTF8.self) }
  var transcriptSoFar: String { transcript(stdout: output, stderr: errorOutput, screen: screenBytes) }

  init(_ launch: Launch) throws {
    _ = brokenPipesAreErrors
    home = try TemporaryFolder()
    var environment = [
      "PATH": ProcessInfo.processInfo.environment["PATH"] ?? "/usr/bin:/bin",
      "HOME": home.path,
      "LC_ALL": "C.UTF-8",
    ]
    environment.merge(launch.environment) { _, given in given }
    let folder = launch.workingDirectory ?? home.path

    var ends = Ends()
    defer { ends.closeChildSide() }
    let start = child_start(
      program: nil,
      arguments: nil,
      environment: nil,
      folder: nil,
      descriptors: try (
        ends.input(launch.stdin),
        ends.output(launch.stdout, into: \.fromStdout),
        ends.output(launch.stderr, into: \.fromStderr)
      ),
      columns: launch.terminal?.columns ?? (ends.needsTerminal ? 80 : 0),
      rows: launch.terminal?.rows ?? 24
    )
    var pid: pid_t = -1
    var terminal: Int32 = -1
    var childTerminal: Int32 = -1
    started = secondsNow()
    let failure = try withCStrings([Array(launch.program.utf8)] + launch.arguments) { arguments in
      try withCStrings(environment.map { Array("\($0)=\($1)".utf8) }) { environment in
        launch.program.withCString { program in
          folder.withCString { folder in
            var start = start
            start.program = program
            start.arguments = arguments
            start.environment = environment
            start.folder = folder
            return child_process_start(&start, &pid, &terminal, &childTerminal)
          }
        }
      }
    }
    guard failure == 0 else {
      ends.closeOwnSide()
      throw SupportFailure.system("starting \(launch.program)", failure)
    }
    self.pid = pid
    self.terminal = terminal
    self.childTerminal = childTerminal
    toStdin = ends.toStdin
    fromStdout = ends.fromStdout
    fromStderr = ends.fromStderr
    for descriptor in [terminal, toStdin, fromStdout, fromStderr] where descriptor >= 0 {
      _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    }
    _ = fcntl(childTerminal, F_SETFD, FD_CLOEXEC)
    if case .data(let bytes) = launch.stdin {
      unsentInput = bytes
      endsInput = true
    }
  }

  deinit {
    kill()
    for descriptor in [terminal, childTerminal, toStdin, fromStdout, fromStderr] where descriptor >= 0 {
      close(descriptor)
    }
  }

  /// Moves bytes until the condition holds, the time is over, or nothing more can come; whether it holds.
  func pump(within seconds: Double, until condition: () -> Bool) throws -> Bool {
    let end = secondsNow() + seconds
    while true {
      // Asked before the last bytes are read: what it wrote at its very end must not be missed.
      let wasOver = isOver()
      let moved = try move()
      if condition() { return true }
      if wasOver || secondsNow() > end { return false }
      if !moved { usleep(1000) }
    }
  }

  /// Waits for its end and for all that it wrote.
  func finish(within seconds: Double, at location: SourceLocation) throws -> RunResult {
    _ = try pump(within: seconds) { hasEnded() }
    if status != nil { _ = try pump(within: 1) { false } }
    guard let status, let ended else {
      kill()
      _ = try pump(within: 0.2) { false }
      let seen = transcriptSoFar
      throw SupportFailure("still running after \(seconds) s, killed; seen:\n\(seen)", at: location)
    }
    return RunResult(
      status: status,
      output: output,
      stdout: String(decoding: output, as: UTF8.self),
      stderr: String(decoding: errorOutput, as: UTF8.self),
      screen: screen,
      seconds: ended - started
    )
  }

  func type(_ keys: [UInt8]) throws {
    guard terminal >= 0 else { throw SupportFailure("there is no terminal to type on") }
    unsentKeys += keys
    _ = try move()
  }

  /// More bytes for a standard input that is an open pipe.
  func send(_ bytes: [UInt8], thenEnd: Bool) throws {
    guard toStdin >= 0 else { throw SupportFailure("standard input is no open pipe") }
    unsentInput += bytes
    endsInput = thenEnd
    _ = try move()
  }

  /// Sends a signal, unless the child has already ended and its number may be another's.
  func signal(_ number: Int32) {
    if !hasEnded() { _ = Foundation.kill(pid, number) }
  }

  /// Closes the terminal's other side, as a terminal window does.
  func hangUp() {
    if terminal >= 0 { close(terminal) }
    terminal = -1
  }

  /// Whether the terminal shows what is typed. When the child has ended, nobody knows any more.
  var terminalEchoes: Bool {
    get throws {
      var settings = termios()
      guard tcgetattr(terminal, &settings) == 0 else { throw SupportFailure.system("tcgetattr") }
      return settings.c_lflag & tcflag_t(ECHO) != 0
    }
  }

  /// Ends it, and what it left in its process group.
  private func kill() {
    guard status == nil else { return }
    // The group first: its number is the child's, and is surely ours only until the child is waited for.
    _ = Foundation.kill(-pid, SIGKILL)
    _ = Foundation.kill(pid, SIGKILL)
    _ = holds(within: 5) { hasEnded() }
  }

  @discardableResult
  private func hasEnded() -> Bool {
    guard status == nil else { return true }
    var code: Int32 = 0
    guard waitpid(pid, &code, WNOHANG) == pid else { return false }
    // The macros of <sys/wait.h> are not imported; both systems agree on the bits.
    status = code & 0x7f == 0 ? .exited(code >> 8 & 0xff) : .signalled(code & 0x7f)
    ended = secondsNow()
    if childTerminal >= 0 { close(childTerminal) }
    childTerminal = -1
    return true
  }

  /// Whether it has ended and all it wrote is read.
  private func isOver() -> Bool {
    guard hasEnded(), let ended else { return false }
    if fromStdout < 0, fromStderr < 0, terminal < 0 { return true }
    // Its own children may hold the pipes open, and what they write is not waited for. But Linux hands a
    // terminal's last bytes over a little later.
    return secondsNow() > ended + 0.2
  }

  /// Moves what can be moved without waiting; false when there was nothing.
  private func move() throws -> Bool {
    var moved = Self.write(&unsentInput, to: &toStdin)
    if unsentInput.isEmpty, endsInput, toStdin >= 0 {
      close(toStdin)
      toStdin = -1
    }
    if Self.write(&unsentKeys, to: &terminal) { moved = true }
    if Self.read(&fromStdout, into: &output) { moved = true }
    if Self.read(&fromStderr, into: &errorOutput) { moved = true }
    if Self.read(&terminal, into: &screenBytes) { moved = true }
    if max(output.count, errorOutput.count, screenBytes.count) > Self.outputLimit {
      kill()
      throw SupportFailure("wrote more than \(Self.outputLimit) bytes, killed")
    }
    return moved
  }

  private static func write(_ bytes: inout [UInt8], to descriptor: inout Int32) -> Bool {
    guard descriptor >= 0, !bytes.isEmpty else { return false }
    let count = Foundation.write(descriptor, bytes, bytes.count)
    if count > 0 {
      bytes.removeFirst(count)
      return true
    }
    // Nobody reads any more; the child may well have a reason.
    if count < 0, errno != EAGAIN, errno != EINTR { bytes = [] }
    return false
  }

  private static func read(_ descriptor: inout Int32, into bytes: inout [UInt8]) -> Bool {
    guard descriptor >= 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    if count > 0 {
      bytes += buffer[..<count]
      return true
    }
    // Linux says EIO, not 0, when the last child has closed the terminal.
    if count == 0 || (errno != EAGAIN && errno != EINTR) {
      close(descriptor)
      descriptor = -1
    }
    return false
  }
}

/// Both sides of a child's three streams while it is being started.
private struct Ends {
  var toStdin: Int32 = -1
  var fromStdout: Int32 = -1
  var fromStderr: Int32 = -1
  private(set) var needsTerminal = false
  private var childSide: [Int32] = []

  mutating func input(_ input: StandardInput) throws -> Int32 {
    switch input {
    case .null:
      return try file("/dev/null", O_RDONLY)
    case .file(let path):
      return try file(path, O_RDONLY)
    case .data, .emptyOpenPipe:
      let (readEnd, writeEnd) = try pipe()
      toStdin = writeEnd
      childSide.append(readEnd)
      return readEnd
    case .closed:
      return CHILD_CLOSED
    case .terminal:
      needsTerminal = true
      return CHILD_TERMINAL
    }
  }

  mutating func output(_ output: StandardOutput, into own: WritableKeyPath<Ends, Int32>) throws -> Int32 {
    switch output {
    case .capture, .brokenPipe:
      let (readEnd, writeEnd) = try pipe()
      childSide.append(writeEnd)
      if case .capture = output { self[keyPath: own] = readEnd } else { close(readEnd) }
      return writeEnd
    case .file(let path):
      return try file(path, O_WRONLY)
    case .closed:
      return CHILD_CLOSED
    case .terminal:
      needsTerminal = true
      return CHILD_TERMINAL
    }
  }

  func closeChildSide() {
    for descriptor in childSide { close(descriptor) }
  }

  func closeOwnSide() {
    for descriptor in [toStdin, fromStdout, fromStderr] where descriptor >= 0 { close(descriptor) }
  }

  private mutating func file(_ path: String, _ flags: Int32) throws -> Int32 {
    let descriptor = open(path, flags | O_CLOEXEC)
    guard descriptor >= 0 else { throw SupportFailure.system("opening \(path)") }
    childSide.append(descriptor)
    return descriptor
  }

  private func pipe() throws -> (readEnd: Int32, writeEnd: Int32) {
    var ends: [Int32] = [-1, -1]
    guard Foundation.pipe(&ends) == 0 else { throw SupportFailure.system("pipe") }
    for descriptor in ends { _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC) }
    return (ends[0], ends[1])
  }
}

/// Lends a list of C strings that ends with NULL, made of bytes that need not be UTF-8.
private func withCStrings<Result>(
  _ strings: [[UInt8]],
  _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) throws -> Result
) throws -> Result {
  guard strings.allSatisfy({ !$0.contains(0) }) else {
    throw SupportFailure("an argument or a variable can't hold a zero byte")
  }
  var copies: [UnsafeMutablePointer<CChar>?] = strings.map { bytes in
    let copy = UnsafeMutablePointer<CChar>.allocate(capacity: bytes.count + 1)
    for (index, byte) in bytes.enumerated() { copy[index] = CChar(bitPattern: byte) }
    copy[bytes.count] = 0
    return copy
  }
  copies.append(nil)
  defer { for copy in copies { copy?.deallocate() } }
  return try body(copies)
}
