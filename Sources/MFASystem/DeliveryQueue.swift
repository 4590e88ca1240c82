import MFACommand
import MFAService

/// Pushes on their way from the practice service to devices: a device that is slow to take one holds up the others,
/// but not the service.
final class DeliveryQueue: Sendable {
  private struct Waiting {
    var deliveries: [ServiceDelivery] = []
    var isClosed = false
  }

  /// A push provider drops what it can't store as well; there are retries for that.
  private static let most = 1000

  private let waiting = Locked(Waiting())
  private let thread = Locked<WorkerThread?>(nil)
  private let waking: WakingPipe

  private init() throws(ServiceStartError) {
    waking = try WakingPipe()
  }

  static func start(_ deliver: @escaping @Sendable (ServiceDelivery) -> Void) throws(ServiceStartError)
    -> DeliveryQueue
  {
    let queue = try DeliveryQueue()
    do throws(SocketError) {
      let thread = try WorkerThread.start { queue.run(deliver) }
      queue.thread.withLock { $0 = thread }
    } catch {
      throw .system(OperatingSystemError.text(error.code))
    }
    return queue
  }

  /// Further ones than there is room for are dropped.
  func add(_ deliveries: [ServiceDelivery]) {
    guard !deliveries.isEmpty else { return }
    waiting.withLock { waiting in
      waiting.deliveries += deliveries.prefix(max(0, DeliveryQueue.most - waiting.deliveries.count))
    }
    waking.wake()
  }

  /// Waits for the delivery at hand and drops the others.
  func stop() {
    waiting.withLock { $0 = Waiting(isClosed: true) }
    waking.wake()
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    thread?.join()
  }

  private func run(_ deliver: (ServiceDelivery) -> Void) {
    while true {
      let (next, isClosed) = waiting.withLock { waiting in
        (waiting.deliveries.isEmpty ? nil : waiting.deliveries.removeFirst(), waiting.isClosed)
      }
      if isClosed { return }
      if let next {
        deliver(next)
      } else {
        _ = Readiness.firstToRead(of: [waking.descriptor], until: nil)
        waking.clear()
      }
    }
  }
}
