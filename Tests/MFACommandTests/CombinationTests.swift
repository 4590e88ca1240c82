import MFACore
import Testing

@testable import MFACommand

/// Flags that do and don't go together, and files that flags name.
@Suite("Combinations and files")
struct CombinationTests {
  struct Combination: CustomTestStringConvertible, Sendable {
    let arguments: [String]
    /// Nil when they go together.
    let error: UsageError?
    var testDescription: String { arguments.joined(separator: " ") }

    init(_ arguments: String..., error: UsageError? = nil) {
      self.arguments = arguments
      self.error = error
    }
  }

  @Test(
    arguments: [
      Combination("--approve", "--approve"),
      Combination("--number", "1", "--number", "2"),
      Combination("--deny", "--deny-reason", "x"),
      Combination("--deny-reason", "x"),
      Combination("--force", "--deny"),
      Combination("--no-input", "--approve"),
      Combination("--approve", "--deny", error: .twoDecisions("--approve", "--deny")),
      Combination("--deny", "--number=1", error: .twoDecisions("--deny", "--number")),
      Combination(
        "--number=1",
        "--number-other-than=1",
        error: .twoDecisions("--number", "--number-other-than")
      ),
      Combination("--approve", "--approve", "--deny", error: .twoDecisions("--approve", "--deny")),
      Combination("--force", error: .flagNeeds(flag: "--force", needed: "a decision flag")),
      Combination("--approve", "--deny-reason=x", error: .flagNeeds(flag: "--deny-reason", needed: "--deny")),
      Combination(
        "--number=1",
        "--deny-reason=x",
        error: .flagNeeds(flag: "--deny-reason", needed: "--deny")
      ),
    ]
  )
  func combination(_ row: Combination) throws {
    if let error = row.error {
      #expect(throws: error) { try SettingsTests.respond(row.arguments + ["-"]) }
    } else {
      _ = try SettingsTests.respond(row.arguments + ["-"])
    }
  }

  @Test(
    "What polling takes and what it does not",
    arguments: [
      ("respond", "--poll", "--approve --credential=x --push=y --interval=1 --retry-limit=2", nil),
      ("listen", "--poll", "--approve --credential=x --interval=1 --count=1 --for=1", nil),
      ("respond", "", "--push=y", "--push"), ("respond", "", "--credential=x", "--credential"),
      ("respond", "", "--interval=1", "--interval"), ("respond", "", "--retry-limit=1", "--retry-limit"),
      ("listen", "", "--interval=1", "--interval"), ("listen", "", "--credential=x", "--credential"),
      ("respond", "--poll", "--approve p", "PAYLOAD"), ("respond", "--poll", "--approve -", "PAYLOAD"),
      ("respond", "--poll", "--received-at=1", "--received-at"), ("listen", "--poll", "--port=1", "--port"),
      ("listen", "--poll", "--host=::1", "--host"), ("listen", "--poll", "--allow-remote", "--allow-remote"),
      ("listen", "--poll", "--max-pending=1", "--max-pending"), ("listen", "--poll", "--push=y", "--push"),
      ("respond", "--poll", "--interval=x", "--interval"), ("inspect", "--poll", "", "--poll"),
      ("enroll", "--key-type=rsa", "pushauth://push/x", "--key-type"), ("enroll", "", "a b", ""),
      ("credentials list", "", "x", "x"), ("credentials show", "", "", "ID"),
      ("credentials lock", "--key-type=p256", "x", "--key-type"),
    ] as [(String, String, String, String?)]
  )
  func polling(_ command: String, _ first: String, _ further: String, _ named: String?) {
    let words = [command, first, further].joined(separator: " ").split(separator: " ").map { String($0) }
    let run = CredentialScript.script([:]).run(words)
    if let named {
      #expect(run.exitCode == .usage && run.errors.contains(named), "\(run.transcript)")
    } else {
      // There is nothing to poll with, which is found out behind the flags.
      #expect(run.exitCode == .credential, "\(run.transcript)")
    }
    #expect(run.transfers.isEmpty)
  }

  @Test("The last of a repeated decision wins")
  func lastDecision() throws {
    let settings = try SettingsTests.respond(["--number", "1", "--number", "2", "-"])
    #expect(settings.answering.requested == .number(MatchValue("2")))
  }

  // MARK: Files

