/// Dates and times by RFC 3339, section 5.6. Offsets are also read as ISO 8601 has them beside, and as Java writes them:
/// `+0100`, `+01`.
package enum RFC3339 {
  /// `2030-01-01T00:02:00Z`; milliseconds are written only when there are any.
  package static func format(_ time: Timestamp) -> String {
    let (days, inDay) = time.milliseconds.quotientAndRemainder(dividingBy: 86_400_000)
    let date = CivilDate(daysSinceEpoch: Int(days))
    let seconds = Int(inDay / 1000)
    let milliseconds = Int(inDay % 1000)
    let clock = [seconds / 3600, seconds / 60 % 60, seconds % 60].map { padded($0, 2) }.joined(separator: ":")
    let fraction = milliseconds == 0 ? "" : "." + padded(milliseconds, 3)
    return "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(clock)\(fraction)Z"
  }

  /// Nil when it is not of the form `YYYY-MM-DDThh:mm:ss[.fraction](Z|±hh[[:]mm])`, names no day that exists,
  /// or lies outside 1970...9999. A leap second counts as the last second of its minute.
  package static func parse(_ text: String) -> Timestamp? {
    var rest = Array(text.utf8)[...]
    func digits(_ count: Int) -> Int? {
      guard rest.count >= count, rest.prefix(count).allSatisfy({ Unicode.Scalar($0).isASCIIDigit }) else {
        return nil
      }
      defer { rest = rest.dropFirst(count) }
      return rest.prefix(count).reduce(0) { $0 * 10 + Int($1 - UInt8(ascii: "0")) }
    }
    func take(_ allowed: String) -> Bool {
      guard let first = rest.first, allowed.utf8.contains(first) else { return false }
      rest = rest.dropFirst()
      return true
    }
    guard let year = digits(4), take("-"), let month = digits(2), take("-"), let day = digits(2), take("Tt "),
      let hour = digits(2), take(":"), let minute = digits(2), take(":"), let second = digits(2),
      (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day),
      hour < 24, minute < 60, second <= 60
    else { return nil }
    var milliseconds = 0
    if take(".") {
      let fraction = rest.prefix { Unicode.Scalar($0).isASCIIDigit }
      guard !fraction.isEmpty else { return nil }
      for (index, digit) in fraction.prefix(3).enumerated() {
        milliseconds += Int(digit - UInt8(ascii: "0")) * [100, 10, 1][index]
      }
      rest = rest.dropFirst(fraction.count)
    }
    var offsetMinutes = 0
    if !take("Zz") {
      let isWest = rest.first == UInt8(ascii: "-")
      guard take("+-"), let hours = digits(2), hours < 24 else { return nil }
      let isWhole = rest.isEmpty
      _ = take(":")
      guard let minutes = isWhole ? 0 : digits(2), minutes < 60 else { return nil }
      offsetMinutes = (isWest ? -1 : 1) * (hours * 60 + minutes)
    }
    guard rest.isEmpty else { return nil }
    let days = CivilDate(year: year, month: month, day: day).daysSinceEpoch
    let seconds = days * 86_400 + hour * 3600 + (minute - offsetMinutes) * 60 + min(second, 59)
    return Timestamp(milliseconds: Int64(seconds * 1000 + milliseconds))
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A day of the proleptic Gregorian calendar.
struct CivilDate: Equatable {
  let year: Int
  let month: Int
  let day: Int

  init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  /// Counts in years that begin in March, so that the leap day is the last one (the usual "days from civil").
  init(daysSinceEpoch: Int) {
    let shifted = daysSinceEpoch + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let dayOfEra = shifted - era * 146_097
    let yearOfEra = (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
    let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
    let monthFromMarch = (5 * dayOfYear + 2) / 153
    day = dayOfYear - (153 * monthFromMarch + 2) / 5 + 1
    month = monthFromMarch < 10 ? monthFromMarch + 3 : monthFromMarch - 9
    year = yearOfEra + era * 400 + (month <= 2 ? 1 : 0)
  }

  var daysSinceEpoch: Int {
    let shiftedYear = month <= 2 ? year - 1 : year
    let era = (shiftedYear >= 0 ? shiftedYear : shiftedYear - 399) / 400
    let yearOfEra = shiftedYear - era * 400
    let dayOfYear = (153 * (month > 2 ? month - 3 : month + 9) + 2) / 5 + day - 1
    let dayOfEra = yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear
    return era * 146_097 + dayOfEra - 719_468
  }

  static func days(inMonth month: Int, of year: Int) -> Int {
    if month == 2 {
      let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
      return isLeap ? 29 : 28
    }
    return [4, 6, 9, 11].contains(month) ? 30 : 31
  }
}
