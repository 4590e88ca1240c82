import MFACore

/// What a push is to be, as `POST /pingam/pushes` says it.
struct PingAMPushOrder: Sendable, Equatable {
  let order: PingAMPush.Order
  /// The phone's, by the name of its credential or by the account; neither where there is one phone alone.
  let mechanism: String?
  let account: String?
  let message: String?
  /// Where the sign-on comes from.
  let context: JSONObject?

  private static let names = ["mechanism", "account", "type", "message", "ttl", "context", "release"]
  static let longestLifetime = 86_400
  /// A push has to fit into what the push providers carry, which is 4096 bytes in all.
  private static let contextLimit = 3072

  init(_ members: Members) throws(ServiceError) {
    try members.checkNames("a push of PingAM", PingAMPushOrder.names)
    mechanism = try members.text("mechanism", limit: Route.idLimit)
    account = try members.text("account", limit: PingAMEnrolmentOrder.textLimit)
    message = try members.text("message", limit: PushOrder.messageLimit)
    context = try PingAMPushOrder.context(members)
    order = PingAMPush.Order(
      kind: try members.pingAMKind("type") ?? .default,
      release: try members.pingAMRelease("release") ?? .strict,
      lifetime: try members.integer("ttl", in: 1...PingAMPushOrder.longestLifetime) ?? 120
    )
    if order.release == .untyped, order.kind != .default || context != nil {
      throw .malformed("release 7.0 knows neither types nor contexts")
    }
  }

  private static func context(_ members: Members) throws(ServiceError) -> JSONObject? {
    guard members.has("context") else { return nil }
    guard let context = members.object["context"]?.object,
      JSONWriter.bytes(.object(context)).count <= contextLimit
    else { throw .malformed("context is an object of at most \(contextLimit) bytes") }
    return context
  }
}

extension Members {
  func pingAMKind(_ name: String) throws(ServiceError) -> PingAMPushKind? {
    try word(name, of: PingAMPushKind.allCases.map(\.rawValue)).flatMap { PingAMPushKind(rawValue: $0) }
  }

  func pingAMRelease(_ name: String) throws(ServiceError) -> PingAMRelease? {
    try word(name, of: PingAMRelease.allCases.map(\.rawValue)).flatMap { PingAMRelease(rawValue: $0) }
  }
}

/// What stands in a push and is not remembered.
struct PingAMPushContent: Sendable, Equatable {
  let message: String
  /// What is offered, in ascending order; empty where nothing is.
  let numbers: [String]
  let context: JSONObject?
}

/// A push as the phone gets it.
///
/// Source: `PushAuthenticationSenderNode` and `SnsPushMessageConverter` of PingAM.
struct PingAMPayload: Sendable, Equatable {
  let push: PingAMPush
  let message: String
  /// The signed claims.
  let jws: String

  /// All values are texts, numbers included.
  static func claims(
    _ push: PingAMPush,
    _ enrolment: PingAMEnrolment,
    mechanism: String,
    _ content: PingAMPushContent
  ) -> JSONObject {
    var claims: [(String, String?)] = [
      ("u", mechanism), ("l", Base64.encode(Array(PingAMCookie.text.utf8))), ("c", push.challenge),
    ]
    if push.order.release == .untyped {
      claims.append(("t", String(push.order.lifetime)))
    } else {
      claims += [
        ("m", content.message), ("k", push.order.kind.rawValue), ("i", String(push.createdAt.milliseconds)),
        ("t", String(push.order.lifetime)), ("d", enrolment.account),
        // An empty object in the writing of PingAM's own writer of JSON.
        ("p", "{  }"),
        ("n", content.numbers.isEmpty ? nil : content.numbers.joined(separator: ",")),
        ("x", content.context.map { JSONWriter.write(.object($0)) }),
      ]
    }
    return JSONObject(
      claims.compactMap { key, text in text.map { JSONObject.Member(key: key, value: .string($0)) } }
    )
  }

  /// The dictionary that an app on iOS is given.
  var apns: JSONObject {
    let isOld = push.order.release == .untyped
    var aps: [JSONObject.Member] = [
      .init(key: "alert", value: .string(message)), .init(key: "sound", value: .string("default")),
    ]
    if !isOld {
      let kind = push.order.kind
      let category = "authentication" + (kind == .default ? "" : "_" + kind.rawValue)
      aps.append(.init(key: "category", value: .string(category)))
      aps.append(.init(key: "interruption-level", value: .string("time-sensitive")))
    }
    aps.append(.init(key: "messageId", value: .string(push.id)))
    aps.append(.init(key: "data", value: .string(jws)))
    // A text up to 7.2.
    aps.append(.init(key: "content-available", value: isOld ? .string("1") : .number(JSONNumber(1))))
    if !isOld { aps.append(.init(key: "mutable-content", value: .number(JSONNumber(1)))) }
    return JSONObject(["aps": .object(JSONObject(aps))])
  }

  /// The map that an app on Android is given.
  var fcm: JSONObject { JSONObject(["message": .string(jws), "messageId": .string(push.id)]) }
}
