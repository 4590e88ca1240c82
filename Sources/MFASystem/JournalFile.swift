import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file to which lines are added, locked as long as it is open.
struct JournalFile: Sendable {
  private let path: FilePath
  private var descriptor: Int32
  /// Bytes of whole lines.
  private var length: Int
  /// What it had when it was replaced, or when that failed: it is due again only when it has become much longer.
  private var shortLength = 0
  /// Bytes up to which a journal is never too long: replacing it takes a moment in which nobody is answered.
  private let mostBytes: Int
  /// A part of a line is in the file and could not be taken away: nothing may follow it.
  private var isTorn = false

  static func open(_ path: FilePath) throws(StateError) -> Journal {
    try open(path, mostBytes: 4 << 20)
  }

  static func open(_ path: FilePath, mostBytes: Int) throws(StateError) -> Journal {
    try StateFile.makeFolder(of: path)
    let file = Locked<JournalFile?>(try JournalFile(path, mostBytes))
    return Journal(
      read: { offset throws(ReadError) in
        try file.withLock { $0?.read(at: offset) ?? .failure(.system(OperatingSystemError.text(EBADF))) }
          .get()
      },
      append: { line throws(StateError) in
        try file.change(path) { file throws(StateError) in try file.append(line) }
      },
      replace: { contents throws(StateError) in
        try file.change(path) { file throws(StateError) in try file.replace(contents) }
      },
      cut: { length throws(StateError) in
        try file.change(path) { file throws(StateError) in try file.cut(to: length) }
      },
      isOvergrown: { file.withLock { $0?.isOvergrown ?? false } },
      close: {
        file.withLock { file in
          if let file { closeDescriptor(file.descriptor) }
          file = nil
        }
      }
    )
  }

  private init(_ path: FilePath, _ mostBytes: Int) throws(StateError) {
    self.path = path
    self.mostBytes = mostBytes
    while true {
      descriptor = try StateFile.open(path, O_RDWR | O_APPEND | O_CREAT, failing: path)
      do throws(StateError) {
        guard let length = try JournalFile.lockedLength(descriptor, path) else {
          closeDescriptor(descriptor)
          continue
        }
        self.length = length
        try TemporaryFile.removeLeftovers(of: path)
        return
      } catch {
        closeDescriptor(descriptor)
        throw error
      }
    }
  }

  /// The length of the file once it is locked; nil when another file has taken its place meanwhile.
  private static func lockedLength(_ descriptor: Int32, _ path: FilePath) throws(StateError) -> Int? {
    var opened = stat()
    guard fstat(descriptor, &opened) == 0 else { throw .system(path, OperatingSystemError.text(errno)) }
    guard opened.st_mode & S_IFMT == S_IFREG else { throw .notAFile(path) }
    switch FileLock.tryLock(descriptor) {
    case 0: break
    case EWOULDBLOCK: throw .inUse(path)
    case let code: throw .system(path, OperatingSystemError.text(code))
    }
    // Whoever held the lock may have replaced the file and let go: the lock is then one on a file without a name.
    var named = stat()
    guard fstat(descriptor, &opened) == 0, StateFile.withName(path, { stat($0, &named) }) == 0,
      opened.st_ino == named.st_ino, opened.st_dev == named.st_dev
    else { return nil }
    return Int(opened.st_size)
  }

  private mutating func append(_ line: [UInt8]) throws(StateError) {
    guard !isTorn else { throw .system(path, OperatingSystemError.text(EIO)) }
    let code = Descriptors.write(line, to: descriptor)
    guard code == 0 else {
      isTorn = StateFile.attempt { ftruncate(descriptor, off_t(length)) } != 0
      throw .system(path, OperatingSystemError.text(code))
    }
    length += line.count
  }

  private mutating func replace(_ contents: [UInt8]) throws(StateError) {
    shortLength = length
    guard let new = try StateFile.moveIntoPlace(path, contents, keepOpen: true) else { return }
    // Closed last: at every moment one of the two is locked under the name.
    closeDescriptor(descriptor)
    descriptor = new
    length = contents.count
    shortLength = length
    isTorn = false
  }

  private var isOvergrown: Bool { length > max(mostBytes, 4 * shortLength) }

  /// Takes away what is behind so many bytes, which needs no room.
  private mutating func cut(to length: Int) throws(StateError) {
    let code = StateFile.attempt { ftruncate(descriptor, off_t(length)) }
    guard code == 0 else { throw .system(path, OperatingSystemError.text(code)) }
    self.length = length
    isTorn = false
  }

  /// A piece of it, empty at its end.
  private func read(at offset: Int) -> Result<[UInt8], ReadError> {
    while true {
      var code: Int32 = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 1 << 20) { buffer, count in
        let result = pread(descriptor, buffer.baseAddress, buffer.count, off_t(offset))
        count = max(result, 0)
        code = result < 0 ? errno : 0
      }
      if code == 0 { return .success(bytes) }
      if code != EINTR { return .failure(.system(OperatingSystemError.text(code))) }
    }
  }
}

extension Locked<JournalFile?> {
  /// Changes a journal that is open.
  fileprivate func change(
    _ path: FilePath,
    _ body: (inout JournalFile) throws(StateError) -> Void
  ) throws(StateError) {
    let result: Result<Void, StateError> = withLock { file in
      guard var open = file else { return .failure(.system(path, OperatingSystemError.text(EBADF))) }
      defer { file = open }
      do throws(StateError) { return .success(try body(&open)) } catch { return .failure(error) }
    }
    try result.get()
  }
}

/// The system call under a name that the methods above don't hide.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
