package import MFACore
package import MFAService

/// Everything that the command asks of the outside world, as one value of closures.
///
/// `MFASystem` builds the live one, tests build scripted ones; nothing else reaches a file, a terminal,
/// a clock or the network. None of the closures decides anything: what to do with an answer is `MFACommand`'s.
package struct System: Sendable {
  /// The services that it speaks with.
  package var providers = Provider.all
  /// The environment as it was at the start.
  package var environment: Environment
  /// Reads a whole file or standard input, at most `limit` bytes.
  package var read: @Sendable (_ source: InputSource, _ limit: Int) throws(ReadError) -> [UInt8]
  /// Whether there is a file of this name, of whatever kind; it is not opened.
  package var fileExists: @Sendable (_ path: FilePath) -> Bool
  /// Whether a descriptor is a terminal.
  package var isTerminal: @Sendable (_ stream: StandardStream) -> Bool
  /// Opens the controlling terminal for one question.
  package var openTerminal: @Sendable () -> TerminalAccess
  /// Sends one request and waits for its reply.
  package var send: @Sendable (_ transfer: HTTPTransfer) -> HTTPResult
  /// The wall clock.
  package var now: @Sendable () -> Timestamp
  /// Waits that many seconds; true when a stop signal that was caught ended it early.
  package var sleep: @Sendable (_ seconds: Double) -> Bool
  /// 128 random bits, for a random UUID and the like.
  package var random: @Sendable () -> (UInt64, UInt64)
  /// Writes all bytes to standard output or standard error.
  package var write: @Sendable (_ stream: StandardStream, _ bytes: [UInt8]) throws(WriteError) -> Void
  /// Starts the practice service in a thread of its own.
  /// Ends the process as SIGPIPE does, unless whoever started it has that ignored: the reader of standard output has
  /// gone, which `write` has told without ending it.
  package var endOfPipe: @Sendable () -> Void
  package var startService:
    @Sendable (_ service: PracticeService, _ hosting: ServiceHosting) throws(ServiceStartError) ->
      RunningService
  /// Starts a listener that queues what its requests bring for the thread that takes it. `refused` is told why a request
  /// did not come that far, each reason once.
  package var startListener:
    @Sendable (
      _ address: ListenAddress, _ refused: @escaping @Sendable (_ reason: String) -> Void,
      _ intake: @escaping IntakeHandler
    ) throws(ServiceStartError) -> RunningListener
  /// From now on the first SIGINT or SIGTERM is caught, to be seen by whatever waits, a request on its way included; a
  /// second one ends the process. The end of `duration`, in seconds, counts as one too.
  package var catchStopSignals: @Sendable (_ duration: Double?) -> Void
  /// Waits for a stop signal that was caught, at most `seconds` when given; false when the time was over first.
  package var waitForStop: @Sendable (_ seconds: Double?) -> Bool
  /// Puts a file of state in its place, complete or not at all; its folder is made when it is missing.
  package var replaceFile: @Sendable (_ path: FilePath, _ contents: [UInt8]) throws(StateError) -> Void
  /// Takes room for the next contents of a file of state. What a killed run leaves of it is removed by the next run that
  /// changes `owner`, a file of the same folder.
  package var reserveFile:
    @Sendable (_ path: FilePath, _ size: Int, _ owner: FilePath) throws(StateError) -> ReservedRoom
  /// What others than its owner may do with a file or folder of the user's; nil where it is not the user's, is a pipe or
  /// the like, or where nobody can say.
  package var othersAccess: @Sendable (_ path: FilePath) -> OthersAccess?
  /// Removes a file; one that is not there is no error.
  package var removeFile: @Sendable (_ path: FilePath) throws(StateError) -> Void
  /// Takes the lock that a file stands for, waiting at most `seconds` for another process to let go.
  package var lockFile: @Sendable (_ path: FilePath, _ seconds: Double) throws(StateError) -> HeldLock
  /// Opens a file for appending, and makes it when it is missing; another process that has it open as a journal is
  /// an error. Read it only afterwards: until then somebody else may be writing it.
  package var openJournal: @Sendable (_ path: FilePath) throws(StateError) -> Journal
  /// Hashes, signatures and keys.
  package var cryptography: Cryptography
  /// The HTTP library's own name and version, or nil when it can't be opened.
  package var libraryVersion: @Sendable () -> String?
  /// The commit that the program was built from; nil for a build that is no release.
  package var buildCommit: String?

  package init(
    environment: Environment,
    read: @escaping @Sendable (InputSource, Int) throws(ReadError) -> [UInt8],
    fileExists: @escaping @Sendable (FilePath) -> Bool,
    isTerminal: @escaping @Sendable (StandardStream) -> Bool,
    openTerminal: @escaping @Sendable () -> TerminalAccess,
    send: @escaping @Sendable (HTTPTransfer) -> HTTPResult,
    now: @escaping @Sendable () -> Timestamp,
    sleep: @escaping @Sendable (Double) -> Bool,
    random: @escaping @Sendable () -> (UInt64, UInt64),
    write: @escaping @Sendable (StandardStream, [UInt8]) throws(WriteError) -> Void,
    startService:
      @escaping @Sendable (PracticeService, ServiceHosting) throws(ServiceStartError) ->
      RunningService,
    startListener:
      @escaping @Sendable (ListenAddress, @escaping @Sendable (String) -> Void, @escaping IntakeHandler)
      throws(ServiceStartError) -> RunningListener,
    catchStopSignals: @escaping @Sendable (Double?) -> Void,
    waitForStop: @escaping @Sendable (Double?) -> Bool,
    replaceFile: @escaping @Sendable (FilePath, [UInt8]) throws(StateError) -> Void,
    reserveFile: @escaping @Sendable (FilePath, Int, FilePath) throws(StateError) -> ReservedRoom,
    othersAccess: @escaping @Sendable (FilePath) -> OthersAccess?,
    removeFile: @escaping @Sendable (FilePath) throws(StateError) -> Void,
    lockFile: @escaping @Sendable (FilePath, Double) throws(StateError) -> HeldLock,
    openJournal: @escaping @Sendable (FilePath) throws(StateError) -> Journal,
    cryptography: Cryptography,
    libraryVersion: @escaping @Sendable () -> String?,
    buildCommit: String? = nil,
    endOfPipe: @escaping @Sendable () -> Void = {}
  ) {
    self.environment = environment
    self.read = read
    self.fileExists = fileExists
    self.isTerminal = isTerminal
    self.openTerminal = openTerminal
    self.send = send
    self.now = now
    self.sleep = sleep
    self.random = random
    self.write = write
    self.startService = startService
    self.startListener = startListener
    self.catchStopSignals = catchStopSignals
    self.waitForStop = waitForStop
    self.replaceFile = replaceFile
    self.reserveFile = reserveFile
    self.othersAccess = othersAccess
    self.removeFile = removeFile
    self.lockFile = lockFile
    self.openJournal = openJournal
    self.cryptography = cryptography
    self.libraryVersion = libraryVersion
    self.buildCommit = buildCommit
    self.endOfPipe = endOfPipe
  }
}

