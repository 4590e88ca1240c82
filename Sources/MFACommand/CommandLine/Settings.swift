import MFACore

/// How results and everything beside them are shown.
struct OutputSettings: Sendable {
  var command = Command.respond
  var json = false
  var quiet = false
  /// 0, 1 for `-v`, 2 for `-vv` and more.
  var verbosity = 0
  var color = ColorChoice.auto
  /// What of the user's secrets others can see, told before anything is done.
  var exposures: [Warning] = []
}

/// When colour is used.
enum ColorChoice: String, CaseIterable, Sendable {
  case auto, always, never
}

/// Where the push comes from.
struct PushInput: Sendable {
  let source: InputSource
  let receivedAt: Timestamp?
}

struct InspectSettings: Sendable {
  let input: PushInput
  let expect: PushKind.Name?
  /// The file of the credentials; nil where there is none and no state.
  let credentials: CredentialsFile?
}

struct RespondSettings: Sendable {
  /// Where the push comes from.
  enum Origin: Sendable {
    case input(PushInput)
    /// The service is asked: for the push with this id, or for the only one, and again up to `retryLimit` times.
    case poll(PollSettings, id: String?, retryLimit: Int)
  }

  let origin: Origin
  let answering: AnswerSettings
  let sending: SendSettings
  /// The file of the credentials; nil where there is none and no state.
  let credentials: CredentialsFile?
}

/// How the decision is made.
struct AnswerSettings: Sendable {
  /// Nil to ask.
  var requested: RequestedAnswer?
  /// Who asks for it.
  var source = Decision.Source.flag
  /// The notification was dismissed: nothing is answered.
  var isDismissed = false
  var mayAsk = true
  var force = false
  var authMethod = "user"
  var denyReason: String?
  var ignoreExpiry = false
  /// Seconds to wait for a typed answer; nil for as long as the push lives.
  var answerTimeout: Double?
  /// Seconds between the decision and sending it.
  var delay = 0.0
}

/// How the decision is sent: what the flags say, and what the files hold that they name.
@dynamicMemberLookup
struct SendSettings: Sendable {
  private(set) var options = SendOptions()
  /// Where to; nil when only the push can say.
  let endpoint: Address?
  let identity: CallerIdentity
  /// What the environment's proxies must not show; libcurl uses them by itself.
  var environmentProxySecrets: [Secret] = []
  /// Where settings came from, for `-vv`: name, shown value, origin.
  var provenance: [Provenance] = []

  struct Provenance: Sendable, Equatable {
    let setting: String
    let shown: String
    let origin: SettingOrigin
  }

  subscript<Value>(dynamicMember option: KeyPath<SendOptions, Value>) -> Value { options[keyPath: option] }

  /// The same with no attempt longer than this.
  func within(_ seconds: Double) -> SendSettings {
    var settings = self
    settings.options.maxTime = min(options.maxTime, seconds)
    return settings
  }

  /// The same without retries, for what is done again anyway.
  var withoutRetries: SendSettings {
    var settings = self
    settings.options.retry = .never
    return settings
  }

  /// The same for what has to be sent even when the decision is not.
  var withoutDryRun: SendSettings {
    var settings = self
    settings.options.dryRun = false
    return settings
  }

  /// Everything that must not be shown.
  var secrets: [Secret] {
    (endpoint?.url.secrets ?? []) + identity.secrets + (options.proxy?.address?.secrets ?? [])
      + environmentProxySecrets
  }
}

struct DemoSettings: Sendable {
  let scenario: DemoScenario
  /// Seconds after which the push is delivered.
  let after: Double
  let mayAsk: Bool
}

struct ServeSettings: Sendable {
  let address: ListenAddress
  /// Where the state is kept; nil to forget it.
  let journal: FilePath?
}

struct ListenSettings: Sendable {
  /// Where the pushes come from.
  enum Source: Sendable {
    case listener(Listening)
    case poll(PollSettings)
  }

  struct Listening: Sendable {
    let address: ListenAddress
    let mostPending: Int
  }

  let source: Source
  let policy: ListenPolicy
  /// How each push is answered, but for what the policy makes of it.
  let answering: AnswerSettings
  let sending: SendSettings
  /// The file of the credentials; nil where there is none and no state.
  let credentials: CredentialsFile?
  /// How many pushes; nil for any.
  let count: Int?
  /// Seconds; nil for ever.
  let duration: Double?
}

/// How a phone that stays on decides.
enum ListenPolicy: Sendable, Equatable {
  case approve
  case deny
  /// Approve, a challenge with the value of this custom field.
  case numberFrom(field: String)
  case ask
}

/// One of the `device` commands.
struct DeviceSettings: Sendable {
  enum Action: Sendable {
    case register(Registration)
    case newToken
    case clearToken
    case pair(key: String)
    case unpair
    case show
    case tap(PushInput)
    case dismiss(PushInput)
    case categories
  }

  /// What a registration says beside what the device is.
  struct Registration: Sendable {
    var token: TokenWish?
    var environment: PushEnvironment?
    var topic: String?
    var callbackURL: EndpointURL?
    var callbackForm = CallbackForm.plain

    var callback: Callback? { callbackURL.map { Callback(url: $0, form: callbackForm) } }
  }

  /// Where the practice service is to post the device's pushes.
  struct Callback: Sendable, Equatable {
    let url: EndpointURL
    let form: CallbackForm
  }

  /// Everything that must not be shown.
  var secrets: [Secret] {
    switch action {
    case .pair(let key): sending.secrets + [Secret(key)]
    case .register(let registration): sending.secrets + (registration.callback?.url.secrets ?? [])
    default: sending.secrets
    }
  }

  let command: Command
  let action: Action
  /// The folder of the device's state.
  let folder: FilePath
  let sending: SendSettings
}

/// Which push token a device registers with.
enum TokenWish: Sendable, Equatable {
  case given(DeviceToken)
  case new
}

/// How the practice service posts pushes to a device's callback.
enum CallbackForm: String, CaseIterable, Sendable {
  case plain, fcm, apns
}

extension HeaderLine {
  /// Names whose values say nothing about who is calling; all others are secrets.
  private static let harmless: Set<String> = [
    "accept", "accept-api-version", "accept-language", "cache-control", "content-type", "idempotency-key",
    "user-agent", "x-correlation-id", "x-request-id",
  ]

  static func isHarmless(_ name: String) -> Bool {
    harmless.contains(name.lowercased())
  }
}
