import MFACore
import Testing

@testable import MFACommand

/// Secrets that others on the machine can see are warned about.
@Suite struct SecretExposureTests {
  private typealias My = CredentialScript
  private let push = #"{"pushType":"default","messageId":"1","aps":{"alert":"Sign in?"}}"#

  /// They stand in the process list and in the shell's history.
  @Test(
    "A secret among the arguments works and is warned about, naming another way",
    arguments: [
      (["enroll", "-n", CredentialScript.uri()], "the enrollment URI", "standard input"),
      (["login", "--accept", "--deep-link", "otpauth://totp/x?secret=y"], "the deep link", "--qr"),
      (["login", "--accept", "--qr", #"{"a":1}"#], "the text of the code", "standard input"),
      (["device", "pair", "CANARY"], "the pairing key", "- takes it"),
    ]
  )
  func arguments(_ arguments: [String], _ secret: String, _ instead: String) throws {
    let run = My.script().run(arguments)
    let warning = try #require(
      run.errors.split(separator: "\n").first { $0.contains("warning: \(secret) is an argument") }
    )
    #expect(warning.contains(instead) && !run.errors.contains("CANARY"))
    #expect(!My.script().run(arguments + ["-q"]).errors.contains("is an argument"))
    let report = My.script().run(arguments + ["--json"]).output
    #expect(report.contains("\(secret) is an argument"), "\(report)")
  }

  @Test(
    "A secret in a flag's value is warned about, and headers that name nobody are not",
    arguments: [
      (["-H", "Authorization: Bearer CANARY"], "the value of 'Authorization'"),
      (["-H", "x-api-key: CANARY"], "the value of 'x-api-key'"),
      (["--endpoint", "https://me:CANARY@mfa.example.com/r"], "the endpoint"),
      (["--proxy", "http://me:CANARY@proxy.example.com:3128"], "the proxy"),
      (["-H", "X-Tenant: CANARY"], nil), (["--proxy", "http://proxy.example.com"], nil),
    ] as [([String], String?)]
  )
  func flagValues(_ flags: [String], _ secret: String?) {
    let script = Script(readings: [.standardInput(push)], exchanges: [reply(200)])
    let endpoint = flags.first == "--endpoint" ? [] : ["--endpoint", "https://mfa.example.com/r"]
    let run = script.run(["--approve", "-"] + endpoint + flags)
    let warnings = run.errors.split(separator: "\n").filter { $0.contains("is an argument") }
    #expect(warnings.count == (secret == nil ? 0 : 1), "\(run.transcript)")
    if let secret { #expect(warnings.first?.contains("warning: \(secret) is an argument") == true) }
    #expect(secret == nil || !run.errors.contains("CANARY"))
  }

  /// 128 KiB of combining marks took half a minute: all of them are one character, which was compared again for each.
  @Test("A proxy's variable that can't be read is masked quickly")
  func longProxy() {
    let marks = String(repeating: "\u{301}", count: 64 << 10)
    var script = Script(readings: [.standardInput(push)], exchanges: [reply(200)])
    script.environment = ["https_proxy": "http://me:CANARY@a" + marks + "@b"]
    let start = ContinuousClock.now
    let run = script.run("--approve", "--endpoint", "https://mfa.example.com/r", "-")
    let flag = Script().run("--approve", "--proxy", "a" + marks + "://b", "-")
    #expect(run.exitCode == .done && flag.exitCode == .usage, "\(run.transcript)")
    #expect(ContinuousClock.now - start < .seconds(10))
  }

  @Test(
    "Secrets from files and pipes are not",
    arguments: [
      ["enroll", "-n", "-"], ["enroll", "-n"], ["login", "--accept", "--qr", "-"], ["device", "pair", "-"],
    ]
  )
  func pipes(_ arguments: [String]) {
    let input = arguments.first == "enroll" ? My.uri() : "x"
    let run = My.script(readings: [.standardInput(input)]).run(arguments)
    #expect(!run.errors.contains("is an argument"), "\(run.transcript)")
  }

  @Test("A pairing key comes from standard input")
  func pairing() {
    var script = DeviceScript.script(.registered)
    script.readings = [.standardInput("  KEY-1234\n")]
    script.exchanges = [reply(200)]
    let run = script.run("device", "pair", "-")
    #expect(run.exitCode == .done, "\(run.transcript)")
    #expect(
      run.transfers.contains { String(decoding: $0.request.body, as: UTF8.self).contains(#""KEY-1234""#) }
    )
    for (input, text) in [("", "is empty"), (String(repeating: "CANARY", count: 50), "256")] {
      script.readings = [.standardInput(input)]
      script.exchanges = []
      let run = script.run("device", "pair", "-")
      #expect(
        run.exitCode == .usage && run.errors.contains(text) && !run.errors.contains("CANARY"),
        "\(run.transcript)"
      )
    }
  }

  /// ssh refuses such a key; here it is used, and its name is told.
  @Test("Files of secrets that others may read are warned about by name")
  func files() {
    var script = My.script()
    let open = OthersAccess(mayRead: true, mayWrite: false)
    script.openToOthers = [My.file: open, Script.stateFolder: OthersAccess(mayRead: true, mayWrite: true)]
    let list = script.run("credentials", "list")
    #expect(list.exitCode == .done)
    #expect(
      list.errors.contains("others can read \"\(My.file)\"") && list.errors.contains("chmod 600"),
      "\(list.errors)"
    )
    #expect(list.errors.contains("others can write to \"\(Script.stateFolder)\""), "\(list.errors)")
    #expect(!script.run("device", "categories").errors.contains("others can"))
    let key = Script.stateFolder + "/" + My.keyFile
    script.openToOthers = [key: open]
    let keys = script.run("credentials", "list", "--json")
    #expect(keys.errors.contains("others can read \"\(key)\"") && keys.output.contains("file-open-to-others"))
    script.openToOthers = [
      Script.stateFolder: open, "token": open, "pin": OthersAccess(mayRead: true, mayWrite: true),
      "headers": OthersAccess(mayRead: false, mayWrite: false),
    ]
    script.readings = [.file("pin", "0000"), .file("headers", "A: b"), .file("token", "abc")]
    let flags = ["-H", "@headers", "--bearer-token-file", "token", "--pin-file", "pin"]
    script.exchanges = [failure(.notConnected)]
    let inbox = script.run(["inbox", "accept", "x", "--endpoint", "http://127.0.0.1:1/n"] + flags)
    #expect(inbox.errors.contains(#"others can read "token""#), "\(inbox.errors)")
    #expect(inbox.errors.contains(#"others can write "pin""#), "\(inbox.errors)")
    #expect(!inbox.errors.contains("headers") && !inbox.errors.contains(Script.stateFolder))
  }
}
