import MFACore
import MFAService

/// Words about listening for requests.
enum ListeningWords {
  /// Why a push did not reach its device, and how many others did not.
  static func reason(of undelivered: UndeliveredPushes) -> String {
    let pushes = Words.count(undelivered.count, "push", "pushes")
    switch undelivered.reason {
    case .failed(let reason, total: 1): return reason
    case .failed(let reason, let total):
      return "\(reason); \(pushes) since this was last said, \(total) in all"
    case .stopped(let mayHaveArrived):
      let first = mayHaveArrived ? ", and this one was on its way" : ""
      return "the service was stopped; \(pushes) waited\(first)"
    }
  }

  /// What is said at a start, since the journal does not tell which pushes have reached their devices.
  static func notDeliveredAgain(_ count: Int) -> String {
    let pushes = count == 1 ? "1 push for a device waits" : "\(count) pushes for devices wait"
    return "\(Version.name): \(pushes) from before this start; what was not delivered then is not sent again"
  }

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