/// The environment variables of the process.
package struct Environment: Sendable {
  private let lookUp: @Sendable (String) -> String?

  package init(_ variables: [String: String]) {
    lookUp = { variables[$0] }
  }

  /// - Parameter lookUp: the value of a variable, nil when it is not set. A look-up each is cheaper than a
  ///   dictionary of all.
  package init(lookUp: @escaping @Sendable (String) -> String?) {
    self.lookUp = lookUp
  }

  /// The value of a variable of the program's own, without what a paste, an editor or a CI system put around it: a byte
  /// order mark, and white space at its ends. One with nothing else in it counts as unset.
  func setting(_ name: String) -> String? {
    guard let value = self[name] else { return nil }
    let scalars = value.unicodeScalars
    let text = String(scalars.first == "\u{FEFF}" ? scalars.dropFirst() : scalars[...]).trimmed
    return text.isEmpty ? nil : text
  }

  /// The value of a variable; an empty one counts as unset.
  package subscript(name: String) -> String? {
    guard let value = lookUp(name), !value.isEmpty else { return nil }
    return value
  }
}

/// A file name as the bytes that the operating system knows it by, which need not be UTF-8.
package struct FilePath: Sendable, Equatable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) {
    self.bytes = bytes
  }

  package init(_ text: String) {
    self.bytes = Array(text.utf8)
  }

  /// The name for people: what is not UTF-8 is replaced. It is not sanitised for a terminal.
  package var text: String { String(decoding: bytes, as: UTF8.self) }
}

