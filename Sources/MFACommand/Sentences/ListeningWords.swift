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
}
