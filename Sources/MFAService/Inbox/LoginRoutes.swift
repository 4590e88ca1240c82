import MFACore

/// Signing on by a QR code: a page begins a login and shows the code, a phone scans it and starts a session, and the
/// request that comes of it is a notification like others.
extension PracticeService {
  /// `POST /logins`: what a relying party's page does. `clientName`, `claimNames`, `demands` and `credentialTypes` are
  /// those of the request; `delay` seconds pass between the session's start and the request, and the key is good for
  /// `lifetime` seconds (120), as is then the request. 201 with the id, the text of the QR code (`qr`), and the same as
  /// a `deepLink`.
  mutating func createLogin(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let order = try LoginOrder(request.members())
    let address = try request.serviceAddress()
    guard logins.hasRoom(at: effects.now) else {
      throw .full("\(LoginBook.mostLogins) logins wait already; answer some, or let them expire")
    }
    let (id, key) = (newInboxID(), dice.authenticationKey())
    let login = Login(id: id, authenticationKey: key, order: order, createdAt: effects.now, .waiting)
    effects.changes.append(.inbox(.loginCreated(login)))
    let invitation = LoginInvitation(service: address, login: login)
    return .json(
      201,
      JSONObject([
        "id": .string(id), "qr": .string(invitation.text), "deepLink": .string(invitation.deepLink),
      ])
    )
  }

  /// `GET /logins/{id}`: `waiting` for a phone, `scanned`, `pending` once its request is a notification, and then
  /// `accepted`, `declined` or `expired`. With `?wait=SECONDS`, not before it is one of the last three, if that takes no
  /// longer.
  func showLogin(_ id: String, _ request: ServiceRequest, _ effects: ServiceEffects)
    throws(ServiceError) -> ServiceReply
  {
    let query = try ServiceQuery(request.query, allowed: ["wait"])
    let wait = try query.seconds("wait", most: PracticeService.longestWait) ?? 0
    guard let login = logins[id] else { throw .unknown("login") }
    let (status, end) = (login.status(now: effects.now), effects.arrivedAt.advanced(bySeconds: wait))
    if !status.isFinal, effects.now < end {
      // A time that is over without a change (a request that has no room) is none to wait for.
      let next = login.changesAt.flatMap { $0 > effects.now ? $0 : nil }
      return .wait(until: min(end, next ?? end))
    }
    let body = JSONObject([
      "id": .string(id), "status": .string(status.rawValue), "notification": JSONValue(login.notification),
    ])
    return .response(.json(200, body))
  }

  /// `POST /sessions`: `{"login": ID, "authenticationKey": KEY}`, both from a QR code. 201 with the session; 401
  /// `invalid-authentication` for another key, 410 `authentication-key-expired` for one that is too old or was used.
  mutating func startSession(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let members = try request.members()
    let id = try members.requiredText("login", limit: Route.idLimit)
    let key = try members.requiredText("authenticationKey", limit: Route.idLimit)
    guard let login = logins[id] else { throw .unknown("login") }
    try login.checkKey(key, now: effects.now)
    try checkInboxRoom(effects)
    let session = newInboxID()
    effects.changes.append(.inbox(.sessionStarted(login: id, session: session, at: effects.now)))
    return .json(201, JSONObject(["session": .string(session), "notification": .null]))
  }

  /// `GET /sessions/{id}`: with the id of the request, once that is a notification.
  func showSession(_ id: String) throws(ServiceError) -> ServiceResponse {
    guard let login = logins[session: id] else { throw .unknown("session") }
    return .json(200, JSONObject(["session": .string(id), "notification": JSONValue(login.notification)]))
  }
}

extension PracticeService {
  /// The service with the requests that have come due, and the changes that made it so; nil when none has.
  ///
  /// They come by themselves, so whoever asks is answered as if they had been there before.
  func withDueRequests(at now: Timestamp) -> (service: PracticeService, changes: [ServiceChange])? {
    guard logins.dueLogin(at: now) != nil, notifications.hasRoom(at: now) else { return nil }
    var (ahead, changes): (PracticeService, [ServiceChange]) = (self, [])
    while let login = ahead.logins.dueLogin(at: now), ahead.notifications.hasRoom(at: now) {
      let notification = ahead.makeNotification(
        login.order.details,
        expiresAt: now.advanced(bySeconds: login.order.lifetime),
        login: login.id,
        createdAt: now
      )
      changes.append(.inbox(.notificationCreated(notification)))
      ahead.apply([.inbox(.notificationCreated(notification))])
    }
    return (ahead, changes)
  }
}
