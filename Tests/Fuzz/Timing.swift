import MFACore
import MFAService

@testable import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The time that inputs take: twice as much of anything costs at most 2.5 times as much time of the processor, and, with
/// `full` as the input, a mebibyte less than a second. It fuzzes nothing; figures are printed.
@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  // libFuzzer begins with an empty one.
  guard size > 0 else { return 0 }
  let isFull = size == 4
  var slowest = (seconds: 0.0, name: "")
  var count = 0
  for place in Place.all {
    for filling in Filling.all where isFull || filling.isQuick {
      let name = "\(filling.name) in \(place.name)"
      let seconds = measure(place, filling, isFull: isFull, name)
      count += 1
      if seconds > slowest.seconds { slowest = (seconds, name) }
      if isFull { print("fuzz: time: \(milliseconds(seconds)) ms for \(name)") }
    }
  }
  print(
    "fuzz: time: \(count) in proportion; \(milliseconds(slowest.seconds)) ms at most, for \(slowest.name)"
  )
  return 0
}

/// What is read takes less than this, so little that no ratio says anything.
private let floor = 0.04
/// Of the processor's time, for twice as much.
private let mostRatio = 2.5
private let attempts = 5

/// The best of several, since what else the machine does takes time too, but gives none.
private func measure(_ place: Place, _ filling: Filling, isFull: Bool, _ name: String) -> Double {
  let size = min(place.limit, isFull ? 1 << 20 : 1 << 17)
  func seconds(_ bytes: Int) -> Double {
    let text = filling.text(of: bytes)
    let start = clock()
    place.read(text)
    // POSIX has a million of them in a second.
    return Double(clock() - start) / 1_000_000
  }
  var (half, whole) = (Double.infinity, Double.infinity)
  for attempt in 1...attempts {
    half = min(half, seconds(size / 2))
    whole = min(whole, seconds(size))
    if whole < floor || whole <= mostRatio * half && whole < 1 { return whole }
    if attempt == attempts {
      expect(whole <= mostRatio * half, "\(name): \(size) bytes take \(whole) s, half of them \(half) s")
      expect(!isFull || whole < 1, "\(name): \(size) bytes take \(whole) s")
    }
  }
  return whole
}

private func milliseconds(_ seconds: Double) -> Int { Int((seconds * 1000).rounded()) }

/// Where it is put, and what reads that.
private struct Place {
  let name: String
  /// Bytes that are read there.
  let limit: Int
  let read: @Sendable (String) -> Void

  init(_ name: String, limit: Int = 1_000_000, _ read: @escaping @Sendable (String) -> Void) {
    (self.name, self.limit, self.read) = (name, limit, read)
  }

  static let all = pushes + captures + replies + codes + arguments + service + texts

