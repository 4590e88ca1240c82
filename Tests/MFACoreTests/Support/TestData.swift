import Foundation

/// The files in `Tests/Data`, found beside the sources, so that a clone tests by itself.
enum TestData {
  private static let folder = URL(filePath: #filePath)
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .deletingLastPathComponent()
    .appending(path: "Data")

  static func bytes(_ path: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appending(path: path)))
  }

  static func text(_ path: String) throws -> String {
    String(decoding: try bytes(path), as: UTF8.self)
  }

  /// The names in a folder that begin with `prefix`, sorted; none when the folder is missing, which
  /// the tests that count them report.
  static func names(in path: String, prefix: String = "") -> [String] {
    let names = try? FileManager.default.contentsOfDirectory(atPath: folder.appending(path: path).path)
    return (names ?? []).filter { $0.hasPrefix(prefix) }.sorted()
  }
}
