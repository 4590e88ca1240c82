import Foundation
import Testing

/// A push that says when it ends, in a way that nobody can read. Such a time counted as none: a push of years ago was
/// approved, and `-q` and `listen` did not even say that a time was dropped.
@Suite("A time that can't be read")
struct UnreadableTimeTests {
  private let server: LoopbackServer
  private let folder: TemporaryFolder

  init() throws {
    server = try LoopbackServer()
    folder = try TemporaryFolder()
  }

  struct Push: Sendable, CustomTestStringConvertible {
    let field: String
    let payload: String
    /// What approves it.
    let answer: [String]

    init(_ field: String, _ payload: String, _ answer: String...) {
      (self.field, self.payload) = (field, payload)
      self.answer = answer.isEmpty ? ["--approve"] : answer
    }

    var testDescription: String { "\(field) in \(payload.prefix(300))" }
  }

  private static func pingOne(_ times: String) -> String {
    #"{"messageId":"m","PingOne":{"notificationType":"authentication",\#(times)}}"#
  }

  private static func guardian(_ date: String) -> String {
    #"{"aps":{"alert":"x"},"mfa":{"dai":"d","txtkn":"t","c":"c","sh":"guardian.example.com","d":\#(date)}}"#
  }

  static let pushes =
    ["1e400", "-5", "400000000", #""soon""#, "true", #""120ms""#].flatMap { value in
      [
        Push("ttl", SamplePush.plain("default", #""ttl":\#(value)"#)),
        Push("timeoutDuration", pingOne(#""timeoutDuration":\#(value)"#)),
        Push("claim t", SamplePush.pingAM(times: #""t":\#(value)"#), "--number", "34"),
      ]
    } + [
      Push("sentAt", SamplePush.plain("default", #""ttl":120,"sentAt":"14.11.2023""#)),
      Push("sentAt", SamplePush.plain("challenge", #""numbersChallenge":"7","sentAt":-1"#), "--number=7"),
      Push("sentAt", pingOne(#""timeoutDuration":120,"sentAt":[]"#)),
      Push("claim i", SamplePush.pingAM(times: #""i":"yesterday","t":"120""#), "--number", "34"),
      Push("claim exp", SamplePush.pingAM(times: #""t":"120","exp":-1"#), "--number", "34"),
      Push("mfa.d", guardian(#""2023-02-30T00:00:00Z""#)), Push("mfa.d", guardian("1e400")),
    ]

  @Test("inspect shows the push, with a warning and without an end", arguments: pushes)
  func inspect(_ push: Push) throws {
    let file = try folder.write("push.json", push.payload)
    let result = try Binary.run(["inspect", "--json", file])
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stderr.contains("warning: \(push.field) is "))
    // Foundation can't read a number that JSON may spell, such as 1e400 among the claims.
    #expect(result.stdout.contains(#""expiresAt":null"#))
    #expect(try Binary.run(["inspect", file]).stdout.contains("may have expired"))
  }

  @Test("An answer is refused as an expired push's is, whatever gives it", arguments: pushes)
  func respond(_ push: Push) throws {
    let file = try folder.write("push.json", push.payload)
    for more in [
      push.answer, push.answer + ["-q"], push.answer + ["-n"], ["--deny"], ["--action", "notification.deny"],
    ] {
      let result = try Binary.run(["respond", "--endpoint", server.url(), file] + more)
      #expect(result.status == .exited(3), "\(more): \(result)")
      #expect(
        result.stdout.isEmpty && result.stderr.contains("error: \(file): \(push.field) is "),
        "\(result)"
      )
    }
    #expect(server.requests.isEmpty)
  }

  @Test("Nobody is asked about it, and --ignore-expiry answers it all the same")
  func asked() throws {
    let file = try folder.write("push.json", SamplePush.plain("default", #""ttl":"soon""#))
    let refused = try TerminalRun(["--endpoint", server.url(), file]).finish()
    #expect(refused.status == .exited(3) && !refused.screen.contains("approve"), "\(refused)")
    let asked = try TerminalRun(["--endpoint", server.url(), "--ignore-expiry", file])
    #expect(try asked.expect("deny: ").contains("may have expired (ignored)"))
    try asked.type("approve\n")
    #expect(try asked.finish().status == .exited(0))
    let flag = try Binary.run(["--approve", "--ignore-expiry", "--endpoint", server.url(), file])
    #expect(flag.status == .exited(0), "\(flag)")
    #expect(server.requests.count == 2)
  }

  @Test("A push that takes no answer takes none, whenever it ends", arguments: ["dry", "cancel", "silent"])
  func nothingToAnswer(_ kind: String) throws {
    let file = try folder.write("push.json", SamplePush.plain(kind, #""ttl":"soon""#))
    #expect(try Binary.run(["--endpoint", server.url(), file]).status == .exited(0))
    #expect(try Binary.run(["--approve", "--endpoint", server.url(), file]).status == .exited(6))
    let forced = try Binary.run(["--approve", "--force", "--endpoint", server.url(), file])
    #expect(forced.status == .exited(3), "\(forced)")
    #expect(server.requests.isEmpty)
  }

  @Test(
    "A phone that listens does not answer it, and says so",
    arguments: ["/", "/v1/projects/p/messages:send"]
  )
  func listen(_ path: String) throws {
    let phone = try StayingOn(["listen", "--approve", "-q", "--count", "2", "--endpoint", server.url()])
    for (index, times) in [#""ttl":"soon""#, #""ttl":"120s","sentAt":"2023-11-14T22:13:20.000+0000""#]
      .enumerated()
    {
      let push = SamplePush.plain("default", id: "p-\(index)", times)
      let fcm = #"{"message":{"token":"t","data":\#(push)}}"#
      try phone.call("POST", path, path == "/" ? push : fcm)
    }
    let result = try phone.finish()
    #expect(result.status == .exited(3), "\(result)")
    #expect(
      result.stderr.contains("ttl is \"soon\"") && result.stderr.contains("expired at 2023-11-14T22:15:20Z")
    )
    #expect(server.requests.isEmpty)
  }

  @Test("A duration and a zone of other spellings are read: the push of years ago has expired")
  func spellings() throws {
    for sent in [
      #""2023-11-14T22:13:20.000+0000""#, #""2023-11-14T22:13:20+00""#, "1700000000000000", "1.7e18",
    ] {
      let file = try folder.write(
        "push.json",
        SamplePush.plain("default", #""ttl":"120s","sentAt":\#(sent)"#)
      )
      let result = try Binary.run(["--approve", "--endpoint", server.url(), file])
      #expect(result.status == .exited(9), "\(sent): \(result)")
    }
    #expect(server.requests.isEmpty)
  }
}
