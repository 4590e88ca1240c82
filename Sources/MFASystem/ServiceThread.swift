import MFACommand
import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The thread in which the practice service runs.
enum ServiceThread {
  /// Starts a service on a free loopback port.
  static func start(_ service: PracticeService) throws(ServiceStartError) -> RunningService {
    let socket: (descriptor: Int32, port: UInt16)
    switch Sockets.listen(port: 0) {
    case .success(let listening): socket = listening
    case .failure(let error): throw .system(OperatingSystemError.text(error.code))
    }
    var signal: [Int32] = [-1, -1]
    guard pipe(&signal) == 0 else {
      let code = errno
      close(socket.descriptor)
      throw .system(OperatingSystemError.text(code))
    }
    signal.forEach(Descriptors.makeNonBlocking)
    let (endSignal, ender) = (signal[0], signal[1])

    let listener = HTTPListener(
      listener: socket.descriptor,
      port: socket.port,
      endSignal: endSignal,
      service: service
    )
    let code: Int32
    switch startThread(running: listener) {
    case .success(let thread):
      let running = Locked<Running?>(Running(thread: thread, endSignal: endSignal, ender: ender))
      return RunningService(
        url: "http://127.0.0.1:\(socket.port)",
        // A second call, from whatever thread, waits for the first one and finds nothing to do.
        stop: {
          running.withLock { running in
            running?.stop()
            running = nil
          }
        }
      )
    case .failure(let error): code = error.code
    }
    [socket.descriptor, endSignal, ender].forEach { close($0) }
    throw .system(OperatingSystemError.text(code))
  }

  /// What is needed to end the thread.
  ///
  /// Unchecked, because a thread's handle is a pointer on macOS, which is never followed here.
  private struct Running: @unchecked Sendable {
    let thread: pthread_t
    let endSignal: Int32
    let ender: Int32

    func stop() {
      // The other end of the pipe becomes ready when this one is closed.
      close(ender)
      pthread_join(thread, nil)
      close(endSignal)
    }
  }

  private static func startThread(running listener: HTTPListener) -> Result<pthread_t, SocketError> {
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
    let argument = Unmanaged.passRetained(listener)
    let code = pthread_create(&thread, nil, { run($0) }, argument.toOpaque())
    pthread_sigmask(SIG_SETMASK, &before, nil)

    #if canImport(Darwin)
      let started = code == 0 ? thread : nil
    #else
      let started = code == 0 ? thread : nil as pthread_t?
    #endif
    guard let started else {
      argument.release()
      return .failure(SocketError(code: code))
    }
    return .success(started)
  }
}

/// The body of the thread. The argument is optional on Linux and not on macOS; this takes both.
private func run(_ argument: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let argument else { return nil }
  Unmanaged<HTTPListener>.fromOpaque(argument).takeRetainedValue().run()
  return nil
}
