import Foundation
import MFACore
import MFAService
import Testing

@testable import MFACommand

/// The world of one script while a program runs in it.
///
/// It is a class with a lock because the closures of `System` share it and must be `Sendable`.
final class ScriptedWorld: @unchecked Sendable {
  private let lock = NSRecursiveLock()
  private let sourceLocation: SourceLocation
  /// What has not happened yet.
  var rest: Script
  var clock: Timestamp
  var recorded: [Event] = []
  var service = ScriptedService()
  var state = ScriptedState()
  var listener = ScriptedListener()
  private var openSessions = 0

  init(_ script: Script, _ sourceLocation: SourceLocation) {
    rest = script
    clock = script.start
    self.sourceLocation = sourceLocation
  }

  var events: [Event] { locked { recorded } }
  var files: [String: String] { locked { rest.files } }

  var system: System {
    var system = System(
      environment: Environment(rest.environment),
      read: { [self] source, limit throws(ReadError) in try read(source, limit: limit) },
      fileExists: { [self] path in !rest.missingFiles.contains(path.text) },
      isTerminal: { [self] stream in locked { rest.terminals.contains(stream) } },
      openTerminal: { [self] in locked { openTerminal() } },
      send: { [self] transfer in locked { send(transfer) } },
      now: { [self] in locked { clock } },
      sleep: { [self] seconds in locked { sleep(seconds) } },
      // Fixed bits make ids and the demonstration's numbers the same in every run.
      random: { (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210) },
      write: { [self] stream, bytes throws(WriteError) in try write(stream, bytes) },
      startService: { [self] service, hosting throws(ServiceStartError) in
        try locked { start(service, hosting) }.get()
      },
      startListener: { [self] address, _, intake throws(ServiceStartError) in
        try locked { startListener(address, intake) }.get()
      },
      catchStopSignals: { [self] _ in locked { recorded.append(.caughtSignals) } },
      waitForStop: { [self] limit in locked { waitForStop(limit) } },
      replaceFile: { [self] path, bytes throws(StateError) in try locked { replace(path, bytes) }.get() },
      reserveFile: { [self] path, _, _ throws(StateError) in try locked { reserve(path) }.get() },
      othersAccess: { [self] path in locked { rest.openToOthers[path.text] } },
      removeFile: { [self] path throws(StateError) in try locked { remove(path) }.get() },
      lockFile: { [self] path, _ throws(StateError) in try locked { takeLock(path) }.get() },
      openJournal: { [self] path throws(StateError) in try locked { openJournal(path) }.get() },
      cryptography: rest.cryptography,
      libraryVersion: { [self] in locked { libraryVersion() } }
    )
    system.providers = rest.providers
    return system
  }

  func checkThatNothingIsLeft() {
    expectNone(rest.readings.map { "reading \($0.source)" })
    expectNone(rest.openings.map { "opening the terminal: \($0)" })
    expectNone(rest.exchanges.map { _ in "sending a request" })
    expectNone(rest.sleeps.map { "sleeping \($0) s" })
    expectNone(rest.libraryVersions.map { _ in "asking for the library's version" })
    expectNone(rest.requests.map { "the request \($0.method) \($0.path)" })
    expectNone(rest.arrivals.map { _ in "an arrival at the listener" })
    if rest.service != nil { issue("did not happen: starting the service") }
    if rest.listener != nil { issue("did not happen: starting the listener") }
    if service.isRunning { issue("the service was not stopped") }
    if listener.isRunning { issue("the listener was not stopped") }
    if !state.reserved.isEmpty { issue("room was not given back: \(state.reserved.sorted())") }
    if !state.held.isEmpty { issue("not given free: \(state.held.sorted())") }
    if openSessions > 0 { issue("the terminal was not closed") }
  }

  func expectNone(_ left: [String]) {
    for description in left { issue("did not happen: \(description)") }
  }

