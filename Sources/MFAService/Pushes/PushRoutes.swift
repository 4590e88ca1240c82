import MFACore

extension Route {
  static let pushes: [Route] = [
    answered("POST", "/pushes") { (service, _, request, effects) throws(ServiceError) in
      try service.createPush(request, &effects)
    },
    answered("GET", "/pushes", query: "?page=&size=") { (service, _, request, effects) throws(ServiceError) in
      try service.listPushes(request, effects)
    },
    Route("GET", "/pushes/{id}", query: "?wait=") { (service, id, request, effects) throws(ServiceError) in
      try service.showPush(id, request, effects)
    },
    answered("POST", "/pushes/{id}/cancel") { (service, id, _, effects) throws(ServiceError) in
      try service.cancelPush(id, &effects)
    },
    answered("POST", "/decisions") { (service, _, request, effects) throws(ServiceError) in
      try service.recordDecision(request, &effects)
    },
    answered("POST", "/events") { (service, _, request, effects) throws(ServiceError) in
      try service.recordEvent(request, &effects)
    },
  ]
}

/// Pushes, the answers to them, and what people did with them.
extension PracticeService {
  /// `POST /pushes`: makes a push. 201 with its id, the payload that a push provider would deliver, and the number that
  /// the sign-on page shows.
  mutating func createPush(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let order = try PushOrder(request.members())
    let device: Device? = if let id = order.device { try self.device(id) } else { nil }
    if let device, device.token == nil { throw .conflict("the device has no push token") }
    try checkRoom(effects)
    let push = PracticePush(id: newID(), order: order, createdAt: effects.now, dice: &dice)
    effects.changes.append(.pushCreated(push))
    if let device, let delivery = ServiceDelivery(push, to: device) { effects.deliveries.append(delivery) }
    return .json(
      201,
      JSONObject([
        "id": .string(push.id), "payload": .object(push.payload), "number": JSONValue(push.number),
      ])
    )
  }

  /// Pushes that wait are never forgotten, so there is a limit to them.
  func checkRoom(_ effects: ServiceEffects) throws(ServiceError) {
    guard pushes.pendingCount - effects.overdueCount < pushes.mostPending else {
      throw .full(
        "\(pushes.mostPending) pushes wait for an answer already; cancel some, or let them expire"
      )
    }
  }

  mutating func newID() -> String {
    // A service that is started again with the same seed makes the same ids again.
    while true {
      let id = dice.uuid()
      if pushes[id] == nil { return id }
    }
  }

  static let longestWait = 60

  /// `GET /pushes/{id}`, with `?wait=SECONDS` not before its status is another than `pending`, if that takes no longer.
  func showPush(_ id: String, _ request: ServiceRequest, _ effects: ServiceEffects)
    throws(ServiceError) -> ServiceReply
  {
    let query = try ServiceQuery(request.query, allowed: ["wait"])
    let wait = try query.seconds("wait", most: PracticeService.longestWait) ?? 0
    let signOn = try signOn(id)
    let end = min(effects.arrivedAt.advanced(bySeconds: wait), signOn.push.expiresAt)
    if signOn.isPending(now: effects.now), effects.now < end { return .wait(until: end) }
    return .response(.json(200, signOn.description(now: effects.now)))
  }

  /// `GET /pushes?page=&size=`: the newest first, pages counted from 1.
  func listPushes(_ request: ServiceRequest, _ effects: ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let query = try ServiceQuery(request.query, allowed: ["page", "size"])
    let page = try query.integer("page", in: 1...1_000_000) ?? 1
    let size = try query.integer("size", in: 1...100) ?? 20
    let found = pushes.page(page, size: size).map { JSONValue.object($0.description(now: effects.now)) }
    return .json(
      200,
      JSONObject([
        "pushes": .array(found),
        "page": .number(JSONNumber(page)),
        "size": .number(JSONNumber(size)),
        "total": .number(JSONNumber(pushes.count)),
      ])
    )
  }

  /// `POST /pushes/{id}/cancel`: withdraws a push that waits. 200 with the push that says so, also the second time.
  func cancelPush(_ id: String, _ effects: inout ServiceEffects) throws(ServiceError) -> ServiceResponse {
    let signOn = try signOn(id)
    if try signOn.takesCancellation(now: effects.now) {
      effects.changes.append(.pushCancelled(push: id, at: effects.now))
      if let device = signOn.push.device.flatMap({ devices[$0] }),
        let delivery = ServiceDelivery(signOn.push, isCancel: true, to: device)
      {
        effects.deliveries.append(delivery)
      }
    }
    return .json(200, JSONObject(["id": .string(id), "payload": .object(signOn.push.cancelPayload)]))
  }

  /// `POST /decisions`: records the answer to a push by the default contract. 200 once it is recorded, whether the
  /// number is right or not, and again for a repeat under the same `Idempotency-Key`; 409 for a second answer and for a
  /// push that takes none.
  func recordDecision(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let members = try request.members()
    let id = try members.requiredText("id", limit: Route.idLimit)
    let answer = try PushAnswer(members, idempotencyKey: request.idempotencyKey)
    if try signOn(id).takes(answer, now: effects.now) {
      effects.changes.append(.pushAnswered(push: id, answer, at: effects.now))
    }
    return .recorded(push: id)
  }

  /// `POST /events`: `{"id": PUSH, "event": "tapped" or "dismissed", "device": ID}`, the device if it is known.
  func recordEvent(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let members = try request.members()
    let id = try members.requiredText("id", limit: Route.idLimit)
    guard let name = try members.word("event", of: PushEvent.names) else {
      throw .malformed("event is missing; it is \(PushEvent.names.joined(separator: " or "))")
    }
    let device = try members.text("device", limit: Route.idLimit)
    let signOn = try signOn(id)
    if let device { _ = try self.device(device) }
    guard signOn.events.count < SignOn.mostEvents else {
      // No 503: waiting makes no room.
      throw .conflict("\(SignOn.mostEvents) events of this push have been recorded, and no more are")
    }
    let event = PushEvent(name: name, device: device, at: effects.now)
    effects.changes.append(.eventRecorded(push: id, event))
    return .recorded(push: id)
  }

  func signOn(_ id: String) throws(ServiceError) -> SignOn {
    guard let signOn = pushes[id] else { throw .unknown("push") }
    return signOn
  }
}
