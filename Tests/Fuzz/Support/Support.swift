import MFACore
import MFAService

@testable import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Stops the fuzzer with what was expected, if it does not hold.
///
/// It prints before it traps: a precondition of an optimised build keeps its words to itself.
func expect(_ holds: Bool, _ what: @autoclosure () -> String) {
  if !holds { fatalError("does not hold: " + what()) }
}

/// Checks one input, in at most five seconds of the processor.
///
/// libFuzzer's own limit is a clock on the wall, which runs on while the machine does something else.
func check(_ data: UnsafePointer<UInt8>?, _ size: Int, _ body: ([UInt8]) -> Void) -> CInt {
  let start = clock()
  body(Array(UnsafeBufferPointer(start: data, count: size)))
  // POSIX has a million of them in a second.
  let seconds = Double(clock() - start) / 1_000_000
  expect(seconds < 5, "\(size) bytes take less than 5 s: \(seconds)")
  return 0
}

extension Unicode.Scalar {
  /// What could move a cursor, change a colour, reorder what is shown or hide in it, by the properties of Unicode.
  ///
  /// It is worked out apart from the code that it checks. A joiner between emoji has to be looked at with its
  /// neighbours, and variation selectors are harmless.
  var isUnfit: Bool {
    switch properties.generalCategory {
    case .control, .format, .lineSeparator, .paragraphSeparator, .surrogate: return true
    default: return properties.isDefaultIgnorableCodePoint && !(0xFE00...0xFE0F).contains(value)
    }
  }

  /// What a line of JSON on a terminal must not hold as it stands.
  var isUnfitForJSON: Bool {
    if properties.generalCategory == .control || value == 0x2028 || value == 0x2029 { return true }
    return properties.isBidiControl
  }
}

/// Text that is about to reach a terminal, line ends and the styles of the program itself aside.
func expectFit(_ text: String, _ what: String) {
  // Looking properties up is slow, and nearly all text is plain.
  guard !text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F || $0 == 0x0A }) else { return }
  let scalars = Array(text.unicodeScalars)
  for (index, scalar) in scalars.enumerated() where scalar.isUnfit && scalar != "\n" {
    let isJoiner =
      scalar == "\u{200D}" && index > 0 && index + 1 < scalars.count && scalars[index - 1].mayBeJoined
      && scalars[index + 1].mayBeJoined
    expect(isJoiner, "\(what) holds U+\(String(scalar.value, radix: 16)): \(text.debugDescription)")
  }
}

extension Unicode.Scalar {
  /// A part of an emoji; digits and signs are some only in front of other parts.
  fileprivate var mayBeJoined: Bool {
    value > 0xFF && (properties.isEmoji || properties.isEmojiModifier || self == "\u{FE0F}")
  }
}

/// One line of JSON as the program prints it: one document, fit for a terminal.
func readReport(_ line: String) -> JSONObject {
  expect(line.hasSuffix("\n"), "the report ends with a line end: \(line.debugDescription)")
  let text = String(line.dropLast())
  expect(
    !text.unicodeScalars.contains(where: \.isUnfitForJSON),
    "the report holds a control character: \(text.debugDescription)"
  )
  guard let document = try? JSONReader.read(text), let object = document.value.object else {
    fatalError("does not hold: the report is one JSON object: \(text.debugDescription)")
  }
  return object
}

/// The outside world of one run: it gives one input, records what is written and sent, and lets time pass.
///
/// It is `Sendable` because `System` asks for it; everything happens on one thread.
final class FuzzWorld: @unchecked Sendable {
  private(set) var output = ""
  private(set) var errors = ""
  private(set) var screen = ""
  private(set) var sent: [HTTPTransfer] = []
  private var now = FuzzWorld.start
  private let input: [UInt8]
  private var typed: [String]
  private let results: [HTTPResult]

  /// 2030-01-01T00:00:00Z, when every run begins.
  static let start = Timestamp(clamping: 1_893_456_000_000)

  /// - Parameters:
  ///   - input: what every file and standard input hold.
  ///   - typed: the lines of the person at the terminal, who then ends the input; nil for nobody.
  ///   - results: what comes of sending, the last one for ever.
  init(input: [UInt8], typed: [String]? = nil, results: [HTTPResult] = []) {
    self.input = input
    self.typed = typed ?? []
    self.results = results
    hasTerminal = typed != nil
  }

  private let hasTerminal: Bool

  /// Runs the whole program, from the arguments to the exit code.
  func run(_ arguments: [Argument], environment: [String: String] = [:]) -> ExitCode {
    let system = System(
      environment: Environment(environment),
      read: { [self] _, limit throws(ReadError) in
        guard input.count <= limit else { throw .tooLarge(limit: limit) }
        return input
      },
      // Either way, so that a word may be a file or a mistyped command.
      fileExists: { $0.bytes.count.isMultiple(of: 2) },
      isTerminal: { _ in false },
      openTerminal: { [self] in hasTerminal ? .open(session) : .none },
      send: { [self] in send($0) },
      now: { [self] in now },
      sleep: { [self] in
        now = now.advanced(bySeconds: $0)
        return false
      },
      random: { (0x0123_4567_89AB_CDEF, 0xFEDC_BA98_7654_3210) },
      write: { [self] stream, bytes throws(WriteError) in
        let text = String(decoding: bytes, as: UTF8.self)
        if stream == .output { output += text } else { errors += text }
      },
      startService: { _, _ throws(ServiceStartError) in throw .system("there is none") },
      startListener: { _, _, _ throws(ServiceStartError) in throw .system("there is none") },
      catchStopSignals: { _ in },
      waitForStop: { _ in true },
      replaceFile: { path, _ throws(StateError) in throw .system(path, "there is none") },
      reserveFile: { path, _, _ throws(StateError) in throw .system(path, "there is none") },
      othersAccess: { _ in nil },
      removeFile: { path throws(StateError) in throw .system(path, "there is none") },
      lockFile: { path, _ throws(StateError) in throw .system(path, "there is none") },
      openJournal: { path throws(StateError) in throw .system(path, "there is none") },
      cryptography: .missing([]),
      libraryVersion: { nil }
    )
    return Program(system: system).run(arguments)
  }

  func run(_ arguments: String..., environment: [String: String] = [:]) -> ExitCode {
    run(arguments.map { Argument(bytes: Array($0.utf8)) }, environment: environment)
  }

  private var session: TerminalSession {
    TerminalSession(
      columns: 80,
      write: { [self] in screen += $0 },
      readLine: { [self] _ in typed.isEmpty ? .endOfInput : .line(typed.removeFirst()) },
      readSecret: { [self] _, _ in typed.isEmpty ? .endOfInput : .line(typed.removeFirst()) },
      close: {}
    )
  }

  private func send(_ transfer: HTTPTransfer) -> HTTPResult {
    defer { sent.append(transfer) }
    if let result = sent.count < results.count ? results[sent.count] : results.last { return result }
    return HTTPResult(
      reply: nil,
      failure: TransferFailure(cause: .notConnected, detail: "nobody there"),
      mayHaveArrived: false,
      durationMilliseconds: 1
    )
  }
}
