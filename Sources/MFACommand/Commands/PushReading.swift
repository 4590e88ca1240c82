import MFACore

/// From the bytes of an input to its push: what `respond` and `inspect` begin with.
struct PushReading: Sendable {
  let input: PushInput
  let system: System
  let console: Console
  /// Where the credential is looked for that the push's signature is checked with.
  var credentials: CredentialsFile?

  /// Bytes of an input; a push has 4 KB.
  private static let limit = 1 << 20

  /// Reads the input.
  func bytes() throws(Failure) -> [UInt8] {
    do {
      let bytes = try system.read(input.source, PushReading.limit)
      console.trace("*", "read \(bytes.count) bytes from \(InputWords.name(input.source))")
      return bytes
    } catch {
      throw .unreadable(input.source, error)
    }
  }

  /// Recognises the push in these bytes; the report gets it with the warnings on the way.
  ///
  /// - Parameters:
  ///   - sources: what the push may come in.
  ///   - freshID: the id of a push that has none; nil for a random one.
  func received(
    in bytes: [UInt8],
    from sources: Recognition.Sources = .documentsAndCaptures,
    freshID: String? = nil,
    report: inout Report
  ) throws(Failure) -> ReceivedPush {
    let now = system.now()
    let reception = Reception(
      receivedAt: input.receivedAt ?? now,
      now: now,
      freshID: freshID ?? self.freshID()
    )
    var warnings: [Warning] = []
    let result = Result { () throws(PayloadError) in
      try Recognition.read(
        bytes,
        isSimulatorFile: isSimulatorFile,
        from: sources,
        reception: reception,
        warnings: &warnings
      )
    }
    for warning in warnings { console.warn(warning) }
    report.warnings += warnings
    do throws(PayloadError) {
      var failure: Failure?
      let received = CredentialLookup(file: credentials, system: system).checked(
        try result.get(),
        failure: &failure
      )
      if let failure { uncheckedSignature(failure, &report) }
      // Where it is to be answered, the same ends the run.
      if report.command == .inspect, let error = received.push.request.problem {
        console.warn(.unanswerable(error), &report)
      }
      report.push = received.push
      console.trace(received.push, now: now)
      return received
    } catch {
      throw .payload(error, input.source)
    }
  }

  /// The push alone.
  func push(in bytes: [UInt8], report: inout Report) throws(Failure) -> Push {
    try received(in: bytes, report: &report).push
  }

  /// What keeps a signature from being checked is told; where it is needed, the same is a failure.
  private func uncheckedSignature(_ failure: Failure, _ report: inout Report) {
    console.warn(
      .signatureUnchecked(reason: FailureSentence(failure.masked(by: console.redactor)).message),
      &report
    )
  }

  /// Recognises a push that is to be queued, without a word about it; warnings come when it is answered.
  func recognise(_ item: QueuedPush) throws(PayloadError) -> Push {
    let reception = Reception(receivedAt: item.receivedAt, now: item.receivedAt, freshID: item.freshID)
    var warnings: [Warning] = []
    return try Recognition.read(
      item.payload,
      isSimulatorFile: false,
      from: .documents,
      reception: reception,
      warnings: &warnings
    )
  }

  func freshID() -> String { RandomUUID.make(from: system.random()) }

  private var isSimulatorFile: Bool {
    guard case .file(let path) = input.source else { return false }
    return path.text.endsWith(".apns")
  }
}

extension Console {
  /// What is in a push, for `-v`.
  func trace(_ push: Push, now: Timestamp) {
    guard settings.verbosity > 0 else { return }
    for line in InspectionWords.details(push.masked(by: redactor), now: now) { trace("*", line) }
  }
}
