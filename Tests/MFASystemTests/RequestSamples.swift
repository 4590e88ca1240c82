import MFAService
import Testing

@testable import MFASystem

/// The bytes of one connection and what they are to be taken for.
struct RequestSample: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  /// Each request as "METHOD PATH[?QUERY] persistence body", and the status of a refusal.
  let outcome: String

  var requests: Int { outcome.split(separator: "\n").count }

  init(_ name: String, _ text: String, _ outcome: String) {
    testDescription = name
    bytes = Array(text.utf8)
    self.outcome = outcome
  }

  /// A request with a good first line and Host.
  init(_ name: String, fields: String, body: String = "", _ outcome: String) {
    self.init(name, "POST /p HTTP/1.1\r\nHost: localhost:8080\r\n\(fields)\r\n\(body)", outcome)
  }

  static func reader() -> HTTPRequestReader {
    HTTPRequestReader(
      authorities: HTTPAuthorities(bound: .loopback, port: 8080),
      limits: HTTPRequestReader.Limits(requestLine: 8 * 1024, head: 32 * 1024, body: 1024 * 1024)
    )
  }

  static func outcome(of pieces: [[UInt8]]) -> String {
    var reader = reader()
    var lines: [String] = []
    for piece in pieces {
      reader.append(piece)
      reading: while true {
        switch reader.next() {
        case .needsMore: break reading
        case .awaitsContinue: continue
        case .request(let received): lines.append(description(of: received))
        case .refused(let refusal): return (lines + ["\(refusal.status)"]).joined(separator: "\n")
        }
      }
    }
    return lines.joined(separator: "\n")
  }

  private static func description(of received: ReceivedRequest) -> String {
    let request = received.request
    let query = request.query.map { "?\($0)" } ?? ""
    let head = received.wantsHeadOnly ? "HEAD as " : ""
    let body = String(decoding: request.body, as: UTF8.self)
    return "\(head)\(request.method) \(request.path)\(query) \(received.persistence) \(body)"
  }

  static let good: [RequestSample] = [
    RequestSample("the smallest", "GET / HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "GET / stay "),
    RequestSample("a query", "GET /a?b=c?d HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "GET /a?b=c?d stay "),
    RequestSample("HEAD", "HEAD /a HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "HEAD as GET /a stay "),
    RequestSample(
      "an absolute address",
      "GET http://LOCALHOST:8080 HTTP/1.1\r\nHost: x\r\n\r\n",
      "GET / stay "
    ),
    RequestSample(
      "an empty line before",
      "\r\nGET / HTTP/1.1\r\nHost: localhost:8080\r\n\r\n",
      "GET / stay "
    ),
    RequestSample("a length", fields: "Content-Length: 3\r\n", body: "abc", "POST /p stay abc"),
    RequestSample("a length with zeros", fields: "content-length:003\r\n", body: "abc", "POST /p stay abc"),
    RequestSample("close", fields: "Connection: x, Close\r\n", "POST /p close "),
    RequestSample("HTTP/1.0", "GET / HTTP/1.0\r\n\r\n", "GET / close "),
    RequestSample(
      "HTTP/1.0 that asks to stay",
      "GET / HTTP/1.0\r\nConnection: Keep-Alive\r\n\r\n",
      "GET / stayIfTold "
    ),
    RequestSample(
      "HTTP/1.0 of two minds",
      "GET / HTTP/1.0\r\nConnection: keep-alive, close\r\n\r\n",
      "GET / close "
    ),
    RequestSample(
      "two requests, one after the other",
      "POST /1 HTTP/1.1\r\nHost: localhost:8080\r\nContent-Length: 1\r\n\r\nxGET /2 HTTP/1.1\r\nHost: localhost:8080\r\n\r\n",
      "POST /1 stay x\nGET /2 stay "
    ),
    RequestSample(
      "chunks",
      fields: "Transfer-Encoding: Chunked\r\n",
      body: "3\r\nabc\r\n0a\r\n0123456789\r\n0\r\n\r\n",
      "POST /p stay abc0123456789"
    ),
    RequestSample(
      "chunks with extensions and trailers",
      fields: "Transfer-Encoding: chunked\r\n",
      body: "1;a=b;c=\"d\"\r\nx\r\n000;e\r\nX-Sum: 1\r\nY:\r\n\r\n",
      "POST /p stay x"
    ),
    RequestSample(
      "chunks, and another request",
      fields: "Transfer-Encoding: chunked\r\n",
      body: "0\r\n\r\nGET /2 HTTP/1.1\r\nHost: localhost:8080\r\n\r\n",
      "POST /p stay \nGET /2 stay "
    ),
    RequestSample(
      "told to go on",
      fields: "Expect: 100-continue\r\nContent-Length: 1\r\n",
      body: "x",
      "POST /p stay x"
    ),
  ]

  static let bad: [RequestSample] = [
    RequestSample("no version", "GET /\r\n\r\n", "400"),
    RequestSample("two blanks", "GET  / HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "400"),
    RequestSample("a tunnel", "CONNECT localhost:8080 HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "400"),
    RequestSample("a fragment", "GET /#a HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "400"),
    RequestSample("a target that is not ASCII", "GET /é HTTP/1.1\r\nHost: localhost:8080\r\n\r\n", "400"),
    RequestSample("HTTP/2.0", "GET / HTTP/2.0\r\nHost: localhost:8080\r\n\r\n", "505"),
    RequestSample("a lower-case version", "GET / http/1.1\r\nHost: localhost:8080\r\n\r\n", "400"),
    RequestSample("TLS", "\u{16}\u{03}\u{01}", "400"),
    RequestSample("no Host", "GET / HTTP/1.1\r\n\r\n", "400"),
    RequestSample("two Hosts", fields: "Host: localhost:8080\r\n", "400"),
    RequestSample("another Host", "GET / HTTP/1.1\r\nHost: evil.example:8080\r\n\r\n", "421"),
    RequestSample("a Host without our port", "GET / HTTP/1.1\r\nHost: localhost\r\n\r\n", "421"),
    RequestSample(
      "an absolute address elsewhere",
      "GET http://a/ HTTP/1.1\r\nHost: localhost:8080\r\n\r\n",
      "421"
    ),
    RequestSample("a bare LF", "GET / HTTP/1.1\nHost: localhost:8080\r\n\r\n", "400"),
    RequestSample("a bare CR", fields: "A: b\rC: d\r\n", "400"),
    RequestSample("a NUL", fields: "A: b\0\r\n", "400"),
    RequestSample("obs-fold", fields: "A: b\r\n c\r\n", "400"),
    RequestSample("a field without a colon", fields: "Nonsense\r\n", "400"),
    RequestSample("a field without a name", fields: ": a\r\n", "400"),
    RequestSample("a blank before the colon", fields: "A : b\r\n", "400"),
    RequestSample(
      "two different lengths",
      fields: "Content-Length: 1\r\nContent-Length: 2\r\n",
      body: "xy",
      "400"
    ),
    RequestSample(
      "two equal lengths",
      fields: "Content-Length: 1\r\nContent-Length: 1\r\n",
      body: "x",
      "400"
    ),
    RequestSample("two lengths in one line", fields: "Content-Length: 1, 1\r\n", body: "x", "400"),
    RequestSample("a signed length", fields: "Content-Length: +1\r\n", body: "x", "400"),
    RequestSample("a negative length", fields: "Content-Length: -1\r\n", "400"),
    RequestSample("an empty length", fields: "Content-Length:\r\n", "400"),
    RequestSample("too large a length", fields: "Content-Length: 1048577\r\n", "413"),
    RequestSample("an absurd length", fields: "Content-Length: 99999999999999999999\r\n", "413"),
    RequestSample(
      "a length and chunks",
      fields: "Content-Length: 5\r\nTransfer-Encoding: chunked\r\n",
      body: "0\r\n\r\n",
      "400"
    ),
    RequestSample("chunks before HTTP/1.1", "POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n", "400"),
    RequestSample("gzip", fields: "Transfer-Encoding: gzip, chunked\r\n", "501"),
    RequestSample(
      "chunked twice",
      fields: "Transfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n",
      "501"
    ),
    RequestSample("no coding", fields: "Transfer-Encoding:\r\n", "501"),
    RequestSample("another expectation", fields: "Expect: 200-ok\r\n", "417"),
    chunk("no size", "\r\n"),
    chunk("a signed size", "+1\r\nx\r\n0\r\n\r\n"),
    chunk("a size in C's spelling", "0x1\r\nx\r\n0\r\n\r\n"),
    chunk("a blank behind the size", "1 \r\nx\r\n0\r\n\r\n"),
    chunk("17 digits", "00000000000000001\r\nx\r\n0\r\n\r\n"),
    chunk("a size that ends with LF", "1\nx\r\n0\r\n\r\n"),
    chunk("more data than announced", "1\r\nxy\r\n0\r\n\r\n"),
    chunk("data that ends with LF", "1\r\nx\n0\r\n\r\n"),
    chunk("a bare CR in an extension", "1;a\rb\r\nx\r\n0\r\n\r\n"),
    chunk("a trailer without a colon", "0\r\nnonsense\r\n\r\n"),
    chunk("a folded trailer", "0\r\nA: b\r\n c\r\n\r\n"),
  ]

  private static func chunk(_ name: String, _ body: String) -> RequestSample {
    RequestSample("chunks: \(name)", fields: "Transfer-Encoding: chunked\r\n", body: body, "400")
  }
}
