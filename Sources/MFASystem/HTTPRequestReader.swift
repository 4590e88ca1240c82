import MFACore
package import MFAService

/// A request as it came over a connection, with what the reply has to heed.
package struct ReceivedRequest: Sendable, Equatable {
  package let request: ServiceRequest
  /// The request was HEAD, and is passed on as the GET that it asks about (RFC 9110, section 9.3.2).
  package let wantsHeadOnly: Bool
  package let persistence: HTTPPersistence
}

/// Bytes of one connection, cut into requests. Pure: it never waits, and holds no more than its limits.
///
/// Bytes behind a request stay for the next call, as a connection that is kept open needs it.
package struct HTTPRequestReader: Sendable {
  /// How much a client may send.
  package struct Limits: Sendable {
    package let requestLine: Int
    package let head: Int
    package let body: Int

    package init(requestLine: Int, head: Int, body: Int) {
      self.requestLine = requestLine
      self.head = head
      self.body = body
    }
  }

  package enum Step: Sendable, Equatable {
    /// Nothing is wrong yet, but more has to come.
    case needsMore
    /// The same, and the client waits to be told to go on. Said once for a request.
    case awaitsContinue
    case request(ReceivedRequest)
    /// The connection can't go on: nobody knows where the next request would begin.
    case refused(HTTPRefusal)
  }

  /// What of a request has come.
  package enum Progress: Sendable, Equatable {
    case nothing, partOfHead, head
  }

  private enum Body {
    /// So many bytes are missing, and these have come.
    case missing(Int, [UInt8])
    case chunked(HTTPChunkedBody)
  }

  private let authorities: HTTPAuthorities
  private let limits: Limits
  private var input = HTTPInput()
  private var lines = HTTPHeadLines()
  /// The head of the request at hand, once all of it has come.
  private var head: HTTPRequestHead?
  private var body = Body.missing(0, [])
  /// The client of the request at hand waits to be told to go on.
  private var owesContinue = false

  /// - Parameter authorities: the hosts that this server answers for.
  package init(authorities: HTTPAuthorities, limits: Limits) {
    self.authorities = authorities
    self.limits = limits
  }

  package var progress: Progress {
    if head != nil { return .head }
    return lines.isEmpty(in: input) ? .nothing : .partOfHead
  }

  /// Bytes that no request has used so far.
  package var bufferedCount: Int { input.count }

  /// Whether the newest request, refused or not, must be answered without a body.
  package var wantsHeadOnly: Bool { head?.method == "HEAD" }

  package mutating func append(_ bytes: some Collection<UInt8>) {
    input.append(bytes)
  }

  /// The next request, when all of it is there.
  package mutating func next() -> Step {
    do throws(HTTPRefusal) {
      guard let head = try currentHead() else { return .needsMore }
      guard let body = try wholeBody() else {
        defer { owesContinue = false }
        return owesContinue ? .awaitsContinue : .needsMore
      }
      self.head = nil
      return .request(HTTPRequestReader.received(head, body))
    } catch {
      return .refused(error)
    }
  }

  private static func received(_ head: HTTPRequestHead, _ body: [UInt8]) -> ReceivedRequest {
    let isHead = head.method == "HEAD"
    return ReceivedRequest(
      request: ServiceRequest(
        method: isHead ? "GET" : head.method,
        path: head.path,
        query: head.query,
        contentType: head.contentType,
        idempotencyKey: head.idempotencyKey,
        authority: head.authority,
        authorization: head.authorization.map { Secret($0) },
        cookie: head.cookie,
        apiVersion: head.apiVersion,
        body: body
      ),
      wantsHeadOnly: isHead,
      persistence: head.persistence
    )
  }

  /// The head of the request at hand, read once.
  private mutating func currentHead() throws(HTTPRefusal) -> HTTPRequestHead? {
    if let head { return head }
    guard try lines.find(in: input, limits: limits) else { return nil }
    let head = try HTTPRequestHead(input, lines: lines.lines, bodyLimit: limits.body)
    self.head = head
    if let authority = head.authority, !authorities.contains(authority) {
      let reason = "this does not answer for the host \(authority.prefix(100))"
      throw HTTPRefusal(status: 421, reason: reason + "; --allow-host NAME, without the port, lets it")
    }
    if let refusal = head.page.refusal(by: authorities, askedAs: head.authority) { throw refusal }
    input.drop(lines.length)
    lines.startOver()
    // Not to one who doesn't wait (RFC 9110, section 10.1.1).
    owesContinue = head.expectsContinue && input.count == 0
    body =
      switch head.body {
      case .length(let length): .missing(length, [])
      case .chunked: .chunked(HTTPChunkedBody(limit: limits.body))
      }
    return head
  }

  private mutating func wholeBody() throws(HTTPRefusal) -> [UInt8]? {
    switch body {
    case .missing(let missing, var bytes):
      // Taken out while it grows, or adding to it would copy all of it.
      body = .missing(0, [])
      bytes.reserveCapacity(bytes.count + missing)
      let count = min(missing, input.count)
      bytes += input[0..<count]
      input.drop(count)
      guard count == missing else {
        body = .missing(missing - count, bytes)
        return nil
      }
      return bytes
    case .chunked(var chunks):
      body = .missing(0, [])
      guard try chunks.read(from: &input) else {
        body = .chunked(chunks)
        return nil
      }
      return chunks.bytes
    }
  }
}
