import Foundation
import Testing

/// The program on a terminal, while the test sits at it.
///
/// The terminal is the controlling one, in line mode with echo as the system makes it; standard input may be
/// a pipe with the payload, and standard output and standard error are pipes unless said otherwise.
final class TerminalRun {
  private let child: ChildProcess
  /// Where the next `expect` looks from: behind what the last one found.
  private var seen = 0

  init(
    _ arguments: [String] = [],
    stdin: StandardInput = .terminal,
    stdout: StandardOutput = .capture,
    stderr: StandardOutput = .capture,
    environment: [String: String] = [:],
    workingDirectory: String? = nil,
    columns: UInt16 = 80,
    program: String? = nil
  ) throws {
    child = try ChildProcess(
      Launch(
        program: program ?? Binary.path(),
        arguments: arguments.map { Array($0.utf8) },
        stdin: stdin,
        stdout: stdout,
        stderr: stderr,
        environment: environment,
        workingDirectory: workingDirectory,
        terminal: (columns, 24)
      )
    )
  }

  /// The program under a shell script, in which `"$@"` is the program with its arguments.
  ///
  /// For what takes a session that outlives the program (a terminal whose session has ended is put in order
  /// by the system: `"$@"; echo over >/dev/tty; read -r _ </dev/tty`), background jobs and Ctrl-Z
  /// (`set -m; "$@" &`), and signals that were ignored from the start (`trap '' INT; exec "$@"`).
  convenience init(
    script: String,
    _ arguments: [String] = [],
    stdin: StandardInput = .terminal,
    environment: [String: String] = [:],
    workingDirectory: String? = nil,
    columns: UInt16 = 80,
    program: String? = nil
  ) throws {
    try self.init(
      ["-c", script, "sh", program ?? Binary.path()] + arguments,
      stdin: stdin,
      environment: environment,
      workingDirectory: workingDirectory,
      columns: columns,
      program: "/bin/sh"
    )
  }

  /// All that came out of the terminal so far, the echo of what was typed included. Lines end with CR LF.
  var screen: String { child.screen }

  /// Waits for a text on the terminal, behind the one found last; returns all from there to its end.
  @discardableResult
  func expect(
    _ text: String,
    within seconds: Double = 5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> String {
    let wanted = Array(text.utf8)
    var end: Int?
    _ = try child.pump(within: seconds) {
      end = Self.find(wanted, in: child.screenBytes, from: seen)
      return end != nil
    }
    guard let end else {
      let state = child.status.map { "the program ended, \($0), without" } ?? "\(seconds) s without"
      throw SupportFailure(
        "\(state) \(text.debugDescription) on the terminal after byte \(seen); seen:\n\(child.transcriptSoFar)",
        at: sourceLocation
      )
    }
    defer { seen = end }
    return String(decoding: child.screenBytes[seen..<end], as: UTF8.self)
  }

  /// Waits so long and reads what comes, for a text that must not come.
  func rest(_ seconds: Double) throws {
    _ = try child.pump(within: seconds) { false }
  }

  func type(_ keys: String) throws {
    try child.type(Array(keys.utf8))
  }

  func type(bytes: [UInt8]) throws {
    try child.type(bytes)
  }

  func sendControlC() throws {
    try child.type([0x03])
  }

  /// Ctrl-Z: stops the program, if a shell with job control (`set -m`) started it.
  func sendControlZ() throws {
    try child.type([0x1a])
  }

  /// Ctrl-D: the end of input at the beginning of a line, else what stands on the line without its end.
  func sendEndOfFile() throws {
    try child.type([0x04])
  }

  /// More of the payload, for a standard input that is `.emptyOpenPipe`.
  func sendToStandardInput(_ text: String, thenEnd: Bool) throws {
    try child.send(Array(text.utf8), thenEnd: thenEnd)
  }

  func signal(_ number: Int32) {
    child.signal(number)
  }

  /// Closes the terminal, as its window would: the program gets SIGHUP, and reads an end.
  func hangUp() {
    child.hangUp()
  }

  /// Whether the terminal shows what is typed: not while a PIN is asked for, and ever after.
  /// Fails when the session has ended; a script can make it outlive the program.
  var echoes: Bool {
    get throws { try child.terminalEchoes }
  }

  /// Waits for the end of the program.
  func finish(
    within seconds: Double = 10,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    try child.finish(within: seconds, at: sourceLocation)
  }

  private static func find(_ wanted: [UInt8], in bytes: [UInt8], from start: Int) -> Int? {
    guard bytes.count - start >= wanted.count else { return nil }
    for first in start...(bytes.count - wanted.count) where bytes[first...].starts(with: wanted) {
      return first + wanted.count
    }
    return nil
  }
}
