import Foundation
import MFACore
import Testing

/// Every case of `cases/captures/meta.json` that is about reading a push.
@Suite("Capture cases")
struct CaptureCaseTests {
  struct Line: Decodable, NamedCase {
    struct Expectation: Decodable, Sendable {
      let exit: Int
      let push: PushMembers?
    }

    struct PushMembers: Decodable, Sendable {
      let provider: String
      let kind: String
      let title: String?
      let message: String?
      let numbersChallenge: [String]
      let id: String?
      let envelope: String?
    }

    let `case`: String
    let file: String?
    let `class`: String
    let expect: Expectation

    var name: String { `case` }
  }

  private static let lines: [Line] = {
    guard let bytes = try? TestData.bytes("cases/captures/meta.json") else { return [] }
    return ((try? JSONDecoder().decode([Line].self, from: Data(bytes))) ?? []).filter {
      $0.class == "payload"
    }
  }()

  /// Refused where nothing is found; these are found, which the cases take as well.
  private static let foundInstead: Set<String> = ["94-curl-command", "95-log-line", "102-base64-text"]

  @Test func areAllThere() { #expect(Self.lines.count == 18) }

  @Test(arguments: lines)
  func hold(_ row: Line) throws {
    let reading = Reading(try TestData.bytes("cases/captures/\(try #require(row.file))"))
    if let expected = row.expect.push {
      let push = try reading.result.get()
      #expect(push.provider.rawValue == expected.provider)
      #expect(push.kind.name.rawValue == expected.kind)
      #expect(push.text.title == expected.title)
      #expect(push.text.message == expected.message)
      #expect(expected.id == nil || push.id == expected.id)
      #expect(expected.envelope == nil || push.envelope.rawValue == expected.envelope)
      if case .challenge(.pick(let values)) = push.kind {
        #expect(values.map(\.text) == expected.numbersChallenge)
      }
    } else if Self.foundInstead.contains(row.case) {
      #expect(try reading.result.get().place != nil)
    } else if case .notMFA? = reading.error {
      #expect(row.expect.exit == 4)
    } else {
      #expect(row.expect.exit == 3 && reading.error != nil)
    }
  }
}
