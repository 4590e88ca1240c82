import Foundation
import MFACore
import MFAService

@testable import MFACommand

/// One thing that the program asked of its scripted world.
enum Event: Equatable {
  case read(InputSource)
  case wrote(StandardStream, String)
  case openedTerminal
  case wroteTerminal(String)
  case readTerminal(limit: Double?)
  /// A line that is not shown while it is typed.
  case readUnseen
  case typed(String)
  case closedTerminal
  case sent(HTTPTransfer)
  case slept(Double)
  case startedService(ListenAddress)
  case startedListener(ListenAddress)
  /// The service or the listener answered a request that came to it.
  case answered(ServiceResponse)
  case caughtSignals
  case replaced(FilePath, String)
  case removed(FilePath)
  case appended(FilePath, String)
  case askedForLibrary
}

/// What one run of the program came to.
struct Run {
  let exitCode: ExitCode
  /// Everything that it asked of the world, in order.
  let events: [Event]
  /// What the files that keep state hold in the end.
  let files: [String: String]

  var output: String { text(of: .output) }
  var errors: String { text(of: .error) }
  var errorLines: [String] { errors.split(separator: "\n").map { String($0) } }

  /// What stood on the terminal, with the echo of what was typed.
  var screen: String {
    events.map { event in
      switch event {
      case .wroteTerminal(let text): text
      case .typed(let text): text + "\n"
      default: ""
      }
    }.joined()
  }

  var transfers: [HTTPTransfer] {
    events.compactMap { if case .sent(let transfer) = $0 { transfer } else { nil } }
  }

  /// The requests' bodies.
  var bodies: [String] { transfers.map { String(decoding: $0.request.body, as: UTF8.self) } }

  /// What was answered to the requests that came, each `STATUS BODY`.
  var answers: [String] {
    events.compactMap { event in
      guard case .answered(let response) = event else { return nil }
      return "\(response.status) " + String(decoding: response.body, as: UTF8.self).trimmed
    }
  }

  /// The names of the files of state that were written whole, and those of journals for each line.
  var writes: [String] {
    events.compactMap { event in
      switch event {
      case .replaced(let path, _), .appended(let path, _): path.text
      default: nil
      }
    }
  }

  var openedTerminal: Bool { events.contains(.openedTerminal) }

  /// The steps that the order of checks is about, each named once: what was read, asked and sent.
  var steps: [String] {
    events.compactMap { event in
      switch event {
      case .read(.standardInput): "read standard input"
      case .read(.file(let path)): "read \(path.text)"
      case .openedTerminal: "open terminal"
      case .sent: "send"
      case .slept: "sleep"
      default: nil
      }
    }
  }

  /// The object of `--json`, read by a reader that is not ours.
  func json() throws -> [String: Any] {
    let object = try JSONSerialization.jsonObject(with: Data(output.utf8))
    guard let object = object as? [String: Any] else { throw NotAnObject() }
    return object
  }

  struct NotAnObject: Error {}

  /// Both streams in the order of writing, standard error's lines marked, and the exit code.
  var transcript: String {
    var lines: [String] = []
    for case .wrote(let stream, let text) in events {
      let mark = stream == .error ? "! " : ""
      // The last element is what stands behind the final line end: nothing.
      for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
        lines.append(line.isEmpty ? String(mark.dropLast(mark.isEmpty ? 0 : 1)) : mark + line)
      }
    }
    return (lines + ["exit \(exitCode.rawValue)"]).joined(separator: "\n") + "\n"
  }

  private func text(of stream: StandardStream) -> String {
    events.map { if case .wrote(stream, let text) = $0 { text } else { "" } }.joined()
  }
}
