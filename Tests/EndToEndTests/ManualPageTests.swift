import Foundation
import Testing

/// The manual page: it says all that the help says, and every `man` can show it.
@Suite("Manual page")
struct ManualPageTests {
  /// The page as it is written and as words, without the escapes of its hyphens and quotes.
  private static func page() throws -> (source: String, words: String) {
    let result = try Binary.run(["man"])
    #expect(result.status == .exited(0))
    #expect(result.stderr == "")
    let replacements = [("\\-", "-"), ("\\(aq", "'"), ("\\fB", ""), ("\\fI", ""), ("\\fR", ""), ("\\&", "")]
    let words = replacements.reduce(result.stdout) {
      $0.replacingOccurrences(of: $1.0, with: $1.1)
    }
    return (result.stdout, words)
  }

  /// The lines of one block of `--help`, without its heading.
  private static func block(_ heading: String) throws -> [Substring] {
    let lines = try Binary.run(["--help"]).stdout.split(separator: "\n", omittingEmptySubsequences: false)
    let start = try #require(lines.firstIndex { $0 == heading })
    let block = lines[(start + 1)...].prefix { !$0.isEmpty }
    #expect(!block.isEmpty)
    return Array(block)
  }

  @Test("Every flag with its letter, its value and its variable")
  func flags() throws {
    let words = try Self.page().words
    let help = try Binary.run(["--help"]).stdout
    let heads = help.split(separator: "\n").filter { $0.hasPrefix("      --") || $0.hasPrefix("  -") }
    #expect(heads.count > 30)
    for head in heads {
      let head = head.trimmingCharacters(in: .whitespaces)
      #expect(words.contains("\n.TP\n\(head)\n"), "\(head)")
    }
  }

  @Test("Every command, variable and exit code, in the words of the help")
  func blocks() throws {
    let words = try Self.page().words
    for heading in ["Commands:", "Exit codes:"] {
      for line in try Self.block(heading) {
        let entry = try #require(line.firstMatch(of: /^  (\S.*?)  +(\S.*)$/))
        #expect(words.contains("\n.TP\n\(entry.1)\n\(entry.2)\n"), "\(line)")
      }
    }
    for variable in try Self.block("Environment:").compactMap({ $0.firstMatch(of: /^  (\S.*?)($|  )/)?.1 }) {
      #expect(words.contains("\n.TP\n\(variable)\n"), "\(variable)")
    }
  }

  @Test("No line of text is taken for a request, and none has a blank at its end")
  func source() throws {
    let source = try Self.page().source
    let macros = ["TH", "SH", "SS", "TP", "PP", "B", "br", "nf", "fi"]
    for line in source.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      #expect(!line.isEmpty && !line.hasSuffix(" "), "\(line)")
      // A quote at the start is a request as well, and anywhere else it may be shown as a typographic one.
      #expect(!line.contains("'"), "\(line)")
      if line.hasPrefix(".") {
        let name = line.dropFirst().prefix { $0 != " " }
        #expect(macros.contains(String(name)), "\(line)")
      }
      for part in line.split(separator: "\\", omittingEmptySubsequences: false).dropFirst() {
        let isKnown = ["-", "&", "(aq", "fB", "fI", "fR", "e"].contains { part.hasPrefix($0) }
        #expect(isKnown, "an escape that is not ours: \(line)")
      }
    }
    #expect(source.utf8.allSatisfy { $0 < 0x80 }, "not every man reads UTF-8")
  }

  private static let groff = program("groff")
  private static let man = program("man")

  private static func program(_ name: String) -> String? {
    ["/usr/bin/", "/usr/local/bin/", "/opt/homebrew/bin/"].map { $0 + name }
      .first(where: FileManager.default.isExecutableFile)
  }

  @Test("groff has no warning", .enabled(if: groff != nil, "needs groff"))
  func renders() throws {
    let source = try Self.page().source
    let result = try Binary.run(
      ["-man", "-ww", "-Tutf8", "-z"],
      stdin: .text(source),
      program: Self.groff
    )
    #expect(result.status == .exited(0))
    #expect(result.stderr == "")
    // An example can be pasted into a shell as it is shown.
    let shown = try Binary.run(
      ["-man", "-Tutf8", "-P-c", "-P-b", "-P-u"],
      stdin: .text(source),
      program: Self.groff
    )
    #expect(shown.stdout.contains("mfa-cli --deny --deny-reason 'not me' push.apns"))
  }

  #if os(Linux)
    @Test("man shows it from a file", .enabled(if: man != nil && groff != nil, "needs man and groff"))
    func shows() throws {
      let folder = try TemporaryFolder()
      let file = try folder.write("mfa-cli.1", try Self.page().source)
      let result = try Binary.run(
        ["--warnings=w", "-l", file],
        environment: ["MANWIDTH": "80", "MANPAGER": "cat"],
        program: Self.man
      )
      #expect(result.status == .exited(0))
      #expect(result.stderr == "")
      for word in ["MFA-CLI(1)", "SYNOPSIS", "--retry-all-errors", "EXIT STATUS", "130, 143"] {
        #expect(result.stdout.contains(word), "\(word)")
      }
    }
  #endif
}
