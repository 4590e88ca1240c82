import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A small HTTP/1.1 server: one thread, many connections, none of which can hold up the others for long.
///
/// It belongs to the thread that calls `run`, and nothing in it is shared.
final class HTTPListener {
  /// Connections at one time.
  private static let mostConnections = 64
  /// Seconds after which a connection gives way to a new one when there are too many.
  private static let patience = 1.0
  /// Seconds without accepting after the process has run out of descriptors.
  private static let pause = 0.1
  /// Seconds that replies on their way have once the listener is told to end.
  private static let farewell = 1.0

  private let listener: Int32
  /// Becomes ready when the listener is to end.
  private let endSignal: Int32
  private let reader: HTTPRequestReader
  private var service: PracticeService
  private var connections: [HTTPConnection] = []
  private var acceptsAgain = 0.0
  /// When the listener ends at the latest, once it was told to.
  private var end: Double?

  /// Takes over `listener`, a listening socket on `port`.
  init(listener: Int32, port: UInt16, endSignal: Int32, service: PracticeService) {
    self.listener = listener
    self.endSignal = endSignal
    self.service = service
    reader = HTTPRequestReader(
      authorities: ["127.0.0.1:\(port)", "localhost:\(port)"],
      limits: HTTPRequestReader.Limits(head: 32 * 1024, body: 1024 * 1024)
    )
  }

  /// Serves until the signal to end, then lets replies on their way finish and closes everything.
  func run() {
    while !isOver(at: Clock.elapsed()) {
      let descriptors = wait()
      let now = Clock.elapsed()
      // The first two are the signal and the listening socket, the others the connections in order.
      if end == nil, descriptors[0].revents != 0 { startFarewell(now: now) }
      for (index, descriptor) in descriptors.dropFirst(2).enumerated() where descriptor.revents != 0 {
        connections[index].advance(now: now) { service.respond($0, now: Clock.now()) }
      }
      closeOverdue(now: now)
      if end == nil, descriptors[1].revents != 0 { acceptAll(now: now) }
    }
    for index in connections.indices { connections[index].close() }
    close(listener)
  }

  private func isOver(at now: Double) -> Bool {
    guard let end else { return false }
    return connections.isEmpty || now >= end
  }

  /// Waits until something can be done, at most until the nearest deadline.
  private func wait() -> [pollfd] {
    let now = Clock.elapsed()
    let accepts = end == nil && now >= acceptsAgain && hasRoom(now: now)
    // A negative descriptor is left out by `poll`. The signal stays ready, so it is asked about once.
    var descriptors = [
      pollfd(fd: end == nil ? endSignal : -1, events: Int16(POLLIN), revents: 0),
      pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0),
    ]
    descriptors += connections.map { pollfd(fd: $0.descriptor, events: $0.interest, revents: 0) }

    var deadlines = connections.map(\.deadline)
    if let end { deadlines.append(end) }
    if end == nil, !accepts { deadlines.append(max(acceptsAgain, now + HTTPListener.pause)) }
    // No longer than the longest deadline, since `poll` doesn't count the time that the machine sleeps.
    let timeout = deadlines.min().map { Int32(min(max(($0 - now) * 1000, 0), 10_000).rounded(.up)) } ?? -1
    if poll(&descriptors, nfds_t(descriptors.count), timeout) < 0 {
      for index in descriptors.indices { descriptors[index].revents = 0 }
    }
    return descriptors
  }

  private func hasRoom(now: Double) -> Bool {
    guard connections.count >= HTTPListener.mostConnections else { return true }
    return connections.contains { now - $0.start > HTTPListener.patience }
  }

  private func acceptAll(now: Double) {
    while hasRoom(now: now) {
      switch Sockets.accept(on: listener) {
      case .none:
        return
      case .exhausted:
        acceptsAgain = now + HTTPListener.pause
        return
      case .connection(let descriptor):
        if connections.count >= HTTPListener.mostConnections { closeOldest() }
        connections.append(HTTPConnection(descriptor: descriptor, now: now, reader: reader))
      }
    }
  }

  /// Connections are in the order in which they were accepted.
  private func closeOldest() {
    connections[0].close()
    connections.removeFirst()
  }

  private func closeOverdue(now: Double) {
    for index in connections.indices where now >= connections[index].deadline {
      connections[index].close()
    }
    connections.removeAll { $0.phase == .closed }
  }

  /// Only a reply on its way keeps the listener from ending.
  private func startFarewell(now: Double) {
    end = now + HTTPListener.farewell
    for index in connections.indices where connections[index].phase != .writing {
      // What the client has already sent is taken, so that closing doesn't reset the connection.
      connections[index].advance(now: now) { service.respond($0, now: Clock.now()) }
      if connections[index].phase != .writing { connections[index].close() }
    }
  }
}
