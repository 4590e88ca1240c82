import Foundation
import Testing

extension ChildProcess {
  /// Waits for its end as `finish` does, and looks at its memory meanwhile: the most that it ever held, in KiB;
  /// nil where the system does not tell.
  ///
  /// Not by `wait4`: on Linux that counts what the test run itself held when the child was started. What is seen
  /// here misses the child's last millisecond at most, so that it may be too little and is never too much.
  func finishMeasured(
    within seconds: Double,
    at location: SourceLocation
  ) throws -> (result: RunResult, peak: Int?) {
    var peak: Int?
    _ = try pump(within: seconds) {
      if let now = Self.peakMemory(of: pid) { peak = max(peak ?? 0, now) }
      return false
    }
    return (try finish(within: 0.5, at: location), peak)
  }

  private static func peakMemory(of pid: pid_t) -> Int? {
    #if os(Linux)
      guard let text = try? String(contentsOfFile: "/proc/\(pid)/status", encoding: .utf8),
        let line = text.split(separator: "\n").first(where: { $0.hasPrefix("VmHWM:") })
      else { return nil }
      return Int(line.filter { $0.isASCII && $0.isNumber })
    #else
      return nil
    #endif
  }
}