  func issue(_ text: String) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  func next<Element>(_ list: WritableKeyPath<Script, [Element]>, _ what: String) -> Element? {
    guard !rest[keyPath: list].isEmpty else {
      issue("not in the script: \(what)")
      return nil
    }
    return rest[keyPath: list].removeFirst()
  }
}

extension ScriptedWorld {
  private func read(_ source: InputSource, limit: Int) throws(ReadError) -> [UInt8] {
    let content: Result<[UInt8], ReadError> = locked {
      recorded.append(.read(source))
      if let stored = stateFile(source) { return stored }
      guard let reading = next(\.readings, "reading \(source)") else { return .failure(.notFound) }
      if reading.source != source { issue("\(source) was read instead of \(reading.source)") }
      return reading.content
    }
    let bytes = try content.get()
    guard bytes.count <= limit else { throw .tooLarge(limit: limit) }
    return bytes
  }

  private func write(_ stream: StandardStream, _ bytes: [UInt8]) throws(WriteError) {
    let failure: WriteError? = locked {
      if let failure = rest.writeFailures[stream] { return failure }
      recorded.append(.wrote(stream, String(decoding: bytes, as: UTF8.self)))
      return nil
    }
    if let failure { throw failure }
  }

  private func sleep(_ seconds: Double) -> Bool {
    recorded.append(.slept(seconds))
    guard let expected = next(\.sleeps, "sleeping \(seconds) s") else { return false }
    if expected != seconds { issue("slept \(seconds) s instead of \(expected) s") }
    clock = clock.advanced(bySeconds: seconds)
    return false
  }

  private func libraryVersion() -> String? {
    recorded.append(.askedForLibrary)
    return next(\.libraryVersions, "asking for the library's version") ?? nil
  }

  private func openTerminal() -> TerminalAccess {
    recorded.append(.openedTerminal)
    switch next(\.openings, "opening the terminal") {
    case nil, .some(.none): return .none
    case .background: return .background
    case .person(let lines, let columns):
      openSessions += 1
      let typist = Typist(lines)
      return .open(
        TerminalSession(
          columns: columns,
          write: { [self] text in locked { recorded.append(.wroteTerminal(text)) } },
          readLine: { [self] limit in locked { readLine(typist, limit) } },
          readSecret: { [self] question, limit in
            locked {
              recorded.append(.wroteTerminal(question))
              return readLine(typist, limit, isSecret: true)
            }
          },
          close: { [self] in locked { close(typist) } }
        )
      )
    }
  }

  /// What one person at one opened terminal has left to type.
  private final class Typist: @unchecked Sendable {
    var lines: [Script.Typing]

    init(_ lines: [Script.Typing]) {
      self.lines = lines
    }
  }

  private func readLine(_ typist: Typist, _ limit: Double?, isSecret: Bool = false) -> TerminalLine {
    recorded.append(isSecret ? .readUnseen : .readTerminal(limit: limit))
    guard !typist.lines.isEmpty else {
      issue("not in the script: reading a line from the terminal")
      return .endOfInput
    }
    switch typist.lines.removeFirst() {
    case .endOfInput: return .endOfInput
    case .line(let text, let seconds):
      if let limit, seconds > limit { return deadline(limit) }
      clock = clock.advanced(bySeconds: seconds)
      // What is typed unseen is on no screen.
      recorded.append(.typed(isSecret ? "" : text))
      return .line(text)
    case .nothing:
      guard let limit else {
        issue("a line was read without a limit while nobody types: that would never end")
        return .endOfInput
      }
      return deadline(limit)
    }
  }

  private func deadline(_ limit: Double) -> TerminalLine {
    clock = clock.advanced(bySeconds: limit)
    return .deadline
  }

  private func close(_ typist: Typist) {
    openSessions -= 1
    recorded.append(.closedTerminal)
    expectNone(typist.lines.map { "typing \($0)" })
  }
}
