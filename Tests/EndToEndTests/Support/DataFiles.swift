import Foundation
import Testing

/// The files in `Tests/Data`, found by the place of this source.
enum DataFiles {
  static let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Data")

  /// The paths of all files in a folder, sorted.
  static func all(in name: String) throws -> [String] {
    let folder = folder.appendingPathComponent(name).path
    return try FileManager.default.contentsOfDirectory(atPath: folder).sorted().map { "\(folder)/\($0)" }
  }
}

/// The cases of the provider `plain` that need the whole program: what is replied, typed and sent to.
enum CaseFiles {
  /// What a line of `expected.jsonl` expects; each class has some of these.
  struct Expectation: Decodable, Sendable {
    struct Address: Decodable, Sendable {
      var exit: Int32?
      var hint: String?
      var ok: Bool?
      var pathSent: String?
    }

    struct Posted: Decodable, Sendable {
      let decision: String
      let numberChallenge: String?
    }

    let exit: Int32?
    let payload: String?
    let decision: String?
    let requests: [String]?
    let also: [String]?
    let hint: String?
    let posts: Posted?
    let promptsAgain: Int?
    let withinSeconds: Double?
    let perLine: [Address]?
  }

  struct Case: Decodable, Sendable, CustomTestStringConvertible {
    let `case`: String
    let file: String
    let `class`: String
    let expect: Expectation

    var testDescription: String { `case` }

    /// The file of the case: replies, addresses or what is typed.
    var bytes: [UInt8] {
      get throws { try CaseFiles.bytes(file) }
    }

    /// The flags that make its decision.
    var decisionFlags: [String] {
      get throws {
        let words = (expect.decision ?? "").split(separator: " ").map(String.init)
        if words == ["approve"] { return ["--approve"] }
        guard words.count == 2, words[0] == "pick" else {
          throw SupportFailure("no known decision in \(`case`)")
        }
        return ["--number", words[1]]
      }
    }

    var payload: String {
      get throws {
        guard let payload = expect.payload else { throw SupportFailure("no payload in \(`case`)") }
        return CaseFiles.path(payload)
      }
    }
  }

  static func path(_ name: String) -> String {
    DataFiles.folder.appendingPathComponent("cases/plain/\(name)").path
  }

  static func bytes(_ name: String) throws -> [UInt8] {
    [UInt8](try Data(contentsOf: URL(fileURLWithPath: path(name))))
  }

  static func named(_ name: String) throws -> Case {
    guard let found = try all.first(where: { $0.case == name }) else {
      throw SupportFailure("no case \(name) in expected.jsonl")
    }
    return found
  }

  static func inClass(_ name: String) throws -> [Case] {
    let found = try all.filter { $0.class == name }
    guard !found.isEmpty else { throw SupportFailure("no case of class \(name) in expected.jsonl") }
    return found
  }

  /// The cases of the classes that are run here; the other classes have other members.
  private static var all: [Case] {
    get throws {
      struct Kind: Decodable { let `class`: String }
      let decoder = JSONDecoder()
      decoder.keyDecodingStrategy = .convertFromSnakeCase
      return try bytes("expected.jsonl").split(separator: 0x0a).compactMap { line in
        let line = Data(line)
        guard ["reply", "endpoint", "typed"].contains(try decoder.decode(Kind.self, from: line).class) else {
          return nil
        }
        return try decoder.decode(Case.self, from: line)
      }
    }
  }
}
