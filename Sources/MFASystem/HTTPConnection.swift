import MFACore
import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One connection of the listener, from accepting it to closing it. It never blocks.
struct HTTPConnection {
  enum Phase {
    /// Waiting for a request, or for the rest of one.
    case receiving
    /// The request waits for something to happen (a long poll).
    case parked
    case sending
    /// The reply is out, and what the client still sends is thrown away: closing a socket that holds
    /// unread bytes resets the connection, and the client may lose the reply (RFC 9112, section 9.6).
    case draining
    case closed
  }

  /// What follows when everything is sent.
  private enum Afterwards {
    case receiveBody, nextRequest, drain, close
  }

  /// Bytes that are kept of what a client sends while its request waits.
  private static let mostSentAhead = 16 * 1024

  let descriptor: Int32
  private(set) var phase = Phase.receiving
  /// When something is to happen if nothing else does before, on `Clock.elapsed()`.
  private(set) var deadline: Double
  /// Since when the connection has been where it is: without a request, or at one; while a reply goes out, since the
  /// client last took some of it.
  private var since: Double
  /// Whether there is input that may hold a whole request: no need to wait for more.
  private(set) var isReady = false
  private var isFirstRequest = true
  private var reader: HTTPRequestReader
  private var parked: ParkedRequest?
  private var output = HTTPOutput()
  private var afterwards = Afterwards.drain
  /// The deadline of the request at hand, kept while its client is told to go on.
  private var receiveDeadline = 0.0

  init(descriptor: Int32, now: Double, reader: HTTPRequestReader, times: HTTPTimes) {
    self.descriptor = descriptor
    self.reader = reader
    since = now
    deadline = now + times.head
  }

  private var isIdle: Bool { phase == .receiving && reader.progress == .nothing }

  /// From when on it may be closed for another one's sake.
  func givesWay(after patience: Double) -> Double { since + patience }

  /// Who has the least gives way first: one that has its reply, or asks for none.
  var usefulness: (kind: Int, since: Double) {
    switch phase {
    case .draining, .closed: (0, since)
    case .receiving: (isIdle ? 0 : 2, since)
    case .parked: (1, since)
    case .sending: (2, since)
    }
  }

  /// Closes it for another one's sake. A request that waits gets what there is, one that is slow is refused, and a client
  /// that does not take its reply loses it.
  mutating func giveWay(_ desk: HTTPDesk, now: Double) {
    if phase == .parked, let waiting = parked {
      let long = waiting.arrivedAt.advanced(bySeconds: -desk.times.parked)
      if case .response(let response) = desk.ask(waiting.received, arrivedAt: long, now: Clock.now()) {
        reply(response, to: waiting.received, desk, now: now)
      }
    } else if phase == .receiving, !isIdle {
      refuse(HTTPRefusal(status: 408), desk, now: now)
    }
    close()
  }

  /// What `poll` has to wait for.
  var interest: Int16 {
    switch phase {
    case .sending: Int16(POLLOUT)
    // Only to see the client go; what it sends ahead is taken up to a limit.
    case .parked where reader.bufferedCount >= HTTPConnection.mostSentAhead: 0
    default: Int16(POLLIN)
    }
  }

  /// Goes on as far as it can without waiting, one piece of input and one request at most, so that every connection
  /// gets its turn.
  mutating func advance(_ desk: HTTPDesk, now: Double) {
    switch phase {
    case .receiving: receive(desk, now: now)
    case .parked: lookForEnd(desk)
    case .sending: send(desk, now: now)
    case .draining:
      if case .ended = desk.receive(from: descriptor) { close() }
    case .closed: break
    }
  }

  /// Does what is due once the deadline has come.
  mutating func passDeadline(_ desk: HTTPDesk, now: Double) {
    switch phase {
    case .receiving where reader.progress == .nothing: close()
    case .receiving: refuse(HTTPRefusal(status: 408), desk, now: now)
    case .parked: askAgain(desk, now: now)
    case .sending, .draining: close()
    case .closed: break
    }
  }

  /// Asks about a request that waits once more.
  mutating func askAgain(_ desk: HTTPDesk, now: Double) {
    guard phase == .parked, let waiting = parked else { return }
    let wallTime = Clock.now()
    switch desk.ask(waiting.received, arrivedAt: waiting.arrivedAt, now: wallTime) {
    case .response(let response):
      reply(response, to: waiting.received, desk, now: now)
    case .wait(let until):
      // Whoever says to wait for a time that has come would be asked for ever.
      guard !desk.isClosing, now < waiting.end, until > wallTime else {
        reply(HTTPResponseBytes.refusal(HTTPRefusal(status: 503)), to: waiting.received, desk, now: now)
        return
      }
      deadline = waiting.deadline(until: until, wallTime: wallTime, now: now)
    }
  }

