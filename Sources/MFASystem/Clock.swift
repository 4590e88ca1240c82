import MFACore

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The clocks of the machine.
enum Clock {
  /// The wall clock.
  static func now() -> Timestamp {
    let time = read(CLOCK_REALTIME)
    return Timestamp(clamping: Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000)
  }

  /// Seconds since some moment in the past, the time that the machine slept included; never set back.
  static func elapsed() -> Double {
    #if canImport(Darwin)
      // On macOS this is the clock that goes on while the machine sleeps.
      let time = read(CLOCK_MONOTONIC)
    #else
      let time = read(CLOCK_BOOTTIME)
    #endif
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1_000_000_000
  }

  private static func read(_ clock: clockid_t) -> timespec {
    var time = timespec()
    clock_gettime(clock, &time)
    return time
  }
}
