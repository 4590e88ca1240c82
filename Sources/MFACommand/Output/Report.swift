import MFACore

/// What one run has to report, gathered as the stages are passed: what is known when it ends is in it.
struct Report: Sendable {
  let command: Command
  let deniedIsNegative: Bool
  /// Where the push was looked for; nil for a command that reads none.
  var source: PushSource?
  var push: Push?
  /// The id of the one that the push's signature was checked with, or that its answer was proven with.
  var credential: String?
  var decision: Decision?
  var delivery: Delivery?
  var warnings: [Warning] = []
  /// What must not be shown and was not known before: the device's token, the credentials in a push's own address.
  var secrets: [Secret] = []
  /// How the run ended; a bug until a stage says otherwise.
  var ending: Ending = .finished(.internal)
  /// What the command was about.
  var subject: Subject

  enum Ending: Sendable {
    case finished(Outcome)
    case failed(Failure)
  }

  init(command: Command, deniedIsNegative: Bool = false) {
    self.command = command
    subject = command.subject
    self.deniedIsNegative = deniedIsNegative
  }

  /// The report when `work` has ended: what that throws is how.
  func after(_ work: (inout Report) throws(Failure) -> Void) -> Report {
    var report = self
    do throws(Failure) { try work(&report) } catch { report.ending = .failed(error) }
    return report
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

/// What a family of commands reports beside what every run does: as it is after the command, or empty where it came to
/// nothing.
enum Subject: Sendable {
  /// - Parameter displayCode: what the phone shows after an answer, to be typed where the person signs on.
  case answer(displayCode: String?)
  /// - Parameter at: when the push was looked at, for the seconds that are left.
  case inspection(at: Timestamp?)
  /// - Parameter signOn: how the sign-on ended.
  case demonstration(signOn: String?)
  case notification(InboxNotification?)
  case enrollment(Credential?)
  case credentials([Credential])
  case device(DeviceChange)
  case categories([NotificationCategory])
  /// A command that runs until it is stopped, or prints a text.
  case nothing
}

extension Command {
  /// Of a report that has nothing yet.
  fileprivate var subject: Subject {
    switch self {
    case .respond, .listen: .answer(displayCode: nil)
    case .inspect: .inspection(at: nil)
    case .demo: .demonstration(signOn: nil)
    case .login, .inboxList, .inboxShow, .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete,
      .inboxWatch:
      .notification(nil)
    case .enroll: .enrollment(nil)
    case .credentialsList, .credentialsShow, .credentialsLock, .credentialsUnlock, .credentialsRemove:
      .credentials([])
    case .deviceRegister, .deviceTokenNew, .deviceClearToken, .devicePair, .deviceUnpair, .deviceShow,
      .deviceTap, .deviceDismiss:
      .device(DeviceChange())
    case .deviceCategories: .categories([])
    case .serve, .completions, .man, .help: .nothing
    }
  }
}

/// What a `device` command did.
struct DeviceChange: Sendable {
  /// This device after it.
  var record: DeviceRecord?
  /// What a registration did to the token that the service knows.
  var token: TokenChange?
  /// The services that were told of the device's push token.
  var told: [TokenRefresh.Told] = []
  /// The test push that a registration or pairing brought and that was completed without asking.
  var completedTestPush: String?
}

/// Where a push comes from.
enum PushSource: Sendable, Equatable {
  case input(InputSource)
  /// A service was asked for it.
  case poll
  /// A sender posted it to this phone.
  case listener
  /// It came with a service's reply to something else.
  case reply
  /// The practice service of a demonstration made it.
  case demo

  /// A file's name as it was given, or a word.
  var name: String {
    switch self {
    case .input(.file(let path)): path.text
    case .input(.standardInput): "-"
    case .poll: "poll"
    case .listener: "listen"
    case .reply: "reply"
    case .demo: "demo"
    }
  }
}

/// What became of sending the decision.
struct Delivery: Sendable {
  let request: HTTPRequest
  let reply: HTTPReply?
  let attempts: Int
  let durationMilliseconds: Int
  let mayHaveArrived: Bool
}
