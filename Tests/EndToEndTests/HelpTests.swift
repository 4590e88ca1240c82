import Foundation
import Testing

@Suite("Help and version")
struct HelpTests {
  @Test(
    "Win wherever they stand",
    arguments: [
      ["--help"], ["-h"], ["--approve", "--help"], ["--help", "--approve", "--deny"], ["--bogus", "--help"],
      ["--help", "--bogus"], ["a", "b", "--help"], ["inspect", "--approve", "-h"],
      ["--endpoint", "nowhere", "-h"],
      ["--json", "--help"], ["help"], ["help", "inspect"], ["--version", "--help"],
    ]
  )
  func help(_ arguments: [String]) throws {
    let result = try Binary.run(arguments, stdin: .emptyOpenPipe)
    #expect(result.status == .exited(0), "\(result)")
    #expect(result.stdout.contains("usage: mfa-cli") && result.stderr == "")
  }

  @Test("Lines fit a terminal", arguments: ["-h", "--help"], ["respond", "inspect", "demo", "help"])
  func width(_ flag: String, _ command: String) throws {
    let lines = try Binary.run([command, flag]).stdout.split(separator: "\n")
    #expect(lines.filter { $0.hasSuffix(" ") } == [])
    #expect(lines.filter { $0.count > 79 } == [])
  }

  @Test(
    "Version wins too, and names the library",
    arguments: [["--version"], ["-V"], ["--bogus", "-V"], ["a", "b", "-V"]]
  )
  func version(_ arguments: [String]) throws {
    let result = try Binary.run(arguments)
    #expect(result.status == .exited(0))
    #expect(result.stdout.hasPrefix("mfa-cli ") && result.stdout.contains("libcurl"))
    #expect(result.stderr == "")
  }

  @Test("In a bundle of letters", arguments: ["-vh", "-hv", "-qV"])
  func bundles(_ letters: String) throws {
    let result = try Binary.answer(SamplePush.dry, ["inspect", letters])
    #expect(result.status == .exited(0))
    #expect(result.stdout.contains(letters.contains("h") ? "usage:" : "libcurl"))
  }

  @Test("Behind -- they are files", arguments: ["--help", "-h", "--version"])
  func operands(_ name: String) throws {
    #expect(try Binary.run(["inspect", "--", name]).status == .exited(3))
  }

