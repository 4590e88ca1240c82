import MFACommand
import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A small HTTP/1.1 server: one thread, many connections, none of which can hold up the others for long. Where there
/// are too many, or no descriptors are left, the least useful one gives way to a new one.
///
/// It belongs to the thread that calls `run`, and nothing in it is shared.
final class HTTPListener {
  /// Connections at one time.
  private let mostConnections: Int
  private let listener: Int32
  /// Becomes ready when the listener is to end.
  private let endSignal: Int32
  private let reader: HTTPRequestReader
  private let desk: HTTPDesk
  private var connections: [HTTPConnection] = []
  /// The signal and the listening socket, and then the connections in order.
  private var polled: [pollfd] = []
  private var acceptsAgain = 0.0
  /// When the listener ends at the latest, once it was told to.
  private var end: Double?

  /// Takes over `listener`, a listening socket.
  init(
    listener: Int32,
    endSignal: Int32,
    authorities: HTTPAuthorities,
    desk: HTTPDesk,
    mostConnections: Int
  ) {
    self.mostConnections = mostConnections
    self.listener = listener
    self.endSignal = endSignal
    self.desk = desk
    reader = HTTPRequestReader(
      authorities: authorities,
      limits: HTTPRequestReader.Limits(requestLine: 8 * 1024, head: 32 * 1024, body: 1024 * 1024)
    )
  }

  /// Serves until the signal to end, then lets requests on their way finish and closes everything.
  func run() {
    while !isOver(at: Clock.elapsed()) {
      wait()
      let now = Clock.elapsed()
      for index in connections.indices where polled[index + 2].revents != 0 || connections[index].isReady {
        connections[index].advance(desk, now: now)
      }
      if end == nil, polled[0].revents != 0 { startFarewell(now: now) }
      askParkedAgain(now: now)
      passDeadlines(now: now)
      if end == nil, polled[1].revents != 0 { acceptAll(now: now) }
    }
    for index in connections.indices { connections[index].close() }
    if end == nil { close(listener) }
  }

  private func isOver(at now: Double) -> Bool {
    guard let end else { return false }
    return connections.isEmpty || now >= end
  }

  /// Waits until something can be done, at most until the nearest deadline.
  private func wait() {
    let now = Clock.elapsed()
    let accepts = end == nil && now >= acceptsAgain && hasRoom(now: now)
    polled.removeAll(keepingCapacity: true)
    // A negative descriptor is left out by `poll`. The signal stays ready, so it is asked about once.
    polled.append(pollfd(fd: end == nil ? endSignal : -1, events: Int16(POLLIN), revents: 0))
    polled.append(pollfd(fd: accepts ? listener : -1, events: Int16(POLLIN), revents: 0))
    for connection in connections {
      polled.append(pollfd(fd: connection.descriptor, events: connection.interest, revents: 0))
    }
    if poll(&polled, nfds_t(polled.count), timeout(now: now, accepts: accepts)) < 0 {
      for index in polled.indices { polled[index].revents = 0 }
    }
  }

  /// Milliseconds until the nearest deadline, -1 for none.
  private func timeout(now: Double, accepts: Bool) -> Int32 {
    var nearest = end ?? .infinity
    for connection in connections {
      if connection.isReady { return 0 }
      nearest = min(nearest, connection.deadline)
      // Then there may be room for a new one. What lies in the past has changed nothing.
      let time = connection.givesWay(after: desk.times.patience)
      if !accepts, end == nil, time > now { nearest = min(nearest, time) }
    }
    if !accepts, end == nil, acceptsAgain > now { nearest = min(nearest, acceptsAgain) }
    guard nearest.isFinite else { return -1 }
    // No longer than the longest wait, since `poll` doesn't count the time that the machine sleeps.
    return Int32(min(max((nearest - now) * 1000, 0), 10_000).rounded(.up))
  }

  private func hasRoom(now: Double) -> Bool {
    connections.count < mostConnections || leastUseful(now: now) != nil
  }

  /// The connection that gives way to a new one: one without a request, else a request that waits for something to
  /// happen, else one whose client is slow to send it or to take its reply. The oldest of its kind.
  private func leastUseful(now: Double) -> Int? {
    connections.indices
      .filter { connections[$0].givesWay(after: desk.times.patience) <= now }
      .min { connections[$0].usefulness < connections[$1].usefulness }
  }

  /// False when none can.
  private func makeRoom(now: Double) -> Bool {
    guard let index = leastUseful(now: now) else { return false }
    connections[index].giveWay(desk, now: now)
    connections.remove(at: index)
    return true
  }

  private func acceptAll(now: Double) {
    while hasRoom(now: now) {
      switch Sockets.accept(on: listener) {
      case .none:
        return
      case .exhausted:
        if makeRoom(now: now) { continue }
        acceptsAgain = now + desk.times.pause
        return
      case .connection(let descriptor):
        if connections.count >= mostConnections { _ = makeRoom(now: now) }
        connections.append(
          HTTPConnection(descriptor: descriptor, now: now, reader: reader, times: desk.times)
        )
      }
    }
  }

  /// Something may have happened that requests wait for. What they do may be such a thing too, but each of them does
  /// it once.
  private func askParkedAgain(now: Double) {
    while desk.hasChanged {
      desk.hasChanged = false
      for index in connections.indices { connections[index].askAgain(desk, now: now) }
    }
  }

  private func passDeadlines(now: Double) {
    for index in connections.indices where now >= connections[index].deadline {
      connections[index].passDeadline(desk, now: now)
    }
    connections.removeAll { $0.phase == .closed }
  }

  /// Nothing new is begun. Nobody can connect any more, since nobody would answer.
  private func startFarewell(now: Double) {
    end = now + desk.times.farewell
    close(listener)
    desk.isClosing = true
    for index in connections.indices { connections[index].finish(desk, now: now) }
  }
}
