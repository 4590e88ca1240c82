import Foundation
import Testing

/// Swift compares texts by canonical equivalence, which sorts a run of combining marks in quadratic time: 120 KiB of them in
/// one of these took seconds.
@Suite("Texts of combining marks")
struct MarksTests {
  private static let marks = String(repeating: "\u{301}\u{323}", count: 30_000)
  private static let flags = String(repeating: "\u{1F1E6}", count: 30_000)

  struct Row: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var environment: [String: String] = [:]
    var arguments: [String] = []
  }

  static let rows = [
    Row(testDescription: "TERM", environment: ["TERM": marks]),
    Row(testDescription: "ALL_PROXY", environment: ["ALL_PROXY": flags]),
    Row(testDescription: "a header", arguments: ["-H", "X: " + marks]),
    Row(testDescription: "a proxy", arguments: ["--proxy", "a" + marks + "://b"]),
  ]

  @Test("Cost time in proportion", arguments: rows)
  func time(_ row: Row) throws {
    let payload = #"{"pushType":"default","messageId":"1"}"#
    let run = try Binary.run(
      ["--approve", "--endpoint", "http://127.0.0.1:1/"] + row.arguments,
      stdin: .data(Array(payload.utf8)),
      environment: row.environment
    )
    #expect(run.seconds < 1.5, "\(run.status)")
  }

  @Test("A pairing key too")
  func pairing() throws {
    let run = try Binary.run(["device", "pair", Self.marks, "--endpoint", "http://127.0.0.1:1/"])
    #expect(run.status == .exited(2) && run.seconds < 0.7)
  }
}