  @Test("The long help has the exit codes and every flag of the short one")
  func long() throws {
    let long = try Binary.run(["--help"]).stdout
    let short = try Binary.run(["-h"]).stdout
    #expect(short.split(separator: "\n").count < 25)
    #expect(long.count > short.count)
    for flag in short.matches(of: /--[a-z-]+/) { #expect(long.contains(flag.output)) }
    for code in ["0", "9", "11", "70"] { #expect(long.contains("\n  \(code) ")) }
  }
}

@Suite("Variables of the environment")
struct VariableTests {
  @Test("The endpoint: flag before variable before nothing; an empty variable is unset")
  func endpoint() throws {
    let given = try LoopbackServer()
    let variable = try LoopbackServer()
    func run(_ flags: [String], _ value: String?) throws -> RunResult {
      try Binary.answer(
        SamplePush.default,
        ["--approve", "--json"] + flags,
        environment: value.map { ["MFA_ENDPOINT": $0] } ?? [:]
      )
    }
    #expect(try run([], variable.url()).status == .exited(0))
    #expect(variable.requests.count == 1)
    #expect(try run(["--endpoint", given.url()], variable.url()).status == .exited(0))
    #expect(given.requests.count == 1 && variable.requests.count == 1)
    // What a flag overrides does not matter.
    #expect(try run(["--endpoint", given.url()], "nowhere").status == .exited(0))
    for empty in [nil, ""] {
      let result = try run([], empty)
      #expect(result.status == .exited(2))
      #expect(try result.report().text("error.code") == "endpoint-missing")
    }
    let wrong = try run([], "nowhere")
    #expect(wrong.status == .exited(2))
    #expect(wrong.stderr.contains("MFA_ENDPOINT"))
    // A flag's empty value is not "unset".
    #expect(try run(["--endpoint="], variable.url()).status == .exited(2))
  }

  @Test("The method")
  func authMethod() throws {
    func method(_ flags: [String], _ value: String?) throws -> String? {
      let server = try LoopbackServer()
      _ = try Binary.answer(
        SamplePush.default,
        ["--approve", "--endpoint", server.url()] + flags,
        environment: value.map { ["MFA_AUTH_METHOD": $0] } ?? [:]
      )
      return try server.onlyDecision()["authMethod"]
    }
    #expect(try method([], nil) == "user")
    #expect(try method([], "") == "user")
    #expect(try method([], "biometric") == "biometric")
    #expect(try method(["--auth-method", "fpt"], "biometric") == "fpt")
    let wrong = try Binary.answer(
      SamplePush.default,
      ["--approve", "--endpoint", "http://127.0.0.1:9/"],
      environment: ["MFA_AUTH_METHOD": "finger print"]
    )
    #expect(wrong.status == .exited(2) && wrong.stderr.contains("MFA_AUTH_METHOD"))
  }

  @Test("The token's file")
  func bearerToken() throws {
    let folder = try TemporaryFolder()
    let one = try folder.write("one", "token-one\n")
    let two = try folder.write("two", "token-two\n")
    func token(_ flags: [String], _ value: String) throws -> String? {
      let server = try LoopbackServer()
      let result = try Binary.answer(
        SamplePush.default,
        ["--approve", "--endpoint", server.url()] + flags,
        environment: ["MFA_BEARER_TOKEN_FILE": value]
      )
      #expect(result.status == .exited(0), "\(result)")
      return server.requests.first?.header("Authorization")
    }
    #expect(try token([], one) == "Bearer token-one")
    #expect(try token(["--bearer-token-file", two], one) == "Bearer token-two")
    #expect(try token(["--bearer-token-file", two], "/nonexistent") == "Bearer token-two")
    #expect(try token([], "") == nil)
    let missing = try Binary.answer(
      SamplePush.default,
      ["--approve", "--endpoint", "http://127.0.0.1:9/"],
      environment: ["MFA_BEARER_TOKEN_FILE": "/nonexistent"]
    )
    #expect(missing.status == .exited(2) && missing.stderr.contains("MFA_BEARER_TOKEN_FILE"))
  }

  @Test("The authority's file", .enabled(if: TLSIdentity.unavailable == nil, "needs OpenSSL 3"))
  func authority() throws {
    let server = try LoopbackServer(tls: .good)
    func status(_ flags: [String], _ value: String) throws -> ExitStatus {
      try Binary.answer(
        SamplePush.default,
        ["--approve", "--endpoint", server.url()] + flags,
        environment: ["MFA_CACERT": value]
      ).status
    }
    #expect(try status([], Certificates.authority) == .exited(0))
    #expect(try status(["--cacert", Certificates.otherAuthority], Certificates.authority) == .exited(7))
    #expect(try status(["--cacert", Certificates.authority], "/nonexistent") == .exited(0))
    #expect(try status([], "") == .exited(7))
    let missing = try Binary.answer(
      SamplePush.default,
      ["--approve", "--endpoint", server.url()],
      environment: ["MFA_CACERT": "/nonexistent"]
    )
    #expect(missing.status == .exited(2) && missing.stderr.contains("MFA_CACERT"))
    #expect(server.requests.count == 2)
  }

  @Test("-vv says where a setting came from")
  func provenance() throws {
    let server = try LoopbackServer()
    let result = try Binary.answer(
      SamplePush.default,
      ["--approve", "-vv"],
      environment: ["MFA_ENDPOINT": server.url()]
    )
    let line = result.stderr.split(separator: "\n").first { $0.hasPrefix("* endpoint") }
    #expect(line?.contains("MFA_ENDPOINT") == true)
  }

  @Test("A command that does not send minds none of them")
  func otherCommands() throws {
    let variables = [
      "MFA_ENDPOINT": "nowhere", "MFA_AUTH_METHOD": " ", "MFA_BEARER_TOKEN_FILE": "/nonexistent",
      "MFA_CACERT": "/nonexistent",
    ]
    #expect(try Binary.answer(SamplePush.default, ["inspect"], environment: variables).status == .exited(0))
    #expect(try Binary.run(["demo"], environment: variables).status == .exited(0))
  }
}
