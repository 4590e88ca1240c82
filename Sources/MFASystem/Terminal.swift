import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// The controlling terminal, used as it is.
///
/// In line mode Ctrl-C, Ctrl-Z, editing and a kill all do what they should, so no setting of it is changed and no
/// signal is handled. The one exception is a secret, which is typed unseen.
struct Terminal: Sendable {
  /// Nil once closed. Separate from `lines`, so that something can be written while a line is awaited.
  private let descriptor: Locked<Int32?>
  private let lines = Locked(LineBuffer())

  static func open() -> TerminalAccess {
    let number = openTerminal()
    guard number >= 0 else { return .none }
    // Reading from the background stops the process (SIGTTIN), and nobody would be told why.
    guard tcgetpgrp(number) == getpgrp() else {
      _ = close(number)
      return .background
    }
    let terminal = Terminal(descriptor: Locked(number))
    return .open(
      TerminalSession(
        columns: columns(of: number),
        write: { terminal.write($0) },
        readLine: { terminal.readLine(seconds: $0) },
        readSecret: { terminal.readSecret($0, seconds: $1) },
        discardInput: { terminal.discardInput() },
        close: { terminal.closeOnce() }
      )
    )
  }

  private static func columns(of number: Int32) -> Int {
    var size = winsize()
    #if canImport(Darwin)
      // TIOCGWINSZ is _IOR('t', 104, struct winsize), a macro that Swift does not import.
      let request: UInt = 0x4008_7468
    #else
      let request = UInt(TIOCGWINSZ)
    #endif
    guard ioctl(number, request, &size) == 0, size.ws_col > 0 else { return 80 }
    return Int(size.ws_col)
  }

  private func write(_ text: String) {
    descriptor.withLock { number in
      guard let number else { return }
      // A terminal that has gone shows at the next line that is read from it.
      _ = Descriptors.write(Array(text.utf8), to: number)
    }
  }

  private func discardInput() {
    descriptor.withLock { number in
      if let number { tcflush(number, TCIFLUSH) }
    }
  }

  private func readLine(seconds: Double?) -> TerminalLine {
    let deadline = seconds.map { Clock.elapsed() + $0 }
    guard let number = descriptor.withLock({ $0 }) else { return .endOfInput }
    return lines.withLock { lines in
      while true {
        if StopSignal.wasCaught { return .interrupted }
        // Before the line: one that was typed ahead is no answer to a question whose time is over.
        if let deadline, Clock.elapsed() >= deadline { return .deadline }
        if let line = lines.takeLine() { return line }
        let descriptors = [number] + [StopSignal.descriptor].compactMap { $0 }
        guard let ready = Readiness.firstToRead(of: descriptors, until: deadline) else { return .deadline }
        guard descriptors[ready] == number, !StopSignal.wasCaught else { continue }
        switch Terminal.readPiece(from: number) {
        case .bytes(let bytes):
          lines.append(bytes)
        case .interrupted:
          continue
        case .end:
          lines.dropUnfinished()
          return .endOfInput
        }
      }
    }
  }

  /// Reads one line that is not shown.
  private func readSecret(_ question: String, seconds: Double?) -> TerminalLine {
    let deadline = seconds.map { Clock.elapsed() + $0 }
    guard let number = descriptor.withLock({ $0 }) else { return .endOfInput }
    while true {
      guard let unseen = UnseenInput(number) else { return .endOfInput }
      _ = Descriptors.write(Array(question.utf8), to: number)
      let line = readUnseen(from: number, until: deadline, unseen)
      unseen.end()
      // A signal was let through and the process goes on: it was stopped for a while, or the signal is caught.
      if let line { return line }
      if StopSignal.wasCaught { return .interrupted }
    }
  }

  /// Nil when a signal waits.
  private func readUnseen(from number: Int32, until deadline: Double?, _ unseen: UnseenInput) -> TerminalLine?
  {
    var buffer = LineBuffer()
    while true {
      if unseen.hasSignal { return nil }
      if let deadline, Clock.elapsed() >= deadline { return .deadline }
      if let line = buffer.takeLine() { return line }
      let next = min(deadline ?? .infinity, Clock.elapsed() + UnseenInput.look)
      guard Readiness.firstToRead(of: [number], until: next) != nil else { continue }
      switch Terminal.readPiece(from: number) {
      case .bytes(let bytes): buffer.append(bytes)
      case .interrupted: continue
      case .end: return .endOfInput
      }
    }
  }

  private enum Piece {
    case bytes([UInt8])
    case interrupted
    case end
  }

  private static func readPiece(from number: Int32) -> Piece {
    var code: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: 4096) { buffer, count in
      let result = read(number, buffer.baseAddress, buffer.count)
      count = max(result, 0)
      code = result < 0 ? errno : 0
    }
    switch code {
    case 0: return bytes.isEmpty ? .end : .bytes(bytes)
    case EINTR, EAGAIN, EWOULDBLOCK: return .interrupted
    // EIO among them: a terminal that hung up, or a process that was orphaned in the background.
    default: return .end
    }
  }

  private func closeOnce() {
    lines.withLock { _ in
      descriptor.withLock { number in
        if let open = number { _ = close(open) }
        number = nil
      }
    }
  }
}

/// Opens the controlling terminal both ways.
private func openTerminal() -> Int32 {
  while true {
    let number = open("/dev/tty", O_RDWR | O_CLOEXEC | O_NOCTTY)
    if number >= 0 || errno != EINTR { return number }
  }
}
