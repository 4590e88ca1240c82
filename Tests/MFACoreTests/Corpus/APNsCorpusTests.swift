import Testing

@testable import MFACore

/// Push notifications as people write them: none is an MFA push of a known provider, and most are readable.
@Suite("APNs corpus")
struct APNsCorpusTests {
  /// One line of `index.tsv`.
  struct Row: NamedCase {
    let file: String
    let kind: String
    let isStrict: Bool
    let alert: String

    var name: String { "\(file): \(kind)" }
    var isBroken: Bool { kind.hasPrefix("INVALID") }

    init?(_ line: Substring) {
      let columns = line.split(separator: "\t", omittingEmptySubsequences: false).map { String($0) }
      guard columns.count == 9 else { return nil }
      (file, kind, isStrict, alert) = (columns[0], columns[4], columns[5] == "yes", columns[6])
    }

    func bytes() throws -> [UInt8] { try TestData.bytes("corpus/apns/\(file)") }
  }

  private static let rows: [Row] =
    (try? TestData.text("corpus/apns/index.tsv"))?.split(separator: "\n").dropFirst().compactMap { Row($0) }
    ?? []

  @Test func isComplete() {
    #expect(Self.rows.count == 31)
    #expect(TestData.names(in: "corpus/apns").count == 32)
  }

  @Test(arguments: rows.filter { !$0.isBroken })
  func isReadAndIsNobodysPush(_ row: Row) throws {
    let reading = Reading(try row.bytes(), isSimulatorFile: row.file.hasSuffix(".apns"))
    guard case .notMFA? = reading.error else {
      Issue.record("\(reading.result)")
      return
    }
    let hasTrailingComma = reading.warnings.contains { if case .trailingComma = $0 { true } else { false } }
    #expect(hasTrailingComma == !row.isStrict)
  }

  @Test(arguments: rows.filter(\.isBroken))
  func isRefusedWithAGuess(_ row: Row) throws {
    guard case .json(let error, within: nil)? = Reading(try row.bytes()).error else {
      Issue.record("not refused")
      return
    }
    #expect(error.guess == .missingComma)
  }

  @Test(arguments: rows.filter { !$0.isBroken && $0.alert != "none" })
  func textsAreFound(_ row: Row) throws {
    let bytes = try SourceText.utf8(row.bytes())
    guard
      case .document(let input) = try UnwrappedInput.read(bytes, isSimulatorFile: row.file.hasSuffix(".apns"))
    else {
      Issue.record("not a document")
      return
    }
    let payload = try #require(input.payloads.first)
    var warnings: [PayloadWarning] = []
    let text = AlertText.read(payload, warnings: &warnings)
    #expect(payload.envelope == (row.file.hasSuffix(".apns") ? .simctl : .apns))
    #expect(text.message != nil || text.title != nil)
    switch payload.aps?["alert"] {
    case .string(let alert):
      #expect(row.alert == "string")
      #expect(text.message == alert)
    case .object(let alert):
      #expect(row.alert == "dict")
      #expect(text.title == alert["title"]?.string)
      #expect(text.message == alert["body"]?.string)
    default: Issue.record("no alert")
    }
  }
}
