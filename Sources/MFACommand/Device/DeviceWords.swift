import MFACore

/// What the `device` commands say.
enum DeviceWords {
  /// What was done, behind the word `done`.
  static func done(_ report: Report, _ change: DeviceChange, _ status: String) -> String {
    let parts: [String?] =
      switch report.command {
      case .deviceRegister:
        (change.token == nil
          ? [] : ["the service took the registration\(status)", change.token.map(tokenChange)])
          + [testPush(change)]
          + change.told.map { told in
            "\(told.credential.provider.rawValue) took the token of credential \(told.credential.id)"
          }
      case .deviceTokenNew:
        ["the device has another push token", "no service knows it before 'mfa-cli device register'"]
      case .deviceClearToken:
        [
          "the device has no push token",
          report.delivery == nil
            ? "no service was told: none knows the device" : "the service was told\(status)",
        ]
      case .devicePair: ["the service paired the device\(status)", testPush(change)]
      case .deviceUnpair: ["the service ended the pairing\(status)"]
      case .deviceTap, .deviceDismiss: event(report, status)
      default: []
      }
    let facts = parts.compactMap(\.self) + (change.record.map(describe) ?? [])
    return facts.joined(separator: "; ")
  }

  private static func tokenChange(_ change: TokenChange) -> String {
    switch change {
    case .new: "the token is new to it"
    case .changed: "the token has changed"
    case .unchanged: "the token is unchanged"
    }
  }

  private static func testPush(_ change: DeviceChange) -> String? {
    change.completedTestPush.map { _ in "its test push was completed without asking" }
  }

  private static func describe(_ device: DeviceRecord) -> [String] {
    var facts = [
      "device \(device.identifier)", "token \(device.token?.masked ?? "none")",
      "\(device.environment.rawValue), topic \(device.topic)",
    ]
    if let registration = device.registration {
      facts.append("registered at \(registration.endpoint)\(registration.isPaired ? ", paired" : "")")
    }
    return facts
  }

  /// What an app does when a notification is tapped or swiped away.
  private static func event(_ report: Report, _ status: String) -> [String?] {
    guard let push = report.push else { return [] }
    let name = report.command == .deviceTap ? "tapped" : "dismissed"
    let custom = push.customData.isEmpty ? nil : JSONWriter.write(.object(push.customData))
    return [
      "the service was told that \(InspectionWords.subject(push)) was \(name)\(status)",
      push.deepLink.map { "the app would open \($0)" } ?? "it has no deep link",
      custom.map { "custom data \($0)" },
    ]
  }

  /// A line for each category, and one for each of its buttons.
  static func lines(_ categories: [NotificationCategory]) -> [String] {
    categories.flatMap { category in
      ["\(category.identifier): pushes of kind \(category.kind.rawValue)"]
        + category.buttons.map { button in
          let marks = [
            button.needsUnlocking ? "needs unlocking" : nil, button.isDestructive ? "destructive" : nil,
          ].compactMap(\.self)
          let shown = marks.isEmpty ? "" : " (\(marks.joined(separator: ", ")))"
          return "  \(button.action.rawValue): \(button.title)\(shown)"
        }
    }
  }
}
