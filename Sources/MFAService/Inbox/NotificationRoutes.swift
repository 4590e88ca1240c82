import MFACore

/// Notifications: the inbox of the person whose phone it is. Each route that changes one answers with it.
extension PracticeService {
  /// `GET /notifications?page=&size=&status=&type=&outOfBand=`: the newest first, pages of 20 (at most 100) counted
  /// from 1. `status` is a list of statuses, all but `deleted` where it is missing; `type` a list of `messages`,
  /// `lifecycle-events`, `requests`; `outOfBand` `yes` or `no`.
  ///
  /// `GET /notifications?after=SEQUENCE&wait=SECONDS`: those with a larger sequence number, at most 100, the oldest
  /// first, and the largest number that was looked at, to go on from. With `wait`, not before there is one, if that
  /// takes no longer.
  func listNotifications(_ request: ServiceRequest, _ effects: ServiceEffects)
    throws(ServiceError) -> ServiceReply
  {
    func list(_ items: [InboxItem]) -> JSONValue {
      .array(items.map { .object($0.description(now: effects.now)) })
    }
    switch try NotificationQuery(request.query) {
    case .page(let page, let size, let filter):
      let found = notifications.page(page, size: size, filter, now: effects.now)
      let body = JSONObject([
        "notifications": list(found.items),
        "page": .number(JSONNumber(page)),
        "size": .number(JSONNumber(size)),
        "total": .number(JSONNumber(found.total)),
      ])
      return .response(.json(200, body))
    case .after(let sequence, let wait):
      let end = effects.arrivedAt.advanced(bySeconds: wait)
      let found = notifications.after(sequence, most: PracticeService.mostAfter)
      if found.isEmpty, effects.now < end {
        return .wait(until: min(end, logins.nextRequest(after: effects.now) ?? end))
      }
      let last = found.count < PracticeService.mostAfter ? nil : found.last?.notification.sequence
      let looked = JSONNumber(last ?? notifications.lastSequence)
      return .response(
        .json(200, JSONObject(["notifications": list(found), "sequence": .number(looked)]))
      )
    }
  }

  private static let mostAfter = 100

  /// `POST /notifications`: a route for tests. `type` is `message` (where it is missing), `lifecycle-event` or
  /// `request`; the other members are those of the notification, its `data` unfolded, and `lifetime` in seconds.
  /// 201 with the notification.
  mutating func createNotification(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let members = try request.members()
    try members.checkNames("a notification", NotificationDetails.names + ["lifetime"])
    let details = try NotificationDetails(members)
    let lifetime = try members.seconds("lifetime", most: PracticeNotification.longestLifetime)
    try checkInboxRoom(effects)
    let notification = makeNotification(
      details,
      expiresAt: lifetime.map { effects.now.advanced(bySeconds: $0) },
      createdAt: effects.now
    )
    effects.changes.append(.inbox(.notificationCreated(notification)))
    return .json(201, InboxItem(notification).description(now: effects.now))
  }

  mutating func makeNotification(
    _ details: NotificationDetails,
    expiresAt: Timestamp?,
    login: String? = nil,
    createdAt: Timestamp
  ) -> PracticeNotification {
    PracticeNotification(
      id: newInboxID(),
      sequence: notifications.lastSequence + 1,
      createdAt: createdAt,
      expiresAt: expiresAt,
      login: login,
      details: details
    )
  }

  /// Only notifications with which something is still to be done are never forgotten.
  func checkInboxRoom(_ effects: ServiceEffects) throws(ServiceError) {
    guard notifications.hasRoom(at: effects.now) else {
      throw .full("\(NotificationBook.mostNotifications) notifications wait already; answer or delete some")
    }
  }

  /// An id that nothing in the inbox has; a service that is started again may roll the same dice.
  mutating func newInboxID() -> String {
    while true {
      let id = dice.uuid()
      if notifications[id] == nil, logins[id] == nil, logins[session: id] == nil { return id }
    }
  }

  /// `GET /notifications/{id}`: also one that has been deleted, as long as it is remembered.
  func showNotification(_ id: String, _ effects: ServiceEffects) throws(ServiceError) -> ServiceResponse {
    .json(200, try item(id).description(now: effects.now))
  }

  /// `POST /notifications/{id}/read`: makes a new one a read one; every other stays as it is.
  func readNotification(_ id: String, _ effects: inout ServiceEffects) throws(ServiceError) -> ServiceResponse
  {
    let item = try item(id)
    let isNew = item.status(now: effects.now) == .new
    return change(item, by: isNew ? .notificationRead(id, at: effects.now) : nil, &effects)
  }

  /// `POST /notifications/{id}/acknowledge`: for messages, which are read by that; also the second time.
  func acknowledgeNotification(_ id: String, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let item = try item(id)
    let isNew = try item.takesAcknowledgement(now: effects.now)
    return change(item, by: isNew ? .notificationAcknowledged(id, at: effects.now) : nil, &effects)
  }

  /// `DELETE /notifications/{id}`: also the second time, and also a request that waits, which is then not answered.
  func deleteNotification(_ id: String, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let item = try item(id)
    return change(item, by: item.isDeleted ? nil : .notificationDeleted(id, at: effects.now), &effects)
  }

  func item(_ id: String) throws(ServiceError) -> InboxItem {
    guard let item = notifications[id] else { throw .unknown("notification") }
    return item
  }

  /// The notification as it will be.
  func change(_ item: InboxItem, by change: InboxChange?, _ effects: inout ServiceEffects) -> ServiceResponse
  {
    var after = item
    if let change {
      _ = after.applies(change)
      effects.changes.append(.inbox(change))
    }
    return .json(200, after.description(now: effects.now))
  }
}
