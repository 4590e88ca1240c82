#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A value that several threads may change, one at a time. (`Mutex` needs macOS 15.)
///
/// Unchecked, because the compiler can't see that `value` is only touched while the lock is held.
final class Locked<Value: Sendable>: @unchecked Sendable {
  private var value: Value
  // On the heap, since a mutex must keep its address.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>

  init(_ value: Value) {
    self.value = value
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
  }

  deinit {
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return body(&value)
  }
}
