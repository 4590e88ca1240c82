import CLibraries

/// The signals that ask a command in the foreground to stop: Ctrl-C, and `kill`.
enum StopSignal {
  /// From now on the first one is caught; a second one ends the process, as the first does without this. The end of
  /// `duration`, in seconds, counts as one.
  static func catchNext(duration: Double?) {
    // A moment later, so that whoever looks at the clock sees that the time is over before this says so.
    let seconds = duration.map { $0 + 0.1 } ?? 0
    // Without descriptors left for a pipe they go on ending the process, which is a way to stop too.
    _ = mfa_catch_stop_signals(seconds)
  }

  /// Becomes and stays ready for reading once a signal was caught; nil where none is caught.
  static var descriptor: Int32? {
    let descriptor = mfa_stop_signal_descriptor()
    return descriptor >= 0 ? descriptor : nil
  }

  /// Whether one was caught.
  static var wasCaught: Bool { wait(seconds: 0) }

  /// Waits for one at most `seconds`, for ever when it is nil; false when the time was over first.
  static func wait(seconds: Double?) -> Bool {
    let deadline = seconds.map { Clock.elapsed() + $0 }
    return Readiness.firstToRead(of: [descriptor].compactMap { $0 }, until: deadline) != nil
  }
}
