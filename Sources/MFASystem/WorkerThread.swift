#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A thread beside the one that runs the command.
///
/// Unchecked, because a thread's handle is a pointer on macOS, which is never followed here.
struct WorkerThread: @unchecked Sendable {
  private let handle: pthread_t

  /// Starts a thread; the error is the `errno` that prevented it.
  static func start(_ body: sending @escaping () -> Void) throws(SocketError) -> WorkerThread {
    #if canImport(Darwin)
      var thread: pthread_t?
    #else
      var thread = pthread_t()
    #endif
    // Signals belong to the thread that runs the command: it is the one that waits and can be woken.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    let argument = Unmanaged.passRetained(Body(body))
    let code = pthread_create(&thread, nil, { run($0) }, argument.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)

    #if canImport(Darwin)
      let started = code == 0 ? thread : nil
    #else
      let started = code == 0 ? thread : nil as pthread_t?
    #endif
    guard let started else {
      argument.release()
      throw SocketError(code: code)
    }
    return WorkerThread(handle: started)
  }

  /// Waits for its end; to be called once.
  func join() {
    pthread_join(handle, nil)
  }

  fileprivate final class Body {
    let run: () -> Void

    init(_ run: @escaping () -> Void) {
      self.run = run
    }
  }
}

/// The body of the thread. The argument is optional on Linux and not on macOS; this takes both.
private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<WorkerThread.Body>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
