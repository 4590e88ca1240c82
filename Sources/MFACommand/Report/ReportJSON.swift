import MFACore

/// The report as the JSON object of `--json`. Members are only ever added; each is always there.
///
/// It takes a report as it may be shown.
struct ReportJSON {
  /// Bytes of a reply's body that are reported.
  private static let bodyLimit = 4096

  func object(_ report: Report) -> JSONValue {
    var members: [JSONObject.Member] = [
      member("schema", .number(JSONNumber(1))),
      member("command", .string(report.command.rawValue)),
      member("outcome", .string(report.outcome.rawValue)),
      member("exitCode", .number(JSONNumber(Int(report.exitCode.rawValue)))),
      member("push", report.push.map(push) ?? .null),
      member("decision", report.decision.map(decision) ?? .null),
      member("delivery", report.delivery.map(delivery) ?? .null),
      member("warnings", .array(report.warnings.map { text(WarningSentence.text($0)) })),
      member("error", report.failure.map { error($0, of: report.command) } ?? .null),
    ]
    if report.command == .demo { members.append(member("signOn", text(report.signOn))) }
    if report.command.words.first == "inbox" || report.command == .login {
      let notification = report.notification.map { JSONValue.object($0.json) }
      members.append(member("notification", notification ?? .null))
    }
    if report.command == .enroll {
      members.append(member("credential", report.credentials?.first.map(credential) ?? .null))
    }
    if report.command.words.first == "credentials" {
      members.append(member("credentials", .array((report.credentials ?? []).map(credential))))
    }
    // Only these services have one, and the object of all others stays as it was.
    if report.push?.row.facts.displayCode != nil, report.command != .inspect {
      members.append(member("displayCode", text(report.displayCode)))
    }
    if report.command.words.first == "device" { members += deviceMembers(report) }
    return .object(JSONObject(members))
  }

  /// What the `device` commands report beside the rest.
  private func deviceMembers(_ report: Report) -> [JSONObject.Member] {
    if report.command == .deviceCategories {
      return [member("categories", .array((report.categories ?? []).map(category)))]
    }
    let paired = report.device?.registration.map { JSONValue.bool($0.isPaired) }
    let device = report.device.map { device in
      JSONValue.object([
        ("identifierForVendor", text(device.identifier)),
        ("token", .optional(device.token?.masked)),
        ("environment", .string(device.environment.rawValue)),
        ("topic", text(device.topic)),
        ("endpoint", text(device.registration?.endpoint.description)),
        ("paired", paired ?? .bool(false)),
      ])
    }
    var members = [
      member("device", device ?? .null),
      member("tokenChange", .optional(report.tokenChange?.rawValue)),
      member("completedTestPush", text(report.completedTestPush)),
    ]
    if report.command == .deviceRegister {
      members.append(member("credentials", .array(report.told.map(told))))
    }
    return members
  }

  private func told(_ told: TokenRefresh.Told) -> JSONValue {
    .object([
      ("id", text(told.credential.id)),
      ("provider", .string(told.credential.provider.rawValue)),
      ("tokenTaken", told.isTaken.map { .bool($0) } ?? .null),
    ])
  }

  private func credential(_ record: Credential) -> JSONValue {
    .object([
      ("id", text(record.id)),
      ("provider", .string(record.provider.rawValue)),
      ("issuer", text(record.issuer)),
      ("account", text(record.account)),
      ("endpoint", text(record.endpoint?.description)),
      ("algorithm", .string(record.algorithm)),
      ("secret", .string(Secret.mask)),
      ("locked", .bool(record.isLocked)),
      ("pollOnly", .bool(record.isPollOnly)),
    ])
  }

  private func category(_ category: NotificationCategory) -> JSONValue {
    let actions = category.buttons.map { button in
      JSONValue.object([
        ("identifier", .string(button.action.rawValue)),
        ("title", .string(button.title)),
        ("authenticationRequired", .bool(button.needsUnlocking)),
        ("destructive", .bool(button.isDestructive)),
      ])
    }
    return .object([
      ("identifier", .string(category.identifier)),
      ("kind", .string(category.kind.rawValue)),
      ("actions", .array(actions)),
    ])
  }

  private func push(_ push: Push) -> JSONValue {
    let question = Question(push.kind)
    var numbers: [MatchValue] = []
    if case .challenge(.pick(let values)) = push.kind { numbers = values }
    return .object([
      ("id", text(push.id)),
      ("provider", .string(push.provider.rawValue)),
      ("envelope", .string(push.envelope.rawValue)),
      ("kind", .string(push.kind.name.rawValue)),
      ("title", text(push.text.title)),
      ("message", text(push.text.message)),
      ("localized", .bool(push.text.isLocalized)),
      ("numbersChallenge", .array(numbers.map { text($0.text) })),
      ("manualEntry", .bool(push.kind == .challenge(.manualEntry))),
      ("answers", .array((question?.answers ?? []).map { .string($0) })),
      ("expiresAt", text(push.expiry.time.map(RFC3339.format))),
      ("deepLink", text(push.deepLink)),
      ("context", push.context ?? .null),
      ("customData", .object(push.customData)),
      ("signature", .string(push.signature.rawValue)),
      ("jws", push.jws.map(jws) ?? .null),
    ])
  }

  private func jws(_ jws: CompactJWS) -> JSONValue {
    .object([
      ("header", .object(jws.header)),
      ("claims", .object(jws.claims)),
    ])
  }

  private func decision(_ decision: Decision) -> JSONValue {
    .object([
      ("action", .string(decision.actionName)),
      ("number", text(decision.number?.text)),
      ("authMethod", .string(decision.authMethod)),
      ("source", .string(decision.source.rawValue)),
    ])
  }

  private func delivery(_ delivery: Delivery) -> JSONValue {
    .object([
      ("method", .string(delivery.request.method)),
      ("url", text(delivery.request.url.description)),
      ("status", delivery.reply.map { .number(JSONNumber($0.status)) } ?? .null),
      ("attempts", .number(JSONNumber(delivery.attempts))),
      ("durationMs", .number(JSONNumber(delivery.durationMilliseconds))),
      ("mayHaveArrived", .bool(delivery.mayHaveArrived)),
      ("body", text(delivery.reply.map { ReportJSON.body($0.body) })),
    ])
  }

  /// The beginning of a body as text, cut at a character's end.
  private static func body(_ bytes: [UInt8]) -> String {
    guard bytes.count > ReportJSON.bodyLimit else { return String(decoding: bytes, as: UTF8.self) }
    var end = bodyLimit
    while end > 0, bytes[end] & 0xC0 == 0x80, bodyLimit - end < 4 { end -= 1 }
    return String(decoding: bytes[..<end], as: UTF8.self)
  }

  private func error(_ failure: Failure, of command: Command) -> JSONValue {
    let words = FailureSentence(failure, of: command)
    return .object([
      ("code", .string(failure.code)),
      ("message", text(words.message)),
      ("hint", text(words.hint)),
    ])
  }

  private func member(_ key: String, _ value: JSONValue) -> JSONObject.Member {
    JSONObject.Member(key: key, value: value)
  }

  private func text(_ text: String?) -> JSONValue {
    text.map { .string($0) } ?? .null
  }
}

extension JSONValue {
  /// An object literal in order.
  fileprivate static func object(_ members: [(String, JSONValue)]) -> JSONValue {
    .object(JSONObject(members.map { JSONObject.Member(key: $0.0, value: $0.1) }))
  }
}
