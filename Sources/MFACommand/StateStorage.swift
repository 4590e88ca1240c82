package import MFAService

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

/// Room on the disk for the next contents of a file of state: what can't be kept afterwards is not sent.
package struct ReservedRoom: Sendable {
  /// Puts these contents in the place of the file, complete or not at all, in the room that is there for them.
  package var replace: @Sendable (_ contents: [UInt8]) throws(StateError) -> Void
  /// Gives back what was not used. A second call does nothing.
  package var release: @Sendable () -> Void

  package init(
    replace: @escaping @Sendable ([UInt8]) throws(StateError) -> Void,
    release: @escaping @Sendable () -> Void
  ) {
    self.replace = replace
    self.release = release
  }

  /// Bytes beyond what a file has: a record whose texts are as long as a code allows, each letter escaped, and those
  /// that other runs add meanwhile.
  static let growth = 64 << 10
}

/// What others than the file's owner may do with it.
package struct OthersAccess: Sendable, Equatable {
  package let mayRead: Bool
  package let mayWrite: Bool

  package init(mayRead: Bool, mayWrite: Bool) {
    self.mayRead = mayRead
    self.mayWrite = mayWrite
  }
}

/// A file to which lines are added, and which is this process's alone as long as it is open.
///
/// What has been appended survives the death of the process, however sudden, but not a power cut.
package struct Journal: Sendable {
  /// A piece of what is in it, from this byte on; empty at the end.
  package var read: @Sendable (_ offset: Int) throws(ReadError) -> [UInt8]
  /// Adds one line with its line end. When it throws, nothing of the line is in the file.
  package var append: @Sendable (_ line: [UInt8]) throws(StateError) -> Void
  /// Puts other contents in the place of all, at once: who reads the file sees either, never a part.
  package var replace: @Sendable (_ contents: [UInt8]) throws(StateError) -> Void
  /// Takes away what is behind so many bytes.
  package var cut: @Sendable (_ length: Int) throws(StateError) -> Void
  /// Whether it has grown so much that it is worth being replaced by what it comes to.
  package var isOvergrown: @Sendable () -> Bool
  /// Gives the file free. A second call does nothing.
  package var close: @Sendable () -> Void

  package init(
    read: @escaping @Sendable (Int) throws(ReadError) -> [UInt8],
    append: @escaping @Sendable ([UInt8]) throws(StateError) -> Void,
    replace: @escaping @Sendable ([UInt8]) throws(StateError) -> Void,
    cut: @escaping @Sendable (Int) throws(StateError) -> Void,
    isOvergrown: @escaping @Sendable () -> Bool,
    close: @escaping @Sendable () -> Void
  ) {
    self.read = read
    self.append = append
    self.replace = replace
    self.cut = cut
    self.isOvergrown = isOvergrown
    self.close = close
  }

  /// Makes it as short as it can be once it has grown much. Where there is no room for that it grows on.
  package func compactIfOvergrown(_ service: PracticeService) {
    guard isOvergrown() else { return }
    try? replace(ServiceJournal.compacted(service))
  }
}
