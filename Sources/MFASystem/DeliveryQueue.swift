import MFACommand
import MFAService

/// Pushes on their way from the practice service to devices: a device that is slow to take one holds up the others,
/// but not the service.
///
/// Only the listener's thread adds, so what had room a moment ago still has.
final class DeliveryQueue: Sendable {
  private struct State {
    var backlog = DeliveryBacklog()
    var failures = DeliveryFailures()
    var atHand: ServiceDelivery?
    /// Whether the one at hand is being posted right now.
    var isPosted = false
    var isClosed = false

    /// What is not delivered once the queue is closed.
    var left: UndeliveredPushes? {
      (atHand ?? backlog.first).map { example in
        UndeliveredPushes(
          count: backlog.count + (atHand == nil ? 0 : 1),
          example: example,
          reason: .stopped(mayHaveArrived: isPosted)
        )
      }
    }
  }

  /// How long one push is posted again to a device that says to come later.
  private static let patience = 10.0
  /// How long a stop waits for the push at hand.
  private static let farewell = 0.5

  private let deliver: @Sendable (ServiceDelivery) -> DeliveryResult
  private let notDelivered: @Sendable (UndeliveredPushes) -> Void
  private let state = Locked(State())
  private let thread = Locked<WorkerThread?>(nil)
  private let waking: WakingPipe
  private let ended: WakingPipe

  private init(_ hosting: ServiceHosting) throws(ServiceStartError) {
    (deliver, notDelivered) = (hosting.deliver, hosting.notDelivered)
    waking = try WakingPipe()
    ended = try WakingPipe()
  }

  static func start(_ hosting: ServiceHosting) throws(ServiceStartError) -> DeliveryQueue {
    let queue = try DeliveryQueue(hosting)
    do throws(SocketError) {
      let thread = try WorkerThread.start { queue.run() }
      queue.thread.withLock { $0 = thread }
    } catch {
      throw .system(OperatingSystemError.text(error.code))
    }
    return queue
  }

  func hasRoom(for deliveries: [ServiceDelivery]) -> Bool {
    deliveries.isEmpty || state.withLock { $0.backlog.hasRoom(for: deliveries) }
  }

  /// To be called for those that have room.
  func add(_ deliveries: [ServiceDelivery]) {
    guard !deliveries.isEmpty else { return }
    state.withLock { $0.backlog.append(deliveries) }
    waking.wake()
  }

  /// Waits for the push at hand, though not for a device that takes its time, and tells what was not delivered.
  func stop() {
    let thread = thread.withLock { thread in
      defer { thread = nil }
      return thread
    }
    guard let thread else { return }
    state.withLock { $0.isClosed = true }
    waking.wake()
    // A thread that goes on waiting ends with the process; it says nothing any more.
    if Readiness.firstToRead(of: [ended.descriptor], until: Clock.elapsed() + DeliveryQueue.farewell) != nil {
      thread.join()
    }
    let (failed, left) = state.withLock { ($0.failures.rest(at: Clock.elapsed()), $0.left) }
    for undelivered in [failed, left].compactMap(\.self) { notDelivered(undelivered) }
  }

  private func run() {
    while let delivery = next(), let result = attempt(delivery) {
      state.withLock { state in
        state.atHand = nil
        if case .failed(let reason) = result { state.failures.add(delivery, reason) }
      }
    }
    ended.wake()
  }

  /// Waits for a push to deliver; nil once the queue is closed.
  private func next() -> ServiceDelivery? {
    while true {
      tellFailures()
      let (isClosed, next, deadline) = state.withLock { state in
        if !state.isClosed { state.atHand = state.backlog.popFirst() }
        return (state.isClosed, state.atHand, state.failures.deadline)
      }
      if isClosed { return nil }
      if let next { return next }
      wait(until: deadline)
    }
  }

  /// Posts a push until it is taken or refused; nil when the queue was closed before.
  private func attempt(_ delivery: ServiceDelivery) -> DeliveryResult? {
    let end = Clock.elapsed() + DeliveryQueue.patience
    while true {
      let result = post(delivery)
      guard case .later(let seconds, let reason) = result else { return result }
      let again = Clock.elapsed() + seconds
      guard again < end else { return .failed(reason) }
      while Clock.elapsed() < again {
        tellFailures()
        if state.withLock({ $0.isClosed }) { return nil }
        wait(until: again)
      }
    }
  }

  private func post(_ delivery: ServiceDelivery) -> DeliveryResult {
    state.withLock { $0.isPosted = true }
    defer { state.withLock { $0.isPosted = false } }
    return deliver(delivery)
  }

  private func tellFailures() {
    let due = state.withLock { $0.isClosed ? nil : $0.failures.due(at: Clock.elapsed()) }
    if let due { notDelivered(due) }
  }

  private func wait(until deadline: Double?) {
    _ = Readiness.firstToRead(of: [waking.descriptor], until: deadline)
    waking.clear()
  }
}
