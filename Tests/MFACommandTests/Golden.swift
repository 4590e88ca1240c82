import Foundation
import Testing

@testable import MFACommand

/// The recorded words of the program: one file under `Tests/Golden/` for each thing that it says.
///
/// With `MFA_RECORD_GOLDEN=1` the files are written anew and the run fails, so that it can't be left on. The files
/// are then read by a person before they are kept: a golden file shows what is said, not what is right.
enum Golden {
  static let folder = Samples.package.appendingPathComponent("Tests/Golden")

  static let isRecording = ProcessInfo.processInfo.environment["MFA_RECORD_GOLDEN"] == "1"

  static func check(_ name: String, _ actual: String, sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    let file = folder.appendingPathComponent(name)
    if isRecording {
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(),
        withIntermediateDirectories: true
      )
      try Data(actual.utf8).write(to: file)
      Issue.record("recorded \(name): run again without MFA_RECORD_GOLDEN", sourceLocation: sourceLocation)
      return
    }
    guard let data = try? Data(contentsOf: file) else {
      Issue.record("Tests/Golden/\(name) is missing: record it", sourceLocation: sourceLocation)
      return
    }
    let recorded = String(decoding: data, as: UTF8.self)
    if let difference = difference(recorded, actual) {
      Issue.record("Tests/Golden/\(name): \(difference)", sourceLocation: sourceLocation)
    }
  }

  /// The first line that differs; nil when the texts are the same, byte by byte.
  private static func difference(_ recorded: String, _ actual: String) -> String? {
    guard !recorded.utf8.elementsEqual(actual.utf8) else { return nil }
    let (old, new) = (lines(recorded), lines(actual))
    let index = zip(old, new).enumerated().first { !$1.0.utf8.elementsEqual($1.1.utf8) }?.offset
    let line = index ?? min(old.count, new.count)
    return """
      line \(line + 1) differs
      recorded: \(line < old.count ? old[line] : "(the end)")
      now:      \(line < new.count ? new[line] : "(the end)")
      """
  }

  private static func lines(_ text: String) -> [Substring] {
    text.split(separator: "\n", omittingEmptySubsequences: false)
  }
}
