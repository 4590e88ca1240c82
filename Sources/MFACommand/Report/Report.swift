import MFACore

/// What one run has to report, gathered as the stages are passed: what is known when it ends is in it.
struct Report: Sendable {
  let command: Command
  let deniedIsNegative: Bool
  var push: Push?
  var decision: Decision?
  var delivery: Delivery?
  var warnings: [Warning] = []
  /// What must not be shown and was not known before: the device's token, the credentials in a push's own address.
  var secrets: [Secret] = []
  /// How the run ended; a bug until a stage says otherwise.
  var ending: Ending = .finished(.internal)
  /// When `inspect` looked, for the seconds that are left.
  var inspectedAt: Timestamp?
  /// What the phone shows after an answer, to be typed where the person signs on.
  var displayCode: String?
  /// How the sign-on ended, for `demo`.
  var signOn: String?
  /// The credentials that the command was about, as they are after it, for `enroll` and `credentials`.
  var credentials: [Credential]?
  /// The notification after the command, for `inbox` and `login`.
  var notification: InboxNotification?
  /// This device after the command, for the `device` commands.
  var device: DeviceRecord?
  /// What a registration did to the token that the service knows.
  var tokenChange: TokenChange?
  /// The services that were told of the device's push token, for `device register`.
  var told: [TokenRefresh.Told] = []
  /// The test push that a registration or pairing brought and that was completed without asking.
  var completedTestPush: String?
  /// For `device categories`.
  var categories: [NotificationCategory]?

  enum Ending: Sendable {
    case finished(Outcome)
    case failed(Failure)
  }

  init(command: Command, deniedIsNegative: Bool = false) {
    self.command = command
    self.deniedIsNegative = deniedIsNegative
  }

  var outcome: Outcome {
    switch ending {
    case .finished(let outcome): outcome
    case .failed(let failure): failure.outcome
    }
  }

  var failure: Failure? {
    if case .failed(let failure) = ending { failure } else { nil }
  }

  var exitCode: ExitCode { outcome.exitCode(deniedIsNegative: deniedIsNegative) }
}

/// What became of sending the decision.
struct Delivery: Sendable {
  let request: HTTPRequest
  let reply: HTTPReply?
  let attempts: Int
  let durationMilliseconds: Int
  let mayHaveArrived: Bool
}
