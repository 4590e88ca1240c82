package import MFACore
package import MFAService

/// Where a listener listens.
package struct ListenAddress: Sendable, Equatable {
  /// An IPv4 or IPv6 address, or `localhost`, which is 127.0.0.1. Other names are not looked up.
  package let host: String
  /// 0 lets the system pick one that is free.
  package let port: UInt16
  /// Names, besides its addresses and localhost, by which it may be asked, with whatever port.
  package let allowedHosts: [String]

  package init(host: String, port: UInt16, allowedHosts: [String] = []) {
    self.host = host
    self.port = port
    self.allowedHosts = allowedHosts
  }

  /// A free port that only this machine reaches.
  package static let anyLoopbackPort = ListenAddress(host: "127.0.0.1", port: 0)
}

/// Why a listener could not start.
package enum ServiceStartError: Error, Sendable, Equatable {
  /// Another program listens on it.
  case portInUse(UInt16)
  /// No interface of this machine has the address, or it is none.
  case addressNotAvailable(String)
  /// The port is kept for the system's own services.
  case portNotPermitted(UInt16)
  /// The operating system's own words.
  case system(String)
}

/// A service while it runs.
package struct RunningService: Sendable {
  /// Its address without a path, such as `http://127.0.0.1:41234`.
  package let url: String
  /// Ends it and waits for its threads: requests on their way are answered first, for a second at most, and pushes that
  /// were not delivered are told.
  package var stop: @Sendable () -> Void

  package init(url: String, stop: @escaping @Sendable () -> Void) {
    self.url = url
    self.stop = stop
  }
}

/// How the practice service is run.
package struct ServiceHosting: Sendable {
  package let address: ListenAddress
  /// Where what changes is written before the reply goes out; nil to forget it at the end.
  package let journal: Journal?
  /// Posts a push to a device; called in a thread of its own, for one after the other.
  package let deliver: @Sendable (ServiceDelivery) -> DeliveryResult
  /// Told of pushes that did not reach their devices: once a second at most, and at the end.
  package let notDelivered: @Sendable (UndeliveredPushes) -> Void
  /// Told of every request and what was done with it, in the listener's thread.
  package let observe: @Sendable (ServiceRequest, ServiceReply) -> Void
  /// Told why a request was refused before the service saw it, each reason once, in the listener's thread.
  package let refused: @Sendable (_ reason: String) -> Void
  /// Told when the journal could not be written, in the listener's thread.
  package let journalFailed: @Sendable (StateError) -> Void

  package init(
    address: ListenAddress,
    journal: Journal? = nil,
    deliver: @escaping @Sendable (ServiceDelivery) -> DeliveryResult = { _ in .delivered },
    notDelivered: @escaping @Sendable (UndeliveredPushes) -> Void = { _ in },
    observe: @escaping @Sendable (ServiceRequest, ServiceReply) -> Void = { _, _ in },
    refused: @escaping @Sendable (String) -> Void = { _ in },
    journalFailed: @escaping @Sendable (StateError) -> Void = { _ in }
  ) {
    self.address = address
    self.journal = journal
    self.deliver = deliver
    self.notDelivered = notDelivered
    self.observe = observe
    self.refused = refused
    self.journalFailed = journalFailed
  }
}

/// What takes the requests of a phone that listens, called in the listener's thread only.
package typealias IntakeHandler =
  @Sendable (_ request: ServiceRequest, _ pending: PendingItems, _ now: Timestamp) -> Intake

/// A push on its way from the listener to the one who answers, read.
package struct PostedPush: Sendable, Equatable {
  package let push: Push
  /// They are told when it is answered.
  package let warnings: [PayloadWarning]
  /// About what it takes in memory: what was read of a body is several times as large.
  package let byteCount: Int

  package init(push: Push, warnings: [PayloadWarning], byteCount: Int) {
    (self.push, self.warnings, self.byteCount) = (push, warnings, byteCount)
  }
}

/// The items that were queued and not yet taken.
package struct PendingItems: Sendable, Equatable {
  package var count: Int
  package var bytes: Int

  package init(count: Int, bytes: Int) {
    (self.count, self.bytes) = (count, bytes)
  }
}

/// What came of one request to a phone that listens.
package struct Intake: Sendable, Equatable {
  package let response: ServiceResponse
  /// What the command has to deal with, in the order of arrival; nil for a request that is done with its response.
  package let item: PostedPush?

  package init(response: ServiceResponse, item: PostedPush?) {
    self.response = response
    self.item = item
  }
}

/// What a command that takes items gets next.
package enum IntakeEvent: Sendable, Equatable {
  case item(PostedPush)
  /// The time was over first.
  case deadline
  /// The listener has stopped, and every item was handed out.
  case stopped
}

/// A listener with a queue, while it runs.
package struct RunningListener: Sendable {
  /// Its address without a path.
  package let url: String
  /// Waits for the next item, at most `seconds` when given. A stop signal that was caught stops the listener; what is
  /// queued is still handed out. To be called from one thread.
  package var next: @Sendable (_ seconds: Double?) -> IntakeEvent
  /// Ends it and waits for its thread.
  package var stop: @Sendable () -> Void

  package init(
    url: String,
    next: @escaping @Sendable (Double?) -> IntakeEvent,
    stop: @escaping @Sendable () -> Void
  ) {
    self.url = url
    self.next = next
    self.stop = stop
  }
}
