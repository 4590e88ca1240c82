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
    /// With the names of the plain push.
    let expiry: Expiry
    /// The fields that are empty, which is told.
    let empty: [String]

    init(
      _ name: String,
      ttl: String?,
      sentAt: String? = nil,
      _ secondsFromNow: Double?,
      empty: String...
    ) {
      (self.name, self.ttl, self.sentAt, self.empty) = (name, ttl, sentAt, empty)
      expiry = secondsFromNow.map { .at(.sample(plus: $0)) } ?? .never
    }

    init(_ name: String, unreadableTTL ttl: String, sentAt: String? = nil) {
      (self.name, self.ttl, self.sentAt, empty) = (name, ttl, sentAt, [])
      expiry = .unreadable(FieldError("ttl", .notALifetime(ttl)))
    }

    init(_ name: String, ttl: String?, unreadableSentAt sentAt: String) {
      (self.name, self.ttl, self.sentAt, empty) = (name, ttl, sentAt, [])
      expiry = .unreadable(FieldError("sentAt", .notATime(sentAt)))
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
  }

  private func check(_ row: Case, _ provider: ProviderName) throws {
    func named(_ field: String) -> String {
      provider == .pingone && field == "ttl" ? "timeoutDuration" : field
    }
    let reading = Reading(row.text(of: provider), reception: .received(secondsAgo: 10))
    let push = try reading.result.get()
    #expect(push.provider == provider)
    var warnings: [PayloadWarning] = row.empty.map { .emptyTime(field: named($0)) }
    var expiry = row.expiry
    if case .unreadable(let error) = expiry {
      let problem = FieldError(named(error.field), error.problem)
      expiry = .unreadable(problem)
      warnings.append(.timeUnreadable(problem))
    }
    #expect(push.expiry == expiry)
    #expect(reading.warnings == warnings)
  }

  @Test(arguments: [
    Case("no lifetime: never", ttl: nil, nil),
    Case("a sent time without a lifetime: never", ttl: nil, sentAt: "1893455900", nil),
    Case("null is none", ttl: "null", sentAt: "null", nil),
    Case("without a sent time, from the receive time", ttl: "120", 110),
    Case("from the sent time", ttl: "120", sentAt: "1893455900", 20),
    Case("in seconds", ttl: "120", sentAt: "1893455970", 90),
    Case("in milliseconds", ttl: "120", sentAt: "1893455970500", 90.5),
    Case("in microseconds", ttl: "120", sentAt: "1893455970500000", 90.5),
    Case("in nanoseconds", ttl: "120", sentAt: "1893455970500000000", 90.5),
    Case("in seconds with a fraction", ttl: "120", sentAt: "1893455970.25", 90.25),
    Case("as a text of seconds", ttl: #""120""#, sentAt: #""1893455970""#, 90),
    Case("as a text of milliseconds", ttl: #"" 120 ""#, sentAt: #""1893455970000""#, 90),
    Case("as a text of nanoseconds", ttl: #""120""#, sentAt: #""1893455970000000000""#, 90),
    Case("as a duration", ttl: #""120s""#, sentAt: "1893455970", 90),
    Case("as a duration with a fraction", ttl: #"" 1.5s ""#, -8.5),
    Case("as a duration of nothing", ttl: #""0s""#, -10),
    Case("as a date and time", ttl: "120", sentAt: #""2029-12-31T23:59:30Z""#, 90),
    Case("as a date and time with an offset", ttl: "120", sentAt: #""2030-01-01T00:59:30+01:00""#, 90),
    Case("as a date and time with a fraction", ttl: "120", sentAt: #""2029-12-31T23:59:30.250Z""#, 90.25),
    Case("as Java writes it", ttl: "120", sentAt: #""2029-12-31T23:59:30.250+0000""#, 90.25),
    Case("as PostgreSQL writes it", ttl: "120", sentAt: #""2029-12-31 23:59:30.25+00""#, 90.25),
    Case("a sent time in the future counts as now", ttl: "120", sentAt: "1893456060", 120),
    Case("far in the future as well", ttl: "120", sentAt: #""9999-12-31T23:59:59Z""#, 120),
    Case("expired long ago", ttl: "120", sentAt: "1700000000", -193_455_880),
    Case("the last number that counts as seconds", ttl: "1", sentAt: "99999999999", 1),
    Case("the first that counts as milliseconds, in 1973", ttl: "0", sentAt: "100000000000", -1_793_456_000),
    Case("the last of those", ttl: "1", sentAt: "99999999999999", 1),
    Case("the first that counts as microseconds", ttl: "0", sentAt: "100000000000000", -1_793_456_000),
    Case("the first that counts as nanoseconds", ttl: "0", sentAt: "100000000000000000", -1_793_456_000),
    Case("at the beginning of time", ttl: "0", sentAt: "0", -1_893_456_000),
    Case("a lifetime of nothing", ttl: "0", -10),
    Case("a lifetime with a fraction", ttl: "0.5", -9.5),
    Case("a lifetime with an exponent", ttl: "12e1", 110),
    Case("exactly ten years", ttl: "315576000", 315_575_990),
    Case("an empty lifetime is none", ttl: #""""#, nil, empty: "ttl"),
    Case("so is one of blanks", ttl: #""  ""#, nil, empty: "ttl"),
    Case("an empty sent time is none", ttl: "120", sentAt: #""""#, 110, empty: "sentAt"),
    Case("both are empty", ttl: #""""#, sentAt: #""""#, nil, empty: "sentAt", "ttl"),
  ])
  func isWorkedOut(_ row: Case) throws {
    try check(row, .plain)
    try check(row, .pingone)
  }

  /// Each of these counted as no lifetime, or as sent when it came: a push of years ago was approved.
  @Test(arguments: [
    Case("negative", unreadableTTL: "-1"),
    Case("over ten years", unreadableTTL: "315576001"),
    Case("over ten years, in other clothes", unreadableTTL: "400000000"),
    Case("over ten years, as a duration", unreadableTTL: #""400000000s""#),
    Case("more than any number", unreadableTTL: "1e400"),
    Case("less than any number", unreadableTTL: "-1e400"),
    Case("huge, spelled out", unreadableTTL: "99999999999999999999"),
    Case("negative as text", unreadableTTL: #""-120""#),
    Case("negative as a duration", unreadableTTL: #""-120s""#),
    Case("another unit", unreadableTTL: #""120ms""#),
    Case("a unit alone", unreadableTTL: #""s""#),
    Case("words", unreadableTTL: #""2 minutes""#),
    Case("by ISO 8601", unreadableTTL: #""PT120S""#),
    Case("a date", unreadableTTL: #""2030-01-01T00:02:00Z""#),
    Case("nobody filled it in", unreadableTTL: #""${TTL}""#),
    Case("a text with a leading zero", unreadableTTL: #""0120""#),
    Case("Infinity as text", unreadableTTL: #""Infinity""#),
    Case("NaN as text", unreadableTTL: #""NaN""#),
    Case("hexadecimal as text", unreadableTTL: #""0x10""#),
    Case("a boolean", unreadableTTL: "true"),
    Case("an object", unreadableTTL: "{}"),
    Case("a list", unreadableTTL: "[120]"),
    Case("with a sent time", unreadableTTL: "-1", sentAt: "1893455970"),
    Case("with a sent time of long ago", unreadableTTL: #""soon""#, sentAt: "1577836800"),
    Case("a sent time that is negative", ttl: "120", unreadableSentAt: "-1"),
    Case("a sent time that is no time", ttl: "120", unreadableSentAt: #""yesterday""#),
    Case("a sent time without a zone", ttl: "120", unreadableSentAt: #""2030-01-01T00:00:00""#),
    Case("a sent time by RFC 1123", ttl: "120", unreadableSentAt: #""Tue, 01 Jan 2030 00:00:00 GMT""#),
    Case("a sent time of another type", ttl: "120", unreadableSentAt: "true"),
    Case("an infinite sent time", ttl: "120", unreadableSentAt: "1e999"),
    Case("a sent time beyond the year 9999", ttl: "120", unreadableSentAt: "1e22"),
    Case("an unreadable sent time without a lifetime", ttl: nil, unreadableSentAt: "-1"),
  ])
  func whatCanNotBeReadIsNotTakenForNone(_ row: Case) throws {
    try check(row, .plain)
    try check(row, .pingone)
  }

  @Test func aLongValueIsCutInTheWarning() throws {
    let long = String(repeating: "9", count: 400)
    let warnings = Reading(#"{"messageId":"m","pushType":"default","ttl":\#(long)}"#).warnings
    guard case .timeUnreadable(let error)? = warnings.first, case .notALifetime(let value) = error.problem
    else {
      Issue.record("\(warnings)")
      return
    }
    #expect(value.count < 60)
    #expect(value.hasPrefix("9999"))
  }

  @Test func isOverAtTheVeryMoment() throws {
    let push = try Reading(#"{"messageId":"m","pushType":"default","ttl":120}"#).result.get()
    #expect(!push.expiry.isOver(at: .sample(plus: 119.999)))
    #expect(push.expiry.isOver(at: .sample(plus: 120)))
    let endless = try Reading(#"{"messageId":"m","pushType":"default"}"#).result.get()
    #expect(!endless.expiry.isOver(at: .at(253_402_300_799_999)))
    #expect(Expiry.unreadable(FieldError("ttl", .notALifetime("-1"))).isOver(at: .sample))
  }
}
