#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Waits until a descriptor can be used.
///
/// By `select`, because on macOS `poll` and `kqueue` don't work on `/dev/tty`.
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
      var longest: timeval?
      if let deadline {
        let remaining = deadline - Clock.elapsed()
        if isLastLook { return nil }
        isLastLook = remaining <= 0
        longest = slice(of: max(0, remaining))
      }
      var set = fd_set()
      for (place, descriptor) in descriptors.enumerated() where !set.insert(descriptor) {
        // Without a set bit the call could only wait for nothing; reading then says what is wrong.
        return place
      }
      let count = call(direction, descriptors.max() ?? -1, &set, longest)
      if count < 0, errno != EINTR { return descriptors.isEmpty ? nil : 0 }
      if count > 0 { return descriptors.firstIndex { set.contains($0) } }
    }
  }

  /// At most a second: `select` doesn't count the time that the machine sleeps, so only looking at the
  /// clock again after waking tells that a deadline has passed meanwhile.
  private static func slice(of seconds: Double) -> timeval {
    let slice = min(seconds, 1)
    return timeval(
      tv_sec: Int(slice),
      // Rounded up, or the last microsecond would be spent spinning.
      tv_usec: .init(((slice - slice.rounded(.down)) * 1_000_000).rounded(.up).clamped(to: 0...999_999))
    )
  }

  private static func call(
    _ direction: Direction,
    _ descriptor: Int32,
    _ set: inout fd_set,
    _ longest: timeval?
  ) -> Int32 {
    withUnsafeMutablePointer(to: &set) { set in
      let reading = direction == .reading ? set : nil
      let writing = direction == .writing ? set : nil
      guard var longest else { return select(descriptor + 1, reading, writing, nil, nil) }
      return select(descriptor + 1, reading, writing, nil, &longest)
    }
  }
}

extension fd_set {
  // `FD_SET` and `FD_ISSET` are macros, which Swift does not import. The bits are words of the machine; on a
  // little-endian one, as all of Swift's platforms are, bit n of them is bit n % 8 of byte n / 8.

  /// False when the descriptor's number does not fit.
  fileprivate mutating func insert(_ descriptor: Int32) -> Bool {
    withUnsafeMutableBytes(of: &self) { bytes in
      guard descriptor >= 0, Int(descriptor) < bytes.count * 8 else { return false }
      bytes[Int(descriptor) / 8] |= 1 << UInt8(descriptor % 8)
      return true
    }
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
