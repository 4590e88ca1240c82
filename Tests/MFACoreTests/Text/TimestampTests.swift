import MFACore
import Testing

/// Moments: no number from a push may overflow the arithmetic.
@Suite("Timestamps")
struct TimestampTests {
  @Test(arguments: [Int64(-1), .min, 253_402_300_800_000, .max])
  func momentsThatCannotBeWrittenAreNone(_ milliseconds: Int64) {
    #expect(Timestamp(milliseconds: milliseconds) == nil)
  }

  @Test(arguments: [-1.0, -0.001, 253_402_300_800_000, 1e300, .infinity, -.infinity, .nan])
  func numbersThatAreNoMomentsAreNone(_ milliseconds: Double) {
    #expect(Timestamp(milliseconds: milliseconds) == nil)
  }

  @Test func fractionsOfAMillisecondAreRounded() {
    #expect(Timestamp(milliseconds: 1.4)?.milliseconds == 1)
    #expect(Timestamp(milliseconds: 1.5)?.milliseconds == 2)
    #expect(Timestamp(milliseconds: 0.0)?.milliseconds == 0)
  }

  struct Step: NamedCase {
    let name: String
    let from: Int64
    let seconds: Double
    let to: Int64

    init(_ name: String, _ from: Int64, _ seconds: Double, _ to: Int64) {
      (self.name, self.from, self.seconds, self.to) = (name, from, seconds, to)
    }
  }

  @Test(arguments: [
    Step("two minutes", 0, 120, 120_000),
    Step("half a second", 1000, 0.5, 1500),
    Step("back", 120_000, -60, 60_000),
    Step("held at the beginning", 1000, -2, 0),
    Step("held at the end", 253_402_300_799_000, 2, 253_402_300_799_999),
    Step("far beyond the end", 0, 1e300, 253_402_300_799_999),
    Step("to no number at all", 1000, .nan, 1000),
  ])
  func advances(_ row: Step) {
    #expect(Timestamp.at(row.from).advanced(bySeconds: row.seconds).milliseconds == row.to)
  }

  @Test func differencesHaveASign() {
    #expect(Timestamp.at(1500).seconds(since: .at(1000)) == 0.5)
    #expect(Timestamp.at(1000).seconds(since: .at(3000)) == -2)
    #expect(Timestamp.at(1) < .at(2))
  }
}
