import Foundation
import MFACore
import Testing

@testable import MFACommand

/// What `enroll` says of texts, files and replies that are no good. Whatever it is, what was kept before stays as it was.
@Suite("Enrolments that fail")
struct EnrolmentInputTests {
  struct Row: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let text: String
    let exit: ExitCode
    /// What the sentence has to say.
    let says: String

    init(_ description: String, _ text: String, _ exit: ExitCode = .payloadInvalid, says: String) {
      (testDescription, self.text, self.exit) = (description, text, exit)
      self.says = says.replacing("'", with: "\"")
    }
  }

  private static let long = String(repeating: "QUFB", count: 1000)
  private typealias My = CredentialScript

  static let missing = ["s", "c", "m", "r", "a"].flatMap { (name: String) in
    [
      Row("without \(name)", My.uri(name), says: "'\(name)' is missing or empty"),
      Row("an empty \(name)", My.uri(name, ""), says: "'\(name)' is missing or empty"),
    ]
  }
  static let doubled = ["s", "c", "m", "r", "a", "l", "issuer"].map { (name: String) in
    Row("\(name) twice", My.uri(then: "&\(name)=QUFB"), says: "'\(name)' stands twice")
  }
  static let notBase64 = ["s", "c", "r", "a", "l", "issuer"].map { (name: String) in
    Row("\(name) in no base 64", My.uri(name, "*%20*"), says: "'\(name)' is not base64")
  }
  static let overLong = ["s", "m", "r", "uid", "image"].map { (name: String) in
    Row("\(name) too long", My.uri(name, nil, then: "&\(name)=\(long)"), says: "'\(name)' has 4000 bytes")
  }
  static let values = [
    Row(
      "an r that is not an address",
      My.uri("r", My.encoded("am.example.com")),
      says: "'r' is not an address"
    ),
    Row(
      "an a of another scheme",
      My.uri("a", My.encoded("ftp://am.example.com/")),
      says: "'a' is not an address"
    ),
    Row("a cookie with a line end", My.uri("l", My.encoded("a=b\r\nX: y")), says: "'l' holds a character"),
    Row("an issuer that is not text", My.uri("issuer", "_w"), says: "'issuer' is not base64"),
    Row("the first s of an mfauth URI too", "mfauth://totp/a?s=QQ&s=QQ", says: "'s' stands twice"),
    Row("a name in other letters", My.uri("s", nil, then: "&S=QUFB"), says: "'s' is missing or empty"),
    Row("a name in percent signs", My.uri(then: "&%73=QUFB"), says: "'s' stands twice"),
  ]
  static let pushTokens =
    ["url", "serial", "enrollment_credential"].flatMap { (name: String) in
      [
        Row("a push token without \(name)", My.pushTokenURI(name), says: "'\(name)' is missing or empty"),
        Row(
          "a push token with \(name) twice",
          My.pushTokenURI(then: "&\(name)=x"),
          says: "'\(name)' stands twice"
        ),
      ]
    } + [
      Row("a push token of version 2", My.pushTokenURI("v", "2"), says: "'v' is '2', which is not known"),
      Row("a push token at no address", My.pushTokenURI("url", "x"), says: "'url' is not an address"),
      Row(
        "a push token with a long serial",
        My.pushTokenURI("serial", long),
        says: "'serial' has 4000 bytes"
      ),
    ]
  static let others = [
    Row("a one-time password", "otpauth://totp/a?secret=JBSWY3DP", .notMFAPush, says: "'otpauth://totp'"),
    Row("a page", "https://am.example.com/enrol", .notMFAPush, says: "'https://am.example.com'"),
    Row("no scheme", "://push/x", .notMFAPush, says: "enrolls nothing"),
    Row("two words", "pushauth://push/a b", says: "a line break or a blank"),
    Row("no host", "pushauth://", .notMFAPush, says: "enrolls nothing"),
    Row("too long a text", "pushauth://push/" + String(repeating: "a", count: 17_000), says: "17016 bytes"),
  ]

  static let kept = CredentialScript.both

  private func check(_ run: Run, _ row: Row) throws {
    #expect(run.exitCode == row.exit, "\(run.transcript)")
    #expect(run.errors.contains(row.says), "\(run.transcript)")
    #expect(run.transfers.isEmpty && run.writes.isEmpty && run.files == EnrolmentInputTests.kept)
  }

  @Test(
    "A text",
    arguments: missing + doubled + notBase64 + overLong + values + pushTokens + others
  )
  func text(_ row: Row) throws {
    try check(CredentialScript.script().run("enroll", row.text), row)
    let run = CredentialScript.script().run("enroll", row.text, "--json", "-vv")
    #expect(run.exitCode == row.exit)
    let error = try run.json()["error"] as? [String: Any]
    #expect((error?["message"] as? String)?.contains(row.says) ?? false)
    #expect(try run.json()["credential"] is NSNull)
    // What is wrong with a value is said, not the value: it may be the secret.
    for secret in [CredentialScript.uri("s"), "m9VxUJhjyqOhjVvbP8GyAonDY0PNmZNcpYZHrwDFmko"] {
      #expect(!CanaryTests.shown(run).contains(secret), "\(run.transcript)")
    }
  }

  static let files: [(Row, Result<[UInt8], ReadError>)] = [
    (Row("empty", "", .notMFAPush, says: "not an enrollment URI"), .success([])),
    (Row("a line end", "", .notMFAPush, says: "not an enrollment URI"), .success([0x0A])),
    (Row("missing", "", says: "could not be read"), .failure(.notFound)),
    (Row("a folder", "", says: "could not be read"), .failure(.isDirectory)),
    (Row("too large", "", says: "could not be read"), .failure(.tooLarge(limit: 16_384))),
    (
      Row("a picture", "", .notMFAPush, says: "not an enrollment URI"),
      .success([0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A])
    ),
    (
      Row("zeros behind a scheme", "", says: "missing or empty"),
      .success(Array("pushauth://push/".utf8) + Array(repeating: 0, count: 100))
    ),
    (
      Row("two URIs", "", says: "a line break or a blank"),
      .success(Array((CredentialScript.uri() + "\n" + CredentialScript.uri()).utf8))
    ),
  ]

  @Test("A file as editors save it: with a mark, in UTF-16")
  func marks() {
    let uri = Array(CredentialScript.uri().utf8)
    for bytes in [[0xEF, 0xBB, 0xBF] + uri, [0xFF, 0xFE] + uri.flatMap { [$0, 0] }] as [[UInt8]] {
      let reading = Script.Reading(source: .standardInput, content: .success(bytes))
      let run = CredentialScript.script(readings: [reading]).run("enroll", "-n", "-")
      #expect(run.exitCode == .done, "\(run.transcript)")
    }
  }

  @Test("A file, and a pipe", arguments: files)
  func file(_ row: Row, _ content: Result<[UInt8], ReadError>) throws {
    for (argument, source) in [("uri.txt", InputSource.file(FilePath("uri.txt"))), ("-", .standardInput)] {
      let script = CredentialScript.script(readings: [Script.Reading(source: source, content: content)])
      try check(script.run("enroll", argument), row)
    }
  }

  // MARK: Replies

  static let replies: [(Row, Script.Exchange)] = [
    (Row("400", "", .refused, says: "not accepted or no longer valid"), reply(400, #"{"code":400}"#)),
    (Row("404", "", .refused, says: "404"), reply(404)),
    (Row("500", "", .refused, says: "500"), reply(500, "<html>")),
    (
      Row("a redirect", "", .refused, says: "302"),
      reply(302, headers: [("Location", "https://sso.example.com")])
    ),
    (Row("a page", "", .refused, says: "has no"), reply(200, "<!DOCTYPE html><title>Welcome</title>")),
    (Row("a list", "", .refused, says: "has no"), reply(200, "[]")),
    (Row("not reached", "", .notReached, says: "no connection"), failure(.notConnected)),
    (Row("nothing", "", .notReached, says: "may have arrived"), failure(.connectionLost, arrived: true)),
    (Row("too slow", "", .notReached, says: "may have arrived"), failure(.timedOut, arrived: true)),
    (Row("a certificate", "", .notReached, says: "self-signed"), failure(.certificate(.selfSigned))),
  ]

  @Test("A reply", arguments: replies)
  func replying(_ row: Row, _ exchange: @escaping Script.Exchange) throws {
    for uri in [CredentialScript.uri(), CredentialScript.pushTokenURI()] {
      let isPingAM = uri.hasPrefix("pushauth")
      let run = CredentialScript.script(exchanges: [exchange]).run("enroll", uri)
      #expect(run.exitCode == row.exit, "\(run.transcript)")
      if isPingAM { #expect(run.errors.contains(row.says), "\(run.transcript)") }
      #expect(run.transfers.count == 1 && run.writes.isEmpty && run.files == EnrolmentInputTests.kept)
    }
  }

  @Test("privacyIDEA's no, and a key of its server that is none")
  func pushToken() throws {
    let no = #"{"result":{"status":false,"error":{"code":905,"message":"ERR905"}}}"#
    let noKey = #"{"result":{"status":true,"value":true},"detail":{"public_key":"AAAA"}}"#
    for (body, exit) in [(no, ExitCode.refused), ("{}", .refused), (noKey, .refused)] {
      let script = CredentialScript.script(exchanges: [reply(200, body)])
      let run = script.run("enroll", CredentialScript.pushTokenURI())
      #expect(run.exitCode == exit, "\(run.transcript)")
      #expect(run.writes.isEmpty && run.files == EnrolmentInputTests.kept)
    }
  }

  @Test("A folder that can't be written to: the code is good once, so nothing is sent")
  func unwritable() {
    var script = CredentialScript.script()
    script.inUse = [CredentialScript.file + ".lock"]
    let run = script.run("enroll", CredentialScript.uri())
    #expect(run.exitCode == .localIO && run.transfers.isEmpty, "\(run.transcript)")
  }

  @Test("Without encryption the keys are for everybody on the way: a warning, except on this machine")
  func plainText() {
    for (host, warns) in [
      ("am.example.com", true), ("192.0.2.1", true), ("127.0.0.1", false), ("[::1]", false),
    ] {
      let address = "http://\(host)/am?_action=register"
      let uris = [
        CredentialScript.uri("r", CredentialScript.encoded(address)),
        CredentialScript.pushTokenURI("url", "http://\(host)/ttype/push"),
      ]
      for uri in uris {
        let run = CredentialScript.script().run("enroll", "-n", uri)
        #expect(run.exitCode == .done && run.writes.isEmpty, "\(run.transcript)")
        #expect(run.errors.contains("is another machine") == warns, "\(run.transcript)")
      }
    }
  }
}
