import MFACore

enum TimeFlags {
  /// A day: longer waits are mistakes.
  private static let longest = 86_400.0

  static let rows: [Flag] = [
    Flag(
      "answer-timeout",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.answerTimeout = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .time,
      commands: [.respond, .listen],
      help: "give up asking after this time (exit 5)",
      details: "The question also ends when the push expires."
    ),
    Flag(
      "delay",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.delay = try Seconds.parse(text, in: 0...longest)
      },
      group: .time,
      commands: [.respond, .listen],
      help: "wait this long between the decision and sending it",
      details: "A push that expires meanwhile is not answered (exit 9)."
    ),
    Flag(
      "ignore-expiry",
      .toggle { $0.ignoreExpiry = true },
      group: .time,
      commands: [.respond, .listen],
      help: "answer a push that has expired",
      details: "Or one that may have: whose time can't be read. For testing the service's own check."
    ),
    Flag(
      "received-at",
      .value(.init("TIME")) { (raw, text, _) throws(BadValue) in
        guard let time = RFC3339.parse(text) else { throw .notRFC3339 }
        raw.receivedAt = time
      },
      group: .time,
      commands: [.respond, .inspect, .deviceTap, .deviceDismiss],
      help: "when the push arrived (RFC 3339), to replay a capture",
      details: "A push without a sent time lives from then on. Default: now."
    ),
    Flag(
      "after",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.after = try Seconds.parse(text, in: 0...longest)
      },
      group: .time,
      commands: [.demo],
      help: "deliver the push this much later, as a local notification"
    ),
    Flag(
      "for",
      .value(.init("SECONDS")) { (raw, text, _) throws(BadValue) in
        raw.duration = try Seconds.parse(text, in: 0.001...longest)
      },
      group: .time,
      commands: [.listen, .inboxWatch],
      help: "stop listening or watching after this time"
    ),
  ]
}

/// A time span on the command line: `2`, `0.5`, `500ms`, `2s`.
enum Seconds {
  static func parse(_ text: String, in range: ClosedRange<Double>) throws(BadValue) -> Double {
    let problem = BadValue.notSeconds(minimum: shown(range.lowerBound), maximum: shown(range.upperBound))
    let (digits, scale): (Substring, Double) =
      text.endsWith("ms")
      ? (text.dropLast(2), 0.001) : text.endsWith("s") ? (text.dropLast(), 1) : (text[...], 1)
    let isDecimal = digits.utf8.allSatisfy {
      Unicode.Scalar($0).properties.numericType != nil || $0 == UInt8(ascii: ".")
    }
    guard isDecimal, digits.utf8.contains(where: { $0 != UInt8(ascii: ".") }), digits.utf8.count <= 20,
      let number = Double(digits)
    else { throw problem }
    let seconds = number * scale
    guard range.contains(seconds) else { throw problem }
    return seconds
  }

  /// Without a needless fraction: `30`, `0.001`.
  static func shown(_ seconds: Double) -> String {
    seconds == seconds.rounded() && abs(seconds) < 1e15 ? String(Int(seconds)) : String(seconds)
  }
}
