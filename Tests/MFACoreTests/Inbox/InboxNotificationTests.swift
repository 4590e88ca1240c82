import MFACore
import Testing

@Suite("A notification as a service describes it")
struct InboxNotificationTests {
  /// The members of a whole one, as JSON, by name.
  private static let members: [(String, String)] = [
    ("id", #""n1""#), ("sequence", "7"), ("type", #""request""#), ("status", #""new""#),
    ("title", #""Sign on""#), ("body", #""Please""#), ("created", #""2030-01-01T00:00:00Z""#),
    ("expirationDate", #""2030-01-01T00:02:00Z""#), ("demands", #""pin""#),
    ("data", #"{"clientName":"Bank","outOfBand":true}"#),
    ("eligibleCredentials", #"[{"id":"c1","label":"Card","documentType":"ID_CARD"},{"id":"c2"}]"#),
  ]

  /// A whole one in which a member is something else; nil leaves it out.
  static func read(_ name: String = "", _ value: String? = nil) throws -> InboxNotification {
    let texts = members.compactMap { member, text in
      member == name ? value.map { "\"\(member)\":\($0)" } : "\"\(member)\":\(text)"
    }
    let text = "{" + texts.joined(separator: ",") + "}"
    return try InboxNotification(#require(try JSONReader.read(text).value.object))
  }

  @Test("All of it")
  func whole() throws {
    let notification = try Self.read()
    #expect(notification.id == "n1" && notification.sequence == 7 && notification.kind == .request)
    #expect(notification.status == .new && notification.title == "Sign on" && notification.body == "Please")
    #expect(notification.created == RFC3339.parse("2030-01-01T00:00:00Z"))
    #expect(notification.expirationDate == RFC3339.parse("2030-01-01T00:02:00Z"))
    #expect(notification.clientName == "Bank" && notification.isOutOfBand && notification.demand == .pin)
    #expect(notification.eligibleCredentials.map(\.id) == ["c1", "c2"])
    #expect(notification.eligibleCredentials.map(\.label) == ["Card", "c2"])
    #expect(notification.eligibleCredentials.map(\.documentType) == ["ID_CARD", nil])
  }

  struct Wrong: NamedCase {
    let member: String
    /// Nil when it is missing.
    let value: String?
    /// What the error is about, when that is not the member itself.
    var field: String?

    var name: String { "\(member) \(value ?? "missing")" }

    init(_ member: String, _ value: String?, field: String? = nil) {
      (self.member, self.value, self.field) = (member, value, field)
    }
  }

  static let wrong: [Wrong] =
    ["id", "sequence", "type", "status", "created"].flatMap { [Wrong($0, nil), Wrong($0, "null")] }
    + ["id", "type", "status", "title", "body", "created", "expirationDate", "demands"].flatMap {
      [Wrong($0, "1"), Wrong($0, "{}"), Wrong($0, "[]"), Wrong($0, "true")]
    }
    + ["\"7\"", "7.5", "-1", "1e3", "99999999999999999999", "{}"].map { Wrong("sequence", $0) }
    + [
      Wrong("id", #""""#), Wrong("type", #""offer""#), Wrong("type", #""Request""#),
      Wrong("status", #""lost""#), Wrong("demands", #""voice""#), Wrong("created", #""today""#),
      Wrong("expirationDate", #""2030-02-30T00:00:00Z""#),
      Wrong("data", #"{"clientName":1}"#, field: "clientName"),
      Wrong("data", #"{"outOfBand":"yes"}"#, field: "outOfBand"),
      Wrong("eligibleCredentials", "[1]"), Wrong("eligibleCredentials", "[{}]", field: "id"),
      Wrong("eligibleCredentials", #"[{"id":""}]"#, field: "id"),
      Wrong("eligibleCredentials", #"[{"id":"c","label":1}]"#, field: "label"),
      Wrong("eligibleCredentials", #"[{"id":"c","documentType":1}]"#, field: "documentType"),
    ]

  @Test("A member that is missing or wrong is named", arguments: wrong)
  func wrongMember(_ row: Wrong) throws {
    let error = try #require(throws: InboxFieldError.self) { try Self.read(row.member, row.value) }
    #expect(error.field == row.field ?? row.member)
  }

  @Test(
    "What may be missing or null",
    arguments: ["title", "body", "expirationDate", "demands", "data", "eligibleCredentials"]
  )
  func optional(_ member: String) throws {
    for value in [nil, "null"] {
      let notification = try Self.read(member, value)
      #expect(notification.id == "n1")
    }
  }

  static let nonContainers = ["data", "eligibleCredentials"].flatMap { member in
    ["1", #""x""#, "true"].map { Wrong(member, $0) }
  }

  @Test("What holds others and is something else is wrong too", arguments: nonContainers)
  func nonContainer(_ row: Wrong) throws {
    let error = try #require(throws: InboxFieldError.self) { try Self.read(row.member, row.value) }
    #expect(error.field == row.member)
  }

  @Test("Its time is over at the moment of its expiration, or when the service says so")
  func expiry() throws {
    let request = try Self.read()
    let end = try #require(request.expirationDate)
    #expect(!request.isExpired(at: end.advanced(bySeconds: -0.001)))
    #expect(request.isExpired(at: end))
    #expect(try !Self.read("expirationDate", nil).isExpired(at: end.advanced(bySeconds: 1e9)))
    #expect(try Self.read("status", #""expired""#).isExpired(at: request.created))
  }

  // MARK: What may be done

  /// What is in the way, from the two tables of the contract: by type, then by state.
  private func expected(
    _ action: InboxAction,
    _ kind: InboxNotification.Kind,
    _ status: InboxNotification.Status
  ) -> InboxMisfit? {
    switch (action, kind, status) {
    case (_, _, .deleted): .deleted
    case (.delete, _, _), (.acknowledge, .message, _): nil
    case (.acknowledge, _, _), (.accept, .message, _), (.accept, .lifecycleEvent, _),
      (.decline, .message, _), (.decline, .lifecycleEvent, _):
      .wrongKind(kind)
    case (_, .request, .accepted), (_, .request, .declined): .answered(status)
    default: nil
    }
  }

  @Test(arguments: InboxAction.allCases, InboxNotification.Kind.allCases)
  func misfit(_ action: InboxAction, _ kind: InboxNotification.Kind) throws {
    for status in InboxNotification.Status.allCases {
      var object = try Self.read().json
      object = JSONObject(
        object.members.map { member in
          switch member.key {
          case "type": .init(key: "type", value: .string(kind.rawValue))
          case "status": .init(key: "status", value: .string(status.rawValue))
          default: member
          }
        }
      )
      let notification = try InboxNotification(object)
      #expect(action.misfit(notification) == expected(action, kind, status), "\(status)")
    }
  }
}
