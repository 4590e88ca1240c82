/// What a person can do with a notification's banner, by the identifiers that an app is told.
package enum NotificationAction: String, CaseIterable, Sendable {
  /// The button that approves.
  case confirm = "notification.confirm"
  /// The button that denies.
  case deny = "notification.deny"
  /// The banner itself was tapped: the app opens and asks (`UNNotificationDefaultActionIdentifier`).
  case open = "com.apple.UNNotificationDefaultActionIdentifier"
  /// It was swiped away (`UNNotificationDismissActionIdentifier`).
  case dismiss = "com.apple.UNNotificationDismissActionIdentifier"
}

/// A kind of notification with the buttons of its banner, as an app registers it at start
/// (`UNNotificationCategory`). The names are those that PingAM sends as `aps.category`.
package struct NotificationCategory: Sendable, Equatable {
  package struct Button: Sendable, Equatable {
    package let action: NotificationAction
    package let title: String
    /// Whether the device has to be unlocked first.
    package let needsUnlocking: Bool
    /// Whether it is shown as one that destroys something.
    package let isDestructive: Bool
  }

  package let identifier: String
  /// The kind of push that carries it.
  package let kind: PushKind.Name
  package let buttons: [Button]

  /// A challenge has no button that approves: its number has to be picked in the app.
  package static let all = [
    NotificationCategory(identifier: "authentication", kind: .default, buttons: [confirm, deny]),
    NotificationCategory(identifier: "authentication_challenge", kind: .challenge, buttons: [deny]),
    NotificationCategory(identifier: "authentication_biometric", kind: .biometric, buttons: [confirm, deny]),
  ]

  private static let confirm = Button(
    action: .confirm,
    title: "Approve",
    needsUnlocking: true,
    isDestructive: false
  )
  private static let deny = Button(action: .deny, title: "Deny", needsUnlocking: false, isDestructive: true)
}
