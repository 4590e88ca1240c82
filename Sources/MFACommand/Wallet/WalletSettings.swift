import MFACore

/// One of the `inbox` commands.
struct InboxSettings: Sendable {
  enum Action: Sendable {
    case list(InboxQuery)
    case show(id: String)
    case accept(id: String, AcceptSettings)
    case decline(id: String)
    case acknowledge(id: String)
    case delete(id: String, isSure: Bool)
    /// Until so many have come, or so many seconds are over; nil for ever.
    case watch(count: Int?, duration: Double?)
  }

  let command: Command
  let action: Action
  /// The service's `/notifications`.
  let endpoint: Address
  let mayAsk: Bool
  let sending: SendSettings

  /// Everything that must not be shown.
  var secrets: [Secret] {
    if case .accept(_, let accepting) = action {
      sending.secrets + accepting.secrets
    } else {
      sending.secrets
    }
  }
}

/// Which notifications are listed.
struct InboxQuery: Sendable, Equatable {
  var page = 1
  var size = 20
  /// Whether the pages behind it are wanted as well.
  var all = false
  var statuses: [String] = []
  var types: [String] = []
  var outOfBand: Bool?
}

/// How a request is accepted.
struct AcceptSettings: Sendable {
  /// Nil to take the only one, or to ask.
  let credential: String?
  /// Nil to ask for one.
  let pin: Secret?
  let face: SimulatedFace?
  let mayAsk: Bool

  var secrets: [Secret] { [pin].compactMap(\.self) }
}

/// `login`: from a QR code or a deep link to the answer.
struct LoginSettings: Sendable {
  enum Source: Sendable {
    case qr(InputSource)
    case qrText(String)
    case deepLink(String)
  }

  let source: Source
  /// Nil to ask.
  let answer: LoginAnswer?
  let accepting: AcceptSettings
  /// Seconds between two looks for the request.
  let interval: Double
  let retryLimit: Int
  let sending: SendSettings

  /// Everything that must not be shown.
  var secrets: [Secret] { sending.secrets + accepting.secrets }
}

/// What the simulated camera sees.
enum SimulatedFace: String, CaseIterable, Sendable {
  case match
  case noMatch = "no-match"
  case unavailable
}

/// What is to be done with the request of a login.
enum LoginAnswer: Sendable, Equatable {
  case accept, decline
  /// Left in the inbox for somebody else.
  case handOver
}
