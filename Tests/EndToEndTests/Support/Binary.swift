import Foundation
import Testing

/// The real program, as it was built.
enum Binary {
  /// Its path: `MFA_CLI_BINARY`, or it lies beside the tests or in one of the folders around them.
  static func path() throws -> String {
    if let given = ProcessInfo.processInfo.environment["MFA_CLI_BINARY"], !given.isEmpty {
      return URL(fileURLWithPath: given).path
    }
    // On macOS the running program is a helper of the toolchain, and only the test bundle knows.
    let starts = [Bundle.main.executablePath, Bundle(for: Marker.self).bundlePath].compactMap { $0 }
    for start in starts {
      var folder = URL(fileURLWithPath: start)
      for _ in 0..<5 {
        folder.deleteLastPathComponent()
        let candidate = folder.appendingPathComponent("mfa-cli").path
        if isProgram(candidate) { return candidate }
      }
    }
    throw SupportFailure("no mfa-cli beside \(starts.joined(separator: " or ")); set MFA_CLI_BINARY")
  }

  /// Runs it to its end. Nothing of the tests' own environment reaches it but `PATH`.
  static func run(
    _ arguments: [String] = [],
    stdin: StandardInput = .null,
    stdout: StandardOutput = .capture,
    stderr: StandardOutput = .capture,
    environment: [String: String] = [:],
    workingDirectory: String? = nil,
    timeout: Double = 20,
    program: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    try run(
      bytes: arguments.map { Array($0.utf8) },
      stdin: stdin,
      stdout: stdout,
      stderr: stderr,
      environment: environment,
      workingDirectory: workingDirectory,
      timeout: timeout,
      program: program,
      sourceLocation: sourceLocation
    )
  }

  /// The same, with arguments that need not be UTF-8.
  static func run(
    bytes arguments: [[UInt8]],
    stdin: StandardInput = .null,
    stdout: StandardOutput = .capture,
    stderr: StandardOutput = .capture,
    environment: [String: String] = [:],
    workingDirectory: String? = nil,
    timeout: Double = 20,
    program: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    let launch = Launch(
      program: try program ?? path(),
      arguments: arguments,
      stdin: stdin,
      stdout: stdout,
      stderr: stderr,
      environment: environment,
      workingDirectory: workingDirectory
    )
    return try ChildProcess(launch).finish(within: timeout, at: sourceLocation)
  }

  private final class Marker {}

  /// A folder may have the name too: that of the package, above all.
  private static func isProgram(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
      && FileManager.default.isExecutableFile(atPath: path)
  }
}
