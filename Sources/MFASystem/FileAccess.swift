import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Who may use a file.
enum FileAccess {
  /// As ssh looks at a key: a file of somebody else's was given its permissions on purpose, and only its owner can change
  /// them. A pipe, as a process substitution is, has no readers but its two ends.
  static func ofOthers(_ path: FilePath) -> OthersAccess? {
    guard !path.bytes.isEmpty, !path.bytes.contains(0), !path.bytes.starts(with: Array("/dev/".utf8)),
      let status = status(of: path), status.st_uid == geteuid()
    else { return nil }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    guard isFolder || status.st_mode & S_IFMT == S_IFREG, !isOfMount(status, isFolder, path) else {
      return nil
    }
    return OthersAccess(mayRead: status.st_mode & 0o044 != 0, mayWrite: status.st_mode & 0o022 != 0)
  }

  /// A mount of a Windows file system shows the same permissions for everything, folders and files alike, and nobody can
  /// change them: a file of data may be executed there.
  private static func isOfMount(_ status: stat, _ isFolder: Bool, _ path: FilePath) -> Bool {
    let parent = FilePath(bytes: path.bytes + Array("/..".utf8))
    guard let folder = self.status(of: isFolder ? parent : StateFile.folder(of: path)) else { return false }
    let mode = status.st_mode & 0o7777
    return mode == folder.st_mode & 0o7777 && (isFolder ? mode == 0o777 : mode & 0o111 == 0o111)
  }

  private static func status(of path: FilePath) -> stat? {
    var status = stat()
    return StateFile.withName(path, { stat($0, &status) }) == 0 ? status : nil
  }
}
