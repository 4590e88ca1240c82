import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Writing to descriptors; no other file does.
enum Descriptors {
  /// Writes all of `bytes` to a standard stream.
  ///
  /// That the reader of standard output has gone does not end the process yet: a decision that was recorded and can't be
  /// told there is told on standard error first.
  static func write(_ stream: StandardStream, _ bytes: [UInt8]) throws(WriteError) {
    let code =
      stream == .output
      ? PipeSignal.keptOut(while: { write(bytes, to: STDOUT_FILENO) }) : write(bytes, to: number(of: stream))
    switch code {
    case 0: break
    case EPIPE: throw .closedPipe
    case EAGAIN: throw .unread
    case let code: throw .system(OperatingSystemError.text(code))
    }
  }

  /// Writes all of `bytes`, however often it takes, and returns 0 or the `errno` that ended it.
  ///
  /// Where stop signals are caught, nothing is waited for long once one was: a pipe that nobody reads must not keep the
  /// process from ending. That is EAGAIN.
  static func write(_ bytes: [UInt8], to descriptor: Int32) -> Int32 {
    guard StopSignal.descriptor != nil else { return write(bytes, to: descriptor) { $0 } }
    // One thread at a time: room that one was told of, another would take.
    return turn.withLock { _ in
      write(bytes, to: descriptor) { rest in
        // A pipe that is ready takes so much without waiting, and perhaps no more.
        isWritable(descriptor) ? rest.prefix(Int(PIPE_BUF)) : nil
      }
    }
  }

  /// - Parameter next: what of the rest is written next; nil to give up.
  private static func write(
    _ bytes: [UInt8],
    to descriptor: Int32,
    next: (Slice<UnsafeRawBufferPointer>) -> Slice<UnsafeRawBufferPointer>?
  ) -> Int32 {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        guard let piece = next(rest) else { return EAGAIN }
        let written = writeOnce(descriptor, UnsafeRawBufferPointer(rebasing: piece))
        if written >= 0 {
          rest = rest.dropFirst(written)
        } else if errno == EAGAIN || errno == EWOULDBLOCK {
          // Whoever shares the stream may have made it non-blocking, for this process too.
          _ = Readiness.wait(for: .writing, on: descriptor, until: nil)
        } else if errno != EINTR {
          return errno
        }
      }
      return 0
    }
  }

  /// Seconds that a reader still has once a stop signal was caught: for all that is written from then on.
  private static let farewell = 0.3
  private static let turn = Locked(())
  /// When that time is over, on `Clock.elapsed()`.
  private static let farewellEnd = Locked<Double?>(nil)

  /// Waits until `descriptor` can be written to; false when a stop signal was caught and the farewell is over.
  private static func isWritable(_ descriptor: Int32) -> Bool {
    while !StopSignal.wasCaught {
      let look = Clock.elapsed() + 0.1
      if Readiness.wait(for: .writing, on: descriptor, until: look) == .ready { return true }
    }
    let end = farewellEnd.withLock { end in
      let known = end ?? Clock.elapsed() + farewell
      end = known
      return known
    }
    return Readiness.wait(for: .writing, on: descriptor, until: end) == .ready
  }

  /// Writes one byte to a pipe unless it is full.
  static func writeByte(to pipe: Int32) -> Int {
    withUnsafeBytes(of: UInt8(0)) { writeOnce(pipe, $0) }
  }

  /// Throws away what has come through a pipe that doesn't block.
  static func discardInput(of pipe: Int32) {
    var bytes = [UInt8](repeating: 0, count: 256)
    while read(pipe, &bytes, bytes.count) == bytes.count {}
  }

  static func isTerminal(_ stream: StandardStream) -> Bool {
    isatty(number(of: stream)) == 1
  }

  static func number(of stream: StandardStream) -> Int32 {
    switch stream {
    case .input: STDIN_FILENO
    case .output: STDOUT_FILENO
    case .error: STDERR_FILENO
    }
  }

  /// Lets the process have that many descriptors at a time, as far as it may; macOS starts with 256.
  static func allow(_ count: Int) {
    var limit = rlimit()
    #if canImport(Darwin)
      let resource = RLIMIT_NOFILE
    #else
      let resource = __rlimit_resource_t(RLIMIT_NOFILE.rawValue)
    #endif
    guard getrlimit(resource, &limit) == 0, limit.rlim_cur < rlim_t(count) else { return }
    limit.rlim_cur = min(rlim_t(count), limit.rlim_max)
    _ = setrlimit(resource, &limit)
  }

  /// Makes a descriptor non-blocking and keeps it from a program that this process might run.
  static func makeNonBlocking(_ descriptor: Int32) {
    _ = fcntl(descriptor, F_SETFL, fcntl(descriptor, F_GETFL) | O_NONBLOCK)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
  }
}

/// The system call under a name that the methods above don't hide.
private func writeOnce(_ descriptor: Int32, _ bytes: UnsafeRawBufferPointer) -> Int {
  write(descriptor, bytes.baseAddress, bytes.count)
}
