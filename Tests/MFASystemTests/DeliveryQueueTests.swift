import Foundation
import MFACommand
import MFACore
import MFAService
import Testing

@testable import MFASystem

/// The thread that delivers pushes: it loses none without saying so.
@Suite("The queue of deliveries")
struct DeliveryQueueTests {
  /// What was delivered and told.
  private final class Log: @unchecked Sendable {
    private let lock = NSCondition()
    private var posted: [String] = []
    private var told: [UndeliveredPushes] = []

    func post(_ delivery: ServiceDelivery) { change { posted.append(delivery.pushID) } }
    func tell(_ pushes: UndeliveredPushes) { change { told.append(pushes) } }

    private func change(_ body: () -> Void) {
      lock.lock()
      body()
      lock.broadcast()
      lock.unlock()
    }

    /// Once so many were posted or told; what there is after ten seconds.
    func wait(posted count: Int = 0, told tellings: Int = 0) -> (posted: [String], told: [UndeliveredPushes])
    {
      lock.lock()
      defer { lock.unlock() }
      let end = Date(timeIntervalSinceNow: 10)
      while posted.count < count || told.count < tellings, lock.wait(until: end) {}
      return (posted, told)
    }
  }

  private let deliveries: [ServiceDelivery]

  init() {
    var service = PracticeService(seed: 1)
    func post(_ path: String, _ body: String) -> [ServiceDelivery] {
      let request = ServiceRequest(
        method: "POST",
        path: path,
        contentType: "application/json",
        body: Array(body.utf8)
      )
      let answer = service.answer(request, arrivedAt: Timestamp(clamping: 0), now: Timestamp(clamping: 0))
      service.apply(answer.changes)
      return answer.deliveries
    }
    _ = post("/devices", #"{"identifierForVendor":"d","token":"00","callbackUrl":"http://h/"}"#)
    deliveries = (0..<5).flatMap { _ in post("/pushes", #"{"device":"d"}"#) }
  }

  private var ids: [String] { deliveries.map(\.pushID) }

  private func start(
    _ log: Log,
    _ deliver: @escaping @Sendable (ServiceDelivery) -> DeliveryResult
  ) throws -> DeliveryQueue {
    try DeliveryQueue.start(
      ServiceHosting(
        address: .anyLoopbackPort,
        deliver: { delivery in
          log.post(delivery)
          return deliver(delivery)
        },
        notDelivered: { log.tell($0) }
      )
    )
  }

  @Test("in order, and nothing is told of those that arrive")
  func order() throws {
    let log = Log()
    let queue = try start(log) { _ in .delivered }
    for delivery in deliveries { queue.add([delivery]) }
    #expect(log.wait(posted: 5).posted == ids)
    queue.stop()
    queue.stop()
    #expect(log.wait().told.isEmpty)
  }

  @Test("failures are told at once, and then together after a second")
  func failures() throws {
    let log = Log()
    let queue = try start(log) { _ in .failed("HTTP 500") }
    let start = Clock.elapsed()
    queue.add(deliveries)
    let told = log.wait(told: 2).told
    #expect(Clock.elapsed() - start >= 1)
    #expect(
      told == [
        UndeliveredPushes(count: 1, example: deliveries[0], reason: .failed("HTTP 500", total: 1)),
        UndeliveredPushes(count: 4, example: deliveries[4], reason: .failed("HTTP 500", total: 5)),
      ]
    )
    queue.add([deliveries[0]])
    #expect(log.wait(posted: 6).posted.count == 6)
    queue.stop()
    #expect(log.wait(told: 3).told.last?.reason == .failed("HTTP 500", total: 6))
  }

  @Test("a device that says to come later gets the same push again, before the others")
  func later() throws {
    let log = Log()
    let queue = try start(log) { [ids] delivery in
      delivery.pushID == ids[0] && log.wait().posted.count < 3
        ? .later(seconds: 0.05, "HTTP 503") : .delivered
    }
    queue.add(Array(deliveries[..<2]))
    #expect(log.wait(posted: 4).posted == [ids[0], ids[0], ids[0], ids[1]])
    queue.stop()
    #expect(log.wait().told.isEmpty)
  }

  @Test("one that says so for too long has refused it")
  func tooLate() throws {
    let log = Log()
    let queue = try start(log) { _ in .later(seconds: 600, "HTTP 429") }
    queue.add([deliveries[0]])
    #expect(log.wait(told: 1).told.first?.reason == .failed("HTTP 429", total: 1))
    queue.stop()
  }

  @Test("a stop does not wait for it, nor for a device that takes its time", arguments: [true, false])
  func stop(_ isSlow: Bool) throws {
    let log = Log()
    let end = DispatchSemaphore(value: 0)
    let queue = try start(log) { _ in
      guard isSlow else { return .later(seconds: 5, "HTTP 503") }
      _ = end.wait(timeout: .now() + 20)
      return .failed("too late to be told")
    }
    queue.add(deliveries)
    #expect(log.wait(posted: 1).posted == [ids[0]])
    let start = Clock.elapsed()
    queue.stop()
    #expect(Clock.elapsed() - start < 2)
    end.signal()
    let left = UndeliveredPushes(
      count: 5,
      example: deliveries[0],
      reason: .stopped(mayHaveArrived: isSlow)
    )
    #expect(log.wait().told == [left])
  }
}
