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
  private var rest: Script
  private var clock: Timestamp
  private var service: PracticeService?
  private var runsService = false
  private var openSessions = 0
  private var recorded: [Event] = []
  private let sourceLocation: SourceLocation

  init(_ script: Script, _ sourceLocation: SourceLocation) {
    rest = script
    clock = script.start
    self.sourceLocation = sourceLocation
  }

  var events: [Event] { locked { recorded } }

  var system: System {
    System(
      environment: Environment(rest.environment),
      read: { [self] source, limit throws(ReadError) in try read(source, limit: limit) },
      isTerminal: { [self] stream in locked { rest.terminals.contains(stream) } },
      openTerminal: { [self] in locked { openTerminal() } },
      send: { [self] transfer in locked { send(transfer) } },
      now: { [self] in locked { clock } },
      sleep: { [self] seconds in locked { sleep(seconds) } },
      // Fixed bits make ids and the demonstration's numbers the same in every run.
      random: { (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210) },
      write: { [self] stream, bytes throws(WriteError) in try write(stream, bytes) },
      startService: { [self] service, _ throws(ServiceStartError) in try start(service) },
      startServer: { [self] _, _ throws(ServiceStartError) in
        issue("not in the script: starting a server")
        throw .system("not in the script")
      },
      startListener: { [self] _, _ throws(ServiceStartError) in
        issue("not in the script: starting a listener")
        throw .system("not in the script")
      },
      catchStopSignals: { [self] in issue("not in the script: catching signals") },
      waitForStop: { [self] _ in
        issue("not in the script: waiting for a signal")
        return true
      },
      replaceFile: { [self] path, _ throws(StateError) in throw unexpected("replacing", path) },
      lockFile: { [self] path, _ throws(StateError) in throw unexpected("locking", path) },
      openJournal: { [self] path throws(StateError) in throw unexpected("opening the journal", path) },
      libraryVersion: { [self] in locked { libraryVersion() } }
    )
  }

  func checkThatNothingIsLeft() {
    expectNone(rest.readings.map { "reading \($0.source)" })
    expectNone(rest.openings.map { "opening the terminal: \($0)" })
    expectNone(rest.exchanges.map { _ in "sending a request" })
    expectNone(rest.sleeps.map { "sleeping \($0) s" })
    expectNone(rest.libraryVersions.map { _ in "asking for the library's version" })
    if rest.service != nil { issue("did not happen: starting the service") }
    if runsService { issue("the service was not stopped") }
    if openSessions > 0 { issue("the terminal was not closed") }
  }

  private func expectNone(_ left: [String]) {
    for description in left { issue("did not happen: \(description)") }
  }

  private func issue(_ text: String) {
    Issue.record(Comment(rawValue: text), sourceLocation: sourceLocation)
  }

  private func unexpected(_ what: String, _ path: FilePath) -> StateError {
    issue("not in the script: \(what) \(path.text)")
    return .system(path, "not in the script")
  }

  private func locked<Value>(_ body: () -> Value) -> Value {
    lock.lock()
    defer { lock.unlock() }
    return body()
  }

  private func next<Element>(_ list: WritableKeyPath<Script, [Element]>, _ what: String) -> Element? {
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

  private func sleep(_ seconds: Double) {
    recorded.append(.slept(seconds))
    guard let expected = next(\.sleeps, "sleeping \(seconds) s") else { return }
    if expected != seconds { issue("slept \(seconds) s instead of \(expected) s") }
    clock = clock.advanced(bySeconds: seconds)
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

  private func readLine(_ typist: Typist, _ limit: Double?) -> TerminalLine {
    recorded.append(.readTerminal(limit: limit))
    guard !typist.lines.isEmpty else {
      issue("not in the script: reading a line from the terminal")
      return .endOfInput
    }
    switch typist.lines.removeFirst() {
    case .endOfInput: return .endOfInput
    case .line(let text, let seconds):
      if let limit, seconds > limit { return deadline(limit) }
      clock = clock.advanced(bySeconds: seconds)
      recorded.append(.typed(text))
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

extension ScriptedWorld {
  private func start(_ service: PracticeService) throws(ServiceStartError) -> RunningService {
    let started: Result<RunningService, ServiceStartError> = locked {
      recorded.append(.startedService)
      switch rest.service {
      case nil:
        issue("not in the script: starting the service")
        return .failure(.system("not in the script"))
      case .fails(let error):
        rest.service = nil
        return .failure(error)
      case .runs(let url):
        rest.service = nil
        self.service = service
        return .success(running(url))
      case .pretends(let url):
        rest.service = nil
        return .success(running(url))
      }
    }
    return try started.get()
  }

  private func running(_ url: String) -> RunningService {
    runsService = true
    return RunningService(url: url) { [self] in
      locked {
        runsService = false
        service = nil
      }
    }
  }

  private func send(_ transfer: HTTPTransfer) -> HTTPResult {
    recorded.append(.sent(transfer))
    if service != nil { return answerAsService(transfer.request) }
    return next(\.exchanges, "sending to \(transfer.request.url)")?(transfer)
      ?? failure(.notConnected)(transfer)
  }

  /// Requests go to the real service, by value instead of over a socket.
  private func answerAsService(_ request: HTTPRequest) -> HTTPResult {
    let path =
      request.url.wireText.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false)
      .last.map { $0.drop { $0 != "/" } } ?? ""
    let headers = request.headers.map { ($0.name.lowercased(), $0.wireValue) }
    let response = service?.respond(
      ServiceRequest(
        method: request.method,
        path: String(path),
        headers: Dictionary(headers) { first, _ in first },
        body: request.body
      ),
      now: clock
    )
    return reply(
      response?.status ?? 0,
      String(decoding: response?.body ?? [], as: UTF8.self),
      headers: [("Content-Type", "application/json")]
    )(HTTPTransfer(request))
  }
}

extension HTTPTransfer {
  /// A transfer on no particular terms.
  fileprivate init(_ request: HTTPRequest) {
    self.init(
      request: request,
      connectTimeout: 0,
      maxTime: 0,
      caFile: nil,
      insecure: false,
      proxy: .direct
    )
  }
}
