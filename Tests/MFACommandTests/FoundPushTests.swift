import MFACore
import Testing

@testable import MFACommand

/// A push that was found inside something else: what it may do, and what only a person may.
@Suite("Pushes that were found")
struct FoundPushTests {
  typealias Row = OrderOfChecksTests.Row

  private static let push =
    #"{"messageId":"1","pushType":"default","callbackUrl":"https://mfa.example.com/c"}"#
  private static let printed = #"[AnyHashable("messageId"): 1, AnyHashable("pushType"): default]"#
  private static let printedDry = #"[AnyHashable("messageId"): 1, AnyHashable("pushType"): dry]"#
  private static let cut = "a \(push)\nb " + #"{"messageId":"1","isCancelAuthenti"#

  private static func file(
    _ text: String,
    _ openings: Script.Opening...,
    exchanges: [Script.Exchange] = []
  ) -> Script {
    Script(readings: [.file("p", text)], openings: openings, exchanges: exchanges)
  }

  static let rows = [
    Row(
      "in a log line",
      "URL --approve p",
      .done,
      "read p, send",
      file("log \(push)", exchanges: [reply(200)])
    ),
    Row("it gives no address, in a log line", "--approve p", .usage, "read p", file("log \(push)")),
    Row("it gives no address, in a document", "--approve p", .usage, "read p", file(#"{"a":\#(push)}"#)),
    Row("a cancellation cut off behind it", "URL --approve p", .payloadInvalid, "read p", file(cut)),
    Row(
      "a cancellation behind it",
      "URL --approve p",
      .payloadInvalid,
      "read p",
      file("a \(push)\nb " + #"{"messageId":"1","isCancelAuthentication":true}"#)
    ),
    Row("printed, and a flag", "URL --approve p", .payloadInvalid, "read p", file(printed)),
    Row("printed, and a flag that denies", "URL --deny p", .payloadInvalid, "read p", file(printed)),
    Row("printed, an endpoint first", "--approve p", .usage, "read p", file(printed)),
    Row("printed, nothing to answer", "URL p", .done, "read p", file(printedDry)),
    Row(
      "printed, and forced",
      "URL --approve --force p",
      .done,
      "read p, send",
      file(printed, exchanges: [reply(200)])
    ),
    Row(
      "printed, and a person",
      "URL p",
      .done,
      "read p, open terminal, send",
      file(printed, .types("approve"), exchanges: [reply(200)])
    ),
  ]

  @Test(arguments: rows)
  func row(_ row: Row) {
    let run = row.run()
    #expect(run.exitCode == row.exitCode, "\(run.errors)")
    #expect(run.steps.joined(separator: ", ") == row.steps)
  }

  @Test func theRefusalSaysHowToGetJSON() {
    let run = Self.file(Self.printed).run("--endpoint=https://mfa.example.com/d", "--approve", "p")
    #expect(run.errors.containsText("Swift printed"))
    #expect(run.errors.containsText("JSONSerialization"))
    #expect(run.errors.containsText("--force"))
  }
}
