import MFACore
import MFAService

@testable import MFACommand

/// The listener while it runs in a script.
struct ScriptedListener {
  var intake: IntakeHandler?
  var queue: [PostedPush] = []
  var isRunning = false
}

extension ScriptedWorld {
  func startListener(_ address: ListenAddress, _ intake: @escaping IntakeHandler) -> Result<
    RunningListener, ServiceStartError
  > {
    recorded.append(.startedListener(address))
    let scripted = rest.listener
    rest.listener = nil
    switch scripted {
    case nil:
      issue("not in the script: starting a listener")
      return .failure(.system("not in the script"))
    case .fails(let error): return .failure(error)
    case .runs(let url):
      listener = ScriptedListener(intake: intake, isRunning: true)
      return .success(
        RunningListener(
          url: url,
          next: { [self] limit in locked { nextItem(limit) } },
          stop: { [self] in locked { listener.isRunning = false } }
        )
      )
    }
  }

  /// What is queued is handed out before anything else arrives or ends.
  private func nextItem(_ limit: Double?) -> IntakeEvent {
    while true {
      if !listener.queue.isEmpty { return .item(listener.queue.removeFirst()) }
      guard listener.isRunning else { return .stopped }
      switch next(\.arrivals, "waiting for a push") {
      case .requests(let requests): requests.forEach(arrive)
      case .deadline(let late):
        guard let limit else {
          issue("a push was waited for without a limit while none comes: that would never end")
          return .stopped
        }
        clock = clock.advanced(bySeconds: limit)
        late.forEach(arrive)
        return .deadline
      case .signal, nil:
        if !recorded.contains(.caughtSignals) { issue("a signal came before it was caught") }
        listener.isRunning = false
      }
    }
  }

  private func arrive(_ request: ServiceRequest) {
    let pending = PendingItems(
      count: listener.queue.count,
      bytes: listener.queue.reduce(0) { $0 + $1.byteCount }
    )
    guard let taken = listener.intake?(request, pending, clock) else { return }
    recorded.append(.answered(taken.response))
    if let item = taken.item { listener.queue.append(item) }
  }
}
