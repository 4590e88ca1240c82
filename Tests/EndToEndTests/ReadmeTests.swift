import Foundation
import Testing

/// Runs every command of the README's `console` blocks and compares what it prints; `…` stands for any text.
@Suite struct ReadmeTests {
  @Test(arguments: ReadmeBlock.all.filter { $0.need == nil })
  func blockPrintsWhatItSays(_ block: ReadmeBlock) throws { try check(block) }

  @Test(
    .enabled(if: ReadmeScene.hasTools, "needs jq and curl"),
    arguments: ReadmeBlock.all.filter { $0.need == .tools }
  )
  func blockWithToolsPrintsWhatItSays(_ block: ReadmeBlock) throws { try check(block) }

  @Test(
    .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"),
    arguments: ReadmeBlock.all.filter { $0.need == .tls }
  )
  func blockWithTLSPrintsWhatItSays(_ block: ReadmeBlock) throws { try check(block) }

  private func check(_ block: ReadmeBlock) throws {
    let scene = try ReadmeScene(block)
    let printed = block.typed.isEmpty ? try scene.run() : try scene.runOnTerminal()
    #expect(scene.matches(printed), "README, line \(block.line):\n\(printed)")
  }

  /// The steps of the workflow, one after the other, as a runner would.
  @Test func workflowSucceeds() throws {
    let commands = ReadmeBlock.text.components(separatedBy: "\n").filter { $0.hasPrefix("        run: ") }
      .map { String($0.dropFirst(13)) }
    #expect(commands.count >= 3)
    let block = ReadmeBlock(line: 0, steps: commands.map { ($0, []) }, typed: [])
    let scene = try ReadmeScene(block)
    for command in commands {
      let result = try scene.run(command, endpoint: true)
      #expect(result.status == .exited(0), "\(command)\n\(result)")
    }
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

  /// What a block takes that not every machine has.
  enum Need {
    case tools, tls
  }

  var need: Need? {
    if usesTLS { return .tls }
    return ["jq", "curl"].contains(where: isRun) ? .tools : nil
  }

  var usesTLS: Bool { steps.contains { $0.command.contains("https://localhost") } }

  private func isRun(_ tool: String) -> Bool { steps.contains { $0.command.contains("\(tool) ") } }
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

/// A folder with what the recipes use, and the servers that they talk to.
struct ReadmeScene {
  let block: ReadmeBlock
  let folder: TemporaryFolder
  let service: LoopbackServer
  let secureService: LoopbackServer?

  init(_ block: ReadmeBlock) throws {
    self.block = block
    folder = try TemporaryFolder()
    ports = try ["8090", "9090"].map { ($0, String(try LoopbackServer.unusedPort())) }
    service = try LoopbackServer { _ in .ok }
    secureService = block.usesTLS ? try LoopbackServer(tls: .good) { _ in .ok } : nil
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Payloads",
      withDestinationPath: ReadmeBlock.root + "/Payloads"
    )
    let authority = try String(contentsOfFile: Certificates.authority, encoding: .utf8)
    _ = try folder.write("ca.pem", authority)
    _ = try folder.write("token", "recipe-token\n")
    _ = try folder.write("client.pem", String(contentsOfFile: Certificates.client, encoding: .utf8))
    _ = try folder.write("client.key", String(contentsOfFile: Certificates.clientKey, encoding: .utf8))
  }

  static let hasTools = ["jq", "curl"].allSatisfy { tool in
    ["/usr/bin/", "/bin/"].contains { FileManager.default.isExecutableFile(atPath: $0 + tool) }
  }

  /// Free ports for what the recipe itself starts.
  private let ports: [(shown: String, real: String)]

  /// Addresses in the README, and those of the servers that stand in for them.
  private var addresses: [(shown: String, real: String)] {
    ports + [("http://127.0.0.1:8080", service.url("", host: nil))]
      + (secureService.map { [("https://localhost:8443", $0.url("", host: "localhost"))] } ?? [])
  }

  /// `mark` keeps the status, so that `echo $?` behind a command shows that of the command.
  private var script: String {
    let lines = block.steps.map { step in
      addresses.reduce(step.command) { $0.replacingOccurrences(of: $1.shown, with: $1.real) } + "\nmark"
    }
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
    return shown(result.stdout)
  }

  /// Runs one command as a step of a workflow does, which stops at the first failure of a pipe.
  func run(_ command: String, endpoint: Bool) throws -> RunResult {
    var variables = try environment()
    if endpoint { variables["MFA_ENDPOINT"] = service.url("/decisions", host: nil) }
    return try Binary.run(
      ["-e", "-o", "pipefail", "-c", command],
      environment: variables,
      workingDirectory: folder.path,
      program: "/bin/bash"
    )
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
    return shown(try run.finish().screen.replacingOccurrences(of: "\r\n", with: "\n"))
  }

  private func shown(_ printed: String) -> String {
    addresses.reduce(printed) { $0.replacingOccurrences(of: $1.real, with: $1.shown) }
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
