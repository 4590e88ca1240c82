import MFACore

/// The settings of the commands that stay on: `serve` and `listen`.
extension SettingsResolution {
  mutating func serve() throws(UsageError) -> ServeSettings {
    ServeSettings(address: try address(), journal: raw.journalFile, output: output)
  }

  mutating func listen() throws(UsageError) -> ListenSettings {
    try takeEnvironment()
    try checkCombinations()
    return ListenSettings(
      source: try listenSource(),
      policy: try policy(),
      answering: answering,
      sending: try sending(),
      credentials: credentials,
      count: raw.count,
      duration: raw.duration,
      output: output
    )
  }

  private func listenSource() throws(UsageError) -> ListenSettings.Source {
    if let poll = try poll(interval: 2) { return .poll(poll) }
    return .listener(.init(address: try address(), mostPending: raw.maxPending ?? 1000))
  }

  private func policy() throws(UsageError) -> ListenPolicy {
    switch raw.decisions.last?.choice {
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
    let host = raw.host ?? "127.0.0.1"
    switch HostReach(host) {
    case .loopback: break
    case .others:
      guard raw.allowRemote else { throw .remoteNotAllowed(host: host) }
    case .noAddress: throw .hostInvalid(host)
    }
    return ListenAddress(
      host: host,
      port: UInt16(clamping: raw.port ?? 0),
      allowedHosts: raw.allowedHosts
    )
  }
}
