import MFACore
import MFAService

/// `serve`: the practice service in the foreground, until a signal stops it.
struct Serve: Sendable {
  let settings: ServeSettings
  let system: System
  let console: Console

  func run() -> Report {
    return Report(command: .serve).after { (report) throws(Failure) in
      // Before the address is printed: whoever has read it may send a signal.
      system.catchStopSignals(nil)
      let journal = try openJournal()
      defer { journal?.close() }
      let service = try start(try restored(journal), journal)
      defer { service.stop() }
      if HostReach(settings.address.host) != .loopback { warn(.listensToOthers(service.url), &report) }
      try console.announce(service.url)
      _ = system.waitForStop(nil)
      report.ending = .finished(.done)
    }
  }

  private func openJournal() throws(Failure) -> Journal? {
    guard let path = settings.journal else { return nil }
    do { return try system.openJournal(path) } catch { throw .journal(.file(error), path) }
  }

  /// The service as the journal has it, and the journal as short as it can be. Nothing is written to a file that is
  /// not understood to its end.
  private func restored(_ journal: Journal?) throws(Failure) -> PracticeService {
    let seed = system.random().0
    let cryptography = system.cryptography
    guard let journal, let path = settings.journal else {
      return PracticeService(seed: seed, cryptography: cryptography)
    }
    let (content, length) = try content(
      of: journal,
      JournalReader(seed: seed, cryptography: cryptography),
      path
    )
    if content.droppedTornLine {
      console.trace("*", "the last line of the journal has no end and was dropped")
    }
    let waiting = content.service.deliveredPushCount(now: system.now())
    if waiting > 0 { console.narrate(ServiceWords.notDeliveredAgain(waiting)) }
    do { try shorten(journal, content, length) } catch { throw .journal(.file(error), path) }
    return content.service
  }

  /// What is in the journal and its length, however long it is: it is read piece by piece.
  private func content(of journal: Journal, _ reader: JournalReader, _ path: FilePath) throws(Failure)
    -> (JournalContent, length: Int)
  {
    var (reader, length) = (reader, 0)
    while true {
      let piece: [UInt8]
      do { piece = try journal.read(length) } catch { throw .journal(.unreadable(error), path) }
      do throws(JournalError) {
        guard !piece.isEmpty else { return (try reader.finish(), length) }
        try reader.append(piece[...])
      } catch {
        throw .journal(.content(error), path)
      }
      length += piece.count
    }
  }

  /// Where there is no room for a shorter one beside it, the journal is used as it is, without a torn end.
  private func shorten(_ journal: Journal, _ content: JournalContent, _ length: Int) throws(StateError) {
    do { try journal.replace(ServiceJournal.compacted(content.service)) } catch {
      console.trace("*", "the journal could not be made shorter and is used as it is")
      if content.droppedTornLine { try journal.cut(length - content.tornBytes) }
      if content.isNew { try journal.append(ServiceJournal.header + [UInt8(ascii: "\n")]) }
    }
  }

  private func start(_ service: PracticeService, _ journal: Journal?) throws(Failure) -> RunningService {
    let hosting = ServiceHosting(
      address: settings.address,
      journal: journal,
      deliver: { deliver($0) },
      notDelivered: { tell($0) },
      observe: { request, reply in observe(request, reply) },
      refused: { console.warn(.requestRefused($0)) },
      journalFailed: { console.fail(.journal(.file($0), settings.journal ?? FilePath(""))) }
    )
    do { return try system.startService(service, hosting) } catch { throw .notListening(error, .service) }
  }

  /// One attempt, as a push provider's is: a device that was not reached gets the next push, and one that names the
  /// time at which it takes more gets the same again.
  private func deliver(_ delivery: ServiceDelivery) -> DeliveryResult {
    let request = HTTPRequest(
      method: "POST",
      url: delivery.url,
      headers: delivery.headers + [HTTPHeader("User-Agent", .plain(Version.userAgent))],
      body: delivery.body
    )
    let transfer = HTTPTransfer(
      request: request,
      connectTimeout: 2,
      maxTime: 5,
      caFile: nil,
      insecure: false,
      proxy: delivery.url.isLoopback ? .direct : .environment
    )
    let result = system.send(transfer)
    // The address may have the push token in it.
    let console = console.hiding([delivery.token])
    let url = console.redactor.redact(delivery.url.description)
    guard let reply = result.reply, (200...299).contains(reply.status) else {
      let reason =
        result.reply.map { "HTTP \($0.status)" }
        ?? (result.failure?.cause ?? .connectionLost).words
      console.trace("*", "push \(delivery.pushID) was not taken by \(url): \(reason)")
      guard let reply = result.reply, [429, 503].contains(reply.status), let seconds = reply.retryAfterSeconds
      else { return .failed(reason) }
      return .later(seconds: Double(max(1, seconds)), reason)
    }
    console.trace("*", "push \(delivery.pushID) was delivered to \(url)")
    return .delivered
  }

  private func tell(_ undelivered: UndeliveredPushes) {
    let example = undelivered.example
    console.hiding([example.token]).warn(
      .pushNotDelivered(
        id: example.pushID,
        to: example.url.description,
        reason: ServiceWords.reason(of: undelivered)
      )
    )
  }

  private func observe(_ request: ServiceRequest, _ reply: ServiceReply) {
    guard console.settings.verbosity > 0 else { return }
    switch reply {
    case .response(let response):
      console.trace("<", "\(request.method) \(request.path) \(response.status)")
      console.trace("<", ServiceWords.shown(request.body), level: 2)
      console.trace(">", ServiceWords.shown(response.body), level: 2)
    case .wait: console.trace("<", "\(request.method) \(request.path) waits")
    }
  }

  private func warn(_ warning: Warning, _ report: inout Report) {
    console.warn(warning)
    report.warnings.append(warning)
  }
}

extension Console {
  /// The address of a listener, as the first line of standard output.
  func announce(_ url: String) throws(Failure) {
    do {
      try result(settings.json ? JSONWriter.write(.object(JSONObject(["url": .string(url)]))) : url)
    } catch {
      throw .output(error)
    }
  }
}
