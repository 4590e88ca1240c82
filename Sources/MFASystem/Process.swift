import CLibraries
import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// What the operating system gave to this process and takes back from it.
package enum Process {
  /// The arguments after the program's name, byte for byte; nil when there is not even a name, so that what was asked
  /// for is not known (`execve` allows an empty vector).
  ///
  /// `CommandLine.arguments` repairs what is not UTF-8, and a file of the repaired name does not exist. It can also be
  /// empty although there were arguments, and then `inspect` would become `respond`.
  package static var arguments: [[UInt8]]? {
    let vector = UnsafeBufferPointer(start: mfa_arguments(), count: Int(mfa_argument_count()))
    return vector.isEmpty ? nil : vector.dropFirst().compactMap { argument in argument.map(bytes) }
  }

  /// The environment, which nothing in this process changes.
  static var environment: Environment {
    Environment(lookUp: { name in getenv(name).map { String(decoding: bytes($0), as: UTF8.self) } })
  }

  /// Makes sure that descriptors 0, 1 and 2 are open, before anything else is opened.
  ///
  /// A process can be started with one of them closed. The next file or socket would get its number,
  /// and an error message would be written into it. So the gap is filled by `/dev/null`, opened the
  /// wrong way round: using the stream then fails with EBADF, as it should.
  package static func prepare() {
    for descriptor: Int32 in 0...2 where fcntl(descriptor, F_GETFD) == -1 && errno == EBADF {
      // The lowest free number is this one, since those below it are open by now.
      _ = open("/dev/null", descriptor == 0 ? O_WRONLY : O_RDONLY)
    }
    letQuitEndTheProcess()
    // A file that may not grow (`ulimit -f`) is an error of the call that writes it, which knows what to clean up.
    _ = signal(SIGXFSZ, SIG_IGN)
  }

  /// The Swift runtime takes SIGQUIT, which Ctrl-\ sends, for a crash: it prints the stack, and lives on.
  private static func letQuitEndTheProcess() {
    let before = signal(SIGQUIT, SIG_DFL)
    // Whoever started the process may want it to be ignored. Pointers to C functions can't be compared.
    if unsafeBitCast(before, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) {
      _ = signal(SIGQUIT, SIG_IGN)
    }
  }

  /// Ends the process, at once.
  ///
  /// Nothing is left to be done at exit: descriptors are written without a buffer, and threads have been joined. The
  /// clean-up that libcurl and the twenty libraries under it would do takes a tenth of a run that sends.
  package static func exit(_ code: Int32) -> Never {
    #if canImport(Darwin)
      Darwin._exit(code)
    #else
      Glibc._exit(code)
    #endif
  }

  private static func bytes(_ text: UnsafeMutablePointer<CChar>) -> [UInt8] {
    Array(UnsafeRawBufferPointer(start: text, count: strlen(text)))
  }
}
