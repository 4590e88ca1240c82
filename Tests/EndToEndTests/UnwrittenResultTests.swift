import Foundation
import Testing

/// Whoever does not hear of what was done does it again, or believes that nothing was: what changed something and can't
/// be told on standard output is told on standard error.
@Suite("A result that can't be written")
struct UnwrittenResultTests {
  enum Output: CaseIterable {
    case full, closed

    var stream: StandardOutput { self == .full ? .file("/dev/full") : .brokenPipe }

    static var there: [Output] {
      FileManager.default.fileExists(atPath: "/dev/full") ? allCases : [.closed]
    }

    func checkEnd(_ result: RunResult) {
      #expect(result.status == (self == .full ? .exited(11) : .signalled(SIGPIPE)), "\(result)")
    }
  }

  private let service: StayingOn
  private let folder: TemporaryFolder

  init() throws {
    service = try StayingOn(["serve"])
    folder = try TemporaryFolder()
  }

  private func run(_ arguments: [String], _ output: Output, stdin: String = "") throws -> RunResult {
    try Binary.run(
      arguments,
      stdin: .text(stdin),
      stdout: output.stream,
      environment: ["MFA_STATE_DIR": folder.path + "/state"]
    )
  }

  @Test("A decision", arguments: Output.there, [["--approve"], ["--deny", "--json"], ["--deny", "-e"]])
  func decision(_ output: Output, _ flags: [String]) throws {
    let push = try service.makePush(#"{"kind":"default"}"#)
    let result = try run(flags + ["--endpoint", service.url + "/decisions"], output, stdin: push.payload)
    output.checkEnd(result)
    #expect(result.stderr.contains("the decision was sent and recorded: \(flags[0].dropFirst(2)) (HTTP 200)"))
    #expect(try service.status(push.id) == (flags[0] == "--approve" ? "approved" : "denied"))
  }

  @Test("Quiet, there is nothing to be written", arguments: Output.there)
  func quiet(_ output: Output) throws {
    let push = try service.makePush(#"{"kind":"default"}"#)
    let flags = ["--approve", "-q", "--endpoint", service.url + "/decisions"]
    let result = try run(flags, output, stdin: push.payload)
    #expect(result.status == .exited(0) && result.stderr == "", "\(result)")
  }

  @Test("A decision that may have arrived", arguments: Output.there)
  func mayHaveArrived(_ output: Output) throws {
    let server = try LoopbackServer { _ in .hang }
    let flags = ["--approve", "--json", "-m", "1", "--endpoint", server.url()]
    let result = try run(flags, output, stdin: SamplePush.default)
    output.checkEnd(result)
    #expect(
      result.stderr.contains("standard output") && result.stderr.contains("but the decision may have arrived")
    )
  }

  @Test("What is refused changes nothing", arguments: Output.there)
  func refused(_ output: Output) throws {
    let server = try LoopbackServer { _ in .status("400 Bad Request") }
    let flags = ["--approve", "--json", "--endpoint", server.url()]
    let result = try run(flags, output, stdin: SamplePush.default)
    output.checkEnd(result)
    #expect(!result.stderr.contains("recorded:"))
  }

  @Test("The inbox", arguments: Output.there)
  func inbox(_ output: Output) throws {
    let pin = try folder.write("pin", "0000")
    for (action, status) in [("accept", "accepted"), ("decline", "declined"), ("delete", "deleted")] {
      let id = try service.request()
      let flags = action == "accept" ? ["--pin-file", pin] : action == "delete" ? ["--yes"] : []
      let result = try run(
        ["inbox", action, id, "--endpoint", service.url + "/notifications"] + flags,
        output
      )
      output.checkEnd(result)
      #expect(result.stderr.contains("but it is done: the "), "\(result)")
      #expect(try service.notificationStatus(id) == status)
    }
  }

  @Test("A sign-on from a QR code", arguments: Output.there)
  func login(_ output: Output) throws {
    let code = try service.makeLogin(#""clientName":"Bank","credentialTypes":["badge"]"#)
    let result = try run(["login", "--accept", "--qr", code.qr], output)
    output.checkEnd(result)
    #expect(result.stderr.contains("but it is done: the service took the acceptance"), "\(result)")
    #expect(try service.loginStatus(code.id) == "accepted")
  }

  @Test("Enrolling, and what is kept", arguments: Output.there)
  func enrolment(_ output: Output) throws {
    let uri = try #require(try service.call("POST", "/pingam/registrations", "{}").json()["uri"] as? String)
    let enrolled = try run(["enroll", "-"], output, stdin: uri)
    output.checkEnd(enrolled)
    #expect(enrolled.stderr.contains("but it is done: the service took the enrol"), "\(enrolled)")
    let listed = try Binary.run(
      ["credentials", "list", "--json"],
      environment: ["MFA_STATE_DIR": folder.path + "/state"]
    )
    let list = try listed.objects()[0]["credentials"] as? [[String: Any]]
    let id = try #require(list?.first?["id"] as? String)
    let locked = try run(["credentials", "lock", id], output)
    output.checkEnd(locked)
    #expect(locked.stderr.contains("but it is done: locked "), "\(locked)")
    // What only shows something is not told elsewhere.
    let shown = try run(["credentials", "show", id], output)
    output.checkEnd(shown)
    #expect(!shown.stderr.contains("it is done"))
  }

  @Test("The device", arguments: Output.there)
  func device(_ output: Output) throws {
    let registered = try run(["device", "register", "--endpoint", service.url + "/devices"], output)
    output.checkEnd(registered)
    #expect(registered.stderr.contains("but it is done: the service took the registration"), "\(registered)")
    let token = try run(["device", "token", "new"], output)
    output.checkEnd(token)
    #expect(token.stderr.contains("but it is done: the device has another push token"), "\(token)")
  }

  @Test("A demonstration", arguments: Output.there)
  func demo(_ output: Output) throws {
    let result = try run(["demo", "default", "--no-input"], output)
    output.checkEnd(result)
    #expect(result.stderr.contains("the decision was sent and recorded: approve"), "\(result)")
  }

  @Test("A phone that stays on ends with its reader, and tells what was answered last")
  func listen() throws {
    let push = try service.makePush(#"{"kind":"default"}"#)
    let arguments = ["listen", "--approve", "--port", "0", "--endpoint", service.url + "/decisions"]
    // The pipe is read until the address has come, and closed then.
    let script = #"{ "$@"; echo "ended $?" >&2; } | head -1"#
    let child = try ChildProcess(
      Launch(
        program: "/bin/sh",
        arguments: (["-c", script, "sh", Binary.path()] + arguments).map { Array($0.utf8) }
      )
    )
    _ = try child.pump(within: 10) { child.output.contains(0x0a) }
    let address = String(decoding: child.output, as: UTF8.self).split { $0 == ":" || $0 == "\n" }.last
    let port = try #require(address.flatMap { UInt16($0) })
    #expect(try LoopbackClient(port).call("POST", "/", push.payload).status == 202)
    let isOver = try child.pump(within: 10) { child.status != nil }
    if !isOver { child.signal(SIGKILL) }
    let result = try child.finish(within: 5, at: #_sourceLocation)
    #expect(result.stderr.contains("the decision was sent and recorded: approve"), "\(result)")
    #expect(result.stderr.contains("ended 141"), "\(result)")
    #expect(try service.status(push.id) == "approved")
  }
}
