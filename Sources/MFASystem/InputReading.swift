import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Reading whole files and standard input.
enum InputReading {
  /// Reads everything from `source`, which must be at most `limit` bytes.
  static func read(_ source: InputSource, _ limit: Int) throws(ReadError) -> [UInt8] {
    switch source {
    case .standardInput:
      return try contents(of: STDIN_FILENO, limit)
    case .file(let path):
      let descriptor = try openForReading(path)
      defer { close(descriptor) }
      return try contents(of: descriptor, limit)
    }
  }

  /// Whether something of this name is there, also where it can't be read.
  static func exists(_ path: FilePath) -> Bool {
    guard !path.bytes.contains(0) else { return false }
    return access(path.bytes.map { CChar(bitPattern: $0) } + [0], F_OK) == 0 || errno == EACCES
  }

  private static func openForReading(_ path: FilePath) throws(ReadError) -> Int32 {
    // No file can have such a name, and the call would see only what is before the NUL.
    guard !path.bytes.contains(0) else { throw .notFound }
    let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
    while true {
      let descriptor = open(name, O_RDONLY | O_CLOEXEC | O_NOCTTY)
      if descriptor >= 0 { return descriptor }
      // Opening a FIFO waits for its other end.
      if errno != EINTR { throw error(errno) }
    }
  }

  /// Reads to the end, and one byte over the limit to tell "just fits" from "too large": a size asked
  /// beforehand would be wrong for a pipe, and may be wrong for a file that grows.
  private static func contents(of descriptor: Int32, _ limit: Int) throws(ReadError) -> [UInt8] {
    var bytes: [UInt8] = []
    // The first piece holds nearly every payload; larger input is taken in larger pieces.
    var piece = 16 * 1024
    while true {
      let room = limit - bytes.count
      let wanted = room < piece ? room + 1 : piece
      var code: Int32 = 0
      let read = [UInt8](unsafeUninitializedCapacity: wanted) { buffer, count in
        let result = readOnce(descriptor, UnsafeMutableRawBufferPointer(buffer))
        count = max(result, 0)
        code = result < 0 ? errno : 0
      }
      switch code {
      case 0:
        if read.isEmpty { return bytes }
        guard read.count <= room else { throw .tooLarge(limit: limit) }
        if bytes.isEmpty { bytes = read } else { bytes += read }
        piece = min(piece * 2, 1024 * 1024)
      case EINTR:
        continue
      case EAGAIN, EWOULDBLOCK:
        // Whoever shares standard input may have made it non-blocking, for this process too.
        _ = Readiness.wait(for: .reading, on: descriptor, until: nil)
      default:
        throw error(code)
      }
    }
  }

  private static func error(_ code: Int32) -> ReadError {
    switch code {
    case ENOENT, ENOTDIR: .notFound
    case EISDIR: .isDirectory
    default: .system(OperatingSystemError.text(code))
    }
  }
}

/// The system call under a name that the method above doesn't hide.
private func readOnce(_ descriptor: Int32, _ buffer: UnsafeMutableRawBufferPointer) -> Int {
  read(descriptor, buffer.baseAddress, buffer.count)
}
