import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// A terminal while it does not show what is typed.
///
/// A signal that ended or stopped the process now would leave the terminal without echo. So those are held back, looked
/// for between two readings, and let through only once the terminal is as it was.
struct UnseenInput {
  /// Every signal but those of a fault, those that end nothing, those that the terminal sends to its background, and
  /// those that the process ignores or that were held back before: these would be looked for in vain.
  private static func held(besides before: sigset_t) -> sigset_t {
    var (set, before) = (sigset_t(), before)
    sigfillset(&set)
    let others = [
      SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGCONT, SIGCHLD, SIGURG, SIGWINCH, SIGTTIN,
      SIGTTOU,
    ]
    for signal in others { sigdelset(&set, signal) }
    for signal in all where isIgnored(signal) || sigismember(&before, signal) == 1 { sigdelset(&set, signal) }
    return set
  }

  /// No system has more signals.
  private static let all: ClosedRange<Int32> = 1...64

  private static func isIgnored(_ signal: Int32) -> Bool {
    var action = sigaction()
    guard sigaction(signal, nil, &action) == 0 else { return false }
    #if canImport(Darwin)
      let handler = action.__sigaction_u.__sa_handler
    #else
      let handler = action.__sigaction_handler.sa_handler
    #endif
    // Pointers to C functions can't be compared.
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }

  /// Seconds between two looks for a signal that is held back.
  static let look = 0.05

  private let terminal: Int32
  private let shown: termios
  private let maskBefore: sigset_t
  private let held: sigset_t

  /// Nil when the terminal can't be told; nothing has changed then.
  init?(_ terminal: Int32) {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return nil }
    self.terminal = terminal
    shown = settings
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, nil, &before)
    maskBefore = before
    held = UnseenInput.held(besides: before)
    var set = held
    pthread_sigmask(SIG_BLOCK, &set, nil)
    guard hide() else {
      pthread_sigmask(SIG_SETMASK, &before, nil)
      return nil
    }
  }

  /// What was typed ahead, seen, is thrown away: it was no answer to a question that did not stand yet.
  private func hide() -> Bool {
    var hidden = shown
    hidden.c_lflag &= ~tcflag_t(ECHO)
    // The line end is shown, so that the cursor does not stay behind the question.
    hidden.c_lflag |= tcflag_t(ICANON)
    return tcsetattr(terminal, TCSAFLUSH, &hidden) == 0
  }

  /// Whether a signal waits.
  var hasSignal: Bool {
    var (pending, held) = (sigset_t(), held)
    sigpending(&pending)
    return UnseenInput.all.contains { sigismember(&pending, $0) == 1 && sigismember(&held, $0) == 1 }
  }

  /// Shows what is typed again, and lets signals through: the process may end or stop here.
  func end() {
    var settings = shown
    // TCSADRAIN, since TCSAFLUSH would throw away what was typed behind the line.
    tcsetattr(terminal, TCSADRAIN, &settings)
    var mask = maskBefore
    pthread_sigmask(SIG_SETMASK, &mask, nil)
  }
}
