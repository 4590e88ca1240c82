import Foundation
import Testing

/// The object that `--json` put on standard output, which has to be one line and nothing else.
struct JSONReport {
  private let members: [String: Any]

  fileprivate init(_ result: RunResult, at location: SourceLocation) throws {
    let lines = result.stdout.split(separator: "\n", omittingEmptySubsequences: false)
    guard lines.count == 2, lines[1].isEmpty else {
      throw SupportFailure("standard output is not one line: \(result)", at: location)
    }
    guard let members = try? JSONSerialization.jsonObject(with: Data(result.output)) as? [String: Any] else {
      throw SupportFailure("standard output is not a JSON object: \(result)", at: location)
    }
    self.members = members
  }

  var names: Set<String> { Set(members.keys) }
  var outcome: String? { text("outcome") }

  /// A text by the path to it: `error.code`.
  func text(_ path: String) -> String? { value(path) as? String }
  func integer(_ path: String) -> Int? { value(path) as? Int }
  func flag(_ path: String) -> Bool? { value(path) as? Bool }
  func texts(_ path: String) -> [String]? { value(path) as? [String] }
  /// What the warnings say.
  var warnings: [String]? { (value("warnings") as? [[String: Any]])?.compactMap { $0["message"] as? String } }
  /// Whether the member is there, and null.
  func isNull(_ path: String) -> Bool { value(path) is NSNull }

  private func value(_ path: String) -> Any? {
    path.split(separator: ".").reduce(members as Any?) { ($0 as? [String: Any])?[String($1)] }
  }
}

extension RunResult {
  /// What it reported with `--json`.
  func report(sourceLocation: SourceLocation = #_sourceLocation) throws -> JSONReport {
    try JSONReport(self, at: sourceLocation)
  }

  /// All that anybody could have seen of it.
  var everything: String { stdout + stderr + screen }
}

extension Binary {
  /// Runs it with a payload piped in.
  static func answer(
    _ payload: String,
    _ arguments: [String],
    environment: [String: String] = [:],
    timeout: Double = 20,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    try run(
      arguments,
      stdin: .text(payload),
      environment: environment,
      timeout: timeout,
      sourceLocation: sourceLocation
    )
  }
}
