import Foundation
import Testing

/// `serve` or `listen` while it runs. It is ended with this value.
final class StayingOn {
  let child: ChildProcess
  /// What the first line of standard output says.
  let url: String
  let port: UInt16

  /// Starts it on a free port, and waits for its address.
  init(
    _ arguments: [String],
    environment: [String: String] = [:],
    stderr: StandardOutput = .capture,
    onTerminal: Bool = false,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let child = try ChildProcess(
      Launch(
        program: Binary.path(),
        arguments: arguments.map { Array($0.utf8) },
        stderr: stderr,
        environment: environment,
        terminal: onTerminal ? (80, 24) : nil
      )
    )
    guard try child.pump(within: 10, until: { child.output.contains(0x0a) }) else {
      throw SupportFailure("no address; seen:\n\(child.transcriptSoFar)", at: sourceLocation)
    }
    self.child = child
    let line = Data(child.output.prefix { $0 != 0x0a })
    let object = try? JSONSerialization.jsonObject(with: line) as? [String: String]
    url = object?["url"] ?? String(decoding: line, as: UTF8.self)
    guard let port = url.split(separator: ":").last.flatMap({ UInt16($0) }) else {
      throw SupportFailure(
        "no address in the first line; seen:\n\(child.transcriptSoFar)",
        at: sourceLocation
      )
    }
    self.port = port
  }

  /// The lines behind that with the address, as far as they are whole.
  var lines: [String] {
    String(decoding: child.output, as: UTF8.self).components(separatedBy: "\n").dropFirst().dropLast()
      .map { String($0) }
  }

  /// The same as the objects that `--json` writes.
  func reports() throws -> [[String: Any]] {
    try lines.map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw SupportFailure("no JSON object: \(line)")
      }
      return object
    }
  }

  var errors: String { String(decoding: child.errorOutput, as: UTF8.self) }

  /// One request on a connection of its own.
  @discardableResult
  func call(_ method: String, _ path: String, _ body: String? = nil, headers: [String] = []) throws
    -> HTTPAnswer
  {
    try LoopbackClient(port).call(method, path, body, headers: headers)
  }

  /// Reads what it writes until something holds.
  func wait(
    _ seconds: Double = 10,
    sourceLocation: SourceLocation = #_sourceLocation,
    until condition: () -> Bool
  ) throws {
    guard try child.pump(within: seconds, until: condition) else {
      throw SupportFailure("\(seconds) s in vain; seen:\n\(child.transcriptSoFar)", at: sourceLocation)
    }
  }

  /// Waits for so many lines of result.
  func waitForLines(_ count: Int, sourceLocation: SourceLocation = #_sourceLocation) throws {
    try wait(sourceLocation: sourceLocation) { child.output.filter { $0 == 0x0a }.count > count }
  }

  /// Reads what it writes; for a loop that waits for something else.
  func pump() throws {
    _ = try child.pump(within: 0.001) { false }
  }

  /// Ends it by a signal.
  func stop(
    _ signal: Int32 = SIGTERM,
    within seconds: Double = 5,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    child.signal(signal)
    return try finish(within: seconds, sourceLocation: sourceLocation)
  }

  /// Waits for an end of its own.
  func finish(
    within seconds: Double = 10,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    try child.finish(within: seconds, at: sourceLocation)
  }
}

/// A push that the practice service made.
struct MadePush: Sendable {
  let id: String
  /// What a push provider would deliver.
  let payload: String
  /// What the sign-on page shows.
  let number: String?
}

extension StayingOn {
  /// `POST /pushes` with these members.
  func makePush(_ members: String = #"{"kind":"challenge"}"#) throws -> MadePush {
    let answer = try call("POST", "/pushes", members)
    guard answer.status == 201 else { throw SupportFailure("no push was made: \(answer.text)") }
    let object = try answer.json()
    guard let id = object["id"] as? String else { throw SupportFailure("a push without id: \(answer.text)") }
    return MadePush(id: id, payload: try Self.payload(object), number: object["number"] as? String)
  }

  /// `POST /pushes/{id}/cancel`: the push that says so.
  func cancel(_ push: MadePush) throws -> String {
    try Self.payload(call("POST", "/pushes/\(push.id)/cancel").json())
  }

  /// What has become of it.
  func status(_ id: String) throws -> String? {
    try call("GET", "/pushes/\(id)").json()["status"] as? String
  }

  private static func payload(_ object: [String: Any]) throws -> String {
    guard let payload = object["payload"] as? [String: Any] else {
      throw SupportFailure("no payload in \(object)")
    }
    return String(decoding: try JSONSerialization.data(withJSONObject: payload), as: UTF8.self)
  }
}
