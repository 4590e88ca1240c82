import MFACore

extension ServiceChange {
  /// Reads what `line` wrote.
  package init(line: [UInt8]) throws(UnreadableChange) {
    guard let text = try? SourceText.utf8(line), let document = try? JSONReader.read(utf8: text),
      document.notices.isEmpty, let object = document.value.object
    else { throw UnreadableChange(reason: "it is not a JSON object") }
    do { self = try ServiceChange(Members(object)) } catch {
      throw UnreadableChange(reason: error.journalReason)
    }
  }

  private init(_ members: Members) throws(ServiceError) {
    let text = try members.requiredText("change", limit: 64)
    if let name = InboxChange.Name(named: text) {
      self = .inbox(try InboxChange(name, members))
      return
    }
    if let name = PingAMChange.Name(named: text) {
      self = .pingAM(try PingAMChange(name, members))
      return
    }
    guard let name = Name(named: text) else {
      throw .malformed("change is not known")
    }
    switch name {
    case .pushCreated: self = .pushCreated(try PracticePush(members))
    case .pushAnswered:
      let key = try members.text("idempotencyKey", limit: 1024)
      let answer = try PushAnswer(members, idempotencyKey: key)
      self = .pushAnswered(push: try members.id("push"), answer, at: try members.requiredTime("at"))
    case .pushCancelled:
      self = .pushCancelled(push: try members.id("push"), at: try members.requiredTime("at"))
    case .pushExpired: self = .pushExpired(push: try members.id("push"))
    case .eventRecorded: self = .eventRecorded(push: try members.id("push"), try PushEvent(journal: members))
    case .deviceRegistered: self = .deviceRegistered(try Device(journal: members))
    case .tokenChanged:
      self = .tokenChanged(device: try members.id("device"), token: try Device.token(members))
    case .tokenCleared: self = .tokenCleared(device: try members.id("device"))
    case .registrationCompleted:
      self = .registrationCompleted(
        device: try members.id("device"),
        push: try members.id("push"),
        at: try members.requiredTime("at")
      )
    case .pairingIssued:
      let (text, isUsed) = (try members.id("key"), try members.flag("used") ?? false)
      self = .pairingIssued(
        PairingKey(text: text, issuedAt: try members.requiredTime("at"), isUsed: isUsed)
      )
    case .devicePaired:
      let (device, key) = (try members.id("device"), try members.id("key"))
      self = .devicePaired(device: device, key: key, testPush: try members.id("testPush"))
    case .deviceUnpaired: self = .deviceUnpaired(device: try members.id("device"))
    }
  }
}

extension ServiceError {
  fileprivate var journalReason: String {
    if case .malformed(let reason) = self { reason } else { "it is not a change" }
  }
}

extension Members {
  func id(_ name: String) throws(ServiceError) -> String {
    try requiredText(name, limit: Route.idLimit)
  }
}

extension PracticePush {
  fileprivate init(_ members: Members) throws(ServiceError) {
    let kinds = PushKind.Name.allCases.map(\.rawValue)
    let kind = try members.word("kind", of: kinds).flatMap { PushKind.Name(rawValue: $0) }
    let lifetime = try members.seconds("lifetime", most: PushOrder.longestLifetime)
    guard let kind, let lifetime else { throw .malformed("kind or lifetime is missing") }
    self.init(
      id: try members.id("push"),
      kind: kind,
      title: try members.text("title", limit: PushOrder.titleLimit),
      message: try members.text("message", limit: PushOrder.messageLimit),
      options: try PushOrder.options(members),
      number: try members.text("number", limit: Route.idLimit),
      lifetime: lifetime,
      device: try members.text("device", limit: Route.idLimit),
      createdAt: try members.requiredTime("at")
    )
  }
}

extension PushEvent {
  fileprivate init(journal members: Members) throws(ServiceError) {
    guard let name = try members.word("event", of: PushEvent.names) else {
      throw .malformed("event is missing")
    }
    let device = try members.text("device", limit: Route.idLimit)
    self.init(name: name, device: device, at: try members.requiredTime("at"))
  }
}

extension Device {
  fileprivate init(journal members: Members) throws(ServiceError) {
    guard let isRegistered = try members.flag("registered"), let isPaired = try members.flag("paired") else {
      throw .malformed("registered or paired is missing")
    }
    self.init(
      description: try DeviceDescription(members),
      token: members.has("token") ? try Device.token(members) : nil,
      testPush: try members.id("testPush"),
      isRegistered: isRegistered,
      isPaired: isPaired,
      registeredAt: try members.requiredTime("at")
    )
  }
}
