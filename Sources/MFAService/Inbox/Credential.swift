import MFACore

/// A credential that is built into the practice service.
struct Credential: Sendable, Equatable {
  let id: String
  let label: String
  let documentType: String
  /// What requests ask for: `identity`, `badge`.
  let type: String
  private let pin: Secret

  static let all = [
    Credential(
      id: "identity-card",
      label: "Identity card",
      documentType: "ID_CARD",
      type: "identity",
      pin: Secret("123456")
    ),
    Credential(
      id: "passport",
      label: "Passport",
      documentType: "PASSPORT",
      type: "identity",
      pin: Secret("123456")
    ),
    Credential(
      id: "employee-badge",
      label: "Employee badge",
      documentType: "BADGE",
      type: "badge",
      pin: Secret("0000")
    ),
  ]

  func opens(with pin: String) -> Bool { ConstantTime.areEqual(pin, self.pin.reveal()) }

  /// As an eligible one of a notification.
  var members: [JSONObject.Member] {
    [
      .init(key: "id", value: .string(id)),
      .init(key: "label", value: .string(label)),
      .init(key: "documentType", value: .string(documentType)),
      .init(key: "type", value: .string(type)),
    ]
  }
}

/// The embedded credential store: which credentials there are never changes, how often a wrong PIN was tried does.
struct CredentialStore: Sendable {
  /// Wrong PINs in a row that lock a credential.
  static let mostFailures = 3

  /// Wrong PINs since the last right one, where there are any.
  private var failures: [String: Int] = [:]

  func credential(_ id: String) -> Credential? { Credential.all.first { $0.id == id } }

  func failures(of credential: Credential) -> Int { failures[credential.id] ?? 0 }

  func triesLeft(_ credential: Credential) -> Int { CredentialStore.mostFailures - failures(of: credential) }

  func isLocked(_ credential: Credential) -> Bool { triesLeft(credential) <= 0 }

  /// False when there is no such credential, or it can't have that many.
  mutating func setFailures(_ count: Int, of id: String) -> Bool {
    guard credential(id) != nil, (0...CredentialStore.mostFailures).contains(count) else { return false }
    failures[id] = count == 0 ? nil : count
    return true
  }

  /// Changes that make this store out of a fresh one.
  var changes: [InboxChange] {
    Credential.all.filter { failures(of: $0) > 0 }
      .map { .pinTried(credential: $0.id, failures: failures(of: $0)) }
  }
}

/// Comparing what was guessed with what is secret.
enum ConstantTime {
  /// Whether both are the same bytes. The time it takes says nothing about where they differ.
  static func areEqual(_ guess: String, _ secret: String) -> Bool {
    let (guess, secret) = (Array(guess.utf8), Array(secret.utf8))
    guard guess.count == secret.count else { return false }
    return zip(guess, secret).reduce(UInt8(0)) { $0 | ($1.0 ^ $1.1) } == 0
  }
}
