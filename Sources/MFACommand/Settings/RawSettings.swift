import MFACore

/// What the arguments say, as text that was validated by itself: nothing was opened, and no flag knows of another.
struct RawSettings: Sendable {
  /// A value with where it came from.
  struct Entry<Value: Sendable>: Sendable {
    let value: Value
    let origin: SettingOrigin

    init(_ value: Value, _ origin: SettingOrigin) {
      self.value = value
      self.origin = origin
    }
  }

  /// A header on the command line or a file of them.
  enum HeaderSource: Sendable {
    case line(HeaderLine)
    case file(FilePath)
  }

  var after: Double?
  var allowRemote = false
  var allowedHosts: [String] = []
  var allPages = false
  var authMethod: Entry<String>?
  var answerTimeout: Double?
  var bearerTokenFile: Entry<FilePath>?
  var caFile: Entry<FilePath>?
  var callbackForm: CallbackForm?
  var callbackURL: EndpointURL?
  var certificateFile: FilePath?
  var color: ColorChoice = .auto
  var connectTimeout: Double?
  var count: Int?
  var credential: String?
  var credentialFile: FilePath?
  var deepLink: String?
  /// Every decision flag in the order given, by the name it was typed with.
  var decisions: [(flag: String, choice: DecisionChoice)] = []
  var delay: Double?
  var deniedIsNegative = false
  var denyReason: String?
  var dryRun = false
  var duration: Double?
  var endpoint: Entry<EndpointURL>?
  var environment: PushEnvironment?
  var expect: PushKind.Name?
  var face: SimulatedFace?
  var force = false
  var headers: [HeaderSource] = []
  var host: String?
  var hostOverrides: [HostOverride] = []
  var ignoreExpiry = false
  var insecure = false
  var interval: Double?
  var json = false
  var keyFile: FilePath?
  var journalFile: FilePath?
  var keyPasswordFile: FilePath?
  var keyType: NewKeyName?
  /// Every answer to a login's request in the order given, by the name it was typed with.
  var loginAnswers: [(flag: String, answer: LoginAnswer)] = []
  var maxPending: Int?
  var maxTime: Double?
  var noInput = false
  var outOfBand: Bool?
  var page: Int?
  var pinFile: FilePath?
  var poll = false
  var port: Int?
  /// `.direct` for an empty one.
  var proxy: ProxyRule?
  var pushID: String?
  var qr: FilePath?
  var quiet = false
  var receivedAt: Timestamp?
  var retries: Int?
  var retryAllErrors = false
  var retryDelay: Double?
  var retryLimit: Int?
  var retryMaxTime: Double?
  var size: Int?
  var statuses: [String] = []
  var token: TokenWish?
  var topic: String?
  var types: [String] = []
  var verbosity = 0
  var yes = false
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
