import MFACore

extension PingAMChange {
  /// The change as one JSON object without a line break in it, behind other bytes.
  func line(after bytes: consuming [UInt8]) -> [UInt8] {
    var object = JSONObjectWriter(after: bytes)
    object.add("change", name.rawValue)
    switch self {
    case .enrolmentBegun(let enrolment): enrolment.write(to: &object)
    case .registered(let phone, let id):
      object.add("message", id)
      object.add("mechanism", phone.mechanism)
      phone.device.write(to: &object)
      object.add("cookie", phone.returnsCookie)
      object.add("at", phone.registeredAt)
    case .deviceRefreshed(let mechanism, let device):
      object.add("mechanism", mechanism)
      device.write(to: &object)
    case .pushSent(let push): push.write(to: &object)
    case .pushAnswered(let id, let reply):
      object.add("message", id)
      object.add("approved", reply.isApproval)
      if let number = reply.number { object.add("number", JSONNumber(number)) }
      object.add("cookie", reply.returnsCookie)
      object.add("at", reply.at)
    }
    return object.finish()
  }
}

extension PingAMEnrolment {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("message", id)
    object.add("account", account)
    object.add("issuer", issuer)
    // In clear: a phone that was enrolled before a restart answers after it.
    object.add("secret", secret.reveal())
    object.add("challenge", challenge)
    object.add("at", createdAt)
  }
}

extension PingAMDevice {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("deviceId", token.reveal())
    object.add("deviceName", name)
    object.add("deviceType", type)
    object.add("communicationType", channel)
  }
}

extension PingAMPush {
  fileprivate func write(to object: inout JSONObjectWriter) {
    object.add("message", id)
    object.add("enrolment", enrolment)
    object.add("type", order.kind.rawValue)
    object.add("release", order.release.rawValue)
    object.add("lifetime", JSONNumber(order.lifetime))
    object.add("challenge", challenge)
    if let number { object.add("number", JSONNumber(number)) }
    object.add("at", createdAt)
  }
}
