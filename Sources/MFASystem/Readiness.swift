#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits until a descriptor can be used.
///
/// By `select`, because on macOS `poll` and `kqueue` don't work on `/dev/tty`; by `poll` where a descriptor's number is
/// too large for `select`, which a parent that hands on a thousand open files is enough for.
enum Readiness {
  enum Direction {
    case reading, writing
  }

  enum Outcome {
    /// A call on the descriptor would not block, if only because it fails.
    case ready
    case deadline
  }

  /// Waits at most until `deadline` on `Clock.elapsed()`, for ever when it is nil.
  static func wait(for direction: Direction, on descriptor: Int32, until deadline: Double?) -> Outcome {
    first(of: [descriptor], direction, until: deadline) == nil ? .deadline : .ready
  }

  /// Waits until one of the descriptors can be read, at most until `deadline`: the place of the first that can, nil
  /// when the time was over before.
  static func firstToRead(of descriptors: [Int32], until deadline: Double?) -> Int? {
    first(of: descriptors, .reading, until: deadline)
  }

  private static func first(
    of descriptors: [Int32],
    _ direction: Direction,
    until deadline: Double?
  ) -> Int? {
    var isLastLook = false
    while true {
      var longest: Double?
      if let deadline {
        let remaining = deadline - Clock.elapsed()
        if isLastLook { return nil }
        isLastLook = remaining <= 0
        // At most a second: neither call counts the time that the machine sleeps, so only looking at the clock again
        // after waking tells that a deadline has passed meanwhile.
        longest = min(max(0, remaining), 1)
      }
      let look = fit(descriptors) ? select : poll
      switch look(direction, descriptors, longest) {
      case .first(let place): return place
      case .none, .interrupted: continue
      // Reading then says what is wrong.
      case .failed: return descriptors.isEmpty ? nil : 0
      }
    }
  }

  private enum Look {
    case first(Int)
    case none
    case interrupted
    case failed

    static func failure() -> Look { errno == EINTR ? .interrupted : .failed }
  }

  private static func fit(_ descriptors: [Int32]) -> Bool {
    descriptors.allSatisfy { $0 >= 0 && Int($0) < MemoryLayout<fd_set>.size * 8 }
  }

  private static func poll(_ direction: Direction, _ descriptors: [Int32], _ longest: Double?) -> Look {
    let events = Int16(direction == .reading ? POLLIN : POLLOUT)
    var asked = descriptors.map { pollfd(fd: $0, events: events, revents: 0) }
    // Rounded up, or the last millisecond would be spent spinning.
    let milliseconds = longest.map { Int32(($0 * 1000).rounded(.up)) } ?? -1
    guard pollOnce(&asked, milliseconds) >= 0 else { return .failure() }
    return asked.firstIndex { $0.revents != 0 }.map(Look.first) ?? .none
  }

  private static func select(_ direction: Direction, _ descriptors: [Int32], _ longest: Double?) -> Look {
    var set = fd_set()
    for descriptor in descriptors { set.insert(descriptor) }
    guard selectOnce(direction, descriptors.max() ?? -1, &set, longest.map(time)) >= 0 else {
      return .failure()
    }
    return descriptors.firstIndex { set.contains($0) }.map(Look.first) ?? .none
  }

  private static func time(_ seconds: Double) -> timeval {
    timeval(
      tv_sec: Int(seconds),
      // Rounded up, or the last microsecond would be spent spinning.
      tv_usec: .init(((seconds - seconds.rounded(.down)) * 1_000_000).rounded(.up).clamped(to: 0...999_999))
    )
  }
}

// The system calls under names that the methods above don't hide.

private func pollOnce(_ asked: inout [pollfd], _ milliseconds: Int32) -> Int32 {
  poll(&asked, nfds_t(asked.count), milliseconds)
}

private func selectOnce(
  _ direction: Readiness.Direction,
  _ highest: Int32,
  _ set: inout fd_set,
  _ longest: timeval?
) -> Int32 {
  withUnsafeMutablePointer(to: &set) { set in
    let reading = direction == .reading ? set : nil
    let writing = direction == .writing ? set : nil
    guard var longest else { return select(highest + 1, reading, writing, nil, nil) }
    return select(highest + 1, reading, writing, nil, &longest)
  }
}

extension fd_set {
  // `FD_SET` and `FD_ISSET` are macros, which Swift does not import. The bits are words of the machine; on a
  // little-endian one, as all of Swift's platforms are, bit n of them is bit n % 8 of byte n / 8.

  fileprivate mutating func insert(_ descriptor: Int32) {
    withUnsafeMutableBytes(of: &self) { $0[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8) }
  }

  fileprivate func contains(_ descriptor: Int32) -> Bool {
    withUnsafeBytes(of: self) { $0[Int(descriptor) / 8] & 1 << UInt8(descriptor % 8) != 0 }
  }
}

extension Double {
  fileprivate func clamped(to range: ClosedRange<Double>) -> Double {
    min(max(self, range.lowerBound), range.upperBound)
  }
}
