import Foundation
import Testing

@Suite("Where a payload comes from")
struct InputTests {
  /// A push of exactly so many bytes.
  private func push(bytes count: Int) -> [UInt8] {
    let text = Array(SamplePush.challenge.utf8)
    return text + [UInt8](repeating: 0x20, count: count - text.count)
  }

  private func inspect(_ operand: String? = nil, stdin: StandardInput = .null) throws -> RunResult {
    try Binary.run(["inspect", "--json"] + [operand].compactMap(\.self), stdin: stdin)
  }

  @Test("A file, standard input by name, and piped", arguments: ["file", "dash", "pipe", "redirection"])
  func sources(_ source: String) throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("push.json", SamplePush.challenge)
    let result =
      switch source {
      case "file": try inspect(file, stdin: .closed)
      case "dash": try inspect("-", stdin: .text(SamplePush.challenge))
      case "pipe": try inspect(stdin: .text(SamplePush.challenge))
      default: try inspect(stdin: .file(file))
      }
    #expect(result.status == .exited(0), "\(result)")
    #expect(try result.report().texts("push.numbersChallenge") == ["12", "34", "56"])
  }

  @Test("A file's name wins over what is piped in")
  func fileWins() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("push.json", SamplePush.dry)
    #expect(try inspect(file, stdin: .text(SamplePush.challenge)).report().text("push.kind") == "dry")
    // An open pipe in which nothing comes, as CI runners give it, is not waited for.
    #expect(try inspect(file, stdin: .emptyOpenPipe).status == .exited(0))
  }

  @Test("A payload that comes piece by piece")
  func pieces() throws {
    let child = try ChildProcess(
      Launch(program: Binary.path(), arguments: [Array("inspect".utf8)], stdin: .emptyOpenPipe)
    )
    for piece in [SamplePush.challenge.prefix(20), SamplePush.challenge.dropFirst(20)] {
      try child.send(Array(piece.utf8), thenEnd: false)
      _ = try child.pump(within: 0.05) { false }
      #expect(child.status == nil)
    }
    try child.send([], thenEnd: true)
    let result = try child.finish(within: 5, at: #_sourceLocation)
    #expect(result.status == .exited(0) && result.stdout.hasPrefix("challenge"))
  }

  @Test("1 MiB is read, and one byte more is not", arguments: ["pipe", "file"], [0, 1])
  func limit(_ source: String, _ excess: Int) throws {
    let folder = try TemporaryFolder()
    let bytes = push(bytes: (1 << 20) + excess)
    let file = try folder.write("push.json", bytes)
    let result = try source == "pipe" ? inspect(stdin: .data(bytes)) : inspect(file)
    #expect(result.status == .exited(excess == 0 ? 0 : 3), "\(result.stderr)")
    if excess > 0 {
      #expect(try result.report().text("error.code") == "payload-unreadable")
      #expect(result.stderr.contains("1048576"))
    }
  }

  @Test("An endless input ends", .enabled(if: FileManager.default.fileExists(atPath: "/dev/zero")))
  func endless() throws {
    let result = try inspect("/dev/zero")
    #expect(result.status == .exited(3))
    #expect(result.seconds < 5)
  }

  @Test("A FIFO")
  func fifo() throws {
    let folder = try TemporaryFolder()
    let path = folder.path + "/fifo"
    try #require(mkfifo(path, 0o600) == 0)
    let child = try ChildProcess(
      Launch(program: Binary.path(), arguments: ["inspect", path].map { Array($0.utf8) })
    )
    // Without a reader this fails instead of waiting for one.
    var writer: Int32 = -1
    try #require(
      holds(within: 5) {
        writer = open(path, O_WRONLY | O_NONBLOCK | O_CLOEXEC)
        return writer >= 0
      }
    )
    let bytes = Array(SamplePush.challenge.utf8)
    #expect(write(writer, bytes, bytes.count) == bytes.count)
    close(writer)
    let result = try child.finish(within: 5, at: #_sourceLocation)
    #expect(result.status == .exited(0) && result.stdout.hasPrefix("challenge"))
  }

  @Test(
    "What can't be read is 3, by name",
    arguments: [
      "/", "/nonexistent/push.json", "missing.json", "/dev/null/push.json", #"{"pushType":"default"}"#,
    ]
  )
  func unreadable(_ name: String) throws {
    let result = try inspect(name)
    #expect(result.status == .exited(3))
    let report = try result.report()
    #expect(report.text("error.code") == "payload-unreadable" && report.outcome == "payload-invalid")
    #expect(report.text("error.message")?.contains(name.prefix(30)) == true)
  }

  @Test("A file without permission", .enabled(if: geteuid() != 0, "root may read everything"))
  func permission() throws {
    let folder = try TemporaryFolder()
    let file = try folder.write("push.json", SamplePush.default)
    try #require(chmod(file, 0) == 0)
    #expect(try inspect(file).status == .exited(3))
  }

  @Test(
    "Empty, closed and blank standard input",
    arguments: [StandardInput.null, .closed, .text(""), .text(" \n\t ")]
  )
  func nothing(_ input: StandardInput) throws {
    let result = try inspect(stdin: input)
    #expect(result.status == .exited(3), "\(result)")
    #expect(try result.report().outcome == "payload-invalid")
  }

  @Test("UTF-8 with a mark and UTF-16 with a mark, but nothing else")
  func encodings() throws {
    let text = SamplePush.plain("default", title: "Anmeldung für ⏎")
    func bytes(_ encoding: String.Encoding) throws -> [UInt8] {
      Array(try #require(text.data(using: encoding)))
    }
    let readable = [
      [0xEF, 0xBB, 0xBF] + Array(text.utf8), [0xFF, 0xFE] + (try bytes(.utf16LittleEndian)),
      [0xFE, 0xFF] + (try bytes(.utf16BigEndian)),
    ]
    for bytes in readable { #expect(try inspect(stdin: .data(bytes)).status == .exited(0)) }
    let unreadable = [
      try bytes(.utf16LittleEndian), try bytes(.utf32BigEndian), Array(text.utf8) + [0xFF],
      Array(#"{"pushType":"default","title":""#.utf8) + [0xFC] + Array(#""}"#.utf8),
    ]
    for bytes in unreadable { #expect(try inspect(stdin: .data(bytes)).status == .exited(3)) }
  }
}

@Suite("Files of the corpus")
struct CorpusTests {
  private static let suite = "corpus/json-test-suite/test_parsing"

  private static func files(_ isWanted: (String) -> Bool) throws -> [String] {
    let files = try DataFiles.all(in: suite).filter { isWanted(URL(fileURLWithPath: $0).lastPathComponent) }
    guard files.count > 10 else { throw SupportFailure("too few files in \(suite)") }
    return files
  }

  private func status(_ files: [String]) throws -> [String: ExitStatus] {
    var result: [String: ExitStatus] = [:]
    for file in files {
      result[URL(fileURLWithPath: file).lastPathComponent] = try Binary.run(["inspect", file]).status
    }
    return result
  }

  @Test("The worst structures are refused, and none crashes: deep nesting, open arrays, bad bytes")
  func refused() throws {
    let statuses = try status(Self.files { $0.hasPrefix("n_structure") || $0.hasPrefix("n_string_invalid") })
    #expect(statuses.filter { $0.value != .exited(3) && !$0.key.contains("trailing_comma") } == [:])
    #expect(statuses.keys.contains("n_structure_100000_opening_arrays.json"))
  }

  @Test("Good documents are read, and are no pushes")
  func read() throws {
    let statuses = try status(Self.files { $0.hasPrefix("y_structure") || $0.hasPrefix("y_string_u") })
    #expect(statuses.filter { $0.value != .exited(4) && $0.value != .exited(0) } == [:])
  }

  @Test("What is left open ends with one or the other")
  func open() throws {
    let statuses = try status(Self.files { $0.hasPrefix("i_") })
    #expect(statuses.filter { $0.value != .exited(4) && $0.value != .exited(3) } == [:])
  }

  @Test("Nesting of any depth, within what is read", arguments: ["[", #"{"a":"#, "[{\"a\":"])
  func depth(_ opening: String) throws {
    let count = (1 << 20) / opening.utf8.count
    let input = [UInt8](String(repeating: opening, count: count).utf8)
    let result = try Binary.run(["inspect"], stdin: .data(input))
    #expect(result.status == .exited(3))
    #expect(result.seconds < 5)
    // And inside a text that is JSON itself.
    let nested = #"{"aps":{},"data":\#(SamplePush.quoted(String(repeating: "[", count: 50_000)))}"#
    #expect(try Binary.answer(nested, ["inspect"]).status == .exited(4))
  }

  @Test(
    "Notifications found in the wild are somebody else's, or pushes, or refused",
    arguments: [["inspect"], ["-vv"]]
  )
  func notifications(_ arguments: [String]) throws {
    let files = try DataFiles.all(in: "corpus/apns").filter { !$0.hasSuffix(".tsv") }
    #expect(files.count > 20)
    for file in files {
      let result = try Binary.run(arguments + [file, "--json"])
      let report = try result.report()
      #expect(["payload-invalid", "not-mfa-push"].contains(report.outcome), "\(file): \(result)")
    }
  }
}
