import MFACore

/// Words about listening for requests.
enum ListeningWords {
  /// Why `who`, such as "the practice service", could not start, and what to do.
  static func notStarted(_ error: ServiceStartError, _ who: String) -> (String, String?) {
    switch error {
    case .portInUse(let port):
      ("\(who) could not start: port \(port) is in use", "port 0 picks one that is free")
    case .addressNotAvailable(let host):
      (
        "\(who) could not start: \(Words.quoted(host, limit: 60)) is no address of this machine",
        "127.0.0.1 is reached from this machine, 0.0.0.0 from its networks too"
      )
    case .portNotPermitted(let port):
      ("\(who) could not start: port \(port) is kept for the system", "ports from 1024 on are free to use")
    case .system(let reason):
      ("\(who) could not start: \(reason)", "is something exhausted on this machine?")
    }
  }
}
