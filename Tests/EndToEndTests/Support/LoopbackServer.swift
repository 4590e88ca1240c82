import Foundation

/// A server on the loopback interface that records what it gets and answers as it is told, wrongly if need be.
///
/// It runs in threads of its own, on a port of its own, and ends with this value; it takes at most 64 connections
/// and lives at most 30 seconds. A request with a chunked body is recorded without it.
final class LoopbackServer: Sendable {
  /// What to do about a request.
  enum Action: Sendable {
    /// Sends the bytes and closes the connection.
    case reply([UInt8])
    case replyThen([UInt8], Then)
    /// Closes the connection without a reply.
    case closeAtOnce
    /// Never says anything.
    case hang
    /// Sends the bytes one by one, with so many seconds before each, and closes.
    case drip([UInt8], perByte: Double)
    /// Breaks the connection off: the client gets an error, and not an end.
    case reset
    /// Sends the bytes, then a block so many times, with so many seconds before each, and closes.
    case flood([UInt8], block: [UInt8], times: Int, pause: Double = 0)
    /// Agrees to CONNECT as a proxy does, and passes on what comes, from and to this port of the machine.
    case tunnel(to: UInt16)

    /// A whole reply with the headers that a body needs.
    static func status(_ status: String, headers: [String] = [], body: String = "") -> Action {
      let own = ["Content-Length: \(body.utf8.count)", "Connection: close"]
      let head = (["HTTP/1.1 \(status)"] + headers + own).joined(separator: "\r\n")
      return .reply(Array("\(head)\r\n\r\n\(body)".utf8))
    }

    static let ok = status("200 OK", headers: ["Content-Type: application/json"], body: #"{"status":"ok"}"#)
  }

  /// What to do after a reply.
  enum Then: Sendable {
    case close
    /// Keeps the connection open and silent.
    case hang
    case reset
    /// Waits for another request on the same connection.
    case awaitNext
  }

  /// What to do about a connection, before anything is read from it, a TLS handshake included.
  enum Welcome: Sendable {
    case serve, closeAtOnce, hang, reset
    /// Says this, whatever comes, and closes.
    case say([UInt8])
  }

  enum Family: Sendable {
    case ipv4, ipv6
  }

  let port: UInt16
  private let family: Family
  private let isTLS: Bool
  private let service: Service

  /// Answers each request as the closure says; it runs in the connection's thread.
  init(
    family: Family = .ipv4,
    tls: TLSIdentity? = nil,
    welcome: Welcome = .serve,
    answer: @escaping @Sendable (RecordedRequest) -> Action = { _ in .ok }
  ) throws {
    _ = brokenPipesAreErrors
    self.family = family
    isTLS = tls != nil
    let tls = try tls.map(TLSServerSide.init)
    let (listener, port) = try Sockets.listen(family)
    self.port = port
    let service = Service(listener: listener, tls: tls, welcome: welcome, answer: answer)
    self.service = service
    Self.startThread { service.run() }
  }

  /// Answers the first request with the first of the replies, and so on; one too many gets 500.
  convenience init(replies: [[UInt8]], family: Family = .ipv4, tls: TLSIdentity? = nil) throws {
    try self.init(family: family, tls: tls) { request in
      request.index < replies.count ? .reply(replies[request.index]) : .status("500 Unexpected Request")
    }
  }

  deinit { service.stop() }

  /// Ends all connections; what was recorded stays.
  func stop() { service.stop() }

  /// Its address, by the number of the host unless a name is given.
  func url(_ path: String = "/", host: String? = nil) -> String {
    let number = family == .ipv4 ? "127.0.0.1" : "[::1]"
    return "\(isTLS ? "https" : "http")://\(host ?? number):\(port)\(path)"
  }

  /// The requests whose head has come so far.
  var requests: [RecordedRequest] { service.record.withLock { $0.requests } }
  /// How many connections were made so far, whatever came of them.
  var connectionCount: Int { service.record.withLock { $0.connections } }
  /// Why TLS handshakes failed so far.
  var handshakeFailures: [String] { service.record.withLock { $0.handshakeFailures } }

  /// Waits until so many requests have come.
  func waitForRequests(_ count: Int, within seconds: Double = 5) throws {
    guard holds(within: seconds, { requests.count >= count }) else {
      throw SupportFailure("\(requests.count) requests after \(seconds) s, not \(count)")
    }
  }

  /// A port on which nothing listens (and nothing will, unless the system gives it away again meanwhile).
  static func unusedPort() throws -> UInt16 {
    let (listener, port) = try Sockets.listen(.ipv4)
    close(listener)
    return port
  }

  /// A socket that listens and is the caller's to close, with the length of the queue of those not accepted yet.
  static func listener(backlog: Int32) throws -> (descriptor: Int32, port: UInt16) {
    try Sockets.listen(.ipv4, backlog: backlog)
  }

