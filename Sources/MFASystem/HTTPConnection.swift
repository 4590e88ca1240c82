import MFAService

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// One connection of the listener, from accepting it to closing it. It never blocks.
struct HTTPConnection {
  enum Phase {
    case reading
    case writing
    /// The reply is out, and what the client still sends is thrown away: closing a socket that holds
    /// unread bytes resets the connection, and the client may lose the reply (RFC 9112, section 9.6).
    case draining
    case closed
  }

  let descriptor: Int32
  private(set) var phase = Phase.reading
  /// When it was accepted, on `Clock.elapsed()`.
  let start: Double
  /// When it is closed, whatever it is doing.
  private(set) var deadline: Double
  private var reader: HTTPRequestReader
  private var reply: ArraySlice<UInt8> = []

  /// Seconds from accepting to closing.
  private static let longestTime = 10.0
  /// Seconds that a client has to read the reply and close.
  private static let longestDraining = 1.0

  init(descriptor: Int32, now: Double, reader: HTTPRequestReader) {
    self.descriptor = descriptor
    self.reader = reader
    start = now
    deadline = now + HTTPConnection.longestTime
  }

  /// What `poll` has to wait for.
  var interest: Int16 { Int16(phase == .writing ? POLLOUT : POLLIN) }

  /// Goes on as far as it can without waiting, one piece of input at most, so that every connection
  /// gets its turn. `answer` is called for each whole request.
  mutating func advance(now: Double, answer: (ServiceRequest) -> ServiceResponse) {
    switch phase {
    case .reading: readPiece(now: now, answer: answer)
    case .writing: writeReply(now: now)
    case .draining: drain()
    case .closed: break
    }
  }

  mutating func close() {
    guard phase != .closed else { return }
    phase = .closed
    closeDescriptor(descriptor)
  }

  private mutating func readPiece(now: Double, answer: (ServiceRequest) -> ServiceResponse) {
    switch receive() {
    case .wouldBlock:
      return
    case .ended:
      close()
      return
    case .bytes(let bytes):
      reader.append(bytes)
    }
    switch reader.next() {
    case .needsMore:
      return
    case .request(let request):
      startReply(answer(request), now: now)
    case .refused(let refusal):
      startReply(HTTPResponseBytes.refusal(refusal), now: now)
    }
  }

  private mutating func startReply(_ response: ServiceResponse, now: Double) {
    reply = HTTPResponseBytes.encode(response, headOnly: reader.wantsHeadOnly)[...]
    phase = .writing
    // It nearly always fits into the socket's buffer: no need to ask first.
    writeReply(now: now)
  }

  private mutating func writeReply(now: Double) {
    while !reply.isEmpty {
      switch Sockets.send(reply, to: descriptor) {
      case .bytes(let count):
        reply = reply.dropFirst(count)
      case .wouldBlock:
        return
      case .ended:
        close()
        return
      }
    }
    Sockets.endSending(descriptor)
    phase = .draining
    deadline = min(deadline, now + HTTPConnection.longestDraining)
  }

  private mutating func drain() {
    if case .ended = receive() { close() }
  }

  private enum Input {
    case bytes([UInt8])
    case wouldBlock
    case ended
  }

  private func receive() -> Input {
    var outcome = Sockets.Transfer.wouldBlock
    let bytes = [UInt8](unsafeUninitializedCapacity: 16 * 1024) { buffer, count in
      outcome = Sockets.receive(from: descriptor, into: UnsafeMutableRawBufferPointer(buffer))
      if case .bytes(let received) = outcome { count = received }
    }
    return switch outcome {
    case .bytes: .bytes(bytes)
    case .wouldBlock: .wouldBlock
    case .ended: .ended
    }
  }
}

/// The system call under a name that the method above doesn't hide.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
