import Foundation
import Testing

/// The README's job of GitHub Actions, run as GitHub runs it. It could not fail once: its steps ended in a pipe, and
/// the shell of a step has no `pipefail`.
@Suite(.needs("jq", "curl"))
struct ReadmeWorkflowTests {
  private let workflow = ReadmeWorkflow()

  @Test func isWhole() {
    #expect(workflow.steps.map(\.name).first == "Build mfa-cli" && workflow.steps.count >= 4)
    // Any other shell than the one that it is run with here.
    #expect(!workflow.text.contains("shell:") && !workflow.text.contains(" | "))
  }

  @Test func succeedsWithTheServiceThatItStarts() throws {
    let run = try workflow.run(ReadmePorts())
    #expect(run.failed == nil, "\(run.log)")
  }

  /// Services that do not do what they should, and the step that has to notice.
  @Test(arguments: [
    ("refuses answers", 409, "pending", "The right number signs on"),
    ("takes answers and forgets them", 200, "pending", "The right number signs on"),
    ("signs on whatever is answered", 200, "approved", "Another number does not"),
    ("takes no number for the right one", 200, "wrong-number", "The right number signs on"),
  ])
  func failsWithAServiceThat(_ behaviour: String, status: Int, state: String, step: String) throws {
    let push =
      #"{"id":"1","number":"34","#
      + #""payload":{"messageId":"1","pushType":"challenge","numbersChallenge":"12,34"}}"#
    let service = try LoopbackServer { request in
      switch (request.method, request.path) {
      case ("POST", "/pushes"): .status("201 Created", body: push)
      case ("POST", "/decisions"): .status("\(status) X", body: "{}")
      case ("GET", "/pushes/1"): .status("200 OK", body: #"{"status":"\#(state)"}"#)
      default: .status("200 OK", body: "{}")
      }
    }
    let run = try workflow.run(ReadmePorts(service: service.port))
    #expect(run.failed == step, "\(run.log)")
  }
}

/// The workflow in the README.
struct ReadmeWorkflow {
  let text: String
  private let variables: [String: String]
  let steps: [(name: String, script: String)]

  init() {
    let blocks = ReadmeBlock.text.components(separatedBy: "\n```yaml\n").dropFirst()
    text = blocks.first?.components(separatedBy: "\n```").first ?? ""
    var (variables, steps) = ([String: String](), [(name: String, script: String)]())
    for line in text.components(separatedBy: "\n") {
      if line.hasPrefix("          ") {
        steps[steps.count - 1].script += line.dropFirst(10) + "\n"
      } else if let match = line.wholeMatch(of: /[ ]{6}([A-Z_]+): (.*)/) {
        variables[String(match.output.1)] = String(match.output.2)
      } else if let match = line.wholeMatch(of: /[ ]{6}- name: (.*)/) {
        steps.append((String(match.output.1), ""))
      }
    }
    (self.variables, self.steps) = (variables, steps)
  }

  /// Runs its steps one after the other until one fails: by `bash -e FILE`, each in a process of its own, with what the
  /// steps before wrote to `GITHUB_PATH`. The checkout is a folder with the samples and, in the place of the build,
  /// which `.ci/run` runs, a script that puts the tested program where the build would.
  func run(_ ports: ReadmePorts) throws -> (failed: String?, log: String) {
    let folder = try TemporaryFolder()
    for name in ["Scripts", "steps"] {
      try FileManager.default.createDirectory(
        atPath: folder.path + "/" + name,
        withIntermediateDirectories: false
      )
    }
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/Payloads",
      withDestinationPath: ReadmeBlock.root + "/Payloads"
    )
    let build = try folder.write(
      "Scripts/release",
      "#!/bin/bash\nmkdir -p .build/dist && ln -s '\(try Binary.path())' .build/dist/mfa-cli\n"
    )
    try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: build)
    for (index, step) in steps.enumerated() {
      _ = try folder.write("steps/\(index)", ports.real(step.script))
    }
    _ = try folder.write("path", "")
    // What a step leaves behind lives on until the end of the job, and no longer.
    let runner = """
      trap : TERM
      for step in \(steps.indices.map { "steps/\($0)" }.joined(separator: " ")); do
        PATH=$(tr '\\n' : <path)/usr/bin:/bin /bin/bash -e "$step" </dev/null >>log 2>&1 || break
        echo passed
      done
      kill 0
      """
    let result = try Binary.run(
      ["-c", runner],
      environment: [
        "PATH": "/usr/bin:/bin", "GITHUB_ACTIONS": "true", "CI": "true",
        "GITHUB_PATH": folder.path + "/path",
      ].merging(variables.mapValues(ports.real)) { $1 },
      workingDirectory: folder.path,
      timeout: 40,
      program: "/bin/bash"
    )
    let passed = result.stdout.components(separatedBy: "passed\n").count - 1
    let log = String(decoding: try folder.read("log"), as: UTF8.self)
    return (steps.dropFirst(passed).first?.name, "\(result)\n\(log)")
  }
}
