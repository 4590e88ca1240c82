#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// SIGPIPE of standard output, which is held back until what has to be said of it was said.
enum PipeSignal {
  /// Writes with the signal blocked. Where the reader has gone it stays so, and the signal waits.
  ///
  /// - Parameter write: gives 0 or the `errno` that ended it.
  static func keptOut(while write: () -> Int32) -> Int32 {
    var set = self.set
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    let code = write()
    if code != EPIPE { pthread_sigmask(SIG_SETMASK, &before, nil) }
    return code
  }

  /// Lets the signal in that waits in this thread, which ends the process.
  static func letIn() {
    var set = self.set
    pthread_sigmask(SIG_UNBLOCK, &set, nil)
  }

  private static var set: sigset_t {
    var set = sigset_t()
    sigemptyset(&set)
    sigaddset(&set, SIGPIPE)
    return set
  }
}
