import MFACore

extension Route {
  static let devices: [Route] = [
    answered("POST", "/devices") { (service, _, request, effects) throws(ServiceError) in
      try service.registerDevice(request, &effects)
    },
    answered("GET", "/devices/{id}") { (service, id, _, _) throws(ServiceError) in
      .json(200, try service.device(id).json)
    },
    answered("POST", "/devices/{id}/registration") { (service, id, request, effects) throws(ServiceError) in
      try service.completeRegistration(id, request, &effects)
    },
    answered("PUT", "/devices/{id}/token") { (service, id, request, effects) throws(ServiceError) in
      try service.changeToken(id, request, &effects)
    },
    answered("DELETE", "/devices/{id}/token") { (service, id, _, effects) throws(ServiceError) in
      try service.clearToken(id, &effects)
    },
    answered("POST", "/devices/{id}/pairing") { (service, id, request, effects) throws(ServiceError) in
      try service.pair(id, request, &effects)
    },
    answered("DELETE", "/devices/{id}/pairing") { (service, id, _, effects) throws(ServiceError) in
      try service.unpair(id, &effects)
    },
    answered("POST", "/pairings") { (service, _, _, effects) throws(ServiceError) in
      try service.issuePairingKey(&effects)
    },
  ]
}

/// Devices: registering, the push token, pairing.
///
/// Registering and pairing yield a test push, a silent one. The device confirms it by posting its id to
/// `/devices/{id}/registration`, which is what makes it `registered` and the push `approved`.
extension PracticeService {
  /// `POST /devices`: a device says who it is, what its push token is, and where it wants its pushes (`callbackUrl`, in
  /// the form `plain`, `fcm` or `apns` of `callbackForm`). Its id is the `identifierForVendor`. 201 the first time, 200
  /// for every time after that; pairing outlasts it.
  mutating func registerDevice(_ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let members = try request.members()
    let description = try DeviceDescription(members)
    let token = try Device.token(members)
    let earlier = devices[description.id]
    guard earlier != nil || !devices.isFull else {
      throw .full("\(DeviceBook.mostDevices) devices are registered, and no more are taken")
    }
    let push = try makeTestPush(for: description.id, effects)
    let device = Device(
      description: description,
      token: token,
      testPush: push.id,
      isPaired: earlier?.isPaired ?? false,
      registeredAt: effects.now
    )
    effects.changes += [.deviceRegistered(device), .pushCreated(push)]
    return send(push, to: device, status: earlier == nil ? 201 : 200, &effects)
  }

  /// `POST /devices/{id}/registration`: `{"id": PUSH}`, the test push that the device got. 200, also the second time;
  /// 410 once that is over, 409 for a push of others. An older test push of the device has been overtaken by a
  /// registration that came meanwhile, whose push is the one that counts: 200, and nothing changes.
  func completeRegistration(_ id: String, _ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let push = try request.members().requiredText("id", limit: Route.idLimit)
    var device = try device(id)
    guard push == device.testPush else {
      guard let older = pushes[push]?.push, older.device == id, older.kind == .silent else {
        throw .conflict("id is not that of a test push of the device")
      }
      return .json(200, device.json)
    }
    if !device.isRegistered {
      guard let signOn = pushes[push], signOn.isPending(now: effects.now) else {
        throw .gone("the test push is over; register again to get another one")
      }
      effects.changes.append(.registrationCompleted(device: id, push: push, at: effects.now))
      device.isRegistered = true
    }
    return .json(200, device.json)
  }

  /// `PUT /devices/{id}/token`: `{"token": HEX}`.
  func changeToken(_ id: String, _ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let token = try Device.token(request.members())
    var device = try device(id)
    if device.token != token { effects.changes.append(.tokenChanged(device: id, token: token)) }
    device.token = token
    return .json(200, device.json)
  }

  /// `DELETE /devices/{id}/token`: no push reaches the device until it has another one.
  func clearToken(_ id: String, _ effects: inout ServiceEffects) throws(ServiceError) -> ServiceResponse {
    var device = try device(id)
    if device.token != nil { effects.changes.append(.tokenCleared(device: id)) }
    device.token = nil
    return .json(200, device.json)
  }

  /// `POST /pairings`: a pairing key, good for one device within ten minutes.
  mutating func issuePairingKey(_ effects: inout ServiceEffects) throws(ServiceError) -> ServiceResponse {
    guard pairings.hasRoom(now: effects.now) else {
      throw .full("\(PairingBook.mostKeys) pairing keys are waiting to be used, and no more are issued")
    }
    var text = dice.pairingKey()
    while pairings[text] != nil { text = dice.pairingKey() }
    let key = PairingKey(text: text, issuedAt: effects.now)
    effects.changes.append(.pairingIssued(key))
    return .json(201, JSONObject(["pairingKey": .string(text), "expiresAt": JSONValue(key.expiresAt)]))
  }

  /// `POST /devices/{id}/pairing`: `{"pairingKey": KEY}`. 404 for one that was never issued, 410 for one that is too
  /// old, 409 for one that was used. A device that is paired may be paired anew.
  mutating func pair(_ id: String, _ request: ServiceRequest, _ effects: inout ServiceEffects)
    throws(ServiceError) -> ServiceResponse
  {
    let text = try request.members().requiredText("pairingKey", limit: Route.idLimit)
    var device = try device(id)
    guard let key = pairings[text] else { throw .unknown("pairing key") }
    guard !key.isUsed else { throw .conflict("the pairing key has been used") }
    guard !key.hasEnded(now: effects.now) else { throw .gone("the pairing key is expired") }
    let push = try makeTestPush(for: id, effects)
    effects.changes += [.devicePaired(device: id, key: text, testPush: push.id), .pushCreated(push)]
    (device.isPaired, device.isRegistered, device.testPush) = (true, false, push.id)
    return send(push, to: device, status: 200, &effects)
  }

  /// `DELETE /devices/{id}/pairing`: 200, also for a device that is not paired.
  func unpair(_ id: String, _ effects: inout ServiceEffects) throws(ServiceError) -> ServiceResponse {
    var device = try device(id)
    if device.isPaired { effects.changes.append(.deviceUnpaired(device: id)) }
    device.isPaired = false
    return .json(200, device.json)
  }

  func device(_ id: String) throws(ServiceError) -> Device {
    guard let device = devices[id] else { throw .unknown("device") }
    return device
  }

  private mutating func makeTestPush(for device: String, _ effects: ServiceEffects)
    throws(ServiceError) -> PracticePush
  {
    try checkRoom(effects)
    return PracticePush.test(id: newID(), device: device, createdAt: effects.now)
  }

  /// The answer to what yields a test push: the device, and the push for those who have no callback.
  private func send(
    _ push: PracticePush,
    to device: Device,
    status: Int,
    _ effects: inout ServiceEffects
  ) -> ServiceResponse {
    if let delivery = ServiceDelivery(push, to: device) { effects.deliveries.append(delivery) }
    let payload = JSONObject(["payload": .object(push.payload)])
    return .json(status, device.json.filled(from: payload))
  }
}
