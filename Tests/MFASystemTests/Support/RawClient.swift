import Foundation

#if canImport(Glibc)
  import Glibc
#endif

/// A client that sends and receives bytes as it is told, well-formed or not. It ends with this value.
final class RawClient: Sendable {
  private let descriptor: Int32

  /// - Parameter receiveBuffer: bytes that the system keeps for the client, when it matters.
  init(_ port: UInt16, receiveBuffer: Int32? = nil) throws {
    #if canImport(Glibc)
      let kind = Int32(SOCK_STREAM.rawValue)
    #else
      let kind = SOCK_STREAM
    #endif
    descriptor = socket(AF_INET, kind, 0)
    if var size = receiveBuffer {
      setsockopt(descriptor, SOL_SOCKET, SO_RCVBUF, &size, socklen_t(MemoryLayout<Int32>.size))
    }
    // A test that waits for ever says less than one that fails.
    var limit = timeval(tv_sec: 20, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    setsockopt(descriptor, SOL_SOCKET, SO_SNDTIMEO, &limit, socklen_t(MemoryLayout<timeval>.size))
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let code = withUnsafePointer(to: &address) {
      $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
        connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard code == 0 else {
      throw RawClientFailure(description: "connect: \(String(cString: strerror(errno)))")
    }
  }

  deinit { close(descriptor) }

  /// Whether the other side took the bytes.
  @discardableResult
  func send(_ text: String) -> Bool { send(Array(text.utf8)) }

  @discardableResult
  func send(_ bytes: [UInt8]) -> Bool {
    var rest = bytes[...]
    while !rest.isEmpty {
      #if canImport(Glibc)
        let flags = Int32(MSG_NOSIGNAL)
      #else
        let flags: Int32 = 0
      #endif
      let count = rest.withUnsafeBytes { Foundation.send(descriptor, $0.baseAddress, $0.count, flags) }
      guard count > 0 else { return false }
      rest = rest.dropFirst(count)
    }
    return true
  }

  /// Tells the other side that nothing more comes.
  func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

  /// One piece of what came: empty at the end, nil when the connection broke or the time was over.
  func receive(atMost count: Int = 64 * 1024) -> [UInt8]? {
    var bytes = [UInt8](repeating: 0, count: count)
    let received = recv(descriptor, &bytes, count, 0)
    return received >= 0 ? Array(bytes[..<received]) : nil
  }

  /// Everything until the other side closes; what came before a broken connection counts too.
  func receiveAll() -> String {
    var bytes: [UInt8] = []
    while let piece = receive(), !piece.isEmpty { bytes += piece }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// What comes, up to and with `mark`.
  func receive(until mark: String) -> String {
    var bytes: [UInt8] = []
    while !bytes.suffix(mark.utf8.count).elementsEqual(mark.utf8), let piece = receive(atMost: 1),
      !piece.isEmpty
    {
      bytes += piece
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  /// One reply with a body.
  func receiveReply() -> (head: String, body: String) {
    let head = receive(until: "\r\n\r\n")
    let field = head.components(separatedBy: "\r\n").first { $0.hasPrefix("Content-Length: ") }
    let length = field.flatMap { Int($0.dropFirst("Content-Length: ".count)) } ?? 0
    var body: [UInt8] = []
    while body.count < length, let piece = receive(atMost: length - body.count), !piece.isEmpty {
      body += piece
    }
    return (head, String(decoding: body, as: UTF8.self))
  }

  /// Whether the other side has closed, in one way or another.
  func isAtEnd() -> Bool { receive(atMost: 1)?.isEmpty ?? true }
}

struct RawClientFailure: Error, CustomStringConvertible {
  let description: String
}
