import Foundation
import Testing

/// The samples that are really signed, by the program and the credentials that the tests have.
@Suite("Signed samples")
struct VerifiedSampleTests {
  private static let root = URL(filePath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
  private static let credentials = root.appending(path: "Tests/Data/credentials/credentials.json").path

  private func sample(_ name: String) throws -> String {
    try String(contentsOf: Self.root.appending(path: "Payloads/\(name)"), encoding: .utf8)
  }

  private func signature(_ text: String) throws -> String? {
    let result = try Binary.answer(text, ["inspect", "--json", "--credential-file", Self.credentials, "-"])
    #expect(result.status == .exited(0), "\(result)")
    return try result.report().text("push.signature")
  }

  @Test(arguments: [
    ("privacyidea/default.json", "confirm", "confirn"),
    ("privacyidea/presence-letters.json", "letter shown", "letters shown"),
    ("privacyidea/presence-numbers.json", "07,41,90", "07,41,91"),
    ("privacyidea/edumfa.json", "\"title\": \"", "\"title\": \"x"),
    ("privacyidea/decline-reason.json", "reason\\\": true", "reason\\\": false"),
    ("pingam/verified.json", ".RFN3uM", ".AFN3uM"),
  ])
  func isVerifiedAndNotWhenChanged(_ name: String, _ part: String, _ changed: String) throws {
    let text = try sample(name)
    #expect(try signature(text) == "verified")
    let other = text.replacingOccurrences(of: part, with: changed)
    try #require(other != text)
    #expect(try signature(other) == "wrong")
  }

  @Test("Without the credential it is not known")
  func unverified() throws {
    #expect(try signature(sample("pingam/default.json")) == "unverified")
    #expect(try signature(sample("guardian/apns.json")) == "none")
  }
}
