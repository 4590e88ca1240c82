import MFACore
import Testing

@testable import MFACommand

/// From flags, variables and files to settings: what wins, and what does not go together.
@Suite("Settings")
struct SettingsTests {
  static let url = "https://flag.example.com/d"
  static let other = "https://variable.example.com/d"

  /// The settings of `respond` for a command line, or why there are none.
  static func respond(
    _ arguments: [String],
    environment: [String: String] = [:],
    readings: [Script.Reading] = [],
    terminals: Set<StandardStream> = [],
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws(UsageError) -> RespondSettings {
    let script = Script(environment: environment, terminals: terminals, readings: readings)
    let world = ScriptedWorld(script, sourceLocation)
    defer { world.checkThatNothingIsLeft() }
    guard case .run(let invocation, _) = try FlagParserTests.parse(arguments), invocation.command == .respond
    else { preconditionFailure("not a command line of respond: \(arguments)") }
    return try SettingsResolution(invocation, system: world.system).respond()
  }

  // MARK: Precedence

  /// A setting that has a variable: how to give it, and how to see it.
  struct Variable: CustomTestStringConvertible, Sendable {
    let name: String
    let flag: String
    let builtIn: String?
    let values: (flag: String, variable: String)
    let readings: [Script.Reading]
    let shown: @Sendable (RespondSettings) -> String?
    var testDescription: String { name }
  }

  static let certificate = "-----BEGIN CERTIFICATE-----\nc3ludGhldGlj\n-----END CERTIFICATE-----\n"

  static let variables = [
    Variable(
      name: "MFA_ENDPOINT",
      flag: "--endpoint",
      builtIn: nil,
      values: (url, other),
      readings: [],
      shown: { $0.sending.endpoint?.url.wireText }
    ),
    Variable(
      name: "MFA_AUTH_METHOD",
      flag: "--auth-method",
      builtIn: "user",
      values: ("biometric", "fpt"),
      readings: [],
      shown: { $0.answering.authMethod }
    ),
    Variable(
      name: "MFA_BEARER_TOKEN_FILE",
      flag: "--bearer-token-file",
      builtIn: nil,
      values: ("a", "b"),
      readings: [.file("a", "a"), .file("b", "b")],
      shown: { $0.sending.shownToEndpoint.bearerToken?.reveal() }
    ),
    Variable(
      name: "MFA_CACERT",
      flag: "--cacert",
      builtIn: nil,
      values: ("a", "b"),
      readings: [.file("a", certificate), .file("b", certificate)],
      shown: { $0.sending.caFile?.text }
    ),
  ]

  @Test("The list of variables is complete")
  func allVariables() {
    #expect(Set(SettingsTests.variables.map(\.name)) == Set(FlagTable.all.compactMap(\.environment)))
  }

  @Test("The flag beats the variable, which beats the default", arguments: variables)
  func precedence(variable: Variable) throws {
    let (flagValue, value) = variable.values
    let set = [variable.name: value]
    let flag = [variable.flag, flagValue, "-"]
    let reading = { (name: String) in
      variable.readings.filter { "\($0.source)" == "\(Script.Reading.file(name, "").source)" }
    }

    #expect(variable.shown(try SettingsTests.respond(["-"])) == variable.builtIn)
    #expect(
      variable.shown(try SettingsTests.respond(["-"], environment: set, readings: reading(value))) == value
    )
    #expect(
      variable.shown(try SettingsTests.respond(flag, environment: set, readings: reading(flagValue)))
        == flagValue
    )
    #expect(
      variable.shown(try SettingsTests.respond(["-"], environment: [variable.name: ""])) == variable.builtIn,
      "an empty variable counts as unset"
    )
  }

  @Test("Where each setting came from is known for -vv", arguments: variables)
  func provenance(variable: Variable) throws {
    let (flagValue, value) = variable.values
    func origin(_ settings: RespondSettings) -> SettingOrigin? {
      settings.sending.provenance.first { "--\($0.setting)" == variable.flag }?.origin
    }
    let fromFlag = try SettingsTests.respond(
      [variable.flag, flagValue, "-"],
      readings: Array(variable.readings.prefix(1))
    )
    #expect(origin(fromFlag) == .flag(variable.flag))
    let fromVariable = try SettingsTests.respond(
      ["-"],
      environment: [variable.name: value],
      readings: Array(variable.readings.suffix(1))
    )
    #expect(origin(fromVariable) == .environment(variable.name))
  }

  @Test("A bad variable is refused by its own name, unless a flag stands in for it")
  func badVariable() throws {
    let bad = ["MFA_ENDPOINT": "nonsense"]
    let error = UsageError.badValue(
      origin: .environment("MFA_ENDPOINT"),
      value: "nonsense",
      reason: .endpoint(.noScheme)
    )
    #expect(throws: error) { try SettingsTests.respond(["-"], environment: bad) }
    let settings = try SettingsTests.respond(["--endpoint", SettingsTests.url, "-"], environment: bad)
    #expect(settings.sending.endpoint?.url.wireText == SettingsTests.url)
  }

  @Test("Variables of respond are nothing to inspect and demo")
  func otherCommands() throws {
    var script = try Samples.script("plain/default.json")
    script.environment = ["MFA_ENDPOINT": "nonsense", "MFA_CACERT": "nowhere"]
    #expect(script.run("inspect", "plain/default.json").exitCode == .done)
  }

  // MARK: Defaults

  @Test("Without flags")
  func defaults() throws {
    let settings = try SettingsTests.respond(["-"])
    #expect(settings.input?.source == .standardInput)
    #expect(settings.input?.receivedAt == nil)
    #expect(settings.answering.requested == nil)
    #expect(settings.answering.mayAsk)
    #expect(!settings.answering.force && !settings.answering.ignoreExpiry)
    #expect(settings.answering.authMethod == "user")
    #expect(settings.answering.answerTimeout == nil)
    #expect(settings.answering.delay == 0)
    #expect(settings.sending.endpoint == nil)
    #expect(settings.sending.connectTimeout == 10)
    #expect(settings.sending.maxTime == 30)
    #expect(!settings.sending.insecure && !settings.sending.dryRun && !settings.sending.deniedIsNegative)
    let output = OutputSettings()
    #expect(output.color == .auto && output.verbosity == 0 && !output.json && !output.quiet)
  }

  // MARK: Input

  @Test("No operand reads what is piped in, and never waits for a terminal")
  func input() throws {
    #expect(try SettingsTests.respond([]).input?.source == .standardInput)
    #expect(throws: UsageError.missingInput) { try SettingsTests.respond([], terminals: [.input]) }
    let dash = try SettingsTests.respond(["-"], terminals: [.input])
    #expect(dash.input?.source == .standardInput)
    #expect(try SettingsTests.respond(["x"]).input?.source == .file(FilePath("x")))
    let bytes = Argument(bytes: [0xFF])
    guard case .run(let invocation, _) = try FlagParser.parse([bytes]) else { return }
    let world = ScriptedWorld(Script(), #_sourceLocation)
    let settings = try SettingsResolution(invocation, system: world.system).respond()
    #expect(settings.input?.source == .file(FilePath(bytes: [0xFF])))
  }
}

extension RespondSettings {
  /// Where the push is read from; nil when a service is asked.
  var input: PushInput? {
    if case .input(let input) = origin { input } else { nil }
  }
}

extension ListenSettings {
  /// What is listened on; nil when a service is asked.
  var listening: Listening? {
    if case .listener(let listening) = source { listening } else { nil }
  }
}
