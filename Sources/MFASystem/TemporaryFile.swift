import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A file beside the one that it is to replace, locked as long as this process writes it.
struct TemporaryFile: Sendable {
  private let name: FilePath
  /// What it is to become.
  private let target: FilePath
  /// What was asked for, which may be a link to the target.
  private let path: FilePath
  private let descriptor: Int32

  private static let suffix = Array(".tmp".utf8)
  /// Letters and digits between the owner's name and the suffix: two numbers of 64 bits in base 36.
  private static let mostRandomLetters = 26

  init(replacing path: FilePath, owner: FilePath) throws(StateError) {
    let target = try StateFile.target(of: path)
    let folder = StateFile.folder(of: target)
    let stem = TemporaryFile.name(of: owner)
    TemporaryFile.removeLeftovers(in: folder, of: stem)
    while true {
      let bits = Randomness.bits()
      let random = Array((String(bits.0, radix: 36) + String(bits.1, radix: 36)).utf8)
      let name = FilePath(
        bytes: folder.bytes + [UInt8(ascii: "/")] + stem + [UInt8(ascii: ".")] + random + TemporaryFile.suffix
      )
      let descriptor = try StateFile.open(name, O_RDWR | O_CREAT | O_EXCL | O_NOFOLLOW, failing: path)
      let code = FileLock.tryLock(descriptor)
      var status = stat()
      // Another run may take it for a leftover before it is locked, and remove it.
      if code == 0, fstat(descriptor, &status) == 0, status.st_nlink > 0 {
        (self.name, self.target, self.path, self.descriptor) = (name, target, path, descriptor)
        return
      }
      if code != 0, code != EWOULDBLOCK { _ = StateFile.withName(name) { unlink($0) } }
      closeDescriptor(descriptor)
      guard code == 0 || code == EWOULDBLOCK else { throw .system(path, OperatingSystemError.text(code)) }
    }
  }

  /// Makes these the contents, in the room that it has; 0, or the `errno`.
  func write(_ contents: [UInt8]) -> Int32 {
    guard lseek(descriptor, 0, SEEK_SET) == 0 else { return errno }
    var code = Descriptors.write(contents, to: descriptor)
    if code == 0 { code = StateFile.attempt { ftruncate(descriptor, off_t(contents.count)) } }
    if code == 0 { code = StateFile.attempt { fsync(descriptor) } }
    return code
  }

  /// Writes these contents and puts the file in its place. Its descriptor comes back open for appending when it is to
  /// be kept open.
  @discardableResult
  func place(_ contents: [UInt8], keepOpen: Bool) throws(StateError) -> Int32? {
    var code = write(contents)
    if code == 0, keepOpen, fcntl(descriptor, F_SETFL, O_APPEND | O_NONBLOCK) != 0 { code = errno }
    if code == 0 { code = StateFile.renameOnce(name, target) }
    guard code == 0 else {
      remove()
      throw .system(path, OperatingSystemError.text(code))
    }
    StateFile.syncFolder(of: target)
    if keepOpen { return descriptor }
    closeDescriptor(descriptor)
    return nil
  }

  func remove() {
    _ = StateFile.withName(name) { unlink($0) }
    closeDescriptor(descriptor)
  }

  // MARK: What killed runs left

  /// Removes the temporary files that were to become the file at `path`, or one beside it, and that nobody writes.
  static func removeLeftovers(of path: FilePath) throws(StateError) {
    removeLeftovers(in: StateFile.folder(of: try StateFile.target(of: path)), of: name(of: path))
  }

  private static func removeLeftovers(in folder: FilePath, of stem: [UInt8]) {
    guard !folder.bytes.contains(0), let listing = StateFile.withName(folder, { opendir($0) }) else { return }
    defer { closedir(listing) }
    while let entry = readdir(listing) {
      let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
      guard isLeftover(name, of: stem) else { continue }
      removeUnlessWritten(FilePath(bytes: folder.bytes + [UInt8(ascii: "/")] + name))
    }
  }

  /// `STEM.RANDOM.tmp`; before, room was tried as `STEM.trial`, with a temporary file of its own.
  private static func isLeftover(_ name: [UInt8], of stem: [UInt8]) -> Bool {
    let trial = Array(".trial".utf8)
    guard name.starts(with: stem) else { return false }
    var rest = name.dropFirst(stem.count)
    if rest.starts(with: trial) {
      rest = rest.dropFirst(trial.count)
      if rest.isEmpty { return true }
    }
    guard rest.first == UInt8(ascii: "."), Array(rest.suffix(suffix.count)) == suffix else { return false }
    let random = rest.dropFirst().dropLast(suffix.count)
    return (1...mostRandomLetters).contains(random.count)
      && random.allSatisfy {
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
      }
  }

  /// Whoever writes such a file holds its lock.
  private static func removeUnlessWritten(_ path: FilePath) {
    guard let descriptor = try? StateFile.open(path, O_RDWR | O_NOFOLLOW, failing: path) else { return }
    defer { closeDescriptor(descriptor) }
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_uid == geteuid(),
      FileLock.tryLock(descriptor) == 0
    else { return }
    _ = StateFile.withName(path) { unlink($0) }
  }

  private static func name(of path: FilePath) -> [UInt8] {
    let start = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { $0 + 1 } ?? 0
    return Array(path.bytes[start...])
  }
}

/// The system call under a name that tells it from methods.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
