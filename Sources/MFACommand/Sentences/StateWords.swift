import MFAService

/// Why files that keep state can't be used. Each says that nothing was overwritten.
enum StateWords {
  static func journal(_ failure: JournalFailure, _ path: FilePath) -> (String, String?) {
    let name = Words.quoted(path.text, limit: 200)
    switch failure {
    case .content(.notOurs(let beginning)):
      return (
        "\(name) is no journal of the practice service: it begins with \(Words.quoted(beginning, limit: 60)); it was left as it is",
        "--state names a file of its own, which is made when it is missing"
      )
    case .content(.newer(let version)):
      return (
        "\(name) was written by a later version of mfa-cli (format \(version)); it was left as it is",
        "use that version, or another file"
      )
    case .content(.unreadable(let line, let reason)):
      return (
        "line \(line) of \(name) can't be read: \(reason); the file was left as it is",
        "the service begins anew with another file"
      )
    case .content(.contradictory(let line)):
      return (
        "line \(line) of \(name) can't follow from the lines before it; the file was left as it is",
        "the service begins anew with another file"
      )
    case .unreadable(let error):
      return (
        "\(name) could not be read: \(InputWords.reason(error)); it was left as it is",
        "is it a file of yours? --state may name another"
      )
    case .file(let error): return file(error)
    }
  }

  static func text(_ failure: StateFailure) -> (String, String?) {
    switch failure {
    case .unreadable(let path, let error):
      (
        "\(Words.quoted(path.text, limit: 200)) could not be read: \(InputWords.reason(error)); it was left as it is",
        "is it a file of yours? MFA_STATE_DIR may name another folder, --credential-file another file"
      )
    case .notOurs(let path, let reason):
      (
        "\(Words.quoted(path.text, limit: 200)) is not what mfa-cli writes: \(reason); it was left as it is",
        "move it away to begin anew"
      )
    case .file(let error): file(error)
    }
  }

  private static func file(_ error: StateError) -> (String, String?) {
    switch error {
    case .inUse(let path):
      ("\(Words.quoted(path.text, limit: 200)) is in use by another process", "one at a time can use it")
    case .notAFile(let path):
      (
        "\(Words.quoted(path.text, limit: 200)) is no file that can keep state",
        "name a file, or none to make one"
      )
    case .system(let path, let reason):
      (
        "\(Words.quoted(path.text, limit: 200)) could not be written: \(reason)",
        "is there room, and may you write there?"
      )
    }
  }
}
