import Foundation
import MFACore
import Testing

/// Dates and times by RFC 3339.
@Suite("RFC 3339")
struct RFC3339Tests {
  struct Case: NamedCase {
    let name: String
    let text: String
    let milliseconds: Int64

    init(_ name: String, _ text: String, _ milliseconds: Int64) {
      (self.name, self.text, self.milliseconds) = (name, text, milliseconds)
    }
  }

  @Test(arguments: [
    // RFC 3339, section 5.8.
    Case("the RFC's first example", "1985-04-12T23:20:50.52Z", 482_196_050_520),
    Case("the RFC's example with an offset", "1996-12-19T16:39:57-08:00", 851_042_397_000),
    Case("the same moment in UTC", "1996-12-20T00:39:57Z", 851_042_397_000),
    Case("a leap second counts as the last second", "1990-12-31T23:59:60Z", 662_687_999_000),
    Case("the same leap second elsewhere", "1990-12-31T15:59:60-08:00", 662_687_999_000),
    Case("the beginning", "1970-01-01T00:00:00Z", 0),
    Case("the beginning, seen from the east", "1970-01-01T02:00:00+02:00", 0),
    Case("the end", "9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    Case("lower case", "2030-01-01t00:00:00z", 1_893_456_000_000),
    Case("a blank instead of T", "2030-01-01 00:00:00Z", 1_893_456_000_000),
    Case("an unknown local offset", "2030-01-01T00:00:00-00:00", 1_893_456_000_000),
    Case("an offset of half an hour", "2030-01-01T05:30:00+05:30", 1_893_456_000_000),
    Case("an offset over the year's end", "2029-12-31T23:00:00-01:00", 1_893_456_000_000),
    Case("the largest offset", "2030-01-01T23:59:00+23:59", 1_893_456_000_000),
    Case("an offset without a colon, as Java writes it", "2030-01-01T01:30:00.000+0130", 1_893_456_000_000),
    Case("an offset of hours", "2029-12-31T16:00:00-08", 1_893_456_000_000),
    Case("no offset, without a colon", "2030-01-01T00:00:00+0000", 1_893_456_000_000),
    Case("no offset, in hours", "2030-01-01T00:00:00+00", 1_893_456_000_000),
    Case("one digit of a fraction", "2030-01-01T00:00:00.5Z", 1_893_456_000_500),
    Case("nine digits of a fraction, cut", "2030-01-01T00:00:00.123999999Z", 1_893_456_000_123),
    Case("a leap day", "2028-02-29T00:00:00Z", 1_835_395_200_000),
    Case("the leap day of a century", "2000-02-29T00:00:00Z", 951_782_400_000),
  ])
  func parses(_ row: Case) {
    #expect(RFC3339.parse(row.text)?.milliseconds == row.milliseconds)
  }

  @Test(arguments: [
    "", "2030", "2030-01-01", "2030-01-01T00:00:00", "2030-01-01T00:00Z", "20300101T000000Z",
    "2030-1-1T00:00:00Z", "2030-13-01T00:00:00Z", "2030-00-01T00:00:00Z", "2030-01-00T00:00:00Z",
    "2030-01-32T00:00:00Z", "2030-04-31T00:00:00Z", "2030-02-29T00:00:00Z", "2100-02-29T00:00:00Z",
    "2030-01-01T24:00:00Z", "2030-01-01T00:60:00Z", "2030-01-01T00:00:61Z", "2030-01-01T00:00:00.Z",
    "2030-01-01T00:00:00,5Z", "2030-01-01T00:00:00+", "2030-01-01T00:00:00+1", "2030-01-01T00:00:00+01:",
    "2030-01-01T00:00:00+010", "2030-01-01T00:00:00+01:0", "2030-01-01T00:00:00+01000",
    "2030-01-01T00:00:00+24",
    "2030-01-01T00:00:00+0160", "2030-01-01T00:00:00Z+00",
    "2030-01-01T00:00:00+24:00", "2030-01-01T00:00:00+01:60", "2030-01-01T00:00:00Z ",
    " 2030-01-01T00:00:00Z", "2030-01-01T00:00:00ZZ", "+2030-01-01T00:00:00Z", "2030-01-01_00:00:00Z",
    "2030-01-01T00:00:00 Z", "Tue, 01 Jan 2030 00:02:00 GMT", "\u{FF12}030-01-01T00:00:00Z",
    "2030-01-01T00:00:00Z\u{0}", "2030\u{2010}01\u{2010}01T00:00:00Z",
    // Outside of what can be written.
    "1969-12-31T23:59:59Z", "1970-01-01T00:00:00+00:01", "0000-01-01T00:00:00Z", "9999-12-31T23:59:59-00:01",
    "10000-01-01T00:00:00Z",
  ])
  func refuses(_ text: String) {
    #expect(RFC3339.parse(text) == nil)
  }

  @Test(arguments: [
    Case("the beginning", "1970-01-01T00:00:00Z", 0),
    Case("whole seconds", "2030-01-01T00:02:00Z", 1_893_456_120_000),
    Case("milliseconds only where there are any", "2030-01-01T00:00:00.007Z", 1_893_456_000_007),
    Case("the end", "9999-12-31T23:59:59.999Z", 253_402_300_799_999),
    Case("the day after a leap day", "2000-03-01T00:00:00Z", 951_868_800_000),
  ])
  func formats(_ row: Case) {
    #expect(RFC3339.format(.at(row.milliseconds)) == row.text)
    #expect(RFC3339.parse(row.text)?.milliseconds == row.milliseconds)
  }

  /// Eight thousand years in steps of a prime number of seconds, against another calendar.
  @Test func agreesWithFoundation() {
    let formatter = ISO8601DateFormatter()
    for seconds in stride(from: Int64(0), through: 253_402_300_799, by: 86_399_981) {
      let text = RFC3339.format(.at(seconds * 1000))
      #expect(text == formatter.string(from: Date(timeIntervalSince1970: Double(seconds))))
      #expect(RFC3339.parse(text)?.milliseconds == seconds * 1000)
    }
  }
}
