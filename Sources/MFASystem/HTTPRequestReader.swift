package import MFAService

/// Bytes of one connection, cut into requests. Pure: it never waits, and holds no more than its limits.
///
/// Bytes behind a request stay for the next call, as a connection that is kept open needs it.
package struct HTTPRequestReader: Sendable {
  /// How much a client may send.
  package struct Limits: Sendable {
    package let head: Int
    package let body: Int

    package init(head: Int, body: Int) {
      self.head = head
      self.body = body
    }
  }

  package enum Step: Sendable, Equatable {
    /// Nothing is wrong yet, but more has to come.
    case needsMore
    case request(ServiceRequest)
    /// The connection can't go on: nobody knows where the next request would begin.
    case refused(HTTPRefusal)
  }

  /// The hosts, with their port, that this server answers for. A page in a browser can make its own
  /// host name point here (DNS rebinding), but it can't change the name that is sent.
  private let authorities: Set<String>
  private let limits: Limits
  private var buffer: [UInt8] = []
  /// The lines of the head so far, without their line ends.
  private var lines: [Range<Int>] = []
  /// Where the line at hand begins; behind a whole head, where the body does.
  private var lineStart = 0
  /// How far the head was searched, so that one that comes byte by byte is not searched from its start
  /// each time.
  private var scanned = 0
  private var head: HTTPRequestHead?

  /// Whether the newest request, refused or not, must be answered without a body.
  package private(set) var wantsHeadOnly = false

  package init(authorities: Set<String>, limits: Limits) {
    self.authorities = authorities
    self.limits = limits
  }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    buffer += bytes
  }

  /// The next request, when all of it is there.
  package mutating func next() -> Step {
    do throws(HTTPRefusal) {
      guard let head = try currentHead() else { return .needsMore }
      if let authority = head.authority, !authorities.contains(authority) {
        throw HTTPRefusal(status: 421)
      }
      let end = lineStart + head.bodyLength
      guard buffer.count >= end else { return .needsMore }
      let body = Array(buffer[lineStart..<end])
      startOver(at: end)
      return .request(
        ServiceRequest(
          method: head.method,
          path: head.path,
          query: head.query,
          headers: head.headers,
          body: body
        )
      )
    } catch {
      return .refused(error)
    }
  }

  /// The head of the request at hand, read once.
  private mutating func currentHead() throws(HTTPRefusal) -> HTTPRequestHead? {
    if let head { return head }
    guard try findLines() else { return nil }
    head = try HTTPRequestHead(lines: lines.map { buffer[$0] }, bodyLimit: limits.body)
    wantsHeadOnly = head?.method == "HEAD"
    return head
  }

  /// Finds the lines of a head; true once its empty line is there.
  ///
  /// A line ends with CR LF and nothing else. RFC 9112, section 2.2, lets a server take a bare LF too;
  /// a stricter one can't be made to see another head than a proxy before it.
  private mutating func findLines() throws(HTTPRefusal) -> Bool {
    while scanned < buffer.count {
      guard scanned < limits.head else { throw HTTPRefusal(status: lines.isEmpty ? 414 : 431) }
      let isAfterReturn = scanned > lineStart && buffer[scanned - 1] == UInt8(ascii: "\r")
      let isLineEnd = buffer[scanned] == UInt8(ascii: "\n")
      guard isAfterReturn == isLineEnd else { throw .malformed }
      // At once, without waiting for a line end: a TLS client would never send one.
      guard HTTPRequestReader.canStandInHead(buffer[scanned]) else { throw .malformed }
      scanned += 1
      guard isLineEnd else { continue }
      let line = lineStart..<(scanned - 2)
      lineStart = scanned
      if !line.isEmpty {
        lines.append(line)
      } else if !lines.isEmpty {
        return true
      }
      // An empty line before a request is left over from a careless client and skipped (section 2.2).
    }
    return false
  }

  /// No control character but the tab and the parts of a line end.
  private static func canStandInHead(_ byte: UInt8) -> Bool {
    (byte >= 0x20 && byte != 0x7F) || [0x09, 0x0A, 0x0D].contains(byte)
  }

  private mutating func startOver(at end: Int) {
    buffer.removeSubrange(..<end)
    lines = []
    lineStart = 0
    scanned = 0
    head = nil
  }
}
