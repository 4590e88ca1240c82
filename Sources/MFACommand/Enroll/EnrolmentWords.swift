import MFACore

/// What `enroll` and the `credentials` commands say.
enum EnrolmentWords {
  /// Behind the word `done`, for `enroll`.
  static func enrolled(_ record: Credential?, _ status: String) -> String {
    "the service took the enrollment\(status); credential \(record.map(describe) ?? "")"
  }

  /// The same for the `credentials` commands.
  static func done(_ command: Command, _ credentials: [Credential]) -> String {
    let described = credentials.map(describe).joined(separator: "; ")
    return switch command {
    case .credentialsLock: "locked \(described)"
    case .credentialsUnlock: "unlocked \(described)"
    case .credentialsRemove: "removed \(described); the service was not told"
    case .credentialsList where credentials.isEmpty: "there are no credentials"
    default: described
    }
  }

  /// A line for each credential.
  static func lines(_ credentials: [Credential]) -> [String] {
    credentials.map { describe($0) }
  }

  private static func describe(_ record: Credential) -> String {
    let owner = [record.issuer, record.account].compactMap(\.self).joined(separator: ":")
    let facts: [String?] = [
      record.provider.rawValue, record.algorithm, owner.isEmpty ? nil : owner,
      record.endpoint.map { "at \($0)" }, record.isPollOnly ? "polled only" : nil,
      record.isLocked ? "locked" : nil,
    ]
    return "\(record.id): \(facts.compactMap(\.self).joined(separator: ", "))"
  }
}
