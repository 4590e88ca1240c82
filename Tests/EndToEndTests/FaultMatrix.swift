import Foundation
import Testing

/// One way in which sending a decision can go wrong, and what has to come of it.
struct Fault: Sendable, CustomTestStringConvertible {
  let name: String
  let exit: Int32
  /// `error.code`; nil when there is no error.
  var code: String?
  /// `delivery.status`; nil when no final status has arrived.
  var status: Int?
  let mayHaveArrived: Bool
  /// Complete heads that the service saw.
  var requests = 1
  /// Complete heads that the proxy saw; nil without one.
  var proxied: Int?
  /// What the error, or without one the warning, says; nil for nothing at all on standard error.
  var says: String?
  /// Seconds that the run may take; those that do not wait for a limit take far less.
  var within = 6.0
  /// Whether it ends by a time limit, and so takes its time.
  var waits = false
  let place: @Sendable () throws -> FaultyPlace

  var testDescription: String { name }

  /// The outcome that goes with the exit code.
  var outcome: String {
    switch exit {
    case 0: "approved"
    case 7: "not-reached"
    case 8: "refused"
    default: "credential"
    }
  }
}

/// Where a decision is sent to, with all that has to live meanwhile.
struct FaultyPlace {
  var url: String
  var flags: [String] = []
  var environment: [String: String] = [:]
  var service: LoopbackServer?
  var proxy: LoopbackServer?
  /// Whatever else stands behind the address.
  var keptAlive: [AnyObject] = []

  init(_ url: String, _ flags: [String] = []) {
    (self.url, self.flags) = (url, flags)
  }

  init(_ service: LoopbackServer, host: String? = nil, _ flags: [String] = []) {
    (self.service, self.flags) = (service, flags)
    url = service.url("/respond", host: host)
  }
}

extension Fault {
  /// A service that does this about the request, and no final status comes.
  static func lost(
    _ name: String,
    _ action: LoopbackServer.Action,
    code: String = "connection-lost",
    says: String,
    _ flags: [String] = []
  ) -> Fault {
    Fault(name: name, exit: 7, code: code, mayHaveArrived: true, says: says, waits: !flags.isEmpty) {
      FaultyPlace(try LoopbackServer { _ in action }, flags)
    }
  }

  /// A service that gets a final status out, so that the decision is recorded.
  static func recorded(
    _ name: String,
    _ action: LoopbackServer.Action,
    status: Int = 200,
    says: String? = nil,
    _ flags: [String] = []
  ) -> Fault {
    Fault(name: name, exit: 0, status: status, mayHaveArrived: true, says: says, waits: !flags.isEmpty) {
      FaultyPlace(try LoopbackServer { _ in action }, flags)
    }
  }

  /// A service that refuses with this status, and the words of the sentence besides the number.
  static func refused(
    _ name: String,
    _ action: @escaping @Sendable () -> LoopbackServer.Action,
    status: Int,
    says: String
  ) -> Fault {
    let code = (300...399).contains(status) ? "redirect" : "refused"
    return Fault(name: name, exit: 8, code: code, status: status, mayHaveArrived: true, says: says) {
      FaultyPlace(try LoopbackServer { _ in action() })
    }
  }

  /// Nothing gets out.
  static func unsent(
    _ name: String,
    exit: Int32 = 7,
    code: String,
    says: String,
    waits: Bool = false,
    _ place: @escaping @Sendable () throws -> FaultyPlace
  ) -> Fault {
    Fault(
      name: name,
      exit: exit,
      code: code,
      mayHaveArrived: false,
      requests: 0,
      says: says,
      waits: waits,
      place: place
    )
  }
}

/// Connections that do not stand, and exchanges that break off.
enum FaultMatrix {
  static let connecting: [Fault] = [
    .unsent("refused", code: "not-connected", says: "no connection") {
      FaultyPlace("http://127.0.0.1:\(try LoopbackServer.unusedPort())/")
    },
    // A label of more than 63 characters is refused before any name server is asked, so that no test waits for one.
    .unsent("no such host", code: "host-not-resolved", says: "no such host") {
      FaultyPlace("http://\(String(repeating: "n", count: 70)).invalid/")
    },
    .unsent("no route in time", code: "timed-out", says: "time limit", waits: true) {
      let port = try SilentPort()
      var place = FaultyPlace("http://127.0.0.1:\(port.port)/", ["--connect-timeout", "0.3"])
      place.keptAlive = [port]
      return place
    },
    .lost("hang before the request is read", .hang, code: "timed-out", says: "time limit", hanging)
      .welcoming(.hang),
    .lost("hang after the request", .hang, code: "timed-out", says: "time limit", hanging),
    .recorded(
      "hang in the middle of the body",
      .replyThen(head + text("half"), .hang),
      says: "broke off",
      hanging
    ),
    .lost(
      "the head, one byte a second",
      .drip(head, perByte: 1),
      code: "timed-out",
      says: "time limit",
      ["-m", "1.2"]
    ),
    .recorded(
      "the body, one byte a second",
      .flood(head, block: text("h"), times: 9, pause: 1),
      says: "broke off",
      ["-m", "1.2"]
    ),
    .lost("closed before the request is read", .hang, says: "may have arrived").welcoming(.closeAtOnce),
    .lost("closed at once", .closeAtOnce, says: "may have arrived"),
    .lost("closed in the head", .reply(text("HTTP/1.1 20")), says: "may have arrived"),
    .recorded("closed after the headers", .reply(head), says: "broke off"),
    .recorded("closed in the middle of the body", .reply(head + text("half")), says: "broke off"),
    .lost("reset", .reset, says: "may have arrived"),
    .recorded("reset in the middle of the body", .replyThen(head + text("half"), .reset), says: "broke off"),
  ]

