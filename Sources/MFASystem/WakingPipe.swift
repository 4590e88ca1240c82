import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Wakes a thread that waits for something to change.
final class WakingPipe: Sendable {
  /// Ready for reading once something may have changed.
  let descriptor: Int32
  private let waker: Int32

  init() throws(ServiceStartError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .system(OperatingSystemError.text(errno)) }
    ends.forEach(Descriptors.makeNonBlocking)
    (descriptor, waker) = (ends[0], ends[1])
  }

  deinit {
    close(descriptor)
    close(waker)
  }

  func wake() {
    // Full means that the other side has been woken and not looked yet; it looks at everything then.
    _ = Descriptors.writeByte(to: waker)
  }

  /// To be called before looking: what comes between the two wakes once too often, not never.
  func clear() {
    Descriptors.discardInput(of: descriptor)
  }
}
