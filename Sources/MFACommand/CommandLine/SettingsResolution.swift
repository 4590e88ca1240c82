import MFACore

/// From what the arguments say to settings that are complete: the variables, the rules between flags, and the files
/// that flags name.
struct SettingsResolution: Sendable {
  let invocation: Invocation
  let system: System

  init(_ invocation: Invocation, system: System) throws(UsageError) {
    var invocation = invocation
    try invocation.takeVariables(of: system.environment)
    for rule in FlagRule.all {
      if let problem = rule.problem(invocation) { throw problem }
    }
    self.invocation = invocation
    self.system = system
  }

  var command: Command { invocation.command }
  var options: Options { invocation.options }
  var operand: Argument? { invocation.operand }

  /// The console of the run. What others can see of the user's secrets is told before anything is done.
  func start(hiding secrets: [Secret] = []) -> Console {
    var output = options.output
    output.command = command
    output.exposures = exposures
    let early = Console(system: system, settings: output, redactor: Redactor())
    for exposure in output.exposures { early.warn(exposure) }
    return Console(system: system, settings: output, redactor: Redactor(secrets))
  }

  // MARK: Pushes

  func respond() throws(UsageError) -> RespondSettings {
    RespondSettings(
      origin: try respondOrigin(),
      answering: answering,
      sending: try sending(),
      credentials: credentials
    )
  }

  func inspect() throws(UsageError) -> InspectSettings {
    InspectSettings(
      input: try input(),
      expect: options.expect,
      credentials: credentials
    )
  }

  func demo() throws(UsageError) -> DemoSettings {
    DemoSettings(
      scenario: try scenario(),
      after: options.demoDelay,
      mayAsk: options.answer.mayAsk
    )
  }

  func serve() throws(UsageError) -> ServeSettings {
    ServeSettings(address: try address(), journal: options.listen.journal)
  }

  func listen() throws(UsageError) -> ListenSettings {
    ListenSettings(
      source: try listenSource(),
      policy: try policy(),
      answering: answering,
      sending: try sending(),
      credentials: credentials,
      count: options.listen.count,
      duration: options.listen.duration
    )
  }

  private func respondOrigin() throws(UsageError) -> RespondSettings.Origin {
    guard let poll = poll(interval: 1) else { return .input(try input()) }
    return .poll(poll, id: options.poll.pushID, retryLimit: options.poll.retryLimit)
  }

  private func listenSource() throws(UsageError) -> ListenSettings.Source {
    if let poll = poll(interval: 2) { return .poll(poll) }
    return .listener(.init(address: try address(), mostPending: options.listen.mostPending))
  }

  /// - Parameter interval: seconds, when none are given.
  private func poll(interval: Double) -> PollSettings? {
    guard options.poll.isOn else { return nil }
    return PollSettings(credential: options.credential, interval: options.poll.interval ?? interval)
  }

  func input() throws(UsageError) -> PushInput {
    PushInput(source: try source(), receivedAt: options.receivedAt)
  }

  private func source() throws(UsageError) -> InputSource {
    if let text = operand?.text, system.providers.looksLikeEnrollmentURI(text) {
      throw .enrolmentURIAsPayload
    }
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

  private func policy() throws(UsageError) -> ListenPolicy {
    switch options.decisions.last?.choice {
    case .answer(.approve): return .approve
    case .answer(.deny): return .deny
    case .numberFrom(let field): return .numberFrom(field: field)
    case .ask: return .ask
    // The flags of the other choices are no flags of this command.
    case nil, .answer, .action:
      throw .decisionMissing(["--approve", "--deny", "--number-from FIELD", "--ask"])
    }
  }

  private func address() throws(UsageError) -> ListenAddress {
    let listen = options.listen
    switch HostReach(listen.host) {
    case .loopback: break
    case .others:
      guard listen.allowRemote else { throw .remoteNotAllowed(host: listen.host) }
    case .noAddress: throw .hostInvalid(listen.host)
    }
    return ListenAddress(
      host: listen.host,
      port: UInt16(clamping: listen.port),
      allowedHosts: listen.allowedHosts
    )
  }

  /// What the decision flag asks for, if it can be told without the push.
  private var answering: AnswerSettings {
    var answering = options.answer
    switch options.decisions.last?.choice {
    case nil, .ask, .numberFrom, .action(.open): break
    case .answer(let answer): answering.requested = answer
    case .action(.confirm): (answering.requested, answering.source) = (.approve, .action)
    case .action(.deny): (answering.requested, answering.source) = (.deny, .action)
    case .action(.dismiss): answering.isDismissed = true
    }
    return answering
  }
}
