import MFACore
import Testing

@testable import MFACommand

#if canImport(Darwin)
  import Darwin
#else
  import Glibc
#endif

/// Combining marks of two classes cost quadratic time where they are compared by canonical equivalence: a name in a
/// reply that is masked, a header and an argument took minutes.
@Suite("Time to compare what was given and what came", .serialized)
struct ComparingTimeTests {
  private static let marks = String(repeating: "\u{301}\u{323}", count: 1 << 17)

  /// Seconds of the processor: what else the machine does meanwhile is no part of them.
  private var threadTime: Double {
    var time = timespec()
    clock_gettime(CLOCK_THREAD_CPUTIME_ID, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }

  private func isInProportion(_ body: () -> Void) {
    let start = threadTime
    body()
    #expect(threadTime - start < 4)
  }

  @Test(.timeLimit(.minutes(1)))
  func aNameInAReplyThatIsMasked() {
    let body = Array(#"{"i\#(Self.marks)":"tokentoken"}"#.utf8)
    isInProportion {
      let masked = Redactor([Secret("tokentoken")]).redact(body: body, keeping: InboxNotification.ownMembers)
      #expect(masked.suffix(6).elementsEqual(#""***"}"#.utf8))
    }
  }

  @Test(.timeLimit(.minutes(1)))
  func aHeader() {
    isInProportion { _ = try? HeaderLine("a\(Self.marks): b") }
  }

  @Test(
    .timeLimit(.minutes(1)),
    arguments: ["a", "-", "--", "-H", "-H@", "--color=a", "--expect=d", "--proxy=a"]
  )
  func anArgument(_ start: String) {
    let argument = Argument(bytes: Array("\(start)\(Self.marks)".utf8))
    isInProportion { _ = try? FlagParser.parse([argument, argument], isFile: { _ in false }) }
  }

  @Test(.timeLimit(.minutes(1)))
  func manyHeaders() {
    let lines = (0..<20_000).map { HeaderLine.set(name: "a\($0)", value: "b") }
    isInProportion { #expect(HeaderLine.apply(lines, to: []).count == lines.count) }
  }

  @Test("The first of two names is not taken for another that only looks like it")
  func flagsAreComparedByBytes() throws {
    #expect(throws: UsageError.self) { try FlagParser.parse([Argument(bytes: Array("--json\u{301}".utf8))]) }
  }
}
