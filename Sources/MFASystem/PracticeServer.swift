import MFACommand
import MFAService

/// The practice service behind a listener.
enum PracticeServer {
  /// Starts a service on a free loopback port.
  static func start(_ service: PracticeService) throws(ServiceStartError) -> RunningService {
    let service = Locked(service)
    return try ListenerThread.start(.anyLoopbackPort) { request, _, now in
      .response(service.withLock { $0.respond(request, now: now) })
    }
  }
}
