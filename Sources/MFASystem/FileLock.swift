import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Locks between processes. They end with the process that holds them, however it ends.
enum FileLock {
  /// Seconds between two tries.
  private static let pause = 0.01

  /// Takes the lock that the file at `path` stands for; the file is made when it is missing, and stays.
  static func take(_ path: FilePath, _ seconds: Double) throws(StateError) -> HeldLock {
    try StateFile.makeFolder(of: path)
    let descriptor = try StateFile.open(path, O_RDWR | O_CREAT, failing: path)
    let deadline = Clock.elapsed() + seconds
    while true {
      let code = tryLock(descriptor)
      if code == 0 { break }
      guard code == EWOULDBLOCK, Clock.elapsed() < deadline else {
        close(descriptor)
        throw code == EWOULDBLOCK ? .inUse(path) : .system(path, OperatingSystemError.text(code))
      }
      usleep(useconds_t(pause * 1_000_000))
    }
    let held = Locked<Int32?>(descriptor)
    return HeldLock(release: {
      held.withLock { descriptor in
        if let descriptor { close(descriptor) }
        descriptor = nil
      }
    })
  }

  /// 0, EWOULDBLOCK when another process holds it, or another `errno`.
  static func tryLock(_ descriptor: Int32) -> Int32 {
    StateFile.attempt { flock(descriptor, LOCK_EX | LOCK_NB) }
  }
}
