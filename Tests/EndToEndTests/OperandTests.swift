import Foundation
import Testing

@Suite("Operands")
struct OperandTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    _ = try folder.write("push.json", SamplePush.default)
    _ = try folder.write("--approve", SamplePush.default)
    _ = try folder.write("-", SamplePush.dry)
  }

  @Test(
    "Wherever they stand",
    arguments: [
      ["push.json", "--approve", "--json"], ["--approve", "push.json", "--json"],
      ["--json", "--approve", "push.json"],
      ["respond", "push.json", "--approve", "--json"], ["--json", "respond", "--approve", "push.json"],
      ["--approve", "--json", "--", "push.json"], ["--json", "--deny", "--", "--approve"],
      ["--json", "--deny", "./--approve"],
    ]
  )
  func places(_ arguments: [String]) throws {
    let server = try LoopbackServer()
    let result = try Binary.run(["--endpoint", server.url()] + arguments, workingDirectory: folder.path)
    #expect(result.status == .exited(0), "\(result)")
    #expect(
      try result.report().text("decision.action") == (arguments.contains("--deny") ? "deny" : "approve")
    )
    #expect(server.requests.count == 1)
  }

  @Test("- is standard input, even where a file has that name; ./- is the file")
  func dash() throws {
    func kind(_ operand: String) throws -> String? {
      let result = try Binary.run(
        ["inspect", "--json", operand],
        stdin: .text(SamplePush.challenge),
        workingDirectory: folder.path
      )
      return try result.report().text("push.kind")
    }
    #expect(try kind("-") == "challenge")
    #expect(try kind("./-") == "dry")
  }

  @Test("A file's name need not be UTF-8")
  func notUTF8() throws {
    let name: [UInt8] = Array("\(folder.path)/push-".utf8) + [0xff, 0xe9] + Array(".json".utf8)
    guard let file = fopen(name.map { CChar(bitPattern: $0) } + [0], "w") else {
      #if os(macOS)
        // Its file system insists on UTF-8.
        return
      #else
        throw SupportFailure.system("fopen")
      #endif
    }
    fputs(SamplePush.challenge, file)
    fclose(file)
    let result = try Binary.run(bytes: [Array("inspect".utf8), Array("--json".utf8), name])
    #expect(result.status == .exited(0), "\(result)")
    #expect(try result.report().text("push.kind") == "challenge")
    let missing = try Binary.run(bytes: [Array("inspect".utf8), name + [0xfe]])
    #expect(missing.status == .exited(3))
    #expect(missing.stderr.contains("push-"))
  }

  @Test(
    "What is not UTF-8 and no file's name is misuse",
    arguments: ["--number", "--endpoint", "--bogus", "-H"]
  )
  func otherBytes(_ flag: String) throws {
    let result = try Binary.run(bytes: [Array(flag.utf8), [0xff], Array("--json".utf8)])
    #expect(result.status == .exited(2))
    #expect(try result.report().outcome == "usage")
    let glued = try Binary.run(bytes: [Array("\(flag)=".utf8) + [0xff, 0x1b]])
    #expect(glued.status == .exited(2))
    #expect(!glued.stderr.contains("\u{1B}"))
  }

  @Test("An empty operand is no file")
  func empty() throws {
    #expect(try Binary.run(["inspect", ""], stdin: .text(SamplePush.default)).status == .exited(3))
  }
}
