import Foundation
import Testing

@testable import MFACommand

/// What `Payloads/README.md` promises about the samples.
@Suite("Samples")
struct SampleTests {
  @Test("README.md lists every file, and every listed file exists")
  func table() throws {
    let readme = try Samples.text("README.md")
    let listed = readme.split(separator: "\n").compactMap { line -> String? in
      guard line.hasPrefix("| `") else { return nil }
      return line.dropFirst(3).split(separator: "`").first.map { String($0) }
    }
    #expect(Set(listed).count == listed.count, "a file is listed twice")
    #expect(Set(listed).subtracting(Samples.names).sorted() == [], "listed, but not there")
    #expect(Set(Samples.names).subtracting(listed).sorted() == [], "there, but not listed")
  }

  @Test("plain/challenge.json offers 12, 34 and 56")
  func challenge() throws {
    let json = try Samples.script("plain/challenge.json").run("inspect", "--json", "plain/challenge.json")
      .json()
    let push = try #require(json["push"] as? [String: Any])
    #expect(push["provider"] as? String == "plain")
    #expect(push["kind"] as? String == "challenge")
    #expect(push["numbersChallenge"] as? [String] == ["12", "34", "56"])
  }

  @Test("The folder says how inspect ends", arguments: Samples.names)
  func exitCode(sample: String) throws {
    let run = try Samples.script(sample).run("inspect", sample)
    let expected: ExitCode =
      switch sample.split(separator: "/").first {
      case "broken": .payloadInvalid
      case "not-mfa": .notMFAPush
      default: .done
      }
    #expect(run.exitCode == expected)
  }

  @Test("No sample but the one that says so expires before the century ends", arguments: Samples.names)
  func expiry(sample: String) throws {
    var script = try Samples.script(sample)
    script.start = Script.time("2098-12-31T00:00:00Z")
    let json = try script.run("inspect", "--json", sample).json()
    guard let expiresAt = (json["push"] as? [String: Any])?["expiresAt"] as? String else { return }
    #expect((Script.time(expiresAt) < script.start) == (sample == "plain/expired.json"))
  }

  @Test("The output of --json is JSON for another reader too", arguments: Samples.names)
  func json(sample: String) throws {
    let run = try Samples.script(sample).run("inspect", "--json", sample)
    #expect(try run.json()["schema"] as? Int == 2)
    #expect(run.output.hasSuffix("}\n"))
    #expect(run.output.filter { $0 == "\n" }.count == 1)
  }
}
