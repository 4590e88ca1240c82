import Foundation

@testable import MFACommand

/// The files under `Payloads/`.
enum Samples {
  /// The folder of the package, found from this file.
  static let package = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()
  static let folder = package.appendingPathComponent("Payloads")

  /// Every sample by its path below `Payloads/`, such as `plain/challenge.json`.
  static let names: [String] = files(below: folder).filter { $0.contains("/") }

  static func bytes(_ name: String) throws -> [UInt8] {
    Array(try Data(contentsOf: folder.appendingPathComponent(name)))
  }

  static func text(_ name: String) throws -> String {
    String(decoding: try bytes(name), as: UTF8.self)
  }

  /// A script in which the sample is read.
  static func script(_ name: String) throws -> Script {
    let content = Result<[UInt8], ReadError>.success(try bytes(name))
    return Script(readings: [.init(source: .file(FilePath(name)), content: content)])
  }

  /// The paths of all files below a folder, sorted; hidden ones are the operating system's.
  static func files(below folder: URL) -> [String] {
    let all = FileManager.default.enumerator(atPath: folder.path)?.compactMap { $0 as? String } ?? []
    return all.filter { name in
      var isFolder: ObjCBool = false
      let path = folder.appendingPathComponent(name).path
      return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && !isFolder.boolValue
        && !name.split(separator: "/").contains { $0.hasPrefix(".") }
    }.sorted()
  }
}
