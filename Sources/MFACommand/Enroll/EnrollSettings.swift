import MFACore

/// `enroll`.
struct EnrollSettings: Sendable {
  enum Source: Sendable {
    case text(String)
    case input(InputSource)
  }

  let source: Source
  let keyType: NewKeyName?
  let token: TokenWish?
  let file: CredentialsFile
  /// The folder of the device's state; nil where the credentials are in a file of their own.
  let folder: FilePath?
  let sending: SendSettings
}

/// One of the `credentials` commands.
struct CredentialsSettings: Sendable {
  enum Action: Sendable {
    case list
    case show(id: String)
    case lock(id: String)
    case unlock(id: String)
    case remove(id: String)
  }

  let command: Command
  let action: Action
  let file: CredentialsFile
}

/// How a service is asked for the pushes that wait there.
struct PollSettings: Sendable {
  /// The credential to ask with; nil for the only one, or for each.
  let credential: String?
  /// Seconds between two looks.
  let interval: Double
}

/// The keys that can be made, by the names on the command line.
enum NewKeyName: String, CaseIterable, Sendable {
  case rsa4096 = "rsa-4096"
  case rsa2048 = "rsa-2048"
  case p256

  var order: NewKey {
    switch self {
    case .rsa4096: .rsa(bits: 4096)
    case .rsa2048: .rsa(bits: 2048)
    case .p256: .p256
    }
  }
}

extension Credential {
  /// Bytes of its name: an id, an @ and an address.
  static let nameLimit = 256 + 1 + 2048
}
