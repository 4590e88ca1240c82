import MFACore

extension PingAMChange {
  /// Reads what `line` wrote.
  init(_ name: Name, _ members: Members) throws(ServiceError) {
    switch name {
    case .enrolmentBegun: self = .enrolmentBegun(try PingAMEnrolment(members))
    case .registered: self = .registered(try PingAMPhone(members), for: try members.id("message"))
    case .deviceRefreshed:
      self = .deviceRefreshed(mechanism: try members.id("mechanism"), try PingAMDevice(members))
    case .pushSent: self = .pushSent(try PingAMPush(members))
    case .pushAnswered: self = .pushAnswered(try members.id("message"), try PingAMReply(members))
    }
  }
}

extension PingAMEnrolment {
  fileprivate init(_ members: Members) throws(ServiceError) {
    let limit = PingAMEnrolmentOrder.textLimit
    self.init(
      id: try members.id("message"),
      account: try members.requiredText("account", limit: limit),
      issuer: try members.requiredText("issuer", limit: limit),
      secret: Secret(try members.base64("secret")),
      challenge: try members.base64("challenge"),
      createdAt: try members.requiredTime("at")
    )
  }
}

extension PingAMPhone {
  fileprivate init(_ members: Members) throws(ServiceError) {
    self.init(
      mechanism: try members.id("mechanism"),
      device: try PingAMDevice(members),
      returnsCookie: try members.requiredFlag("cookie"),
      registeredAt: try members.requiredTime("at")
    )
  }
}

extension PingAMPush {
  fileprivate init(_ members: Members) throws(ServiceError) {
    let lifetimes = 1...PingAMPushOrder.longestLifetime
    guard let kind = try members.pingAMKind("type"), let release = try members.pingAMRelease("release"),
      let lifetime = try members.integer("lifetime", in: lifetimes)
    else { throw .malformed("type, release or lifetime is missing") }
    self.init(
      id: try members.id("message"),
      enrolment: try members.id("enrolment"),
      order: Order(kind: kind, release: release, lifetime: lifetime),
      challenge: try members.base64("challenge"),
      number: try members.integer("number", in: 10...99),
      createdAt: try members.requiredTime("at")
    )
  }
}

extension PingAMReply {
  fileprivate init(_ members: Members) throws(ServiceError) {
    let numbers = Int(Int32.min)...Int(Int32.max)
    self.init(
      isApproval: try members.requiredFlag("approved"),
      number: try members.integer("number", in: numbers),
      returnsCookie: try members.requiredFlag("cookie"),
      at: try members.requiredTime("at")
    )
  }
}

extension Members {
  /// 32 bytes.
  fileprivate func base64(_ name: String) throws(ServiceError) -> String {
    let text = try requiredText(name, limit: 64)
    guard Base64.decode(text)?.count == PingAMEnrolment.secretLength else {
      throw .malformed("\(name) is not base64 of \(PingAMEnrolment.secretLength) bytes")
    }
    return text
  }

  fileprivate func requiredFlag(_ name: String) throws(ServiceError) -> Bool {
    guard let flag = try flag(name) else { throw .malformed("\(name) is missing") }
    return flag
  }
}
