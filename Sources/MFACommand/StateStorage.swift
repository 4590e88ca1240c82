/// Why a file that keeps state could not be written or locked. The file at `path` is as it was.
package enum StateError: Error, Sendable, Equatable {
  /// Another process uses it, and did not let go in time.
  case inUse(FilePath)
  /// A folder, a device, a pipe: nothing that can keep state.
  case notAFile(FilePath)
  /// The operating system's own words, such as "Permission denied".
  case system(FilePath, String)
}

/// A lock between processes, held until `release`, or until the process ends.
package struct HeldLock: Sendable {
  /// A second call does nothing.
  package var release: @Sendable () -> Void

  package init(release: @escaping @Sendable () -> Void) {
    self.release = release
  }
}

extension System {
  /// Fails where a file of state could not be replaced by one with some more in it, tried under another name. To be
  /// called under the file's lock, before something is sent whose outcome can't be had twice.
  func checkCanGrow(_ file: FilePath, limit: Int) throws(StateError) {
    let size = (try? read(.file(file), limit).count) ?? 0
    let trial = FilePath(bytes: file.bytes + Array(".trial".utf8))
    // A record with its key has 8 KB at most.
    try replaceFile(trial, [UInt8](repeating: UInt8(ascii: "\n"), count: size + (16 << 10)))
    try removeFile(trial)
  }
}

/// A file to which lines are added, and which is this process's alone as long as it is open.
///
/// What has been appended survives the death of the process, however sudden, but not a power cut.
package struct Journal: Sendable {
  /// Adds one line with its line end. When it throws, nothing of the line is in the file.
  package var append: @Sendable (_ line: [UInt8]) throws(StateError) -> Void
  /// Puts other contents in the place of all, at once: who reads the file sees either, never a part.
  package var replace: @Sendable (_ contents: [UInt8]) throws(StateError) -> Void
  /// Gives the file free. A second call does nothing.
  package var close: @Sendable () -> Void

  package init(
    append: @escaping @Sendable ([UInt8]) throws(StateError) -> Void,
    replace: @escaping @Sendable ([UInt8]) throws(StateError) -> Void,
    close: @escaping @Sendable () -> Void
  ) {
    self.append = append
    self.replace = replace
    self.close = close
  }
}
