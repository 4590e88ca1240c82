import Foundation
import Testing

/// From the QR code to the state at the service, by the real binary.
@Suite("PingAM", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
struct PingAMTests {
  private let am: PingAM

  init() throws { am = try PingAM() }

  // MARK: Enrolling

  @Test("The QR code's text as an operand, in a file and from a pipe; of push alone and combined")
  func enrolling() throws {
    let file = am.folder.path + "/uri"
    for (combined, scheme) in [("false", "pushauth://push/"), ("true", "mfauth://totp/")] {
      for way in ["operand", "file", "pipe", "dash"] {
        let account = "\(way)-\(combined)"
        let uri = try am.invite(#"{"account":"\#(account)","issuer":"Example Corp","combined":\#(combined)}"#)
        #expect(uri.hasPrefix(scheme))
        try Data("\(uri)\n".utf8).write(to: URL(fileURLWithPath: file))
        let words = ["operand": [uri], "file": [file], "dash": ["-"]][way] ?? []
        let result = try am.run(["enroll", "--json"] + words, stdin: .text(uri + "\n"))
        #expect(result.status == .exited(0), "\(result)")
        let report = try result.report()
        #expect(report.text("outcome") == "done" && report.integer("delivery.status") == 200)
        #expect(report.text("credential.provider") == "pingam")
        #expect(report.text("credential.issuer") == "Example Corp")
        #expect(report.text("credential.account") == account)
        #expect(report.text("credential.algorithm") == "HS256")
        #expect(report.text("credential.secret") == "***")
        #expect(report.flag("credential.locked") == false && report.flag("credential.pollOnly") == false)
      }
    }
    let lines = try am.run(["credentials", "list"]).stdout.split(separator: "\n")
    #expect(lines.count == 8 && lines.allSatisfy { $0.contains("pingam") && $0.contains("Example Corp") })
  }

  @Test("A second enrolment is told apart, and nothing is sent; one of a code that is unknown is refused")
  func second() throws {
    let uri = try am.invite()
    #expect(try am.run(["enroll", uri]).status == .exited(0))
    let kept = try am.folder.read("credentials.json")
    let again = try am.run(["enroll", "--json", uri])
    #expect(again.status == .exited(10), "\(again)")
    #expect(try again.report().text("error.code") == "already-enrolled")
    #expect(try again.report().isNull("delivery"))
    #expect(try am.folder.read("credentials.json") == kept)

    // PingAM has no guard against a repeat (MessageDispatcher): as long as the message is good, another phone takes the
    // place of the first, whose credential gets no push any more.
    let other = try PingAM(am.service)
    #expect(try other.run(["enroll", uri]).status == .exited(0))
    let push = try am.push()
    #expect(try am.run(["--approve"], stdin: .text(push.apns)).status == .exited(10))
    #expect(try other.run(["--approve"], stdin: .text(push.apns)).status == .exited(0))
    // And a code that the service does not know, or has forgotten, is refused.
    let stranger = try PingAM(am.service)
    let forgotten = uri.replacing("&m=REGISTER:", with: "&m=REGISTER:0")
    let refused = try stranger.run(["enroll", "--json", forgotten])
    #expect(refused.status == .exited(8), "\(refused)")
    #expect(try refused.report().integer("delivery.status") == 400)
    #expect(!stranger.folder.names.contains("credentials.json"))
  }

  @Test("A dry run makes nothing, sends nothing and shows what it would send, without the secrets")
  func dryRun() throws {
    let uri = try am.invite()
    for flags in [[], ["--json"]] {
      let result = try am.run(["enroll", "-n", uri] + flags)
      #expect(result.status == .exited(0), "\(result)")
      #expect(result.everything.contains("_action=register"))
    }
    #expect(am.folder.names == [])
    #expect(try am.run(["enroll", uri]).status == .exited(0))
    let push = try am.push(#"{"type":"challenge"}"#)
    let dry = try am.run(["-n", "--json", "--number", push.number ?? ""], stdin: .text(push.apns))
    #expect(try dry.status == .exited(0) && dry.report().outcome == "dry-run", "\(dry)")
    #expect(try am.state(push) == "waiting")
  }

  // MARK: Answering

  @Test("Every shape and release: verified, approved and denied")
  func shapes() throws {
    let id = try am.enroll()
    let shapes: [(String, (PingAM.Push) -> String)] = [("apns", \.apns), ("fcm", \.fcm)]
    for release in ["7.0", "8.0", "8.1"] {
      for (index, shape) in shapes.enumerated() {
        let types = release == "7.0" ? ["default"] : ["default", "biometric"]
        let type = types[index % types.count]
        let push = try am.push(#"{"release":"\#(release)","type":"\#(type)"}"#)
        let payload = StandardInput.text(shape.1(push))
        let inspected = try am.run(["inspect", "--json"], stdin: payload)
        #expect(try inspected.report().text("push.signature") == "verified", "\(inspected)")
        #expect(try inspected.report().text("push.kind") == type)
        #expect(try inspected.report().text("push.id") == push.id)
        let decision = index == 0 ? "--approve" : "--deny"
        let answered = try am.run([decision, "--json"], stdin: payload)
        #expect(answered.status == .exited(0), "\(release) \(shape.0): \(answered)")
        #expect(try answered.report().text("push.signature") == "verified")
        let shown = try am.show(push)
        #expect(shown["state"] as? String == (index == 0 ? "approved" : "denied"))
        #expect(shown["cookieReturned"] as? Bool == true && shown["mechanism"] as? String == id)
      }
    }
    let text = try am.run(["inspect", "-v"], stdin: .text(try am.push().apns))
    #expect(text.stderr.contains("signature verified"), "\(text)")
  }

  @Test("The signed text alone has no message id: it is shown as verified, and the service does not find it")
  func bare() throws {
    _ = try am.enroll()
    let push = try am.push()
    let inspected = try am.run(["inspect", "--json"], stdin: .text(push.jws))
    #expect(try inspected.report().text("push.signature") == "verified", "\(inspected)")
    let answered = try am.run(["--approve", "--json"], stdin: .text(push.jws))
    #expect(answered.status == .exited(8), "\(answered)")
    #expect(try am.state(push) == "waiting")
  }

  @Test("The right number; a wrong one as release 8.0 and as 8.1 take it")
  func numbers() throws {
    _ = try am.enroll()
    for release in ["8.0", "8.1"] {
      let right = try am.push(#"{"type":"challenge","release":"\#(release)"}"#)
      let number = try #require(right.number)
      let approved = try am.run(["--number", number, "--json"], stdin: .text(right.apns))
      #expect(approved.status == .exited(0), "\(approved)")
      #expect(try am.show(right)["challengeResponse"] as? String == number)
      #expect(try am.state(right) == "approved")
      let bare = try am.run(["--approve"], stdin: .text(try am.push(#"{"type":"challenge"}"#).fcm))
      #expect(bare.status == .exited(6), "\(bare)")
    }

    let lenient = try am.push(#"{"type":"challenge","release":"8.0"}"#)
    let numbers = try am.run(["inspect", "--json"], stdin: .text(lenient.fcm)).report()
    let wrong = try #require(numbers.texts("push.numbersChallenge")?.first { $0 != lenient.number })
    let taken = try am.run(["--number", wrong], stdin: .text(lenient.apns))
    #expect(try taken.status == .exited(0) && am.state(lenient) == "failed", "\(taken)")

    let strict = try am.push(#"{"type":"challenge","release":"8.1"}"#)
    let offered = try am.run(["inspect", "--json"], stdin: .text(strict.fcm)).report()
    let bad = try #require(offered.texts("push.numbersChallenge")?.first { $0 != strict.number })
    let refused = try am.run(["--number", bad, "--json"], stdin: .text(strict.apns))
    #expect(refused.status == .exited(8), "\(refused)")
    #expect(try refused.report().text("error.code") == "wrong-number-or-over")
    #expect(try refused.report().text("error.message")?.contains("wrong number or no longer valid") == true)
    #expect(try am.state(strict) == "waiting")
    let second = try am.run(["--number", strict.number ?? ""], stdin: .text(strict.apns))
    #expect(try second.status == .exited(0) && am.state(strict) == "approved", "\(second)")
  }

  @Test("At the terminal: a number is picked, and a sign-on is denied")
  func terminal() throws {
    _ = try am.enroll()
    let challenge = try am.push(#"{"type":"challenge","release":"8.1"}"#)
    let picking = try TerminalRun([], stdin: .text(challenge.apns), environment: am.environment)
    try picking.expect(challenge.number ?? "?")
    try picking.type("\(challenge.number ?? "")\n")
    let picked = try picking.finish()
    #expect(try picked.status == .exited(0) && am.state(challenge) == "approved", "\(picked)")

    let push = try am.push()
    let asking = try TerminalRun([], stdin: .text(push.fcm), environment: am.environment)
    try asking.expect("Login attempt from demo")
    try asking.type("n\n")
    let denied = try asking.finish()
    #expect(try denied.status == .exited(0) && am.state(push) == "denied", "\(denied)")
  }

  @Test(
    "listen takes its pushes and answers each with the credential; a signature that is wrong is not answered"
  )
  func listening() throws {
    _ = try am.enroll()
    let flags = ["listen", "--deny", "--json", "--count", "3"]
    let phone = try StayingOn(flags, environment: am.environment)
    let (first, second) = (try am.push(), try am.push(#"{"type":"challenge"}"#))
    #expect(try phone.call("POST", "/", first.apns).status == 202)
    var changed = try SignedText(second.jws)
    changed.claims["m"] = "Nothing to worry about"
    #expect(try phone.call("POST", "/", try second.fcm(with: changed.text)).status == 202)
    try phone.waitForLines(2)
    #expect(try am.state(first) == "denied" && am.state(second) == "waiting")
    let third = try am.push()
    #expect(try phone.call("POST", "/", third.fcm).status == 202)
    let result = try phone.finish()
    #expect(result.status == .exited(10), "\(result)")
    #expect(try phone.reports().map { $0["outcome"] as? String } == ["denied", "credential", "denied"])
    #expect(try am.state(third) == "denied")
  }
}
