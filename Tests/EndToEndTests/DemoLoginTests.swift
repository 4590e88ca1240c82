import Foundation
import Testing

@Suite("The demonstration of a login")
struct DemoLoginTests {
  @Test("demo login in a pipe accepts by itself")
  func demo() throws {
    let result = try Binary.run(["demo", "login", "--json"])
    #expect(result.status == .exited(0), "\(result)")
    let report = try result.report()
    #expect(report.outcome == "done" && report.text("signOn") == "accepted")
    #expect(result.stderr.contains("itself"))
  }

  @Test("demo login on a terminal asks", arguments: ["accept", "decline"])
  func demoOnTerminal(_ answer: String) throws {
    let run = try TerminalRun(["demo", "login", "--json"], stdin: .null, stderr: .terminal)
    try run.expect("accept or decline: ")
    try run.type(answer + "\n")
    if answer == "accept" {
      // The badge is the third of those that are eligible.
      if try run.expect(": ").contains("number of the credential") {
        try run.type("3\n"); try run.expect("PIN: ")
      }
      try run.type("0000\n")
    }
    let result = try run.finish()
    #expect(result.status == .exited(0), "\(result)")
    #expect(try result.report().text("signOn") == (answer == "accept" ? "accepted" : "declined"))
  }
}