  struct BadFile: CustomTestStringConvertible, Sendable {
    let flag: String
    let content: Result<String, ReadError>
    let error: @Sendable (SettingOrigin, FilePath) -> UsageError
    var testDescription: String { "\(flag): \(content)" }

    init(_ flag: String, _ text: String, _ problem: UnusableFile) {
      self.flag = flag
      content = .success(text)
      error = { .unusableFile(origin: $0, path: $1, problem) }
    }

    init(_ flag: String, _ problem: ReadError) {
      self.flag = flag
      content = .failure(problem)
      error = { .unreadableFile(origin: $0, path: $1, problem) }
    }
  }

  static let badFiles: [BadFile] =
    ["--cacert", "--bearer-token-file", "--header"].flatMap { flag in
      [
        BadFile(flag, .notFound), BadFile(flag, .isDirectory), BadFile(flag, .system("Permission denied")),
        BadFile(flag, .tooLarge(limit: 1)),
      ]
    } + [
      BadFile("--cacert", "", .noCertificate),
      BadFile("--cacert", "not a certificate", .noCertificate),
      BadFile("--bearer-token-file", "", .empty),
      BadFile("--bearer-token-file", " \n", .empty),
      BadFile("--bearer-token-file", "two words", .severalWords),
      BadFile("--bearer-token-file", "tökén", .notAToken),
      BadFile("--bearer-token-file", "a\nb", .severalWords),
      BadFile("--header", "A: 1\nnonsense\n", .header(line: 2, .headerWithoutColon)),
      BadFile("--header", "\n\n: b\n", .header(line: 3, .headerNameInvalid)),
      BadFile("--header", "A: 1\r\nContent-Length: 5\r\n", .header(line: 2, .headerReserved)),
    ]

  @Test(arguments: badFiles)
  func badFile(_ row: BadFile) {
    let value = row.flag == "--header" ? "@file" : "file"
    let reading =
      switch row.content {
      case .success(let text): Script.Reading.file("file", text)
      case .failure(let error): Script.Reading.file("file", error)
      }
    #expect(throws: row.error(.flag(row.flag), FilePath("file"))) {
      try SettingsTests.respond([row.flag, value, "-"], readings: [reading])
    }
  }

  @Test("A file of headers is text")
  func headerFileOfBytes() {
    let content = Result<[UInt8], ReadError>.success([0x41, 0x3A, 0xFF])
    let reading = Script.Reading(source: .file(FilePath("file")), content: content)
    #expect(throws: UsageError.unusableFile(origin: .flag("--header"), path: FilePath("file"), .notText)) {
      try SettingsTests.respond(["-H", "@file", "-"], readings: [reading])
    }
  }

  @Test("Headers keep their order across lines and files; blank lines in a file are passed over")
  func headers() throws {
    let settings = try SettingsTests.respond(
      ["-H", "A: 1", "-H", "@file", "-H", "D:", "-"],
      readings: [.file("file", "\nB: 2\r\n\r\nC;")]
    )
    let expected: [HeaderLine] = [
      .set(name: "A", value: "1"), .set(name: "B", value: "2"), .set(name: "C", value: ""),
      .remove(name: "D"),
    ]
    #expect(settings.sending.shownToEndpoint.headers == expected)
  }

  @Test("A token's line end is not part of it")
  func token() throws {
    let settings = try SettingsTests.respond(
      ["--bearer-token-file", "file", "-"],
      readings: [.file("file", "abc.DEF-123==\r\n")]
    )
    #expect(settings.sending.shownToEndpoint.bearerToken == Secret("abc.DEF-123=="))
  }

  @Test(
    "A token and an Authorization header don't go together",
    arguments: ["Authorization: x", "AUTHORIZATION: x"]
  )
  func twoAuthorizations(header: String) {
    #expect(throws: UsageError.twoAuthorizations) {
      try SettingsTests.respond(
        ["--bearer-token-file", "file", "-H", header, "-"],
        readings: [.file("file", "abcd")]
      )
    }
  }

  @Test("demo knows its scenarios")
  func scenarios() {
    let all = ["default", "challenge", "manual", "dry", "cancel", "expired", "login"]
    let run = Script().run("demo", "nothing")
    #expect(run.exitCode == .usage)
    for scenario in all { #expect(run.errors.contains(scenario)) }
    #expect(Set(DemoScenario.allCases.map(\.rawValue)) == Set(all))
  }
}
