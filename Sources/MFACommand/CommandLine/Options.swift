import MFACore

/// What the flags say, as values that are valid by themselves: nothing was opened, and no flag knows of another. The
/// defaults stand here, and in the settings that flags fill directly.
struct Options: Sendable {
  /// Every decision flag in the order given, by its name.
  var decisions: [(flag: String, choice: DecisionChoice)] = []
  var answer = AnswerSettings()
  var receivedAt: Timestamp?
  var send = SendOptions()
  var poll = PollOptions()
  var listen = ListenOptions()
  var device = DeviceSettings.Registration()
  var inbox = InboxQuery()
  var isSure = false
  var login = LoginOptions()
  /// The credential to accept or to poll with.
  var credential: String?
  /// The file of the credentials; nil for that of the state.
  var credentialFile: FilePath?
  var keyType: NewKeyName?
  var expect: PushKind.Name?
  /// Seconds after which the push of a demonstration is delivered.
  var demoDelay = 0.0
  var output = OutputSettings()
}

/// How something is sent.
struct SendOptions: Sendable {
  /// A header on the command line or a file of them.
  enum HeaderSource: Sendable {
    case line(HeaderLine)
    case file(FilePath)
  }

  var endpoint: EndpointURL?
  var headers: [HeaderSource] = []
  var bearerTokenFile: FilePath?
  var connectTimeout = 10.0
  var maxTime = 30.0
  var caFile: FilePath?
  var certificateFile: FilePath?
  var keyFile: FilePath?
  var keyPasswordFile: FilePath?
  /// The one that was given, or that there is to be none; nil to go by the environment.
  var proxy: ProxyRule?
  var hostOverrides: [HostOverride] = []
  var retry = RetryPolicy.never
  var insecure = false
  var dryRun = false
  var deniedIsNegative = false
}

struct PollOptions: Sendable {
  var isOn = false
  /// The push to answer; nil for the only one.
  var pushID: String?
  /// Seconds between two looks; nil for what the command has for it.
  var interval: Double?
  /// Further looks.
  var retryLimit = 60
}

/// Where and how long a command that stays on does so.
struct ListenOptions: Sendable {
  var host = "127.0.0.1"
  /// 0 for a free one.
  var port = 0
  var allowRemote = false
  var allowedHosts: [String] = []
  var journal: FilePath?
  /// Pushes or notifications; nil for any.
  var count: Int?
  /// Seconds; nil for ever.
  var duration: Double?
  var mostPending = 1000
}

/// A sign-on from a code, and how a request is accepted.
struct LoginOptions: Sendable {
  /// The text of the code, or a file with it.
  var code: FilePath?
  var deepLink: String?
  /// Every answer to the request in the order given, by the name of its flag.
  var answers: [(flag: String, answer: LoginAnswer)] = []
  var pinFile: FilePath?
  var face: SimulatedFace?
}

/// What a decision flag says.
enum DecisionChoice: Sendable, Equatable {
  case answer(RequestedAnswer)
  /// Approve, a challenge with the value of this custom field of the push.
  case numberFrom(field: String)
  case ask
  case action(NotificationAction)
}

/// One header as `-H` takes it, with curl's meaning.
enum HeaderLine: Sendable, Equatable {
  case set(name: String, value: String)
  /// `Name:` takes one of our own headers away.
  case remove(name: String)

  init(_ text: String) throws(BadValue) {
    // `Name;` is curl's way of sending a header without a value.
    let colon = text.utf8.firstIndex(of: UInt8(ascii: ":"))
    if text.endsWith(";"), colon == nil {
      self = .set(name: try HeaderLine.name(Substring(text.utf8.dropLast())), value: "")
      return
    }
    guard let colon else { throw .headerWithoutColon }
    let name = try HeaderLine.name(text[..<colon])
    let value = String(text[text.utf8.index(after: colon)...]).trimmed
    guard value.unicodeScalars.allSatisfy({ $0.value >= 0x20 && $0.value != 0x7F || $0 == "\t" }) else {
      throw .headerValueInvalid
    }
    self = value.isEmpty ? .remove(name: name) : .set(name: name, value: value)
  }

  /// A token by RFC 9110, section 5.6.2.
  private static func name(_ text: Substring) throws(BadValue) -> String {
    let isToken = text.unicodeScalars.allSatisfy { scalar in
      scalar.isASCII
        && (scalar.properties.isAlphabetic || "0123456789!#$%&'*+-.^_`|~".unicodeScalars.contains(scalar))
    }
    guard !text.isEmpty, isToken else { throw .headerNameInvalid }
    // The HTTP client frames the body; a second opinion on that would corrupt the request.
    guard !["content-length", "transfer-encoding"].contains(text.lowercased()) else { throw .headerReserved }
    return String(text)
  }
}
