import MFACore
import MFAService
import Testing

@testable import MFACommand

/// What the outside world does during one run of the program, written down beforehand.
///
/// It is strict both ways: an effect that is not written down records an issue, and so does one that is written
/// down and does not happen.
struct Script {
  /// 2030-01-01T00:00:00Z, when every script begins unless it says otherwise.
  static let start = time("2030-01-01T00:00:00Z")

  static func time(_ text: String) -> Timestamp {
    guard let time = RFC3339.parse(text) else { preconditionFailure("no time: \(text)") }
    return time
  }

  /// One thing that is read, in this order.
  struct Reading {
    let source: InputSource
    let content: Result<[UInt8], ReadError>

    static func file(_ name: String, _ text: String) -> Reading {
      Reading(source: .file(FilePath(name)), content: .success(Array(text.utf8)))
    }

    static func file(_ name: String, _ error: ReadError) -> Reading {
      Reading(source: .file(FilePath(name)), content: .failure(error))
    }

    static func standardInput(_ text: String) -> Reading {
      Reading(source: .standardInput, content: .success(Array(text.utf8)))
    }
  }

  /// What comes of opening the terminal once.
  enum Opening {
    case none, background
    /// A person types these lines.
    case person([Typing], columns: Int)

    static func types(_ lines: String...) -> Opening {
      .person(lines.map { .line($0, after: 0) }, columns: 80)
    }
  }

  /// One reading of a line at the terminal.
  enum Typing {
    case line(String, after: Double)
    case endOfInput
    /// Nobody types until the limit has passed; without a limit that would never end.
    case nothing
  }

  /// One reply to a request, which may depend on it.
  typealias Exchange = @Sendable (HTTPTransfer) -> HTTPResult

  /// What starting the practice service comes to.
  enum Service {
    /// The real state machine answers whatever is sent.
    case runs(url: String)
    /// The real state machine answers the script's requests, until the signal that is waited for.
    case serves(url: String)
    /// It starts, but what is sent to it gets the script's exchanges.
    case pretends(url: String)
    case fails(ServiceStartError)
  }

  /// What starting a listener comes to.
  enum Listener {
    case runs(url: String)
    case fails(ServiceStartError)
  }

  /// What happens when nothing is queued.
  enum Arrival {
    /// These come, one after the other, before any of them is dealt with.
    case requests([ServiceRequest])
    /// The time is over; these come at the last moment.
    case deadline(late: [ServiceRequest])
    /// A stop signal.
    case signal
  }

  var providers = Provider.all
  var environment: [String: String] = [:]
  var start = Script.start
  /// The standard streams that are terminals.
  var terminals: Set<StandardStream> = []
  var readings: [Reading] = []
  /// The names of files that are not there; what a script has read need not be listed as there.
  var missingFiles: Set<String> = []
  var openings: [Opening] = []
  var exchanges: [Exchange] = []
  var sleeps: [Double] = []
  var service: Service?
  /// What comes to the service while the program waits for a signal.
  var requests: [ServiceRequest] = []
  var listener: Listener?
  var arrivals: [Arrival] = []
  /// What the files that keep state hold.
  var files: [String: String] = [:]
  /// What others may do with a file.
  var openToOthers: [String: OthersAccess] = [:]
  /// Bytes up to which a journal is never too long.
  var mostJournalBytes = Int.max
  /// The locks and journals that another process has.
  var inUse: Set<String> = []
  /// What every write of a whole file of state fails with.
  var writeFailure: StateError?
  /// How many additions to a journal there is room for.
  var journalSpace = Int.max
  var libraryVersions: [String?] = []
  var cryptography = Cryptography.missing(["libcrypto.so.3"])
  /// What every write to a stream fails with.
  var writeFailures: [StandardStream: WriteError] = [:]

  /// Runs the program in this world.
  func run(_ arguments: String..., sourceLocation: SourceLocation = #_sourceLocation) -> Run {
    run(arguments.map { Argument(bytes: Array($0.utf8)) }, sourceLocation: sourceLocation)
  }

  func run(_ arguments: [String], sourceLocation: SourceLocation = #_sourceLocation) -> Run {
    run(arguments.map { Argument(bytes: Array($0.utf8)) }, sourceLocation: sourceLocation)
  }

  func run(_ arguments: [Argument], sourceLocation: SourceLocation = #_sourceLocation) -> Run {
    let world = ScriptedWorld(self, sourceLocation)
    let exitCode = Program(system: world.system).run(arguments)
    world.checkThatNothingIsLeft()
    let run = Run(exitCode: exitCode, events: world.events, files: world.files)
    // Playing it again is not seen.
    if let witness = Script.witness { Script.$witness.withValue(nil) { witness(self, arguments, run) } }
    return run
  }

  /// Is told of every run, for a test that plays each again under other circumstances.
  @TaskLocal static var witness: (@Sendable (Script, [Argument], Run) -> Void)?
}

/// A reply of that status.
func reply(_ status: Int, _ body: String = "", headers: [(String, String)] = []) -> Script.Exchange {
  { _ in
    HTTPResult(
      reply: HTTPReply(
        status: status,
        headers: headers.map { HTTPReply.Header(name: $0.0, value: $0.1) },
        body: Array(body.utf8),
        retryAfterSeconds: nil
      ),
      failure: nil,
      mayHaveArrived: true,
      durationMilliseconds: 12
    )
  }
}

/// No reply.
func failure(_ cause: TransferFailure.Cause, _ detail: String = "", arrived: Bool = false) -> Script.Exchange
{
  { _ in
    HTTPResult(
      reply: nil,
      failure: TransferFailure(cause: cause, detail: detail),
      mayHaveArrived: arrived,
      durationMilliseconds: 12
    )
  }
}
