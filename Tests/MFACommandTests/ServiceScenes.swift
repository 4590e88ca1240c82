import MFACore
import MFAService
import Testing

@testable import MFACommand

/// The practice service by itself, and the demonstration that takes its time.
extension GoldenScene {
  static let services: [GoldenScene] = serving + laterDemonstrations

  // MARK: serve

  private static let journal = Script.stateFolder + "/journal"
  private static let serviceURL = "http://127.0.0.1:41234"

  private static func post(_ path: String, _ body: String = "{}") -> ServiceRequest {
    ServiceRequest(
      method: "POST",
      path: path,
      contentType: "application/json",
      body: Array(body.utf8)
    )
  }

  private static let pushed = post("/pushes", #"{"kind":"dry","title":"\u001b[31mred"}"#)

  private static let registration = post(
    "/devices",
    #"{"identifierForVendor":"phone","token":"0123456789abcdef","callbackForm":"apns","topic":"t","#
      + #""callbackUrl":"http://127.0.0.1:9"}"#
  )
  private static func token(_ number: Int) -> ServiceRequest {
    ServiceRequest(
      method: "PUT",
      path: "/devices/phone/token",
      contentType: "application/json",
      body: Array(#"{"token":"\#(String(repeating: "ab", count: 20 + number))"}"#.utf8)
    )
  }
  private static let delivered = post("/pushes", #"{"device":"phone"}"#)

  /// What is said, what is answered, and what is in the journal in the end.
  private static func serve(_ name: String, _ flags: String, _ change: (inout Script) -> Void = { _ in })
    -> GoldenScene
  {
    var script = Script(service: .serves(url: serviceURL))
    change(&script)
    return GoldenScene(name: "serve/\(name).txt") { [script] in
      let run = script.run(["serve"] + flags.split(separator: " ").map { String($0) })
      let answers = run.answers.map { "---- answered\n\($0)\n" }.joined()
      let kept = run.files.sorted { $0.key < $1.key }.map { "---- \($0.key)\n\($0.value)" }.joined()
      return run.transcript + answers + kept
    }
  }

  private static let serving = [
    serve("start", ""), serve("start-json", "--json"),
    serve("remote", "--host 0.0.0.0 --allow-remote") { $0.service = .serves(url: "http://0.0.0.0:8080") },
    serve("remote-quiet", "-q --host :: --allow-remote --port 8080"),
    serve("remote-not-allowed", "--host 0.0.0.0") { $0.service = nil },
    serve("no-address", "--host example.com") { $0.service = nil },
    serve("port-in-use", "--port 8080") { $0.service = .fails(.portInUse(8080)) },
    serve("port-not-permitted", "--port 80 --json") { $0.service = .fails(.portNotPermitted(80)) },
    serve("verbose", "-v") { $0.requests = [pushed, post("/nothing"), post("/pairings")] },
    serve("very-verbose", "-vv") { $0.requests = [pushed, post("/decisions", "{"), post("/pairings")] },
    serve("journal", "--state \(journal)") { $0.requests = [pushed] },
    serve("journal-empty", "--state \(journal) -v") { $0.files = [journal: ""] },
    serve("journal-not-ours", "--state \(journal)") {
      $0.service = nil
      $0.files = [journal: "#!/bin/sh\nrm -r /\n"]
    },
    serve("journal-newer", "--state \(journal) --json") {
      $0.service = nil
      $0.files = [journal: #"{"journal":"mfa-cli practice service","version":2}"# + "\n"]
    },
    serve("journal-unreadable", "--state \(journal)") {
      $0.service = nil
      $0.files = [journal: header + "{\n"]
    },
    serve("journal-torn", "--state \(journal) -v") { $0.files = [journal: header + #"{"push":"#] },
    serve("journal-in-use", "--state \(journal)") {
      $0.service = nil
      $0.inUse = [journal]
    },
    serve("journal-not-replaced", "--state \(journal)") {
      $0.service = nil
      $0.writeFailure = .system(FilePath(journal), "No space left on device")
      $0.journalSpace = 0
    },
    serve("journal-on-a-full-disk", "--state \(journal) -v") {
      $0.files = [journal: header + #"{"push":"#]
      $0.writeFailure = .system(FilePath(journal), "No space left on device")
      $0.requests = [post("/pairings")]
    },
    serve("journal-overgrown", "--state \(journal)") {
      $0.mostJournalBytes = 1500
      $0.requests =
        [post("/devices", #"{"identifierForVendor":"phone","token":"00"}"#)] + (0..<20).map { token($0) } + [
          post("/pairings")
        ]
    },
    serve("not-delivered", "") {
      $0.requests = [registration, delivered, delivered]
      $0.exchanges = [reply(410), failure(.notConnected), reply(302)]
    },
    // What could not be written has not happened, and the service goes on.
    serve("journal-full", "--state \(journal)") {
      $0.requests = [pushed, pushed]
      $0.journalSpace = 1
    },
    serve("output-gone", "") { $0.writeFailures = [.output: .system("No space left on device")] },
  ]

  private static let header = String(decoding: ServiceJournal.header, as: UTF8.self) + "\n"

  // MARK: demo

  private static let laterDemonstrations = [
    GoldenScene(name: "demo/after.txt") {
      Script(sleeps: [1.5], service: .runs(url: serviceURL)).run("demo", "--after=1.5", "--no-input")
        .transcript
    },
    // The request has expired by then, which nobody announced.
    GoldenScene(name: "demo/after-too-late.txt") {
      Script(sleeps: [3600], service: .runs(url: serviceURL)).run("demo", "--after=3600", "--no-input")
        .transcript
    },
  ]
}
