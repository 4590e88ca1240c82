import MFACore

/// What `enroll` and the `credentials` commands say.
enum EnrolmentWords {
  /// Behind the word `done`.
  static func done(_ report: Report) -> String {
    let credentials = report.credentials ?? []
    let described = credentials.map { describe($0) }.joined(separator: "; ")
    let status = report.delivery?.reply.map { " (HTTP \($0.status))" } ?? ""
    return switch report.command {
    case .enroll: "the service took the enrolment\(status); credential \(described)"
    case .credentialsLock: "locked \(described)"
    case .credentialsUnlock: "unlocked \(described)"
    case .credentialsRemove: "removed \(described); the service was not told"
    case .credentialsList where credentials.isEmpty: "there are no credentials"
    default: described
    }
  }

  /// A line for each credential.
  static func lines(_ credentials: [CredentialRecord]) -> [String] {
    credentials.map { describe($0) }
  }

  private static func describe(_ record: CredentialRecord) -> String {
    let owner = [record.issuer, record.account].compactMap(\.self).joined(separator: ":")
    let facts: [String?] = [
      record.provider.rawValue, record.algorithm, owner.isEmpty ? nil : owner,
      record.endpoint.map { "at \($0)" }, record.isPollOnly ? "polled only" : nil,
      record.isLocked ? "locked" : nil,
    ]
    return "\(record.id): \(facts.compactMap(\.self).joined(separator: ", "))"
  }
}
