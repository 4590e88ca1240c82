import MFACore

/// What a tester does in the place of PingAM's administrator, its sign-on page and its push provider.
extension PracticeService {
  /// `POST /pingam/registrations`: begins an enrolment. `account` (`demo`) and `issuer` (`ExampleCorp`) are what the
  /// phone shows; `combined` makes the QR code one for one-time passwords too; `url` is the address under which the phone
  /// reaches the service, where it is not that of this request. 201 with the text of the QR code (`uri`), which is good
  /// for 120 seconds.
  mutating func beginEnrolment(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    try checkCryptography()
    let order = try PingAMEnrolmentOrder(request)
    guard enrolments.hasRoom(at: effects.now) else {
      throw .full("\(PingAMEnrolmentBook.mostEnrolments) phones are enrolled already")
    }
    let enrolment = PingAMEnrolment(
      id: newMessageID(.register, at: effects.now),
      account: order.account,
      issuer: order.issuer,
      secret: Secret(Base64.encode(dice.bytes(PingAMEnrolment.secretLength))),
      challenge: Base64.encode(dice.bytes(PingAMEnrolment.secretLength)),
      createdAt: effects.now
    )
    let invitation = PingAMInvitation(
      enrolment: enrolment,
      service: order.service,
      oneTimePasswordSecret: order.isCombined ? dice.bytes(20) : nil,
      resourceID: dice.uuid()
    )
    effects.changes.append(.pingAM(.enrolmentBegun(enrolment)))
    return .json(
      201,
      JSONObject([
        "uri": .string(invitation.uri),
        "messageId": .string(enrolment.id),
        "account": .string(enrolment.account),
        "issuer": .string(enrolment.issuer),
        "expiresAt": JSONValue(enrolment.takesAnswersUntil),
      ])
    )
  }

  /// `GET /pingam/registrations/{messageId}`: `waiting`, `registered` or `expired`, and the phone.
  func showEnrolment(_ id: String, _ effects: ServiceEffects) throws(ServiceError) -> ServiceResponse {
    guard let enrolment = enrolments[id] else { throw .unknown("registration") }
    return .json(200, enrolment.description(now: effects.now))
  }

  /// `POST /pingam/pushes`: makes a push for the phone of `mechanism` or `account`, or the only one. `type` is `default`,
  /// `challenge` or `biometric`; `ttl` are seconds (120); `context` is an object; `release` (`8.1`) is whose push it is:
  /// `7.0`, `8.0`, `8.1`. 201 with the push as APNs (`payload`) and FCM (`fcm`) bring it, and the right number.
  mutating func createPingAMPush(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    try checkCryptography()
    let order = try PingAMPushOrder(request.members())
    let enrolment = try enrolment(for: order)
    guard let phone = enrolment.phone else { throw .unknown("mechanism") }
    guard pingAMPushes.hasRoom(at: effects.now) else {
      throw .full("\(pingAMPushes.mostPushes) pushes of PingAM wait already; let them expire")
    }
    let (push, content) = makePush(order, enrolment, at: effects.now)
    let payload = try payload(push, enrolment, mechanism: phone.mechanism, content)
    effects.changes.append(.pingAM(.pushSent(push)))
    // Whoever has registered the same push token with the service is the phone.
    let token = phone.device.token.reveal()
    effects.deliveries += devices.devices.lazy.filter { $0.token == token }
      .compactMap { ServiceDelivery(payload, to: $0) }.prefix(1)
    return .json(
      201,
      JSONObject([
        "messageId": .string(push.id),
        "payload": .object(payload.apns),
        "fcm": .object(payload.fcm),
        "number": JSONValue(push.number.map { String($0) }),
      ])
    )
  }

