import MFACore

/// Deliveries that wait for their phones, in order. What has no room is refused before it is made: nothing that was
/// taken is dropped.
package struct DeliveryBacklog: Sendable {
  private let mostCount: Int
  private let mostBytes: Int
  private var waiting = FirstInFirstOut<ServiceDelivery>()
  private var bytes = 0

  /// - Parameters:
  ///   - mostCount: deliveries that wait at one time.
  ///   - mostBytes: what they take together; a push of PingAM may be as large as its request.
  package init(mostCount: Int = 1000, mostBytes: Int = 4 << 20) {
    (self.mostCount, self.mostBytes) = (mostCount, mostBytes)
  }

  package var count: Int { waiting.count }
  package var first: ServiceDelivery? { waiting.first }

  /// Whether all of them may be added. An empty one takes whatever comes, or what is too large would never go out.
  package func hasRoom(for deliveries: [ServiceDelivery]) -> Bool {
    if waiting.count == 0 { return true }
    return waiting.count + deliveries.count <= mostCount
      && deliveries.reduce(bytes) { $0 + $1.size } <= mostBytes
  }

  package mutating func append(_ deliveries: [ServiceDelivery]) {
    for delivery in deliveries {
      waiting.append(delivery)
      bytes += delivery.size
    }
  }

  package mutating func popFirst() -> ServiceDelivery? {
    guard let delivery = waiting.popFirst() else { return nil }
    bytes -= delivery.size
    return delivery
  }
}

extension ServiceDelivery {
  fileprivate var size: Int {
    headers.reduce(body.count + url.wireText.utf8.count) { $0 + $1.name.utf8.count + $1.wireValue.utf8.count }
  }
}

/// What came of posting a push to a phone.
package enum DeliveryResult: Sendable, Equatable {
  case delivered
  /// The phone refused it or was not reached: why, for a person.
  case failed(String)
  /// The phone takes no more for so many seconds, in which case the same push is posted again, for a while.
  case later(seconds: Double, String)
}

/// Pushes that did not reach their phones, as they are told: all of those since the last time.
package struct UndeliveredPushes: Sendable, Equatable {
  package enum Reason: Sendable, Equatable {
    /// Why the last of them failed, for a person, and how many did since the service was started.
    case failed(String, total: Int)
    /// The service was stopped before; one may have been on its way.
    case stopped(mayHaveArrived: Bool)
  }

  package let count: Int
  /// One of them, to be named.
  package let example: ServiceDelivery
  package let reason: Reason

  package init(count: Int, example: ServiceDelivery, reason: Reason) {
    (self.count, self.example, self.reason) = (count, example, reason)
  }
}

/// Counts what failed until it is told: the first at once, and then once a second at most.
package struct DeliveryFailures: Sendable {
  private static let interval = 1.0

  private var untold: UndeliveredPushes?
  private var total = 0
  private var nextTelling = -Double.infinity

  package init() {}

  package mutating func add(_ delivery: ServiceDelivery, _ reason: String) {
    total += 1
    untold = UndeliveredPushes(
      count: (untold?.count ?? 0) + 1,
      example: delivery,
      reason: .failed(reason, total: total)
    )
  }

  /// When the next are to be told, on the clock of `due`; nil when there are none.
  package var deadline: Double? { untold == nil ? nil : nextTelling }

  /// What is to be told now; it counts as told then.
  package mutating func due(at now: Double) -> UndeliveredPushes? {
    guard now >= nextTelling else { return nil }
    return rest(at: now)
  }

  /// The same, however lately others were told.
  package mutating func rest(at now: Double) -> UndeliveredPushes? {
    guard let told = untold else { return nil }
    untold = nil
    nextTelling = now + DeliveryFailures.interval
    return told
  }
}
