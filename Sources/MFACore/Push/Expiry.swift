/// When a push stops being answerable. A time that is there and can't be read is a case of its own: taken for none, it
/// would make the push live for ever.
package enum Expiry: Sendable, Equatable {
  /// It says no lifetime.
  case never
  case at(Timestamp)
  /// It says one, or a time of sending, in a way that nobody can read.
  case unreadable(FieldError)

  /// Whether its time is over, as far as that can be told: what can't be read may be.
  package func isOver(at now: Timestamp) -> Bool {
    switch self {
    case .never: false
    case .at(let end): now >= end
    case .unreadable: true
    }
  }

  /// The moment, where there is one and it is known.
  package var time: Timestamp? {
    if case .at(let time) = self { time } else { nil }
  }
}

/// Works out when a push expires.
struct Lifetime {
  typealias Field = (name: String, value: JSONValue)

  /// The field with the seconds.
  var ttl: Field?
  /// The field with the time of sending.
  var sent: Field?
  /// The field with the end itself, as a JWT has it (`exp`, RFC 7519, section 4.1.4).
  var end: Field?
  /// Seconds that its vendor's library takes where there is no lifetime.
  var assumed: Int?

  /// Ten years: no sign-on waits that long, so a larger number is a mistake of its sender.
  private static let longest = 10 * 365.25 * 86_400

  /// The end that it says, or sent time and lifetime when it has both, else receive time and lifetime; the earlier one
  /// where it has either.
  func expiry(_ reception: Reception, warnings: inout [PayloadWarning]) -> Expiry {
    var problems: [FieldError] = []
    func read<Value>(
      _ field: Field?,
      _ value: (JSONValue) -> Value?,
      orElse problem: (String) -> FieldError.Problem
    ) -> Value? {
      guard let field, field.value != .null else { return nil }
      if field.value.string?.trimmed.isEmpty ?? false {
        warnings.append(.emptyTime(field: field.name))
        return nil
      }
      if let value = value(field.value) { return value }
      problems.append(FieldError(field.name, problem(Lifetime.shown(field.value))))
      return nil
    }
    let sentAt = read(sent, Lifetime.time, orElse: FieldError.Problem.notATime)
    var seconds = read(ttl, Lifetime.seconds, orElse: FieldError.Problem.notALifetime)
    let end = read(end, Lifetime.time, orElse: FieldError.Problem.notATime)
    warnings += problems.map { .timeUnreadable($0) }
    if let problem = problems.first { return .unreadable(problem) }
    if seconds == nil, let ttl, let assumed {
      warnings.append(.lifetimeMissing(field: ttl.name, assumedSeconds: assumed))
      seconds = Double(assumed)
    }
    // A sender's clock that is ahead gives no push a longer life.
    let start = sentAt.map { min($0, reception.now) } ?? reception.receivedAt
    let ends = [seconds.map { start.advanced(bySeconds: $0) }, end].compactMap(\.self)
    return ends.min().map { .at($0) } ?? .never
  }

  /// A lifetime in seconds, or as a duration (`120s`, `1.5s`: the JSON of Google's APIs, which FCM's `ttl` is in).
  private static func seconds(_ value: JSONValue) -> Double? {
    let text = value.string?.trimmed
    let isDuration = text?.utf8.last == UInt8(ascii: "s")
    let found = number(isDuration ? text.map { .string(String($0.dropLast())) } ?? value : value)
    return found.flatMap { (0...longest).contains($0) ? $0 : nil }
  }

  /// A moment as a number whose size tells its unit, or as RFC 3339, each also in a string.
  private static func time(_ value: JSONValue) -> Timestamp? {
    guard let number = number(value) else { return value.string.flatMap { RFC3339.parse($0.trimmed) } }
    // Taken for the next smaller unit, the first of each would be in 1973; for the larger one, in the year 5138.
    let milliseconds =
      switch number {
      case ..<1e11: number * 1000
      case ..<1e14: number
      case ..<1e17: number / 1000
      default: number / 1_000_000
      }
    return Timestamp(milliseconds: milliseconds)
  }

  /// A finite number, also in a string that spells a JSON number.
  private static func number(_ value: JSONValue) -> Double? {
    let number: JSONNumber
    switch value {
    case .number(let spelled): number = spelled
    case .string(let text):
      guard case .number(let spelled)? = (try? JSONReader.read(text.trimmed))?.value else { return nil }
      number = spelled
    default: return nil
    }
    return number.double.isFinite ? number.double : nil
  }

  private static func shown(_ value: JSONValue) -> String {
    let text = JSONWriter.write(value)
    return text.unicodeScalars.count > 40 ? String(text.unicodeScalars.prefix(40)) + "…" : text
  }
}
