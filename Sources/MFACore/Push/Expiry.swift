/// Works out when a push expires.
struct Lifetime {
  /// The field with the seconds, and its value.
  let ttl: (name: String, value: JSONValue)?
  /// The field with the time of sending, and its value.
  let sent: (name: String, value: JSONValue)?

  /// Ten years: no sign-on waits that long, so a larger number is a mistake of its sender.
  private static let longest = 10 * 365.25 * 86_400
  /// From here on a number counts milliseconds: as seconds it would be in the year 5138.
  private static let firstMilliseconds = 1e11

  /// Sent time and lifetime when the payload has both, else receive time and lifetime; nil for never.
  func expiry(_ reception: Reception, warnings: inout [Warning]) -> Timestamp? {
    let sentAt = readSent(warnings: &warnings)
    guard let ttl else { return nil }
    guard let seconds = Lifetime.number(ttl.value), seconds >= 0, seconds <= Lifetime.longest else {
      warnings.append(.lifetimeUnusable(field: ttl.name, value: Lifetime.shown(ttl.value)))
      return nil
    }
    // A sender's clock that is ahead gives no push a longer life.
    let start = sentAt.map { min($0, reception.now) } ?? reception.receivedAt
    return start.advanced(bySeconds: seconds)
  }

  private func readSent(warnings: inout [Warning]) -> Timestamp? {
    guard let sent else { return nil }
    if let time = Lifetime.time(sent.value) { return time }
    warnings.append(.sentTimeUnusable(field: sent.name, value: Lifetime.shown(sent.value)))
    return nil
  }

  /// A moment as seconds, as milliseconds, or as RFC 3339, each also in a string.
  private static func time(_ value: JSONValue) -> Timestamp? {
    if let number = number(value) {
      return Timestamp(milliseconds: number >= firstMilliseconds ? number : number * 1000)
    }
    return value.string.flatMap { RFC3339.parse($0.trimmed) }
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
