import MFACore

/// The `credentials` commands.
struct CredentialsCommand: Sendable {
  let settings: CredentialsSettings
  let system: System

  func run() -> Report {
    return Report(command: settings.command).after { (report) throws(Failure) in
      report.subject = .credentials(try perform())
      report.ending = .finished(.done)
    }
  }

  private var store: CredentialStore { CredentialStore(settings.file, system: system) }

  /// The credentials that the command was about, as they are after it.
  private func perform() throws(Failure) -> [Credential] {
    switch settings.action {
    case .list: return try store.read()
    case .show(let id): return [try store.read().named(id)]
    case .lock(let id): return [try setLocked(true, id)]
    case .unlock(let id): return [try setLocked(false, id)]
    case .remove(let id):
      let record = try store.read().named(id)
      try store.remove(record)
      return [record]
    }
  }

  private func setLocked(_ isLocked: Bool, _ id: String) throws(Failure) -> Credential {
    var changed = try store.read().named(id)
    changed.isLocked = isLocked
    let record = changed
    try store.update { records throws(Failure) in
      guard let index = records.firstIndex(where: { $0.isSame(as: record) }) else {
        throw .credential(.missing(nil, id: id))
      }
      records[index].isLocked = isLocked
    }
    return record
  }
}
