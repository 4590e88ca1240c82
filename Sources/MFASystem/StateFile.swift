import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Files that keep state: complete or not there, and nobody's but the user's.
enum StateFile {
  /// Puts `contents` in the place of the file at `path`. The file is not touched before everything is written.
  static func replace(_ path: FilePath, _ contents: [UInt8]) throws(StateError) {
    try makeFolder(of: path)
    try moveIntoPlace(path, contents, keepOpen: false)
  }

  /// Takes room for the next contents of the file at `path`, which are written into it. A temporary file that a killed
  /// run leaves is named after `owner`, whose next change removes it.
  static func reserve(_ path: FilePath, _ size: Int, _ owner: FilePath) throws(StateError) -> ReservedRoom {
    try makeFolder(of: path)
    let temporary = try TemporaryFile(replacing: path, owner: owner)
    // Written, since a file system need not keep a promise of room; synced, since some find out only then.
    let code = temporary.write([UInt8](repeating: UInt8(ascii: "\n"), count: size))
    guard code == 0 else {
      temporary.remove()
      throw .system(path, OperatingSystemError.text(code))
    }
    let held = Locked<TemporaryFile?>(temporary)
    @Sendable func take() -> TemporaryFile? {
      held.withLock { file in
        defer { file = nil }
        return file
      }
    }
    return ReservedRoom(
      replace: { contents throws(StateError) in
        guard let temporary = take() else { return try StateFile.replace(path, contents) }
        try temporary.place(contents, keepOpen: false)
      },
      release: { take()?.remove() }
    )
  }

  /// Removes the file at `path`, if there is one.
  static func remove(_ path: FilePath) throws(StateError) {
    guard !path.bytes.contains(0) else { return }
    let code = withName(path) { unlink($0) == 0 ? 0 : errno }
    guard code == 0 || code == ENOENT else { throw .system(path, OperatingSystemError.text(code)) }
    syncFolder(of: path)
  }

  /// Writes a file beside `path` and renames it. Its descriptor comes back locked and open for appending when it is
  /// to be kept open.
  @discardableResult
  static func moveIntoPlace(
    _ path: FilePath,
    _ contents: [UInt8],
    keepOpen: Bool
  ) throws(StateError) -> Int32? {
    try TemporaryFile(replacing: path, owner: path).place(contents, keepOpen: keepOpen)
  }

  /// The file that a symbolic link stands for, so that it is replaced and the link is not; it need not be there yet.
  static func target(of path: FilePath) throws(StateError) -> FilePath {
    var target = path
    // As many as the kernel follows.
    for _ in 0..<40 {
      guard let link = destination(of: target) else { return target }
      let isAbsolute = link.first == UInt8(ascii: "/")
      target = FilePath(bytes: isAbsolute ? link : folder(of: target).bytes + [UInt8(ascii: "/")] + link)
    }
    throw .system(path, OperatingSystemError.text(ELOOP))
  }

  /// What a symbolic link says; nil for anything else.
  private static func destination(of path: FilePath) -> [UInt8]? {
    guard !path.bytes.contains(0) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: Int(PATH_MAX)) { buffer, count in
      let length = withName(path) { name in
        buffer.withMemoryRebound(to: CChar.self) {
          readlink(name, $0.baseAddress.unsafelyUnwrapped, $0.count)
        }
      }
      count = max(length, 0)
    }
    return bytes.isEmpty ? nil : bytes
  }

  /// Opens a file that only the user may read, without following it to a terminal or waiting at a pipe.
  static func open(_ path: FilePath, _ flags: Int32, failing: FilePath) throws(StateError) -> Int32 {
    // No file can have such a name, and the call would see only what is before the NUL.
    guard !path.bytes.isEmpty, !path.bytes.contains(0) else {
      throw .system(failing, OperatingSystemError.text(ENOENT))
    }
    while true {
      let descriptor = withName(path) { openOnce($0, flags | O_CLOEXEC | O_NOCTTY | O_NONBLOCK) }
      if descriptor >= 0 { return descriptor }
      switch errno {
      case EINTR: continue
      // ENXIO is a pipe that nobody reads.
      case EISDIR, ENXIO: throw .notAFile(failing)
      case let code: throw .system(failing, OperatingSystemError.text(code))
      }
    }
  }

  /// Makes the folder that `path` lies in, and those above it, as far as they are missing.
  static func makeFolder(of path: FilePath) throws(StateError) {
    let folder = folder(of: path)
    guard !folder.bytes.contains(0), withName(folder, { access($0, F_OK) }) != 0 else { return }
    let separators = folder.bytes.indices.filter { $0 > 0 && folder.bytes[$0] == UInt8(ascii: "/") }
    for end in separators + [folder.bytes.count] {
      let part = FilePath(bytes: Array(folder.bytes[..<end]))
      if withName(part, { mkdir($0, 0o700) }) == 0 || errno == EEXIST { continue }
      // A folder that is there may be in another that can't be written.
      let code = errno
      if withName(part, { access($0, F_OK) }) != 0 { throw .system(path, OperatingSystemError.text(code)) }
    }
  }

  /// Makes the new name last through a power cut, where the file system can.
  static func syncFolder(of path: FilePath) {
    guard let descriptor = try? open(folder(of: path), O_RDONLY | O_DIRECTORY, failing: path) else { return }
    fsync(descriptor)
    close(descriptor)
  }

  static func folder(of path: FilePath) -> FilePath {
    guard let separator = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: Array(path.bytes[..<max(separator, 1)]))
  }

  static func renameOnce(_ old: FilePath, _ new: FilePath) -> Int32 {
    attempt { withName(old) { old in withName(new) { rename(old, $0) } } }
  }

  /// Calls until it is not interrupted; 0, or the `errno`.
  static func attempt(_ call: () -> Int32) -> Int32 {
    while true {
      if call() == 0 { return 0 }
      if errno != EINTR { return errno }
    }
  }

  static func withName<Result>(_ path: FilePath, _ body: (UnsafePointer<CChar>) -> Result) -> Result {
    (path.bytes + [0]).withUnsafeBufferPointer { bytes in
      bytes.withMemoryRebound(to: CChar.self) { name in
        // There is a byte, so there is an address.
        withExtendedLifetime(bytes) { body(name.baseAddress.unsafelyUnwrapped) }
      }
    }
  }
}

/// The system call under a name that the method above doesn't hide.
private func openOnce(_ name: UnsafePointer<CChar>, _ flags: Int32) -> Int32 {
  open(name, flags, 0o600)
}
