import Foundation
import Testing

/// Pushes that somebody has made or changed, and credentials that are not to be used.
@Suite("PingAM's signatures and credentials", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
struct PingAMSignatureTests {
  private let am: PingAM

  init() throws { am = try PingAM() }

  /// Each is refused without being sent: the push still waits.
  private func expectRefused(
    _ payload: String,
    _ push: PingAM.Push,
    exit: Int32,
    code: String,
    _ comment: String,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let result = try am.run(["--approve", "--json"], stdin: .text(payload))
    let report = try result.report()
    #expect(result.status == .exited(exit), "\(comment): \(result)", sourceLocation: sourceLocation)
    #expect(report.text("error.code") == code, "\(comment): \(result)", sourceLocation: sourceLocation)
    #expect(report.isNull("delivery"), sourceLocation: sourceLocation)
    #expect(try am.state(push) == "waiting", "\(comment)", sourceLocation: sourceLocation)
  }

  @Test("A changed claim, a changed signature, no algorithm and another one: wrong, unless it is forced")
  func tampered() throws {
    _ = try am.enroll()
    let push = try am.push(#"{"release":"8.0"}"#)
    let original = try SignedText(push.jws)
    var claim = original
    claim.claims["m"] = "Nothing to worry about"
    var none = original
    none.header = #"{"typ":"JWT","alg":"none"}"#
    var other = original
    other.header = #"{"typ":"JWT","alg":"RS256"}"#
    let parts = push.jws.components(separatedBy: ".")
    let last = parts[2].first == "A" ? "B" : "A"
    let texts = [
      "a claim": try claim.text, "alg none": try none.text, "alg RS256": try other.text,
      "the signature": "\(parts[0]).\(parts[1]).\(last)\(parts[2].dropFirst())",
    ]
    for (name, text) in texts {
      let payload = push.fcm(with: text)
      let inspected = try am.run(["inspect", "--json"], stdin: .text(payload))
      #expect(inspected.status == .exited(0), "\(inspected)")
      #expect(try inspected.report().text("push.signature") == "wrong", "\(name): \(inspected)")
      try expectRefused(payload, push, exit: 10, code: "wrong-signature", name)
    }
    // Nothing is asked about a push that is refused anyway.
    let asked = try TerminalRun([], stdin: .text(push.fcm(with: try claim.text)), environment: am.environment)
    let unasked = try asked.finish()
    #expect(unasked.status == .exited(10) && unasked.screen.isEmpty, "\(unasked)")
    let forced = try am.run(
      ["--approve", "--force", "--json"],
      stdin: .text(push.fcm(with: try claim.text))
    )
    #expect(forced.status == .exited(0), "\(forced)")
    #expect(try forced.report().text("push.signature") == "wrong")
    #expect(try am.state(push) == "approved")
  }

  @Test("Parts too few and too many, and claims that are none")
  func malformed() throws {
    _ = try am.enroll()
    let push = try am.push()
    let parts = push.jws.components(separatedBy: ".")
    var challenge = try SignedText(push.jws)
    challenge.claims["c"] = "not base64!"
    var number = try SignedText(push.jws)
    number.claims["u"] = 7
    let array = SignedText.encode(Data("[1]".utf8))
    let rows: [(String, String, Int32, String)] = [
      ("two parts", "\(parts[0]).\(parts[1])", 3, "field-invalid"),
      ("four parts", push.jws + ".AAAA", 3, "field-invalid"),
      ("claims that are a list", "\(parts[0]).\(array).\(parts[2])", 3, "field-invalid"),
      ("a challenge in no alphabet", try challenge.text, 3, "field-invalid"),
      ("a mechanism that is a number", try number.text, 3, "field-invalid"),
    ]
    for (name, text, exit, code) in rows {
      try expectRefused(push.fcm(with: text), push, exit: exit, code: code, name)
    }
  }

  @Test("Unknown, locked and removed credentials answer nothing")
  func credentials() throws {
    let id = try am.enroll()
    let push = try am.push()
    var stranger = try SignedText(push.jws)
    stranger.claims["u"] = "00000000-0000-4000-8000-000000000000"
    let payload = push.fcm(with: try stranger.text)
    try expectRefused(payload, push, exit: 10, code: "no-enrolment", "unknown")
    let unknown = try am.run(["inspect", "--json"], stdin: .text(payload))
    #expect(try unknown.report().text("push.signature") == "unverified", "\(unknown)")

    let locked = try am.run(["credentials", "lock", id, "--json"])
    #expect(locked.status == .exited(0), "\(locked)")
    try expectRefused(push.apns, push, exit: 10, code: "credential-locked", "locked")
    #expect(try am.run(["credentials", "show", id]).stdout.contains("locked"))
    #expect(try am.run(["credentials", "unlock", id]).status == .exited(0))
    #expect(try am.run(["--deny"], stdin: .text(push.apns)).status == .exited(0))
    #expect(try am.state(push) == "denied")

    let another = try am.push()
    #expect(try am.run(["credentials", "remove", id]).status == .exited(0))
    try expectRefused(another.apns, another, exit: 10, code: "no-enrolment", "removed")
    for action in ["show", "lock", "unlock", "remove"] {
      let gone = try am.run(["credentials", action, id, "--json"])
      #expect(gone.status == .exited(10), "\(gone)")
      #expect(try gone.report().text("error.code") == "no-enrolment")
    }
    #expect(try am.run(["credentials", "list"]).status == .exited(0))
  }

  @Test("Of several, each push finds its own, and only its own verifies it")
  func several() throws {
    let first = try am.enroll(#"{"account":"first"}"#)
    let second = try am.enroll(#"{"account":"second"}"#)
    #expect(first != second)
    for (account, mechanism) in [("second", second), ("first", first)] {
      let push = try am.push(#"{"account":"\#(account)"}"#)
      let answered = try am.run(["--approve", "--json"], stdin: .text(push.apns))
      #expect(answered.status == .exited(0), "\(answered)")
      let shown = try am.show(push)
      #expect(shown["mechanism"] as? String == mechanism && shown["state"] as? String == "approved")
    }
    // Signed by the one and said to be for the other.
    let push = try am.push(#"{"account":"first"}"#)
    var crossed = try SignedText(push.jws)
    crossed.claims["u"] = second
    try expectRefused(
      push.fcm(with: try crossed.text),
      push,
      exit: 10,
      code: "wrong-signature",
      "crossed"
    )
  }

  @Test("A file of credentials does without any state")
  func file() throws {
    let folder = try TemporaryFolder()
    let file = folder.path + "/ci.json"
    func run(_ arguments: [String], _ input: String) throws -> RunResult {
      try Binary.run(
        arguments + ["--credential-file", file],
        stdin: .text(input),
        environment: ["HOME": ""]
      )
    }
    let enrolled = try run(["enroll"], try am.invite())
    #expect(enrolled.status == .exited(0), "\(enrolled)")
    let push = try am.push(#"{"type":"challenge"}"#)
    let inspected = try run(["inspect", "--json"], push.apns)
    #expect(try inspected.report().text("push.signature") == "verified", "\(inspected)")
    let answered = try run(["--number", push.number ?? ""], push.apns)
    #expect(try answered.status == .exited(0) && am.state(push) == "approved", "\(answered)")
    let listed = try run(["credentials", "list", "--json"], "")
    #expect(listed.status == .exited(0) && listed.stdout.contains("ExampleCorp"), "\(listed)")
    #expect(Set(folder.names) == ["ci.json", "ci.json.lock"])
    // Without either there is no place for state, and no enrolment for the push.
    let without = try Binary.run(["--approve"], stdin: .text(try am.push().apns), environment: ["HOME": ""])
    #expect(without.status == .exited(10), "\(without)")
    let homeless = try Binary.run(["enroll", try am.invite()], environment: ["HOME": ""])
    #expect(homeless.status == .exited(2), "\(homeless)")
  }

  @Test("device register tells PingAM the new push token")
  func token() throws {
    let token = String(repeating: "c0ffee42", count: 7) + "0000beef"
    let uri = try am.invite()
    #expect(try am.run(["enroll", uri]).status == .exited(0))
    let id = try #require(uri.firstMatch(of: /&m=([^&]+)&/)?.output.1)
    func shownToken() throws -> String {
      let shown = try am.service.call("GET", "/pingam/registrations/\(id)").json()
      return "\(shown)"
    }
    #expect(try !shownToken().contains("beef"))
    let told = try am.run(["device", "register", "--json", "--token", token])
    #expect(told.status == .exited(0), "\(told)")
    #expect(told.stdout.contains(#""tokenTaken":true"#))
    #expect(try shownToken().contains("beef"))
    #expect(!told.everything.contains(token))
    // Both at once: the practice service's own device, which then gets its pushes delivered.
    let both = try am.run([
      "device", "register", "--json", "--endpoint", am.service.url + "/devices", "--token", "new",
    ])
    #expect(both.status == .exited(0) && both.stdout.contains(#""tokenTaken":true"#), "\(both)")
    #expect(try !shownToken().contains("beef"))
  }
}
