import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The thread in which a listener runs.
enum ListenerThread {
  /// Starts a listener; `answer` is called in its thread only.
  static func start(
    _ address: ListenAddress,
    times: HTTPTimes = HTTPTimes(),
    answer: @escaping ServiceHandler
  ) throws(ServiceStartError) -> RunningService {
    let socket = try ListeningSocket(address)
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
      endSignal: endSignal,
      authorities: HTTPAuthorities(bound: socket.address, port: socket.port),
      desk: HTTPDesk(times: times, answer: answer)
    )
    switch startThread(running: listener) {
    case .success(let thread):
      return service(socket, Running(thread: thread, endSignal: endSignal, ender: ender))
    case .failure(let error):
      [socket.descriptor, endSignal, ender].forEach { close($0) }
      throw .system(OperatingSystemError.text(error.code))
    }
  }

  private static func service(_ socket: ListeningSocket, _ running: Running) -> RunningService {
    let running = Locked<Running?>(running)
    return RunningService(
      url: "http://\(socket.address.authorityText):\(socket.port)",
      // A second call, from whatever thread, waits for the first one and finds nothing to do.
      stop: {
        running.withLock { running in
          running?.stop()
          running = nil
        }
      }
    )
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
