import Foundation

/// A folder that lives as long as this value.
final class TemporaryFolder: Sendable {
  let path: String

  init() throws {
    var template = Array((NSTemporaryDirectory() + "/mfa-cli-test-XXXXXX").utf8CString)
    guard mkdtemp(&template) != nil else { throw SupportFailure.system("mkdtemp") }
    path = String(decoding: template.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }

  /// Writes a file that nobody else may read, as one of secrets is, and returns its path.
  func write(_ name: String, _ bytes: some Sequence<UInt8>) throws -> String {
    let file = path + "/" + name
    try Data(bytes).write(to: URL(fileURLWithPath: file))
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: file)
    return file
  }

  /// Writes a file and returns its path.
  func write(_ name: String, _ text: String) throws -> String {
    try write(name, text.utf8)
  }

  func read(_ name: String) throws -> [UInt8] {
    try [UInt8](Data(contentsOf: URL(fileURLWithPath: path + "/" + name)))
  }

  /// The names of what lies in it, sorted.
  var names: [String] {
    ((try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []).sorted()
  }
}
