import MFACore

/// A request that waits for something to happen.
struct ParkedRequest {
  let received: ReceivedRequest
  let arrivedAt: Timestamp
  /// When its waiting ends whatever its handler says, on `Clock.elapsed()`.
  let end: Double

  /// When it is to be asked about again if nothing happens.
  func deadline(until: Timestamp, wallTime: Timestamp, now: Double) -> Double {
    // One millisecond more, because the wall clock is cut to milliseconds and must have come that far.
    min(end, now + max(0, until.seconds(since: wallTime)) + 0.001)
  }
}
