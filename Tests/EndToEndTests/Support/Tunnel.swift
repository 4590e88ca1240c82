import Foundation

/// What a proxy does after it has agreed to CONNECT.
enum Tunnel {
  /// Passes bytes on, both ways, until one side has ended or it is over.
  static func relay(_ client: Int32, toPort port: UInt16, until isOver: () -> Bool) {
    guard let service = try? connect(toPort: port) else { return }
    defer { close(service) }
    while !isOver() {
      var ends = [client, service].map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
      guard poll(&ends, 2, 20) > 0 else { continue }
      for (end, other) in [(ends[0], service), (ends[1], client)] where end.revents != 0 {
        guard passOn(from: end.fd, to: other) else { return }
      }
    }
  }

  /// A connection to a port of this machine, for whoever has to close it.
  static func connect(toPort port: UInt16, blocking: Bool = true) throws -> Int32 {
    #if os(Linux)
      let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
      let descriptor = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    guard descriptor >= 0 else { throw SupportFailure.system("socket") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    if !blocking { _ = fcntl(descriptor, F_SETFL, O_NONBLOCK) }
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = in_addr_t(0x7f00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        Foundation.connect(descriptor, pointer, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 || (!blocking && errno == EINPROGRESS) else {
      let failure = SupportFailure.system("connecting to port \(port)")
      close(descriptor)
      throw failure
    }
    return descriptor
  }

  private static func passOn(from source: Int32, to target: Int32) -> Bool {
    var buffer = [UInt8](repeating: 0, count: 65536)
    let count = read(source, &buffer, buffer.count)
    guard count > 0 else { return false }
    var sent = 0
    while sent < count {
      let written = buffer.withUnsafeBytes { write(target, $0.baseAddress?.advanced(by: sent), count - sent) }
      guard written > 0 else { return false }
      sent += written
    }
    return true
  }
}

/// A port that lets nobody in: its listener accepts no connection, and the queue for them is full, so that
/// a further client gets neither a connection nor a refusal, as from a host that no packet reaches.
final class SilentPort: Sendable {
  let port: UInt16
  private let listener: Int32
  private let waiting: [Int32]

  init() throws {
    (listener, port) = try LoopbackServer.listener(backlog: 0)
    var waiting: [Int32] = []
    var isFull = false
    // Linux takes one more than it is told, other systems half as many more; none takes this many.
    while !isFull, waiting.count < 32 {
      let client = try Tunnel.connect(toPort: port, blocking: false)
      waiting.append(client)
      var connected = pollfd(fd: client, events: Int16(POLLOUT), revents: 0)
      isFull = poll(&connected, 1, 100) == 0
    }
    self.waiting = waiting
    guard isFull else { throw SupportFailure("the queue of port \(port) does not fill") }
  }

  deinit {
    for descriptor in waiting + [listener] { close(descriptor) }
  }
}