  private mutating func makePush(_ order: PingAMPushOrder, _ enrolment: PingAMEnrolment, at now: Timestamp)
    -> (
      PingAMPush, PingAMPushContent
    )
  {
    // Ascending, as PingAM sends them: where the right one stands says nothing.
    let numbers = order.order.kind == .challenge ? dice.twoDigitNumbers(3).sorted() : []
    let push = PingAMPush(
      id: newMessageID(.authenticate, at: now),
      enrolment: enrolment.id,
      order: order.order,
      challenge: Base64.encode(dice.bytes(PingAMEnrolment.secretLength)),
      number: numbers.isEmpty ? nil : Int(numbers[Int(dice.roll() % UInt64(numbers.count))]),
      createdAt: now
    )
    let content = PingAMPushContent(
      message: order.message ?? "Login attempt from \(enrolment.account) at \(enrolment.issuer)",
      numbers: numbers,
      context: order.context
    )
    return (push, content)
  }

  private func payload(
    _ push: PingAMPush,
    _ enrolment: PingAMEnrolment,
    mechanism: String,
    _ content: PingAMPushContent
  ) throws(ServiceError) -> PingAMPayload {
    let claims = PingAMPayload.claims(push, enrolment, mechanism: mechanism, content)
    do throws(CryptographyError) {
      let jws = try cryptography.compactHS256(claims, key: enrolment.key)
      return PingAMPayload(push: push, message: content.message, jws: jws)
    } catch {
      throw .unavailable(PracticeService.sentence(error))
    }
  }

  private func enrolment(for order: PingAMPushOrder) throws(ServiceError) -> PingAMEnrolment {
    if let mechanism = order.mechanism {
      guard let enrolment = enrolments[mechanism: mechanism],
        order.account.map({ $0 == enrolment.account }) ?? true
      else { throw .unknown("mechanism") }
      return enrolment
    }
    let found = enrolments.registered.filter { order.account == nil || $0.account == order.account }
    guard let enrolment = found.first else { throw .unknown("mechanism") }
    guard found.count == 1 else {
      throw .conflict("several phones are enrolled; mechanism says which one is meant")
    }
    return enrolment
  }

  /// `GET /pingam/pushes/{messageId}`: `waiting`, `approved`, `denied`, `failed` (a wrong number) or `expired`. With
  /// `?wait=SECONDS`, not before it is another than `waiting`, if that takes no longer.
  func showPingAMPush(_ id: String, _ request: ServiceRequest, _ effects: ServiceEffects)
    throws(ServiceError) -> ServiceReply
  {
    let query = try ServiceQuery(request.query, allowed: ["wait"])
    let wait = try query.seconds("wait", most: PracticeService.longestWait) ?? 0
    guard let push = pingAMPushes[id] else { throw .unknown("push") }
    let end = min(effects.arrivedAt.advanced(bySeconds: wait), push.expiresAt)
    if push.state(now: effects.now) == .waiting, effects.now < end { return .wait(until: end) }
    let mechanism = enrolments[push.enrolment]?.phone?.mechanism
    return .response(.json(200, push.description(now: effects.now, mechanism: mechanism)))
  }

  /// An id as `MessageIdFactory` of PingAM makes it, which nothing else has: a service that is started again may roll the
  /// same dice.
  private mutating func newMessageID(_ type: PingAMMessageType, at now: Timestamp) -> String {
    while true {
      let id = "\(type.rawValue):\(dice.uuid())\(now.milliseconds)"
      if enrolments[id] == nil, pingAMPushes[id] == nil { return id }
    }
  }
}

/// What PingAM's messages are about, as their ids begin.
enum PingAMMessageType: String, Sendable {
  case register = "REGISTER"
  case authenticate = "AUTHENTICATE"
}

extension PracticeService {
  /// That there is a library of cryptography. Asked first, so that nothing is prepared in vain.
  func checkCryptography() throws(ServiceError) {
    do throws(CryptographyError) { _ = try cryptography.areEqual([0], [0]) } catch {
      throw .unavailable(PracticeService.sentence(error))
    }
  }

  static func sentence(_ error: CryptographyError) -> String {
    guard case .libraryMissing(let names) = error else {
      return "libcrypto could not compute what PingAM needs"
    }
    let sought = names.isEmpty ? "" : " (looked for \(names.joined(separator: ", ")))"
    return "the routes of PingAM need libcrypto, and it was not found\(sought)"
  }
}
