import MFACommand
import MFACore
import MFAService

/// The practice service behind a listener.
enum PracticeServer {
  /// Starts the service in a thread of its own, and another one that delivers its pushes.
  static func start(
    _ service: PracticeService,
    _ hosting: ServiceHosting
  ) throws(ServiceStartError) -> RunningService {
    let service = Locked(service)
    let deliveries = try DeliveryQueue.start(hosting)
    do throws(ServiceStartError) {
      let running = try ListenerThread.start(hosting.address, refused: hosting.refused) {
        request,
        arrivedAt,
        now in
        let answer = service.withLock { service in
          answered(request, arrivedAt, now, by: &service, hosting) { deliveries.hasRoom(for: $0) }
        }
        deliveries.add(answer.deliveries)
        hosting.observe(request, answer.reply)
        return answer.reply
      }
      return RunningService(url: running.url) {
        running.stop()
        deliveries.stop()
      }
    } catch {
      deliveries.stop()
      throw error
    }
  }

  /// What a request changes is in the journal before the reply goes out; what could not be written, or whose pushes have
  /// no room among those that wait, has not happened.
  private static func answered(
    _ request: ServiceRequest,
    _ arrivedAt: Timestamp,
    _ now: Timestamp,
    by service: inout PracticeService,
    _ hosting: ServiceHosting,
    hasRoom: ([ServiceDelivery]) -> Bool
  ) -> ServiceAnswer {
    let answer = service.answer(request, arrivedAt: arrivedAt, now: now)
    guard hasRoom(answer.deliveries) else { return .deliveriesFull }
    if let journal = hosting.journal, !answer.changes.isEmpty {
      do { try journal.append(ServiceJournal.bytes(of: answer.changes)) } catch {
        hosting.journalFailed(error)
        return .notWritten
      }
    }
    service.apply(answer.changes)
    if !answer.changes.isEmpty { hosting.journal?.compactIfOvergrown(service) }
    return answer
  }
}
