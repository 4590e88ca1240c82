package import MFACore

/// One effect of a request on the service. The present state is what comes out of all of them in order, so each says
/// everything itself: no clock and no dice are asked when it is applied.
package enum ServiceChange: Sendable, Equatable {
  case pushCreated(PracticePush)
  case pushAnswered(push: String, PushAnswer, at: Timestamp)
  case pushCancelled(push: String, at: Timestamp)
  /// Somebody has noticed that a push's time is over.
  case pushExpired(push: String)
  case eventRecorded(push: String, PushEvent)
  /// A device has registered, for the first time or again.
  case deviceRegistered(Device)
  case tokenChanged(device: String, token: String)
  case tokenCleared(device: String)
  /// A device has confirmed its test push.
  case registrationCompleted(device: String, push: String, at: Timestamp)
  case pairingIssued(PairingKey)
  /// A pairing key was used; another test push is on its way.
  case devicePaired(device: String, key: String, testPush: String)
  case deviceUnpaired(device: String)
  case inbox(InboxChange)
  case pingAM(PingAMChange)
}

extension ServiceChange {
  /// The change's name in a journal.
  enum Name: String, Sendable, CaseIterable {
    case pushCreated = "push-created"
    case pushAnswered = "push-answered"
    case pushCancelled = "push-cancelled"
    case pushExpired = "push-expired"
    case eventRecorded = "event-recorded"
    case deviceRegistered = "device-registered"
    case tokenChanged = "token-changed"
    case tokenCleared = "token-cleared"
    case registrationCompleted = "registration-completed"
    case pairingIssued = "pairing-issued"
    case devicePaired = "device-paired"
    case deviceUnpaired = "device-unpaired"
  }

  /// Nil for a change of the inbox or of PingAM, which have names of their own.
  var name: Name? {
    switch self {
    case .pushCreated: .pushCreated
    case .pushAnswered: .pushAnswered
    case .pushCancelled: .pushCancelled
    case .pushExpired: .pushExpired
    case .eventRecorded: .eventRecorded
    case .deviceRegistered: .deviceRegistered
    case .tokenChanged: .tokenChanged
    case .tokenCleared: .tokenCleared
    case .registrationCompleted: .registrationCompleted
    case .pairingIssued: .pairingIssued
    case .devicePaired: .devicePaired
    case .deviceUnpaired: .deviceUnpaired
    case .inbox, .pingAM: nil
    }
  }
}

/// Why a line of a journal is no change.
package struct UnreadableChange: Error, Sendable, Equatable {
  /// For a person, in words.
  package let reason: String
}
