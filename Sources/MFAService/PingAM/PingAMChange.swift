import MFACore

/// One effect of a request on what there is of PingAM.
package enum PingAMChange: Sendable, Equatable {
  case enrolmentBegun(PingAMEnrolment)
  /// A phone has taken an enrolment, for the first time or again.
  case registered(PingAMPhone, for: String)
  case deviceRefreshed(mechanism: String, PingAMDevice)
  case pushSent(PingAMPush)
  case pushAnswered(String, PingAMReply)

  /// The change's name in a journal.
  enum Name: String, Sendable, CaseIterable {
    case enrolmentBegun = "pingam-enrolment-begun"
    case registered = "pingam-registered"
    case deviceRefreshed = "pingam-device-refreshed"
    case pushSent = "pingam-push-sent"
    case pushAnswered = "pingam-push-answered"
  }

  var name: Name {
    switch self {
    case .enrolmentBegun: .enrolmentBegun
    case .registered: .registered
    case .deviceRefreshed: .deviceRefreshed
    case .pushSent: .pushSent
    case .pushAnswered: .pushAnswered
    }
  }
}

extension PracticeService {
  /// One change; false when it can't happen as things stand.
  mutating func applies(_ change: PingAMChange) -> Bool {
    switch change {
    case .enrolmentBegun(let enrolment): enrolments.add(enrolment)
    case .registered(let phone, let id): enrolments.register(phone, for: id)
    case .deviceRefreshed(let mechanism, let device): enrolments.refresh(mechanism, device)
    case .pushSent(let push): enrolments[push.enrolment]?.phone != nil && pingAMPushes.add(push)
    case .pushAnswered(let id, let reply): pingAMPushes.answer(id, with: reply)
    }
  }

  /// Changes that make what there is of PingAM out of nothing. Enrolments come first: pushes name them.
  var pingAMChanges: [ServiceChange] { (enrolments.changes + pingAMPushes.changes).map { .pingAM($0) } }
}
