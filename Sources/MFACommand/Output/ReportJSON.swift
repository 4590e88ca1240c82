import MFACore

/// The report as the JSON object of `--json`, by schema 2. Each member is always there.
///
/// It takes a report as it may be shown.
struct ReportJSON {
  /// Bytes of a reply's body that are reported.
  private static let bodyLimit = 4096

  func object(_ report: Report) -> JSONValue {
    let members: [JSONObject.Member] = [
      member("schema", .number(JSONNumber(2))),
      member("command", .string(report.command.rawValue)),
      member("outcome", .string(report.outcome.rawValue)),
      member("exitCode", .number(JSONNumber(Int(report.exitCode.rawValue)))),
      member("source", report.source.map { source($0, of: report.push) } ?? .null),
      member("push", report.push.map { push($0, report.credential) } ?? .null),
      member("decision", report.decision.map(decision) ?? .null),
      member("delivery", report.delivery.map(delivery) ?? .null),
      member("warnings", .array(report.warnings.map(warning))),
      member("error", report.failure.map { error($0, of: report.command) } ?? .null),
    ]
    return .object(JSONObject(members + subjectMembers(report)))
  }

  /// What a family of commands reports beside the rest.
  private func subjectMembers(_ report: Report) -> [JSONObject.Member] {
    switch report.subject {
    case .answer(let code):
      // Only these services have one, and the object of all others stays as it was.
      guard report.push?.row.facts.displayCode != nil else { return [] }
      return [member("displayCode", text(code))]
    case .demonstration(let signOn): return [member("signOn", text(signOn))]
    case .notification(let notification):
      return [member("notification", notification.map { .object($0.json) } ?? .null)]
    case .enrollment(let record): return [member("credential", record.map(credential) ?? .null)]
    case .credentials(let records): return [member("credentials", .array(records.map(credential)))]
    case .device(let change): return deviceMembers(change, report.command)
    case .categories(let categories): return [member("categories", .array(categories.map(category)))]
    case .inspection, .nothing: return []
    }
  }

  private func deviceMembers(_ change: DeviceChange, _ command: Command) -> [JSONObject.Member] {
    let device = change.record.map { device in
      JSONValue.object([
        ("identifierForVendor", text(device.identifier)),
        ("token", .optional(device.token?.masked)),
        ("environment", .string(device.environment.rawValue)),
        ("topic", text(device.topic)),
        ("endpoint", text(device.registration?.endpoint.description)),
        ("paired", .bool(device.registration?.isPaired ?? false)),
      ])
    }
    let members = [
      member("device", device ?? .null),
      member("tokenChange", .optional(change.token?.rawValue)),
      member("completedTestPush", text(change.completedTestPush)),
    ]
    guard command == .deviceRegister else { return members }
    return members + [member("credentials", .array(change.told.map(told)))]
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

  private func source(_ source: PushSource, of push: Push?) -> JSONValue {
    func number(_ value: Int?) -> JSONValue { value.map { .number(JSONNumber($0)) } ?? .null }
    let place = push?.place
    return .object([
      ("input", .string(source.name)),
      ("path", text(place?.path)),
      ("line", number(place?.position?.line)),
      ("column", number(place?.position?.column)),
    ])
  }

  private func warning(_ warning: Warning) -> JSONValue {
    .object([("code", .string(warning.code)), ("message", .string(warning.message))])
  }

  private func push(_ push: Push, _ credential: String?) -> JSONValue {
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
      ("credential", text(credential)),
      ("because", text(InspectionWords.facts(push))),
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
    let told = failure.diagnostic(of: command)
    return .object([
      ("code", .string(told.code)),
      ("message", text(told.message)),
      ("hint", text(told.hint)),
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