  /// Lets what is under way come to its end, and nothing new begin.
  mutating func finish(_ desk: HTTPDesk, now: Double) {
    // What the client has already sent is taken, so that closing doesn't reset the connection.
    if phase == .receiving { receive(desk, now: now) }
    askAgain(desk, now: now)
    if isIdle { close() }
  }

  mutating func close() {
    guard phase != .closed else { return }
    phase = .closed
    closeDescriptor(descriptor)
  }
}

extension HTTPConnection {
  private mutating func receive(_ desk: HTTPDesk, now: Double) {
    let before = reader.progress
    if !isReady {
      switch desk.receive(from: descriptor) {
      case .wouldBlock: return
      case .ended where before == .nothing: return close()
      case .ended: return refuse(.malformed, desk, now: now)
      case .bytes(let bytes): reader.append(bytes)
      }
    }
    isReady = false
    switch reader.next() {
    case .needsMore:
      extendDeadline(since: before, desk.times, now: now)
    case .awaitsContinue:
      extendDeadline(since: before, desk.times, now: now)
      receiveDeadline = deadline
      output.bytes += HTTPResponseBytes.goOn
      startSending(then: .receiveBody, desk, now: now)
    case .request(let received):
      isFirstRequest = false
      since = now
      let arrivedAt = Clock.now()
      switch desk.ask(received, arrivedAt: arrivedAt, now: arrivedAt) {
      case .response(let response):
        reply(response, to: received, desk, now: now)
      case .wait(let until):
        let waiting = ParkedRequest(received: received, arrivedAt: arrivedAt, end: now + desk.times.parked)
        parked = waiting
        phase = .parked
        deadline = waiting.deadline(until: until, wallTime: arrivedAt, now: now)
      }
    case .refused(let refusal):
      refuse(refusal, desk, now: now)
    }
  }

  /// A request gets a time in all for its head and one for its body, however busily its client sends.
  private mutating func extendDeadline(
    since before: HTTPRequestReader.Progress,
    _ times: HTTPTimes,
    now: Double
  ) {
    switch (before, reader.progress) {
    case (.nothing, .partOfHead) where !isFirstRequest:
      since = now
      deadline = now + times.head
    case (.nothing, .head), (.partOfHead, .head): deadline = now + times.body
    default: break
    }
  }

  /// A client that has closed its side has gone; what it sends ahead is kept for later.
  private mutating func lookForEnd(_ desk: HTTPDesk) {
    // Only a connection that broke is reported when nothing is asked for.
    guard interest != 0 else { return close() }
    switch desk.receive(from: descriptor) {
    case .bytes(let bytes): reader.append(bytes)
    case .wouldBlock: break
    case .ended: close()
    }
  }

  private mutating func refuse(_ refusal: HTTPRefusal, _ desk: HTTPDesk, now: Double) {
    desk.tell(refusal)
    HTTPResponseBytes.encode(
      HTTPResponseBytes.refusal(refusal),
      headOnly: reader.wantsHeadOnly,
      persistence: .close,
      date: desk.now,
      into: &output.bytes
    )
    startSending(then: .drain, desk, now: now)
  }

  private mutating func reply(
    _ response: ServiceResponse,
    to received: ReceivedRequest,
    _ desk: HTTPDesk,
    now: Double
  ) {
    parked = nil
    let persistence = desk.isClosing ? .close : received.persistence
    HTTPResponseBytes.encode(
      response,
      headOnly: received.wantsHeadOnly,
      persistence: persistence,
      date: desk.now,
      into: &output.bytes
    )
    startSending(then: following(received, persistence), desk, now: now)
  }

  private func following(_ received: ReceivedRequest, _ persistence: HTTPPersistence) -> Afterwards {
    if persistence != .close { return .nextRequest }
    // A client that closes by its own wish sends nothing more that would have to be waited for.
    return received.persistence == .close && reader.bufferedCount == 0 ? .close : .drain
  }

  private mutating func startSending(then next: Afterwards, _ desk: HTTPDesk, now: Double) {
    afterwards = next
    phase = .sending
    since = now
    deadline = now + desk.times.sending
    // It nearly always fits into the socket's buffer: no need to ask first.
    send(desk, now: now)
  }

  private mutating func send(_ desk: HTTPDesk, now: Double) {
    switch output.send(to: descriptor) {
    case .wouldBlock(let hasMoved):
      if hasMoved { since = now }
      return
    case .ended: return close()
    case .complete: since = now
    }
    switch afterwards {
    case .receiveBody:
      phase = .receiving
      deadline = receiveDeadline
    case .nextRequest where !desk.isClosing:
      phase = .receiving
      isReady = reader.bufferedCount > 0
      deadline = now + (isReady ? desk.times.head : desk.times.idle)
    case .close:
      close()
    case .nextRequest, .drain:
      Sockets.endSending(descriptor)
      phase = .draining
      deadline = now + desk.times.draining
    }
  }
}

/// The system call under a name that the method above doesn't hide.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