  /// Whether the machine has ::1, for `.enabled(if:)`.
  static let hasIPv6: Bool = {
    guard let (listener, _) = try? Sockets.listen(.ipv6) else { return false }
    close(listener)
    return true
  }()

  fileprivate static func startThread(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread { body() }
  }
}

/// What the threads of one server share. It outlives the server until the last of them has ended.
private final class Service: Sendable {
  struct Record {
    var requests: [RecordedRequest] = []
    var connections = 0
    var handshakeFailures: [String] = []
    /// The open connections, and whether new ones may join.
    var open: Set<Int32> = []
    var isStopped = false
  }

  private static let connectionLimit = 64

  let record = Locked(Record())
  private let listener: Int32
  private let tls: TLSServerSide?
  private let welcome: LoopbackServer.Welcome
  private let answer: @Sendable (RecordedRequest) -> LoopbackServer.Action
  private let end = secondsNow() + 30

  init(
    listener: Int32,
    tls: TLSServerSide?,
    welcome: LoopbackServer.Welcome,
    answer: @escaping @Sendable (RecordedRequest) -> LoopbackServer.Action
  ) {
    self.listener = listener
    self.tls = tls
    self.welcome = welcome
    self.answer = answer
  }

  private var isOver: Bool { secondsNow() > end || record.withLock { $0.isStopped } }

  func stop() {
    record.withLock { record in
      record.isStopped = true
      // Wakes the threads that read or write; each closes its own.
      for descriptor in record.open { shutdown(descriptor, Int32(SHUT_RDWR)) }
    }
  }

  func run() {
    while !isOver {
      // Polled, because on macOS a `shutdown` does not wake who waits for a connection.
      var waiting = pollfd(fd: listener, events: Int16(POLLIN), revents: 0)
      guard poll(&waiting, 1, 20) > 0 else { continue }
      let descriptor = accept(listener, nil, nil)
      guard descriptor >= 0 else { continue }
      _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
      let number: Int? = record.withLock { record in
        guard !record.isStopped, record.connections < Self.connectionLimit else { return nil }
        record.open.insert(descriptor)
        record.connections += 1
        return record.connections - 1
      }
      guard let number else {
        close(descriptor)
        continue
      }
      LoopbackServer.startThread { self.serve(descriptor, number) }
    }
    close(listener)
    stop()
  }

  private func serve(_ descriptor: Int32, _ number: Int) {
    Sockets.setTimeLimit(descriptor, max(0.1, end - secondsNow()))
    switch welcome {
    case .serve:
      converse(descriptor, number)
    case .closeAtOnce:
      break
    case .hang:
      while !isOver, !Sockets.read(descriptor).isEmpty {}
    case .reset:
      Sockets.setReset(descriptor)
    case .say(let bytes):
      let connection = Connection(descriptor, nil)
      _ = connection.read()
      connection.write(bytes)
      connection.finish()
    }
    record.withLock { record in
      record.open.remove(descriptor)
      close(descriptor)
    }
  }

  private func converse(_ descriptor: Int32, _ number: Int) {
    let connection: Connection
    do {
      connection = Connection(descriptor, try tls?.accept(descriptor))
    } catch {
      record.withLock { $0.handshakeFailures.append("\(error)") }
      // What the client has sent meanwhile is read, or it may get a broken connection instead of the alert.
      return Connection(descriptor, nil).finish()
    }
    while !isOver, let request = receive(connection, number) {
      switch answer(request) {
      case .reply(let bytes):
        connection.write(bytes)
        return connection.finish()
      case .replyThen(let bytes, let then):
        connection.write(bytes)
        switch then {
        case .close:
          return connection.finish()
        case .hang:
          return hang(connection)
        case .reset:
          // Some systems drop what the client has not read yet when the connection is broken off.
          usleep(50_000)
          return Sockets.setReset(descriptor)
        case .awaitNext:
          continue
        }
      case .closeAtOnce:
        return connection.finish()
      case .hang:
        return hang(connection)
      case .drip(let bytes, let perByte):
        for byte in bytes {
          _ = holds(within: perByte) { isOver }
          if isOver || !connection.write([byte]) { return }
        }
        return connection.finish()
      case .reset:
        return Sockets.setReset(descriptor)
      case .flood(let bytes, let block, let times, let pause):
        guard connection.write(bytes) else { return }
        for _ in 0..<times {
          if pause > 0 { _ = holds(within: pause) { isOver } }
          if isOver || !connection.write(block) { return }
        }
        return connection.finish()
      case .tunnel(let port):
        connection.write(Array("HTTP/1.1 200 Connection established\r\n\r\n".utf8))
        return Tunnel.relay(descriptor, toPort: port) { isOver }
      }
    }
  }

  private func hang(_ connection: Connection) {
    while !isOver, !connection.read().isEmpty {}
  }