  static let talking: [Fault] = [
    .lost("not HTTP: SSH", .reply(text("SSH-2.0-OpenSSH_9.2\r\n")), code: "not-http", says: "not HTTP"),
    .lost(
      "not HTTP: nothing known",
      .reply([0, 0xff, 0x1b, 10, 0x9b, 10]),
      code: "not-http",
      says: "not HTTP"
    ),
    .lost(
      "endless 100 Continue",
      .flood([], block: text("HTTP/1.1 100 Continue\r\n\r\n"), times: 1_000_000),
      code: "head-too-large",
      says: "headers are too large"
    ),
    .recorded("300 KB of headers", .reply(status + lines + text("\r\n")), says: "headers"),
    .lost(
      "300 KB of headers before the status",
      .reply(text("HTTP/1.1 103 Early Hints\r\n") + lines + text("\r\n") + head),
      code: "head-too-large",
      says: "headers are too large"
    ),
    .recorded(
      "100 MB of body, announced",
      .flood(
        text("HTTP/1.1 200 OK\r\nContent-Length: 104857600\r\n\r\n"),
        block: .init(repeating: 97, count: 65536),
        times: 1600
      ),
      says: "cut at"
    ),
    .recorded(
      "100 MB of body, not announced",
      .flood(
        text("HTTP/1.1 200 OK\r\nConnection: close\r\n\r\n"),
        block: .init(repeating: 97, count: 65536),
        times: 1600
      ),
      says: "cut at"
    ),
    .recorded(
      "100 MB of body, in chunks",
      .flood(
        chunked,
        block: text("10000\r\n") + .init(repeating: 97, count: 65536) + text("\r\n"),
        times: 1600
      ),
      says: "cut at"
    ),
    .recorded("Content-Length too large", .reply(head + text("half")), says: "broke off"),
    .recorded("Content-Length too small", .reply(head + text("a whole body and much more"))),
    .recorded("broken chunks: no number", .reply(chunked + text("xyz\r\nhello\r\n")), says: "broke off"),
    .recorded("broken chunks: cut", .reply(chunked + text("ffff\r\nhello\r\n")), says: "broke off"),
    .recorded(
      "broken chunks: too long",
      .reply(chunked + text("2\r\nhello\r\n0\r\n\r\n")),
      says: "broke off"
    ),
    .recorded("204", .status("204 No Content"), status: 204),
    .recorded(
      "200 with HTML",
      .status("200 OK", headers: ["Content-Type: text/html"], body: "<p>Sign in</p>"),
      says: "HTML"
    ),
    .recorded(
      "200 with invalid UTF-8",
      .reply(head + [0xff, 0xfe, 0xc3, 0x28, 0x80, 0xf0, 0x9f, 0x92, 0xed])
    ),
    .recorded("200 with terminal escapes", .status("200 OK", body: escapes)),
    .refused(
      "400 with terminal escapes",
      { .status("400 Bad Request", body: escapes) },
      status: 400,
      says: "title"
    ),
    .refused(
      "400 with invalid UTF-8",
      { .reply(text("HTTP/1.1 400 Bad Request\r\nContent-Length: 4\r\n\r\n") + [0xff, 0x61, 0x9b, 0xc3]) },
      status: 400,
      says: "HTTP 400"
    ),
    .refused(
      "302 with terminal escapes",
      { .reply(text("HTTP/1.1 302 \u{1b}[2J\r\nLocation: /\u{1b}]0;title\u{7}\u{9b}31m\r\n\r\n")) },
      status: 302,
      says: "title"
    ),
  ]

  /// Long enough for all that comes before the hang, on a busy machine too.
  static let hanging = ["-m", "0.8"]

  static func text(_ text: String) -> [UInt8] { Array(text.utf8) }
  static let status = text("HTTP/1.1 200 OK\r\nContent-Length: 0\r\n")
  static let head = text("HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n")
  static let chunked = text("HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
  static let lines = (0..<300).flatMap { text("X-\($0): \(String(repeating: "x", count: 1010))\r\n") }
  /// Clears the screen, sets a title, colours, and forges a line of the program's own.
  static let escapes = "\u{1b}[2J\u{1b}]0;title\u{7}\u{9b}31m\u{202e}\r\nmfa-cli: error: forged\u{8}\u{7f}"
}

extension Fault {
  /// The same, with a server that treats the connection so; no request is recorded then.
  fileprivate func welcoming(_ welcome: LoopbackServer.Welcome) -> Fault {
    let place = place
    return Fault(
      name: name,
      exit: exit,
      code: code,
      mayHaveArrived: mayHaveArrived,
      requests: 0,
      says: says,
      waits: waits
    ) {
      FaultyPlace(try LoopbackServer(welcome: welcome), try place().flags)
    }
  }
}
