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
  /// Every signal but those of a fault, those that end nothing, and those that the terminal sends to its background.
  private static let held: sigset_t = {
    var set = sigset_t()
    sigfillset(&set)
    let others = [
      SIGSEGV, SIGBUS, SIGFPE, SIGILL, SIGTRAP, SIGABRT, SIGSYS, SIGCONT, SIGCHLD, SIGURG, SIGWINCH, SIGTTIN,
      SIGTTOU,
    ]
    for signal in others { sigdelset(&set, signal) }
    return set
  }()
  /// Seconds between two looks for a signal that is held back.
  static let look = 0.05

  private let terminal: Int32
  private let shown: termios
  private let maskBefore: sigset_t

  /// Nil when the terminal can't be told; nothing has changed then.
  init?(_ terminal: Int32) {
    var settings = termios()
    guard tcgetattr(terminal, &settings) == 0 else { return nil }
    self.terminal = terminal
    shown = settings
    var set = UnseenInput.held
    var before = sigset_t()
    pthread_sigmask(SIG_BLOCK, &set, &before)
    maskBefore = before
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
    var pending = sigset_t()
    sigpending(&pending)
    var held = UnseenInput.held
    // No system has more signals.
    return (1...64).contains { sigismember(&pending, $0) == 1 && sigismember(&held, $0) == 1 }
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
