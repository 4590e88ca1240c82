import MFACore

/// From what the arguments say to settings that are complete: the environment, the defaults, the rules between
/// flags, and the files that flags name. It is the only place that looks at more than one flag.
struct SettingsResolution {
  let command: Command
  private(set) var raw: RawSettings
  let operand: Argument?
  let system: System

  static func resolve(
    _ command: Command,
    _ raw: RawSettings,
    operand: Argument?,
    system: System
  ) throws(UsageError) -> Settings {
    var resolution = SettingsResolution(command: command, raw: raw, operand: operand, system: system)
    switch command {
    case .inspect:
      return .inspect(
        InspectSettings(
          input: try resolution.input(),
          expect: raw.expect,
          credentials: resolution.credentials,
          output: resolution.output
        )
      )
    case .demo:
      return .demo(
        DemoSettings(
          scenario: try resolution.scenario(),
          after: raw.after ?? 0,
          mayAsk: !raw.noInput,
          output: resolution.output
        )
      )
    case .serve: return .serve(try resolution.serve())
    case .listen: return .listen(try resolution.listen())
    case .deviceRegister, .deviceTokenNew, .deviceClearToken, .devicePair, .deviceUnpair, .deviceShow,
      .deviceTap,
      .deviceDismiss, .deviceCategories:
      return .device(try resolution.device())
    case .inboxList, .inboxShow, .inboxAccept, .inboxDecline, .inboxAcknowledge, .inboxDelete, .inboxWatch:
      return .inbox(try resolution.inbox())
    case .login: return .login(try resolution.login())
    case .enroll: return .enroll(try resolution.enroll())
    case .credentialsList, .credentialsShow, .credentialsLock, .credentialsUnlock, .credentialsRemove:
      return .credentials(try resolution.credentialsSettings())
    case .respond, .completions, .man, .help:
      try resolution.takeEnvironment()
      try resolution.checkCombinations()
      let sending = try resolution.sending()
      return .respond(
        RespondSettings(
          origin: try resolution.respondOrigin(),
          answering: resolution.answering,
          sending: sending,
          credentials: resolution.credentials,
          output: resolution.output
        )
      )
    }
  }

  var output: OutputSettings {
    OutputSettings(
      command: command,
      json: raw.json,
      quiet: raw.quiet,
      verbosity: raw.verbosity,
      color: raw.color,
      exposures: exposures
    )
  }

  /// Variables stand in for flags that were not given; an empty one counts as unset.
  mutating func takeEnvironment() throws(UsageError) {
    for flag in FlagTable.all {
      guard let variable = flag.environment, flag.commands.contains(command), !raw.has(flag),
        // It names where decisions go; a device is registered elsewhere.
        flag.long != "endpoint" || [.respond, .listen].contains(command),
        // The address is whatever the text of a code says, unless an origin is typed: nothing is read for that.
        flag.long != "bearer-token-file" || !command.sendsToCode || raw.endpoint != nil,
        let value = system.environment.setting(variable)
      else { continue }
      try FlagParser.store(
        Argument(bytes: Array(value.utf8)),
        for: flag,
        origin: .environment(variable),
        in: &raw
      )
    }
  }

  func checkCombinations() throws(UsageError) {
    if let first = raw.decisions.first, let other = raw.decisions.first(where: { $0.flag != first.flag }) {
      throw .twoDecisions(first.flag, other.flag)
    }
    if raw.force, raw.decisions.isEmpty { throw .flagNeeds(flag: "--force", needed: "a decision flag") }
    if raw.certificateFile == nil {
      if raw.keyFile != nil { throw .flagNeeds(flag: "--key", needed: "--cert") }
      if raw.keyPasswordFile != nil { throw .flagNeeds(flag: "--key-password-file", needed: "--cert") }
    }
    if raw.retries ?? 0 == 0 {
      if raw.retryDelay != nil { throw .flagNeeds(flag: "--retry-delay", needed: "--retry") }
      if raw.retryMaxTime != nil { throw .flagNeeds(flag: "--retry-max-time", needed: "--retry") }
      if raw.retryAllErrors { throw .flagNeeds(flag: "--retry-all-errors", needed: "--retry") }
    }
    let mayDeny: [DecisionChoice] = [.answer(.deny), .ask, .action(.deny), .action(.open)]
    if raw.denyReason != nil, let decision = raw.decisions.last, !mayDeny.contains(decision.choice) {
      throw .flagNeeds(flag: "--deny-reason", needed: "--deny")
    }
    if raw.callbackForm != nil, raw.callbackURL == nil {
      throw .flagNeeds(flag: "--callback-form", needed: "--callback-url")
    }
  }

