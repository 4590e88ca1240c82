import MFACommand
import MFACore
import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What answers the requests of a listener, called in the listener's thread only.
///
/// A request that was told to wait is asked about again, with the time at which it arrived and another `now`.
typealias ServiceHandler =
  @Sendable (_ request: ServiceRequest, _ arrivedAt: Timestamp, _ now: Timestamp) -> ServiceReply

/// The thread in which a listener runs.
enum ListenerThread {
  /// Starts a listener; `refused` and `answer` are called in its thread only.
  static func start(
    _ address: ListenAddress,
    times: HTTPTimes = HTTPTimes(),
    mostConnections: Int = 1000,
    refused: @escaping @Sendable (_ reason: String) -> Void = { _ in },
    answer: @escaping ServiceHandler
  ) throws(ServiceStartError) -> RunningService {
    // One for each connection, and what else the process has open.
    Descriptors.allow(mostConnections + 100)
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
      authorities: HTTPAuthorities(
        bound: socket.address,
        port: socket.port,
        allowed: address.allowedHosts
      ),
      desk: HTTPDesk(times: times, refused: refused, answer: answer),
      mostConnections: mostConnections
    )
    do throws(SocketError) {
      let thread = try WorkerThread.start { listener.run() }
      return service(socket, Running(thread: thread, endSignal: endSignal, ender: ender))
    } catch {
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
  private struct Running: Sendable {
    let thread: WorkerThread
    let endSignal: Int32
    let ender: Int32

    func stop() {
      // The other end of the pipe becomes ready when this one is closed.
      close(ender)
      thread.join()
      close(endSignal)
    }
  }
}
