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
    try moveIntoPlace(target(of: path), contents, keepOpen: false)
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
    let bits = Randomness.bits()
    let temporary = FilePath(
      bytes: path.bytes + ".\(String(bits.0, radix: 36))\(String(bits.1, radix: 36)).tmp".utf8
    )
    let descriptor = try open(temporary, O_WRONLY | O_APPEND | O_CREAT | O_EXCL | O_NOFOLLOW, failing: path)
    var code = FileLock.tryLock(descriptor)
    if code == 0 { code = Descriptors.write(contents, to: descriptor) }
    if code == 0 { code = attempt { fsync(descriptor) } }
    if code == 0 { code = renameOnce(temporary, path) }
    guard code == 0 else {
      _ = withName(temporary) { unlink($0) }
      close(descriptor)
      throw .system(path, OperatingSystemError.text(code))
    }
    syncFolder(of: path)
    if keepOpen { return descriptor }
    close(descriptor)
    return nil
  }

  /// The file that a symbolic link stands for, so that it is replaced and the link is not.
  static func target(of path: FilePath) -> FilePath {
    guard !path.bytes.contains(0), let name = withName(path, { realpath($0, nil) }) else { return path }
    defer { free(name) }
    return FilePath(bytes: Array(UnsafeRawBufferPointer(start: name, count: strlen(name))))
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
  private static func syncFolder(of path: FilePath) {
    guard let descriptor = try? open(folder(of: path), O_RDONLY | O_DIRECTORY, failing: path) else { return }
    fsync(descriptor)
    close(descriptor)
  }

  private static func folder(of path: FilePath) -> FilePath {
    guard let separator = path.bytes.lastIndex(of: UInt8(ascii: "/")) else { return FilePath(".") }
    return FilePath(bytes: Array(path.bytes[..<max(separator, 1)]))
  }

  private static func renameOnce(_ old: FilePath, _ new: FilePath) -> Int32 {
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
