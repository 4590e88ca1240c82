import Foundation
import Testing

/// A test that could not get what it waited for, with what was seen instead.
struct SupportFailure: Error, CustomStringConvertible {
  let description: String

  init(_ message: String, at location: SourceLocation? = nil) {
    let place = location.map { " (\($0.fileID):\($0.line))" } ?? ""
    description = message + place
  }

  /// The operating system's words for a failed call.
  static func system(_ call: String, _ code: Int32 = errno) -> SupportFailure {
    SupportFailure("\(call): \(String(cString: strerror(code)))")
  }
}

/// A value that several threads share. (`Mutex` needs macOS 15.)
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// A clock that no change of the time of day disturbs.
func secondsNow() -> Double {
  Double(DispatchTime.now().uptimeNanoseconds) / 1e9
}

/// Waits until something holds, at most so many seconds; false when it never did.
func holds(within seconds: Double, _ condition: () throws -> Bool) rethrows -> Bool {
  let end = secondsNow() + seconds
  while try !condition() {
    if secondsNow() > end { return false }
    usleep(2000)
  }
  return true
}

/// A write to a pipe or connection whose other end has gone shall fail, and not end the test run.
/// Children are not concerned: they start with every signal as it is by default.
let brokenPipesAreErrors: Void = {
  _ = signal(SIGPIPE, SIG_IGN)
}()
