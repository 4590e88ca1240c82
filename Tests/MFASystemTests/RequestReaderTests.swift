import MFAService
import Testing

@testable import MFASystem

/// What a connection's bytes are taken for.
@Suite struct RequestReaderTests {
  @Test("a request is read as it was meant, however its bytes are cut", arguments: RequestSample.good)
  func good(_ sample: RequestSample) throws {
    for outcome in outcomes(sample.bytes) { #expect(outcome == sample.outcome) }
  }

  @Test(
    "a malformed request is refused by its status, however its bytes are cut",
    arguments: RequestSample.bad
  )
  func bad(_ sample: RequestSample) {
    for outcome in outcomes(sample.bytes) { #expect(outcome == sample.outcome) }
  }

  @Test("damaged bytes are read in one way only, and never past the end", arguments: 0..<16)
  func damaged(_ seed: UInt64) {
    var generator = Generator(state: seed)
    for sample in RequestSample.good {
      for _ in 0..<10 {
        var bytes = sample.bytes
        for _ in 0..<Int.random(in: 1...3, using: &generator) {
          let place = Int.random(in: bytes.indices, using: &generator)
          let others = Array("\r\n :;,0123456789abcdefxX-+\t\0\u{7F}".utf8)
          switch Int.random(in: 0..<4, using: &generator) {
          case 0: bytes.remove(at: place)
          case 1: bytes.insert(bytes[Int.random(in: bytes.indices, using: &generator)], at: place)
          default: bytes[place] = others.randomElement(using: &generator) ?? 0
          }
        }
        let whole = RequestSample.outcome(of: [bytes])
        #expect(
          RequestSample.outcome(of: bytes.map { [$0] }) == whole,
          "\(String(decoding: bytes, as: UTF8.self))"
        )
      }
    }
  }

  /// SplitMix64, so that what fails fails again.
  private struct Generator: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var mixed = state
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      return mixed ^ (mixed >> 31)
    }
  }

  @Test("what is not finished is waited for, and never taken for a request", arguments: RequestSample.good)
  func unfinished(_ sample: RequestSample) {
    var reader = RequestSample.reader()
    for byte in sample.bytes.dropLast() {
      reader.append([byte])
      switch reader.next() {
      case .needsMore, .awaitsContinue: continue
      case .request, .refused: break
      }
      // The first of several requests ends before the last byte does.
      #expect(sample.requests > 1)
      return
    }
  }

  @Test(
    "a service gets the two fields that it goes by, in whatever case, all values of a name joined",
    arguments: [
      ("as usual", "Content-Type: a/b\r\nIdempotency-Key: k 1\r\n", "a/b", "k 1"),
      ("another case", "CONTENT-TYPE:a/b\t\r\nidempotency-key:\t k\r\n", "a/b", "k"),
      ("more than once", "Idempotency-Key: 1\r\nX: y\r\nidempotency-Key:  2\r\n", nil, "1, 2"),
      ("names that are nearly the same", "Content-Typo: a\r\nIdempotency-Keys: k\r\nXhost: x\r\n", nil, nil),
      ("nothing in them", "Content-Type:\r\nIdempotency-Key: \r\n", "", ""),
      ("beyond ASCII, a character a byte", "Idempotency-Key: \u{e9}\r\n", nil, "\u{c3}\u{a9}"),
    ] as [(String, String, String?, String?)]
  )
  func fields(_ name: String, _ fields: String, _ contentType: String?, _ key: String?) {
    var reader = RequestSample.reader()
    reader.append(Array("GET / HTTP/1.1\r\nHost: localhost:8080\r\n\(fields)\r\n".utf8))
    guard case .request(let received) = reader.next() else {
      Issue.record("no request")
      return
    }
    #expect(received.request.contentType == contentType)
    #expect(received.request.idempotencyKey == key)
  }

  @Test(
    "the fields that phones of PingAM send",
    arguments: [
      ("both", "Cookie: a=b\r\nAccept-API-Version: resource=1.0\r\n", "a=b", "resource=1.0"),
      ("another case", "cookie:a\r\nACCEPT-api-version: r\r\n", "a", "r"),
      (
        "twice", "Cookie: a\r\nCookie: b\r\nAccept-API-Version: r\r\nAccept-API-Version: p\r\n", "a; b",
        "r, p"
      ),
      ("neither", "Set-Cookie: a\r\nAccept: r\r\n", nil, nil),
    ] as [(String, String, String?, String?)]
  )
  func phoneFields(_ name: String, _ fields: String, _ cookie: String?, _ version: String?) {
    var reader = RequestSample.reader()
    reader.append(Array("GET / HTTP/1.1\r\nHost: localhost:8080\r\n\(fields)\r\n".utf8))
    guard case .request(let received) = reader.next() else {
      Issue.record("no request")
      return
    }
    #expect(received.request.cookie == cookie)
    #expect(received.request.apiVersion == version)
  }

  @Test("a megabyte of headers is refused before it has come")
  func headLimit() {
    var reader = RequestSample.reader()
    reader.append(Array("GET / HTTP/1.1\r\nHost: localhost:8080\r\n".utf8))
    let line = Array("X-Padding: \(String(repeating: "x", count: 1000))\r\n".utf8)
    var sent = 0
    while case .needsMore = reader.next(), sent < 1024 * 1024 {
      reader.append(line)
      sent += line.count
    }
    #expect(reader.next() == .refused(HTTPRefusal(status: 431)))
    #expect(sent < 34 * 1024)
  }

  @Test("a request line is refused once it is too long")
  func requestLineLimit() {
    var reader = RequestSample.reader()
    reader.append(Array("GET /\(String(repeating: "x", count: 9000))".utf8))
    #expect(reader.next() == .refused(HTTPRefusal(status: 414)))
  }

  @Test(
    "chunks never make a body larger than the limit, nor their lines endless",
    arguments: [
      (
        "many chunks", String(repeating: "400\r\n\(String(repeating: "x", count: 1024))\r\n", count: 1025),
        413
      ),
      ("one large chunk", "100001\r\n", 413),
      ("the largest size", "ffffffffffffffff\r\n", 413),
      ("extensions", String(repeating: "1;\(String(repeating: "e", count: 900))\r\nx\r\n", count: 20), 400),
      ("a long size line", "1;\(String(repeating: "e", count: 2000))", 400),
      (
        "trailers", "0\r\n" + String(repeating: "X: \(String(repeating: "t", count: 500))\r\n", count: 20),
        431
      ),
    ]
  )
  func chunkLimits(_ name: String, _ body: String, _ status: Int) {
    var reader = RequestSample.reader()
    reader.append(
      Array("POST / HTTP/1.1\r\nHost: [::1]:8080\r\nTransfer-Encoding: chunked\r\n\r\n\(body)".utf8)
    )
    #expect(reader.next() == .refused(HTTPRefusal(status: status)))
  }

  @Test("input is used up as chunks come, so that their lines take no memory")
  func chunksAreUsed() {
    var reader = RequestSample.reader()
    reader.append(Array("POST / HTTP/1.1\r\nHost: localhost:8080\r\nTransfer-Encoding: chunked\r\n\r\n".utf8))
    for _ in 0..<10_000 {
      reader.append(Array("1\r\nx\r\n".utf8))
      #expect(reader.next() == .needsMore)
      #expect(reader.bufferedCount == 0)
    }
  }

  @Test(
    "a client is told to go on once, and only if it waits for that",
    arguments: [
      ("HTTP/1.1", "Content-Length: 3", true), ("HTTP/1.1", "Transfer-Encoding: chunked", true),
      ("HTTP/1.0", "Content-Length: 3", false), ("HTTP/1.1", "Content-Length: 0", false),
    ]
  )
  func goingOn(_ version: String, _ length: String, _ isTold: Bool) {
    var reader = RequestSample.reader()
    let head = "POST / \(version)\r\nHost: localhost:8080\r\nExpect: 100-Continue\r\n\(length)\r\n\r\n"
    reader.append(Array(head.utf8))
    #expect((reader.next() == .awaitsContinue) == isTold)
    #expect(reader.next() != .awaitsContinue)
  }

  @Test("a client whose body comes without asking is not told to go on")
  func bodyAtOnce() {
    var reader = RequestSample.reader()
    let head = "POST / HTTP/1.1\r\nHost: localhost:8080\r\nExpect: 100-continue\r\nContent-Length: 3\r\n\r\n"
    reader.append(Array("\(head)a".utf8))
    #expect(reader.next() == .needsMore)
  }

  /// What comes of the bytes in one piece, byte by byte, and cut in two at every place.
  private func outcomes(_ bytes: [UInt8]) -> [String] {
    let cuts = bytes.count > 2000 ? [] : Array(1..<max(bytes.count, 2))
    return [RequestSample.outcome(of: [bytes]), RequestSample.outcome(of: bytes.map { [$0] })]
      + cuts.map { RequestSample.outcome(of: [Array(bytes[..<$0]), Array(bytes[$0...])]) }
  }
}
