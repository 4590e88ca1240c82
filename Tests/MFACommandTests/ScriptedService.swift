import MFACore
import MFAService
import Testing

@testable import MFACommand

/// The practice service while it runs in a script.
struct ScriptedService {
  var machine: PracticeService?
  var hosting: ServiceHosting?
  var isRunning = false
  var failures = DeliveryFailures()
  /// Whether what the program sends is answered by the service itself.
  var takesWhatIsSent = false
}

extension ScriptedWorld {
  func start(_ machine: PracticeService, _ hosting: ServiceHosting) -> Result<
    RunningService, ServiceStartError
  > {
    recorded.append(.startedService(hosting.address))
    let scripted = rest.service
    rest.service = nil
    switch scripted {
    case nil:
      issue("not in the script: starting the service")
      return .failure(.system("not in the script"))
    case .fails(let error): return .failure(error)
    case .runs(let url):
      service = ScriptedService(machine: machine, hosting: hosting, takesWhatIsSent: true)
      return .success(running(url))
    case .serves(let url):
      service = ScriptedService(machine: machine, hosting: hosting)
      return .success(running(url))
    case .pretends(let url): return .success(running(url))
    }
  }

  private func running(_ url: String) -> RunningService {
    service.isRunning = true
    return RunningService(url: url) { [self] in
      let (undelivered, hosting) = locked { (service.failures.rest(at: 0), service.hosting) }
      locked { service = ScriptedService() }
      if let undelivered { hosting?.notDelivered(undelivered) }
    }
  }

  /// Until the signal comes, the service answers what the script has for it.
  func waitForStop(_ limit: Double?) -> Bool {
    if !recorded.contains(.caughtSignals) { issue("a signal was waited for before it was caught") }
    if listener.intake != nil { return !listener.isRunning }
    while !rest.requests.isEmpty, let hosting = service.hosting {
      serve(rest.requests.removeFirst(), hosting)
    }
    return true
  }

  /// As the live system does: what changes is written first, and what could not be written has not happened.
  private func serve(_ request: ServiceRequest, _ hosting: ServiceHosting) {
    guard var answer = service.machine?.answer(request, arrivedAt: clock, now: clock) else { return }
    if let journal = hosting.journal, !answer.changes.isEmpty {
      do { try journal.append(ServiceJournal.bytes(of: answer.changes)) } catch {
        hosting.journalFailed(error)
        answer = .notWritten
      }
    }
    service.machine?.apply(answer.changes)
    if let machine = service.machine { hosting.journal?.compactIfOvergrown(machine) }
    hosting.observe(request, answer.reply)
    if case .response(let response) = answer.reply { recorded.append(.answered(response)) }
    for delivery in answer.deliveries {
      guard case .failed(let reason) = hosting.deliver(delivery) else { continue }
      service.failures.add(delivery, reason)
      service.failures.due(at: Double(clock.milliseconds) / 1000).map(hosting.notDelivered)
    }
  }

  func send(_ transfer: HTTPTransfer) -> HTTPResult {
    recorded.append(.sent(transfer))
    if service.takesWhatIsSent { return answerAsService(transfer) }
    return next(\.exchanges, "sending to \(transfer.request.url)")?(transfer)
      ?? failure(.notConnected)(transfer)
  }

  /// Requests go to the real service, by value instead of over a socket.
  private func answerAsService(_ transfer: HTTPTransfer) -> HTTPResult {
    let request = transfer.request
    let address =
      request.url.wireText.split(separator: "/", maxSplits: 2, omittingEmptySubsequences: false).last ?? ""
    let target = address.drop { $0 != "/" }.split(separator: "?", maxSplits: 1)
    func header(_ name: String) -> String? {
      request.headers.first { $0.name.lowercased() == name }?.wireValue
    }
    let response = service.machine?.respond(
      ServiceRequest(
        method: request.method,
        path: target.first.map { String($0) } ?? "/",
        query: target.dropFirst().first.map { String($0) },
        contentType: header("content-type"),
        idempotencyKey: header("idempotency-key"),
        authority: String(address.prefix { $0 != "/" }),
        body: request.body
      ),
      now: clock
    )
    return reply(
      response?.status ?? 0,
      String(decoding: response?.body ?? [], as: UTF8.self),
      headers: [("Content-Type", "application/json")]
    )(transfer)
  }
}
