import MFACommand
import MFACore
import MFAService

/// Items on their way from the listener's thread, which never waits for it, to the thread that takes them.
final class IntakeQueue: Sendable {
  private struct Items {
    /// The newest last.
    var arrived: [PostedPush] = []
    /// The oldest last, so that taking one moves no other.
    var leaving: [PostedPush] = []
    var pending = PendingItems(count: 0, bytes: 0)
    /// Nothing can arrive any more.
    var isClosed = false
  }

  private let items = Locked(Items())
  private let waking: WakingPipe

  private init() throws(ServiceStartError) {
    waking = try WakingPipe()
  }

  /// Starts a listener that queues what `intake` makes of its requests.
  static func start(
    _ address: ListenAddress,
    _ refused: @escaping @Sendable (_ reason: String) -> Void,
    _ intake: @escaping IntakeHandler
  ) throws(ServiceStartError) -> RunningListener {
    let queue = try IntakeQueue()
    let service = try ListenerThread.start(address, refused: refused) { request, _, now in
      let taken = intake(request, queue.pending, now)
      // Before the reply goes out: what a client was told is on record.
      if let item = taken.item { queue.append(item) }
      return .response(taken.response)
    }
    let stop: @Sendable () -> Void = {
      service.stop()
      queue.endArrivals()
    }
    return RunningListener(url: service.url, next: { queue.next(seconds: $0, stop: stop) }, stop: stop)
  }

  private var pending: PendingItems { items.withLock { $0.pending } }

  private func append(_ item: PostedPush) {
    items.withLock { items in
      items.arrived.append(item)
      items.pending.count += 1
      items.pending.bytes += item.byteCount
    }
    waking.wake()
  }

  /// To be called once nothing appends any more.
  private func endArrivals() {
    items.withLock { $0.isClosed = true }
    waking.wake()
  }

  private func next(seconds: Double?, stop: () -> Void) -> IntakeEvent {
    let deadline = seconds.map { Clock.elapsed() + $0 }
    while true {
      // A listener that was told to stop finishes what it has begun to read, so the queue is looked at afterwards.
      if StopSignal.wasCaught { stop() }
      if let event = take() { return event }
      let descriptors = [waking.descriptor] + [StopSignal.descriptor].compactMap { $0 }
      switch Readiness.firstToRead(of: descriptors, until: deadline) {
      case nil: return .deadline
      case 0?: waking.clear()
      case _?: break
      }
    }
  }

  private func take() -> IntakeEvent? {
    items.withLock { items in
      if items.leaving.isEmpty {
        items.leaving = items.arrived.reversed()
        items.arrived.removeAll()
      }
      if let item = items.leaving.popLast() {
        items.pending.count -= 1
        items.pending.bytes -= item.byteCount
        return .item(item)
      }
      return items.isClosed ? .stopped : nil
    }
  }
}