  private static let pushes = [
    Place("a key") { inspect(#"{\#(push),\#(string("a" + $0)):1}"#) },
    Place("keys") { inspect(#"{\#(push),\#($0)"a":1}"#) },
    Place("keys of a map") { inspect(#"{"data":{\#(push),\#($0)"a":1}}"#) },
    Place("a kind") { inspect(#"{"pushType":\#(string("default" + $0)),"messageId":"1"}"#) },
    Place("a body") { inspect(#"{\#(push),"body":\#(string("a" + $0))}"#) },
    Place("an address") { inspect(#"{\#(push),"callbackUrl":\#(string("http://a/?" + $0))}"#) },
    Place("a sent time") { inspect(#"{\#(push),"sentAt":\#(string("1" + $0))}"#) },
    Place("values") {
      let values = #""messageId":"1","pushType":"challenge","numbersChallenge":\#(string("12,3" + $0))"#
      let world = FuzzWorld(input: Array("{\(values)}".utf8), typed: ["12"], results: [refusal("")])
      _ = world.run("--endpoint", "https://mfa.example.com/r", "-")
    },
    Place("a push of privacyIDEA", limit: 125_000) { text in
      let text = string("p" + text)
      inspect(
        #"{"nonce":"n","serial":"s","signature":"AA","question":\#(text),"title":\#(text),"sslverify":\#(text),"#
          + #""url":"http://a/","require_presence":\#(text)}"#
      )
    },
    Place("a push of PingAM", limit: 250_000) { text in
      let claims = Base64URL.encode(
        Array(#"{"c":"YQ==","u":\#(string("u" + text)),"m":\#(string(text))}"#.utf8)
      )
      inspect(#"{"aps":{"messageId":"1","data":"eyJhbGciOiJIUzI1NiJ9.\#(claims).YQ"}}"#)
    },
  ]

  private static let captures = [
    Place("a line") { inspect("x " + $0) },
    Place("a line with a push") { inspect("x {\(push)} \($0)") },
    Place("a map in a line") { inspect(#"x {"data":{\#($0)"a":1}}"#) },
    Place("text in base 64") { inspect(Base64.encode(Array($0.utf8))) },
  ]

  /// Those of every kind of message: raw, as a text, as a name, as a header.
  private static let replies =
    [
      ("a decision", ["--approve", "-v", "--json", "-"]), ("inbox list", ["inbox", "list"]),
      ("inbox show", ["inbox", "show", "1"]), ("inbox accept", ["inbox", "accept", "1", "--json"]),
      ("login", ["login", "--qr", "-", "--accept"]),
    ].flatMap { name, line in
      [
        Place("a reply to \(name)") { answered(line, refusal($0)) },
        Place("an error for \(name)", limit: 500_000) {
          answered(line, refusal(#"{"error":\#(string("a" + $0))}"#))
        },
        Place("a name in a reply to \(name)", limit: 500_000) {
          answered(line, refusal(#"{\#(string("a" + $0)):"tokentoken"}"#))
        },
        Place("headers of a reply to \(name)", limit: 100_000) { answered(line, refusal("", header: $0)) },
        Place("a notification for \(name)", limit: 125_000) { text in
          let text = string("r" + text)
          let members = #""id":"1","sequence":1,"status":"new","type":\#(text),"title":\#(text)"#
          answered(line, reply(200, #"{"session":"s","notification":"1",\#(members)}"#))
          answered(line, reply(200, #"{"notifications":[{\#(members)},{\#(members)}]}"#))
        },
      ]
    } + [
      Place("a reply to an enrollment or a poll", limit: 500_000) { text in
        for body in [
          text,
          #"{"result":{"value":[{"nonce":\#(string(text))}]},"detail":{"public_key":\#(string(text))}}"#,
        ] {
          let reply = HTTPReply(status: 200, headers: [], body: Array(body.utf8), retryAfterSeconds: nil)
          let read = PushTokenReply(reply)
          _ = (read.verdict, read.serverKey, read.displayCode)
          _ = (try? PushTokenReply.pushes(in: reply), PingAMEnrolment.verdict(reply))
        }
      }
    ]

  private static let codes = [
    Place("a deep link", limit: 16 << 10) { _ = try? LoginRequest(qr: "mfa-cli://login?request=" + $0) },
    Place("a code", limit: 16 << 10) {
      _ = try? LoginRequest(qr: #"{"version":1,"service":\#(string("h" + $0))}"#)
    },
    Place("an enrollment URI", limit: 16 << 10) { text in
      for start in ["pushauth://push/a?s=", "otpauth://pipush/a?", "otpauth://pipush/", "o"] {
        _ = try? Provider.all.enrollment(start + text)
      }
    },
  ]

  /// Linux takes 128 KiB for one of them.
  private static let arguments =
    ["", "--", "-H", "-Ha: ", "--color=", "--header=", "--endpoint=http://a"].map { start in
      Place("an argument \(start)", limit: 1 << 17) { run([start + $0, "-", "--json"]) }
    } + [
      Place("arguments", limit: 1 << 19) { text in
        run(
          text.utf8.split(separator: 0x2C).flatMap { ["-H", "a\(Substring($0)): b"] } + ["--approve", "-"]
        )
      }
    ]

  /// It takes 64 KiB of a body, and a head of 16 KiB.
  private static let service =
    [
      "/pushes", "/notifications", "/logins", "/sessions", "/decisions", "/events", "/devices",
      "/pingam/pushes",
    ].map { path in
      Place("a request to \(path)", limit: 60_000) { text in
        for body in [
          "{\(string("a" + text)):1}", "{\(text)\"a\":1}",
          #"{"id":\#(string(text)),"title":\#(string(text))}"#,
        ] {
          ask("POST", path, body: body)
        }
      }
    } + [
      Place("a query", limit: 16_000) { ask("GET", "/notifications", query: "status=" + $0) },
      Place("a path", limit: 16_000) { ask("GET", "/pushes/" + PercentEncoding.encode($0)) },
      Place("a journal") { text in
        let lines = ["", #"{"change":\#(string("p" + text))}"#, text].map { Array("\n\($0)".utf8) }
        for line in lines { _ = try? ServiceJournal.read(ServiceJournal.header + line, seed: 1) }
      },
    ]

  private static let texts = [
    Place("what is shown") { _ = SafeText($0).oneLine },
    Place("what is wrapped") { _ = PromptWords.quoted($0, columns: 80) },
    Place("what is masked") { text in
      let secrets = text.utf8.split { "&,".utf8.contains($0) }.map { Secret(String(Substring($0))) }
      let redactor = Redactor(secrets + [Secret("aaaaaaaaaaaaaaab"), Secret("tokentoken")])
      _ = (
        redactor.redact(text), redactor.redact(body: Array(#"{\#(string("i" + text)):"tokentoken"}"#.utf8))
      )
    },
    Place("an address by itself") { _ = try? EndpointURL("http://a" + $0) },
    Place("a proxy") { _ = (try? ProxyURL("http://a" + $0), try? ProxyURL("a" + $0 + "://")) },
    Place("a redirect") { _ = (try? EndpointURL("http://a/"))?.resolving("b" + $0) },
  ]
}

private let push = #""pushType":"default","messageId":"1""#

/// A text in JSON; one that is escaped already stays as it is.
private func string(_ text: String) -> String {
  text.utf8.suffix(6).first == UInt8(ascii: "\\") && text.utf8.last != UInt8(ascii: "\\")
    ? "\"\(text)\"" : JSONWriter.write(.string(text))
}

private func inspect(_ text: String) {
  _ = FuzzWorld(input: Array(text.utf8)).run("inspect", "--json", "-v", "-")
}

private func run(_ arguments: [String]) {
  let world = FuzzWorld(input: Array("{\(push)}".utf8), results: [refusal("")])
  _ = world.run(
    arguments.map { Argument(bytes: Array($0.utf8)) },
    environment: ["MFA_ENDPOINT": "https://mfa.example.com/r"]
  )
}

private func answered(_ arguments: [String], _ reply: HTTPResult) {
  let isLogin = arguments[0] == "login"
  let code = #"{"version":1,"service":"http://127.0.0.1/","login":"l","authenticationKey":"tokentoken"}"#
  let world = FuzzWorld(input: Array((isLogin ? code : "{\(push)}").utf8), results: [reply])
  let endpoint = isLogin ? [] : ["--endpoint", "https://mfa.example.com/r", "-HX-Key: tokentoken"]
  _ = world.run((arguments + endpoint).map { Argument(bytes: Array($0.utf8)) })
}

private func ask(_ method: String, _ path: String, query: String? = nil, body: String = "") {
  var service = PracticeService(seed: 1)
  let request = ServiceRequest(
    method: method,
    path: path,
    query: query,
    contentType: "application/json",
    body: Array(body.utf8)
  )
  _ = service.respond(request, now: FuzzWorld.start)
}

private func reply(_ status: Int, _ body: String, header: String? = nil) -> HTTPResult {
  let headers = header.map { [("l" + $0, $0), ("Location", $0)] } ?? []
  return HTTPResult(
    reply: HTTPReply(
      status: status,
      headers: headers.map { HTTPReply.Header(name: $0.0, value: $0.1) },
      body: Array(body.utf8),
      retryAfterSeconds: nil
    ),
    failure: nil,
    mayHaveArrived: true,
    durationMilliseconds: 1
  )
}

private func refusal(_ body: String, header: String? = nil) -> HTTPResult {
  reply(header == nil ? 400 : 302, body, header: header)
}
