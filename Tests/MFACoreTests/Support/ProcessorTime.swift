#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Seconds of the processor that this thread takes for it: what else the machine does meanwhile is no part of it.
func processorSeconds(_ body: () -> Void) -> Double {
  func now() -> Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
  let start = now()
  body()
  return now() - start
}
