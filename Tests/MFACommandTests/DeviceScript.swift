import MFACore

@testable import MFACommand

/// Worlds with a device in them.
enum DeviceScript {
  static let environment = ["MFA_STATE_DIR": Script.stateFolder]
  static let file = Script.stateFolder + "/device.json"
  static let endpoint = "https://mfa.example.com/devices"
  /// What the device has, and what the service had before it changed.
  static let token = "a0a1a2a3a4a5a6a7a8a9aaabacadaeafb0b1b2b3b4b5b6b7b8b9babbbcbdbe5f"
  static let earlier = "e0e1e2e3e4e5e6e7e8e9eaebecedeeefe0e1e2e3e4e5e6e7e8e9eaebecedee7f"

  /// How far a device has come.
  enum Stage: CaseIterable {
    case new, unregistered, registered, paired

    var files: [String: String] {
      guard self != .new else { return [:] }
      var device = DeviceRecord(identifier: DeviceRecordTests.identifier)
      device.token = DeviceToken(DeviceScript.token)
      if self != .unregistered, let url = try? EndpointURL(DeviceScript.endpoint) {
        device.registration = .init(endpoint: url, token: device.token, isPaired: self == .paired)
      }
      return [DeviceScript.file: DeviceRecordTests.text(device)]
    }
  }

  static func script(_ stage: Stage, _ exchanges: Script.Exchange...) -> Script {
    script(stage, exchanges)
  }

  static func script(_ stage: Stage, _ exchanges: [Script.Exchange]) -> Script {
    Script(environment: environment, exchanges: exchanges, files: stage.files)
  }

  /// A reply that brings a test push.
  static let testPush = reply(
    201,
    #"{"id":"x","payload":{"aps":{"content-available":1},"messageId":"test-1","pushType":"silent"}}"#
  )
}