  /// The next request of a connection; nil when none comes.
  private func receive(_ connection: Connection, _ number: Int) -> RecordedRequest? {
    let separator = Array("\r\n\r\n".utf8)
    var bytes = connection.unused
    var searched = 0
    var headEnd: Int?
    while headEnd == nil {
      for start in searched..<max(searched, bytes.count - 3) where bytes[start...].starts(with: separator) {
        headEnd = start + 4
        break
      }
      guard headEnd == nil else { break }
      searched = max(0, bytes.count - 3)
      let more = connection.read()
      if more.isEmpty { return nil }
      bytes += more
    }
    guard let headEnd else { return nil }
    let head = Array(bytes[..<headEnd])
    let probe = RecordedRequest(head: head, body: [], index: 0, connection: number, isComplete: false)
    let length = probe.header("Content-Length").flatMap { Int($0) } ?? 0
    if probe.header("Expect")?.lowercased() == "100-continue" {
      connection.write(Array("HTTP/1.1 100 Continue\r\n\r\n".utf8))
    }
    while bytes.count < headEnd + length {
      let more = connection.read()
      if more.isEmpty { break }
      bytes += more
    }
    let bodyEnd = min(bytes.count, headEnd + length)
    connection.unused = Array(bytes[bodyEnd...])
    return record.withLock { record in
      let request = RecordedRequest(
        head: head,
        body: Array(bytes[headEnd..<bodyEnd]),
        index: record.requests.count,
        connection: number,
        isComplete: bodyEnd == headEnd + length
      )
      record.requests.append(request)
      return request
    }
  }
}

/// A connection, with or without TLS.
private final class Connection {
  private let descriptor: Int32
  private let tls: TLSConnection?
  /// What came behind the last request.
  var unused: [UInt8] = []

  init(_ descriptor: Int32, _ tls: TLSConnection?) {
    self.descriptor = descriptor
    self.tls = tls
  }

  /// Nothing at the end or on failure.
  func read() -> [UInt8] {
    tls?.read() ?? Sockets.read(descriptor)
  }

  @discardableResult
  func write(_ bytes: [UInt8]) -> Bool {
    tls?.write(bytes) ?? Sockets.write(descriptor, bytes)
  }

  /// Ends it properly: a socket that is closed with something unread breaks the reply off.
  func finish() {
    if let tls {
      tls.endsProperly = true
    } else {
      shutdown(descriptor, Int32(SHUT_WR))
      Sockets.setTimeLimit(descriptor, 1)
      while !Sockets.read(descriptor).isEmpty {}
    }
  }
}

private enum Sockets {
  static func listen(
    _ family: LoopbackServer.Family,
    backlog: Int32 = 64
  ) throws -> (descriptor: Int32, port: UInt16) {
    #if os(Linux)
      let stream = Int32(SOCK_STREAM.rawValue)
    #else
      let stream = SOCK_STREAM
    #endif
    let descriptor = socket(family == .ipv4 ? AF_INET : AF_INET6, stream, 0)
    guard descriptor >= 0 else { throw SupportFailure.system("socket") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    // A client that is gone before it is accepted must not stop the thread that accepts.
    _ = fcntl(descriptor, F_SETFL, O_NONBLOCK)
    var port: in_port_t?
    switch family {
    case .ipv4:
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
      if bindAndListen(descriptor, &address, backlog) { port = address.sin_port }
    case .ipv6:
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      withUnsafeMutableBytes(of: &address.sin6_addr) { $0[15] = 1 }
      if bindAndListen(descriptor, &address, backlog) { port = address.sin6_port }
    }
    guard let port else {
      let failure = SupportFailure.system("listening on the loopback interface")
      close(descriptor)
      throw failure
    }
    return (descriptor, UInt16(bigEndian: port))
  }

  /// Binds to a free port and puts it into the address.
  private static func bindAndListen<Address>(
    _ descriptor: Int32,
    _ address: inout Address,
    _ backlog: Int32
  ) -> Bool {
    var size = socklen_t(MemoryLayout<Address>.size)
    return withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(descriptor, pointer, size) == 0 && Foundation.listen(descriptor, backlog) == 0
          && getsockname(descriptor, pointer, &size) == 0
      }
    }
  }

  /// Bounds each read and each write.
  static func setTimeLimit(_ descriptor: Int32, _ seconds: Double) {
    // On macOS an accepted socket does not block, because its listener does not.
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) & ~O_NONBLOCK)
    var limit = timeval()
    limit.tv_sec = Int(seconds)
    limit.tv_usec = .init((seconds - seconds.rounded(.down)) * 1e6)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
  }

  /// The next `close` breaks the connection off.
  static func setReset(_ descriptor: Int32) {
    var none = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &none, socklen_t(MemoryLayout<linger>.size))
  }

  static func read(_ descriptor: Int32) -> [UInt8] {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = Foundation.read(descriptor, &buffer, buffer.count)
    return count > 0 ? Array(buffer[..<count]) : []
  }

  static func write(_ descriptor: Int32, _ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { Foundation.write(descriptor, $0.baseAddress, $0.count) }
      if count <= 0 { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }
}
