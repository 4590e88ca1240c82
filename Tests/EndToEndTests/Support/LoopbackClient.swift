import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// The reply to a request of a `LoopbackClient`.
struct HTTPAnswer: Sendable {
  let status: Int
  let head: String
  let body: [UInt8]

  var text: String { String(decoding: body, as: UTF8.self) }

  /// The body as a JSON object.
  func json() throws -> [String: Any] {
    guard let object = try? JSONSerialization.jsonObject(with: Data(body)) as? [String: Any] else {
      throw SupportFailure("the body is not a JSON object: \(head)\(text)")
    }
    return object
  }
}

/// A connection to a port of this machine, kept open from one request to the next. One thread at a time may use it.
final class LoopbackClient: @unchecked Sendable {
  private let descriptor: Int32
  private let port: UInt16
  private var unread: [UInt8] = []

  init(_ port: UInt16) throws {
    _ = brokenPipesAreErrors
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    self.port = port
    descriptor = socket(AF_INET, kind, 0)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    var limit = timeval(tv_sec: 15, tv_usec: 0)
    for option in [SO_RCVTIMEO, SO_SNDTIMEO] {
      setsockopt(descriptor, SOL_SOCKET, option, &limit, socklen_t(MemoryLayout<timeval>.size))
    }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else { throw SupportFailure.system("connecting to port \(port)") }
  }

  deinit { close(descriptor) }

  /// Sends a request with JSON, if any, and waits for its reply. Headers replace our own `Host`.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: String? = nil, headers: [String] = []) throws
    -> HTTPAnswer
  {
    try send(method, path, body, headers: headers)
    return try receive()
  }

  func send(_ method: String, _ path: String, _ body: String?, headers: [String] = []) throws {
    var lines = ["\(method) \(path) HTTP/1.1"] + headers
    if !headers.contains(where: { $0.hasPrefix("Host:") }) { lines.append("Host: 127.0.0.1:\(port)") }
    if let body { lines += ["Content-Type: application/json", "Content-Length: \(body.utf8.count)"] }
    var rest = Array("\(lines.joined(separator: "\r\n"))\r\n\r\n\(body ?? "")".utf8)[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { write(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { throw SupportFailure.system("sending \(method) \(path)") }
      rest = rest.dropFirst(count)
    }
  }

  func receive() throws -> HTTPAnswer {
    let separator = Array("\r\n\r\n".utf8)
    var end: Int?
    while true {
      end = (0..<max(0, unread.count - 3)).first { unread[$0] == 13 && unread[$0...].starts(with: separator) }
      if end != nil { break }
      try readMore()
    }
    let headEnd = (end ?? 0) + 4
    let head = String(decoding: unread[..<headEnd], as: UTF8.self)
    let length = head.lowercased().firstMatch(of: /content-length: (\d+)/).flatMap { Int($0.output.1) } ?? 0
    while unread.count < headEnd + length { try readMore() }
    let body = Array(unread[headEnd..<(headEnd + length)])
    unread.removeFirst(headEnd + length)
    guard let status = head.split(separator: " ").dropFirst().first.flatMap({ Int($0) }) else {
      throw SupportFailure("no status in \(head)")
    }
    return HTTPAnswer(status: status, head: head, body: body)
  }

  private func readMore() throws {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(descriptor, &buffer, buffer.count)
    guard count != 0 else { throw SupportFailure("the connection ended without a reply") }
    guard count > 0 else { throw SupportFailure.system("waiting for a reply") }
    unread += buffer[..<count]
  }
}

/// Runs the body so often at once, each in a thread of its own, and calls `meanwhile` until all have ended.
func atOnce(
  _ count: Int,
  meanwhile: () throws -> Void = { usleep(1000) },
  _ body: @escaping @Sendable (Int) throws -> Void
) throws {
  let state = Locked((running: count, failure: nil as (any Error)?))
  for index in 0..<count {
    Thread.detachNewThread {
      let result = Result { try body(index) }
      state.withLock { state in
        state.running -= 1
        if case .failure(let error) = result { state.failure = error }
      }
    }
  }
  let end = secondsNow() + 20
  while state.withLock({ $0.running }) > 0 {
    guard secondsNow() < end else { throw SupportFailure("threads still run after 20 s") }
    try meanwhile()
  }
  if let failure = state.withLock({ $0.failure }) { throw failure }
}
