import MFACore
import Testing

/// When a push expires.
@Suite("Expiry")
struct ExpiryTests {
  /// The clock says 2030-01-01T00:00:00Z, and the push came ten seconds earlier.
  struct Case: NamedCase {
    let name: String
    let ttl: String?
    let sentAt: String?
    let secondsFromNow: Double?
    let warnings: [Warning]

    init(
      _ name: String,
      ttl: String?,
      sentAt: String? = nil,
      _ secondsFromNow: Double?,
      _ warnings: Warning...
    ) {
      (self.name, self.ttl, self.sentAt) = (name, ttl, sentAt)
      (self.secondsFromNow, self.warnings) = (secondsFromNow, warnings)
    }

    func text(of provider: ProviderName) -> String {
      let time = [
        ttl.map { (provider == .plain ? #""ttl":"# : #""timeoutDuration":"#) + $0 },
        sentAt.map { #""sentAt":"# + $0 },
      ]
      .compactMap(\.self)
      switch provider {
      case .pingone:
        let members = [#""notificationType":"authentication""#] + time
        return #"{"messageId":"m","PingOne":{\#(members.joined(separator: ","))}}"#
      default:
        let members = [#""messageId":"m","pushType":"default""#] + time
        return "{\(members.joined(separator: ","))}"
      }
    }

    func warnings(of provider: ProviderName) -> [Warning] {
      guard provider == .pingone else { return warnings }
      return warnings.map { warning in
        if case .lifetimeUnusable(_, let value) = warning {
          return .lifetimeUnusable(field: "timeoutDuration", value: value)
        }
        return warning
      }
    }
  }

  private static func unusable(_ value: String) -> Warning { .lifetimeUnusable(field: "ttl", value: value) }
  private static func unusableSent(_ value: String) -> Warning {
    .sentTimeUnusable(field: "sentAt", value: value)
  }

  private func check(_ row: Case, _ provider: ProviderName) throws {
    let reading = Reading(row.text(of: provider), reception: .received(secondsAgo: 10))
    let push = try reading.result.get()
    #expect(push.provider == provider)
    #expect(push.expiresAt == row.secondsFromNow.map { Timestamp.sample(plus: $0) })
    #expect(reading.warnings == row.warnings(of: provider))
  }

  @Test(arguments: [
    Case("no lifetime: never", ttl: nil, nil),
    Case("a sent time without a lifetime: never", ttl: nil, sentAt: "1893455900", nil),
    Case("null is none", ttl: "null", sentAt: "null", nil),
    Case("without a sent time, from the receive time", ttl: "120", 110),
    Case("from the sent time", ttl: "120", sentAt: "1893455900", 20),
    Case("in seconds", ttl: "120", sentAt: "1893455970", 90),
    Case("in milliseconds", ttl: "120", sentAt: "1893455970500", 90.5),
    Case("in seconds with a fraction", ttl: "120", sentAt: "1893455970.25", 90.25),
    Case("as a text of seconds", ttl: #""120""#, sentAt: #""1893455970""#, 90),
    Case("as a text of milliseconds", ttl: #"" 120 ""#, sentAt: #""1893455970000""#, 90),
    Case("as a date and time", ttl: "120", sentAt: #""2029-12-31T23:59:30Z""#, 90),
    Case("as a date and time with an offset", ttl: "120", sentAt: #""2030-01-01T00:59:30+01:00""#, 90),
    Case("as a date and time with a fraction", ttl: "120", sentAt: #""2029-12-31T23:59:30.250Z""#, 90.25),
    Case("a sent time in the future counts as now", ttl: "120", sentAt: "1893456060", 120),
    Case("far in the future as well", ttl: "120", sentAt: #""9999-12-31T23:59:59Z""#, 120),
    Case("expired long ago", ttl: "120", sentAt: "1700000000", -193_455_880),
    Case("the last number that counts as seconds", ttl: "1", sentAt: "99999999999", 1),
    Case("the first that counts as milliseconds, in 1973", ttl: "0", sentAt: "100000000000", -1_793_456_000),
    Case("at the beginning of time", ttl: "0", sentAt: "0", -1_893_456_000),
    Case("a lifetime of nothing", ttl: "0", -10),
    Case("a lifetime with a fraction", ttl: "0.5", -9.5),
    Case("a lifetime with an exponent", ttl: "12e1", 110),
    Case("exactly ten years", ttl: "315576000", 315_575_990),
  ])
  func isWorkedOut(_ row: Case) throws {
    try check(row, .plain)
    try check(row, .pingone)
  }

  @Test(arguments: [
    Case("negative", ttl: "-1", nil, unusable("-1")),
    Case("over ten years", ttl: "315576001", nil, unusable("315576001")),
    Case("more than any number", ttl: "1e400", nil, unusable("1e400")),
    Case("huge, spelled out", ttl: "99999999999999999999", nil, unusable("99999999999999999999")),
    Case("negative as text", ttl: #""-120""#, nil, unusable(#""-120""#)),
    Case("a text with a unit", ttl: #""120s""#, nil, unusable(#""120s""#)),
    Case("a text with a leading zero", ttl: #""0120""#, nil, unusable(#""0120""#)),
    Case("an empty text", ttl: #""""#, nil, unusable(#""""#)),
    Case("Infinity as text", ttl: #""Infinity""#, nil, unusable(#""Infinity""#)),
    Case("NaN as text", ttl: #""NaN""#, nil, unusable(#""NaN""#)),
    Case("hexadecimal as text", ttl: #""0x10""#, nil, unusable(#""0x10""#)),
    Case("a boolean", ttl: "true", nil, unusable("true")),
    Case("an object", ttl: "{}", nil, unusable("{}")),
    Case("a list", ttl: "[120]", nil, unusable("[120]")),
    Case("unusable, with a sent time", ttl: "-1", sentAt: "1893455970", nil, unusable("-1")),
    Case("a sent time that is negative", ttl: "120", sentAt: "-1", 110, unusableSent("-1")),
    Case(
      "a sent time that is no time",
      ttl: "120",
      sentAt: #""yesterday""#,
      110,
      unusableSent(#""yesterday""#)
    ),
    Case(
      "a sent time without a zone",
      ttl: "120",
      sentAt: #""2030-01-01T00:00:00""#,
      110,
      unusableSent(#""2030-01-01T00:00:00""#)
    ),
    Case(
      "a sent time in microseconds",
      ttl: "120",
      sentAt: "1893455970000000",
      110,
      unusableSent("1893455970000000")
    ),
    Case("a sent time of another type", ttl: "120", sentAt: "true", 110, unusableSent("true")),
    Case("an infinite sent time", ttl: "120", sentAt: "1e999", 110, unusableSent("1e999")),
    Case("an unusable sent time without a lifetime", ttl: nil, sentAt: "-1", nil, unusableSent("-1")),
  ])
  func whatNoClockCanUseWarns(_ row: Case) throws {
    try check(row, .plain)
    try check(row, .pingone)
  }

  @Test func aLongValueIsCutInTheWarning() throws {
    let long = String(repeating: "9", count: 400)
    let warnings = Reading(#"{"messageId":"m","pushType":"default","ttl":\#(long)}"#).warnings
    guard case .lifetimeUnusable("ttl", let value)? = warnings.first else {
      Issue.record("\(warnings)")
      return
    }
    #expect(value.count < 60)
    #expect(value.hasPrefix("9999"))
  }

  @Test func isOverAtTheVeryMoment() throws {
    let push = try Reading(#"{"messageId":"m","pushType":"default","ttl":120}"#).result.get()
    #expect(!push.isExpired(at: .sample(plus: 119.999)))
    #expect(push.isExpired(at: .sample(plus: 120)))
    let endless = try Reading(#"{"messageId":"m","pushType":"default"}"#).result.get()
    #expect(!endless.isExpired(at: .at(253_402_300_799_999)))
  }
}