  /// Where a code says what to send to, nothing of the user's goes along, and where an origin is typed, it is only that.
  func checkCodeAddress() throws(UsageError) {
    if let endpoint = raw.endpoint {
      guard !endpoint.value.isOrigin else { return }
      throw .badValue(origin: endpoint.origin, value: endpoint.value.description, reason: .notAnOrigin)
    }
    let given = [
      ("--header", !raw.headers.isEmpty), ("--bearer-token-file", raw.bearerTokenFile != nil),
      ("--cert", raw.certificateFile != nil),
    ]
    if let flag = given.first(where: \.1)?.0 { throw .addressOfCode(flag: flag) }
  }

  private func respondOrigin() throws(UsageError) -> RespondSettings.Origin {
    guard let poll = try poll(interval: 1) else { return .input(try input()) }
    return .poll(poll, id: raw.pushID, retryLimit: raw.retryLimit ?? 60)
  }

  func input() throws(UsageError) -> PushInput {
    PushInput(source: try source(), receivedAt: raw.receivedAt)
  }

  private func source() throws(UsageError) -> InputSource {
    if let text = operand?.text, Provider.all.looksLikeEnrollmentURI(text) { throw .enrolmentURIAsPayload }
    if let operand { return operand.is("-") ? .standardInput : .file(FilePath(bytes: operand.bytes)) }
    // A terminal on standard input would wait for somebody to type JSON.
    guard !system.isTerminal(.input) else { throw .missingInput }
    return .standardInput
  }

  private func scenario() throws(UsageError) -> DemoScenario {
    guard let operand else { return .challenge }
    guard let text = operand.text, let scenario = DemoScenario(named: text) else {
      throw .badValue(
        origin: .flag("demo"),
        value: String(decoding: operand.bytes, as: UTF8.self),
        reason: .notOneOf(DemoScenario.allCases.map(\.rawValue))
      )
    }
    return scenario
  }

  var answering: AnswerSettings {
    let (requested, source, isDismissed) = requestedAnswer
    return AnswerSettings(
      requested: requested,
      source: source,
      isDismissed: isDismissed,
      mayAsk: !raw.noInput,
      force: raw.force,
      authMethod: raw.authMethod?.value ?? "user",
      denyReason: raw.denyReason,
      ignoreExpiry: raw.ignoreExpiry,
      answerTimeout: raw.answerTimeout,
      delay: raw.delay ?? 0
    )
  }

  /// What the decision flag asks for, if it can be told without the push.
  private var requestedAnswer: (RequestedAnswer?, Decision.Source, isDismissed: Bool) {
    switch raw.decisions.last?.choice {
    case nil, .ask, .numberFrom: (nil, .flag, false)
    case .answer(let answer): (answer, .flag, false)
    case .action(.confirm): (.approve, .action, false)
    case .action(.deny): (.deny, .action, false)
    case .action(.open): (nil, .flag, false)
    case .action(.dismiss): (nil, .flag, true)
    }
  }
}

extension RawSettings {
  /// Whether a flag that has a variable was given on the command line.
  fileprivate func has(_ flag: Flag) -> Bool {
    switch flag.long {
    case "endpoint": endpoint != nil
    case "auth-method": authMethod != nil
    case "bearer-token-file": bearerTokenFile != nil
    case "cacert": caFile != nil
    default: false
    }
  }
}
