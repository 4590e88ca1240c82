import MFACore

/// A command with everything that it needs to know, resolved and complete.
enum Settings: Sendable {
  case respond(RespondSettings)
  case inspect(InspectSettings)
  case demo(DemoSettings)
  case serve(ServeSettings)
  case listen(ListenSettings)
  case device(DeviceSettings)
  case inbox(InboxSettings)
  case login(LoginSettings)
  case enroll(EnrollSettings)
  case credentials(CredentialsSettings)
}

/// How results and everything beside them are shown.
struct OutputSettings: Sendable {
  let command: Command
  let json: Bool
  let quiet: Bool
  /// 0, 1 for `-v`, 2 for `-vv` and more.
  let verbosity: Int
  let color: ColorChoice
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
  let output: OutputSettings
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
  let output: OutputSettings
}

/// How the decision is made.
struct AnswerSettings: Sendable {
  /// Nil to ask.
  let requested: RequestedAnswer?
  /// Who asks for it.
  let source: Decision.Source
  /// The notification was dismissed: nothing is answered.
  let isDismissed: Bool
  let mayAsk: Bool
  let force: Bool
  let authMethod: String
  let denyReason: String?
  let ignoreExpiry: Bool
  /// Seconds to wait for a typed answer; nil for as long as the push lives.
  let answerTimeout: Double?
  /// Seconds between the decision and sending it.
  let delay: Double
}

/// How the decision is sent.
struct SendSettings: Sendable {
  /// Where to; nil when only the push can say.
  let endpoint: EndpointURL?
  /// Edits to the headers, in order; for the endpoint only.
  let headers: [HeaderLine]
  let bearerToken: Secret?
  let connectTimeout: Double
  private(set) var maxTime: Double
  let caFile: FilePath?
  let insecure: Bool
  let clientCertificate: ClientCertificate?
  /// The one that was given, or that there is to be none; nil to go by the environment.
  let proxy: ProxyRule?
  /// What the environment's proxies must not show; libcurl uses them by itself.
  let environmentProxySecrets: [Secret]
  let hostOverrides: [HostOverride]
  private(set) var retry: RetryPolicy
  private(set) var dryRun: Bool
  let deniedIsNegative: Bool
  /// Where settings came from, for `-vv`: name, shown value, origin.
  let provenance: [Provenance]

  struct Provenance: Sendable, Equatable {
    let setting: String
    let shown: String
    let origin: SettingOrigin
  }

  /// The same with no attempt longer than this.
  func within(_ seconds: Double) -> SendSettings {
    var settings = self
    settings.maxTime = min(maxTime, seconds)
    return settings
  }

  /// The same without retries, for what is done again anyway.
  var withoutRetries: SendSettings {
    var settings = self
    settings.retry = RetryPolicy(retries: 0, fixedDelay: nil, maxTime: nil, allErrors: false)
    return settings
  }

  /// The same for what has to be sent even when the decision is not.
  var withoutDryRun: SendSettings {
    var settings = self
    settings.dryRun = false
    return settings
  }

  /// Everything that must not be shown.
  var secrets: [Secret] {
    var secrets = endpoint?.secrets ?? []
    for case .set(let name, let value) in headers where !HeaderLine.isHarmless(name) {
      secrets.append(Secret(value))
      // "Bearer abc" is as much a leak as "abc" on its own, and so is each of several cookies.
      let words = value.utf8.split { " ;,".utf8.contains($0) }
      secrets += words.dropFirst().map { Secret(String(Substring($0))) }
      secrets += words.compactMap { word in
        word.firstIndex(of: UInt8(ascii: "=")).map { Secret(String(Substring(word[$0...].dropFirst()))) }
      }
    }
    secrets += (proxy?.address?.secrets ?? []) + environmentProxySecrets
    return secrets + [bearerToken, clientCertificate?.keyPassword].compactMap(\.self)
  }
}

struct DemoSettings: Sendable {
  let scenario: DemoScenario
  /// Seconds after which the push is delivered.
  let after: Double
  let mayAsk: Bool
  let output: OutputSettings
}

struct ServeSettings: Sendable {
  let address: ListenAddress
  /// Where the state is kept; nil to forget it.
  let journal: FilePath?
  let output: OutputSettings
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
  let output: OutputSettings
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
    let token: TokenWish?
    let environment: PushEnvironment?
    let topic: String?
    let callback: Callback?
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
  let output: OutputSettings
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
