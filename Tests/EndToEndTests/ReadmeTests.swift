import Foundation
import Testing

/// Runs every command of the README's `console` blocks and compares what it prints; `…` stands for any text.
@Suite struct ReadmeTests {
  @Test(arguments: ReadmeBlock.all.filter { $0.tools.isEmpty })
  func blockPrintsWhatItSays(_ block: ReadmeBlock) throws { try check(block) }

  @Test(
    .needs("jq", "curl"),
    arguments: ReadmeBlock.all.filter { Set(["jq", "curl"]).isSuperset(of: $0.tools) && !$0.tools.isEmpty }
  )
  func blockWithToolsPrintsWhatItSays(_ block: ReadmeBlock) throws { try check(block) }

  @Test(.needs("jq", "curl", "openssl"), arguments: ReadmeBlock.all.filter { $0.tools.contains("openssl") })
  func blockWithTLSPrintsWhatItSays(_ block: ReadmeBlock) throws { try check(block) }

  private func check(_ block: ReadmeBlock) throws {
    let scene = try ReadmeScene(block)
    let printed = block.typed.isEmpty ? try scene.run() : try scene.runOnTerminal()
    #expect(scene.matches(printed), "README, line \(block.line):\n\(printed)")
  }

  /// A README without blocks would pass the test above.
  @Test func thereAreBlocks() {
    #expect(ReadmeBlock.all.count >= 6)
    #expect(ReadmeBlock.all.filter { !$0.typed.isEmpty }.count >= 1)
  }

  /// Commands that build can't run inside a test; CI runs them.
  @Test func ciRunsTheCommandsThatBuild() throws {
    let ci = try String(contentsOfFile: ReadmeBlock.root + "/.ci/run", encoding: .utf8)
    for command in ["swift run mfa-cli demo", "swift test", "Scripts/release"] {
      #expect(ci.contains(command))
      #expect(ReadmeBlock.text.contains("\n\(command)\n"))
    }
  }
}

/// A `console` block of the README.
struct ReadmeBlock: CustomTestStringConvertible {
  /// Where it begins.
  let line: Int
  /// The commands with the lines that each is said to print.
  let steps: [(command: String, output: [String])]
  /// What is typed at the prompt.
  let typed: [String]

  /// What it takes that not every machine has.
  var tools: Set<String> {
    Set(["jq", "curl", "openssl"].filter { tool in steps.contains { $0.command.contains("\(tool) ") } })
  }

  var testDescription: String { "line \(line): \(steps.first?.command ?? "")" }

  static let root = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent().path

  static let text = (try? String(contentsOfFile: root + "/README.md", encoding: .utf8)) ?? ""

  static let all: [ReadmeBlock] = {
    var blocks: [ReadmeBlock] = []
    var typed: [String] = []
    var block: (line: Int, steps: [(command: String, output: [String])])?
    for (index, line) in text.components(separatedBy: "\n").enumerated() {
      if line.hasPrefix("<!-- typed: ") {
        typed = line.dropFirst(12).dropLast(4).components(separatedBy: ", ")
      } else if line == "```console" {
        block = (index + 1, [])
      } else if line == "```", let open = block {
        blocks.append(ReadmeBlock(line: open.line, steps: open.steps, typed: typed))
        block = nil
        typed = []
      } else if line.hasPrefix("$ ") {
        block?.steps.append((String(line.dropFirst(2)), []))
      } else if let last = block?.steps.indices.last {
        block?.steps[last].output.append(line)
      }
    }
    return blocks
  }()
}

extension Trait where Self == ConditionTrait {
  /// That the machine has these programs; the test says which it lacks.
  static func needs(_ tools: String...) -> ConditionTrait {
    let missing = tools.filter { tool in
      !["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + tool) }
    }
    return .enabled(if: missing.isEmpty, "missing: \(missing.joined(separator: ", "))")
  }
}

/// The ports that the README names, and free ones that stand in for them: nothing else of it is changed.
struct ReadmePorts {
  private let ports: [(shown: String, real: String)]

  init() throws {
    ports = try ["8090", "8443", "9090"].map { ($0, String(try LoopbackServer.unusedPort())) }
  }

  /// One of the ports is that of a service which is there already.
  init(service: UInt16) {
    ports = [("8090", String(service))]
  }

  func real(_ text: String) -> String {
    ports.reduce(text) { $0.replacingOccurrences(of: $1.shown, with: $1.real) }
  }

  func shown(_ text: String) -> String {
    ports.reduce(text) { $0.replacingOccurrences(of: $1.real, with: $1.shown) }
  }
}

/// A folder with what a reader has: the repository's samples, and nothing else.
struct ReadmeScene {
  let block: ReadmeBlock
  let folder: TemporaryFolder
  private let ports: ReadmePorts

  init(_ block: ReadmeBlock) throws {
    self.block = block
    folder = try TemporaryFolder()
    ports = try ReadmePorts()
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Payloads",
      withDestinationPath: ReadmeBlock.root + "/Payloads"
    )
  }

  /// `mark` keeps the status, so that `echo $?` behind a command shows that of the command.
  private var script: String {
    let lines = block.steps.map { ports.real($0.command) + "\nmark" }
    return "mark() { local status=$?; echo '@@'; return $status; }\n" + lines.joined(separator: "\n")
  }

  private func environment() throws -> [String: String] {
    let tools = URL(fileURLWithPath: try Binary.path()).deletingLastPathComponent().path
    return ["PATH": tools + ":/usr/bin:/bin", "TERM": "dumb", "MFA_STATE_DIR": folder.path + "/state"]
  }

  func run() throws -> String {
    let result = try Binary.run(
      ["-c", "exec 2>&1\n" + script],
      environment: try environment(),
      workingDirectory: folder.path,
      program: "/bin/bash"
    )
    return ports.shown(result.stdout)
  }

  func runOnTerminal() throws -> String {
    let run = try TerminalRun(
      ["-c", script],
      stdout: .terminal,
      stderr: .terminal,
      environment: try environment(),
      workingDirectory: folder.path,
      columns: 200,
      program: "/bin/bash"
    )
    for answer in block.typed {
      _ = try run.expect("or deny: ")
      try run.type(answer + "\n")
    }
    return ports.shown(try run.finish().screen.replacingOccurrences(of: "\r\n", with: "\n"))
  }

  func matches(_ printed: String) -> Bool {
    let outputs = printed.components(separatedBy: "@@\n").dropLast()
    guard outputs.count == block.steps.count else { return false }
    return zip(block.steps, outputs).allSatisfy { step, output in
      let lines = step.output.map { line in
        line == "…"
          ? "(.*\n)*"
          : NSRegularExpression.escapedPattern(for: line).replacingOccurrences(of: "…", with: ".*") + "\n"
      }
      let pattern = lines.joined()
      return output.range(of: "^" + pattern + "$", options: .regularExpression) == output
        .startIndex..<output.endIndex
    }
  }
}
