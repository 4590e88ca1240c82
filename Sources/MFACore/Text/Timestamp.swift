/// A moment in UTC, in milliseconds since 1970-01-01T00:00:00Z.
///
/// Only moments from the year 1970 to the end of the year 9999 can be written, which is what RFC 3339
/// can spell; arithmetic stays inside, so a hostile number can't overflow.
package struct Timestamp: Sendable, Hashable, Comparable {
  /// Milliseconds since the epoch, from 0 to the last millisecond of 9999.
  package let milliseconds: Int64

  /// The last millisecond of the year 9999.
  private static let last: Int64 = 253_402_300_799_999

  /// The nearest moment that can be written.
  package init(clamping milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, 0), Timestamp.last)
  }

  /// Nil when the moment is before 1970 or after 9999.
  package init?(milliseconds: Int64) {
    guard (0...Timestamp.last).contains(milliseconds) else { return nil }
    self.milliseconds = milliseconds
  }

  /// Nil when the number is not finite, before 1970 or after 9999.
  package init?(milliseconds: Double) {
    guard milliseconds.isFinite, milliseconds >= 0, milliseconds <= Double(Timestamp.last) else {
      return nil
    }
    self.init(milliseconds: Int64(milliseconds.rounded()))
  }

  /// The moment `seconds` later, held inside 1970...9999.
  package func advanced(bySeconds seconds: Double) -> Timestamp {
    let moved = Double(milliseconds) + seconds * 1000
    return Timestamp(milliseconds: min(max(moved, 0), Double(Timestamp.last))) ?? self
  }

  /// Seconds from `other` to this moment; negative when this one is earlier.
  package func seconds(since other: Timestamp) -> Double {
    Double(milliseconds - other.milliseconds) / 1000
  }

  package static func < (left: Timestamp, right: Timestamp) -> Bool {
    left.milliseconds < right.milliseconds
  }
}
