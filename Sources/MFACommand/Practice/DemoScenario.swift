/// What a demonstration plays.
enum DemoScenario: String, CaseIterable, Sendable {
  case challenge
  case `default`
  case manual
  case dry
  case cancel
  case expired
  /// A sign-on that the phone starts, from a QR code.
  case login
}