/// Where bytes are read from.
package enum InputSource: Sendable, Equatable {
  case file(FilePath)
  case standardInput
}

/// A standard stream of the process.
package enum StandardStream: Sendable, Equatable {
  case input, output, error
}

/// Why a file or standard input could not be read.
package enum ReadError: Error, Sendable, Equatable {
  /// It holds more bytes than the limit.
  case tooLarge(limit: Int)
  case notFound
  case isDirectory
  /// The operating system's own words, such as "Permission denied".
  case system(String)
}

/// Why output could not be written.
package enum WriteError: Error, Sendable, Equatable {
  /// The reader of a pipe has gone.
  case closedPipe
  /// A stop signal was caught, and the pipe is full: its reader does not read.
  case unread
  /// The operating system's own words.
  case system(String)
}

/// What came of opening the controlling terminal.
package enum TerminalAccess: Sendable {
  case open(TerminalSession)
  /// The process has no controlling terminal, or it can't be opened.
  case none
  /// There is one, but the process is in its background: reading would stop the process.
  case background
}

/// The controlling terminal, open both ways in line mode until `close`.
package struct TerminalSession: Sendable {
  /// Its width in columns, 80 when it does not say.
  package let columns: Int
  /// Whether `TERM` names a terminal that understands escape sequences is the command's business; this only writes.
  package var write: @Sendable (_ text: String) -> Void
  /// Reads one line, without its line end, waiting at most `seconds` when given.
  package var readLine: @Sendable (_ seconds: Double?) -> TerminalLine
  /// The same without showing what is typed. The question is written once nothing is shown any more, and again after a
  /// stop: what somebody types as soon as it stands must be neither seen nor lost. The terminal is as it was on every
  /// way out, signals included.
  package var readSecret: @Sendable (_ question: String, _ seconds: Double?) -> TerminalLine
  /// Throws away what was typed and not read yet.
  package var discardInput: @Sendable () -> Void
  package var close: @Sendable () -> Void

  package init(
    columns: Int,
    write: @escaping @Sendable (String) -> Void,
    readLine: @escaping @Sendable (Double?) -> TerminalLine,
    readSecret: @escaping @Sendable (String, Double?) -> TerminalLine,
    discardInput: @escaping @Sendable () -> Void = {},
    close: @escaping @Sendable () -> Void
  ) {
    self.columns = columns
    self.write = write
    self.readLine = readLine
    self.readSecret = readSecret
    self.discardInput = discardInput
    self.close = close
  }
}

/// What came of reading one line from the terminal.
package enum TerminalLine: Sendable, Equatable {
  /// A line that ended with Enter. Bytes that are not UTF-8 were replaced by U+FFFD.
  case line(String)
  /// A line so long that the terminal may have dropped a part of it: nobody knows what was typed.
  case cut
  /// The terminal was closed or Ctrl-D was typed, whether or not something stood on the line.
  case endOfInput
  /// The time was over first.
  case deadline
  /// A stop signal was caught; without `catchStopSignals` it ends the process instead.
  case interrupted
}
