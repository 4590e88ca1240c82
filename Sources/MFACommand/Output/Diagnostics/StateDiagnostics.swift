import MFAService

// Why files that keep state can't be used. Each says that nothing was overwritten.

extension JournalFailure {
  func diagnostic(of path: FilePath) -> Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic { unusable("journal-unusable", message, hint) }
    let name = Words.quoted(path.text, limit: 200)
    switch self {
    case .content(.notOurs(let beginning)):
      return said(
        "\(name) is not a journal of the practice service: it begins with \(Words.quoted(beginning, limit: 60)); it was left as it is",
        "--state names a file of its own, which is made when it is missing"
      )
    case .content(.newer(let version)):
      return said(
        "\(name) was written by a later version of mfa-cli (format \(version)); it was left as it is",
        "use that version, or another file"
      )
    case .content(.unreadable(let line, let reason)):
      return said(
        "line \(line) of \(name) can't be read: \(reason); the file was left as it is",
        "the service begins anew with another file"
      )
    case .content(.contradictory(let line)):
      return said(
        "line \(line) of \(name) can't follow from the lines before it; the file was left as it is",
        "the service begins anew with another file"
      )
    case .unreadable(let error):
      return said(
        "\(name) could not be read: \(InputWords.reason(error)); it was left as it is",
        "is it a file of yours? --state may name another"
      )
    case .file(let error): return error.diagnostic("journal-unusable")
    }
  }
}

extension StateFailure {
  var diagnostic: Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic { unusable("state-unusable", message, hint) }
    return switch self {
    case .unreadable(let path, let error):
      said(
        "\(Words.quoted(path.text, limit: 200)) could not be read: \(InputWords.reason(error)); it was left as it is",
        "is it a file of yours? MFA_STATE_DIR may name another folder, --credential-file another file"
      )
    case .notOurs(let path, let reason):
      said(
        "\(Words.quoted(path.text, limit: 200)) is not what mfa-cli writes: \(reason); it was left as it is",
        "move it away to begin anew"
      )
    case .file(let error): error.diagnostic("state-unusable")
    }
  }
}

extension StateError {
  fileprivate func diagnostic(_ code: String) -> Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic { unusable(code, message, hint) }
    return switch self {
    case .inUse(let path):
      said("\(Words.quoted(path.text, limit: 200)) is in use by another process", "one at a time can use it")
    case .notAFile(let path):
      said(
        "\(Words.quoted(path.text, limit: 200)) is not a file that can keep state",
        "name a file, or none to make one"
      )
    case .system(let path, let reason):
      said(
        "\(Words.quoted(path.text, limit: 200)) could not be written: \(reason)",
        "is there room, and may you write there?"
      )
    }
  }
}

private func unusable(_ code: String, _ message: String, _ hint: String) -> Diagnostic {
  Diagnostic(.localIO, code, message, hint)
}

extension ServiceStartError {
  /// An address that can't be had is one to choose otherwise; the rest is this machine's trouble.
  private var outcome: Outcome {
    switch self {
    case .portInUse, .addressNotAvailable, .portNotPermitted: .usage
    case .system: .localIO
    }
  }

  /// - Parameter who: what could not start, such as "the practice service".
  func diagnostic(_ code: String, of who: String) -> Diagnostic {
    func said(_ message: String, _ hint: String) -> Diagnostic { Diagnostic(outcome, code, message, hint) }
    return switch self {
    case .portInUse(let port):
      said("\(who) could not start: port \(port) is in use", "port 0 picks one that is free")
    case .addressNotAvailable(let host):
      said(
        "\(who) could not start: \(Words.quoted(host, limit: 60)) is not an address of this machine",
        "127.0.0.1 is reached from this machine, 0.0.0.0 from its networks too"
      )
    case .portNotPermitted(let port):
      said(
        "\(who) could not start: port \(port) is kept for the system",
        "ports from 1024 on are free to use"
      )
    case .system(let reason):
      said("\(who) could not start: \(reason)", "is something exhausted on this machine?")
    }
  }
}
