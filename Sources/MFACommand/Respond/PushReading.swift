import MFACore

/// From the bytes of an input to its push: what `respond` and `inspect` begin with.
struct PushReading: Sendable {
  let source: PushSource
  /// When it is said to have come; nil for now.
  var receivedAt: Timestamp?
  let system: System
  let console: Console
  /// Where the credential is looked for that the push's signature is checked with.
  var credentials: CredentialsFile?

  /// Bytes of an input; a push has 4 KB.
  private static let limit = 1 << 20

  /// Reads the input, and recognizes the push in it; the report gets it with the warnings on the way.
  func received(report: inout Report) throws(Failure) -> ReceivedPush {
    report.source = source
    return try received(in: try bytes(), report: &report)
  }

  private func bytes() throws(Failure) -> [UInt8] {
    guard case .input(let input) = source else { return [] }
    do {
      let bytes = try system.read(input, PushReading.limit)
      console.trace("*", "read \(bytes.count) bytes from \(InputWords.name(input))")
      return bytes
    } catch {
      throw .unreadable(input, error)
    }
  }

  /// Recognizes the push in these bytes.
  func received(in bytes: [UInt8], report: inout Report) throws(Failure) -> ReceivedPush {
    report.source = source
    let now = system.now()
    let reception = Reception(
      receivedAt: receivedAt ?? now,
      now: now,
      freshID: freshID(),
      providers: system.providers
    )
    var warnings: [PayloadWarning] = []
    let result = Result { () throws(PayloadError) in
      try Recognition.read(
        bytes,
        isSimulatorFile: isSimulatorFile,
        reception: reception,
        warnings: &warnings
      )
    }
    tell(warnings, &report)
    do throws(PayloadError) { return accept(try result.get(), &report) } catch {
      throw .payload(error, source)
    }
  }

  /// A push that was posted and read by the listener, whose warnings are told now.
  func received(_ posted: PostedPush, report: inout Report) -> ReceivedPush {
    report.source = source
    tell(posted.warnings, &report)
    return accept(posted.push, &report)
  }

  private func tell(_ warnings: [PayloadWarning], _ report: inout Report) {
    for warning in warnings.map(Warning.payload) {
      console.warn(warning)
      report.warnings.append(warning)
    }
  }

  /// Checks the push's signature, as far as that can be done.
  private func accept(_ push: Push, _ report: inout Report) -> ReceivedPush {
    var failure: Failure?
    let received = CredentialLookup(file: credentials, system: system).checked(
      push,
      from: source,
      failure: &failure
    )
    if let failure { uncheckedSignature(failure, &report) }
    // Where it is to be answered, the same ends the run.
    if report.command == .inspect, let error = received.push.request.problem {
      console.warn(.unanswerable(error), &report)
    }
    report.push = received.push
    report.credential = received.credential?.id
    console.trace(received.push, now: system.now())
    return received
  }

  /// What keeps a signature from being checked is told; where it is needed, the same is a failure.
  private func uncheckedSignature(_ failure: Failure, _ report: inout Report) {
    console.warn(
      .signatureUnchecked(reason: failure.masked(by: console.redactor).diagnostic().message),
      &report
    )
  }

  private func freshID() -> String { RandomUUID.make(from: system.random()) }

  private var isSimulatorFile: Bool {
    guard case .input(.file(let path)) = source else { return false }
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
