import MFACore

/// Something to be sent to a service: a request, and how its reply is judged.
struct Message: Sendable {
  let kind: MessageKind
  let request: HTTPRequest
  /// Whether the service can tell a repeat from a second one, so that a retry after a possible arrival is safe.
  let isIdempotent: Bool
  /// Nil for never. A retry does not outlive it.
  let expiresAt: Timestamp?
  let verdict: @Sendable (HTTPReply) -> Verdict
  /// Whether a reply says anything without its whole body.
  var needsBody = false
  /// Who asks not to verify the service's certificate; nil for nobody.
  var waiver: VerificationWaiver?
}

/// Sends a message on the user's terms, again where that may help, and reads what the service says to it.
struct Sending: Sendable {
  let settings: SendSettings
  let system: System
  let console: Console
  /// Whether a retry may outlive the push.
  var ignoreExpiry = false
  /// Seconds that the service takes before it answers, because it was asked to wait.
  var extraTime = 0.0

  /// The report gets the delivery. The result is the reply that took the message; nil for a dry run, which ends the
  /// report.
  func send(_ message: Message, to address: Address, report: inout Report) throws(Failure) -> HTTPReply? {
    guard settings.dryRun else { return try deliver(message, to: address, report: &report) }
    for warning in warnings(before: address) { console.warn(warning, &report) }
    report.delivery = Delivery(
      request: completed(message.request, for: address),
      reply: nil,
      attempts: 0,
      durationMilliseconds: 0,
      mayHaveArrived: false
    )
    report.ending = .finished(.dryRun)
    return nil
  }

  /// The same for what knows no dry run. The result is the reply that took the message.
  func deliver(_ message: Message, to address: Address, report: inout Report) throws(Failure) -> HTTPReply {
    let request = completed(message.request, for: address)
    for warning in warnings(before: address) { console.warn(warning, &report) }
    let attempted = attempts(at: request, of: message, to: address, report: &report)
    report.delivery = attempted.delivery
    let context = SendingContext(settings, to: address, waiver: message.waiver)
    guard let reply = attempted.result.reply else {
      let failure = attempted.result.failure ?? TransferFailure(cause: .connectionLost, detail: "")
      throw .notReached(
        failure,
        request.url,
        mayHaveArrived: attempted.delivery.mayHaveArrived,
        of: message.kind,
        in: context
      )
    }
    for warning in Sending.warnings(about: reply, attempted.result.failure) { console.warn(warning, &report) }
    if message.needsBody, let failure = attempted.result.failure {
      throw .notReached(failure, request.url, mayHaveArrived: true, of: message.kind, in: context)
    }
    if case .refused(let reason) = attempted.verdict {
      throw .refused(reply, of: message.kind, because: reason, in: context)
    }
    return reply
  }

  /// What came of all attempts.
  private struct Attempted {
    /// The last one's, as it came: what is shown of it is masked when it is.
    let result: HTTPResult
    let delivery: Delivery
    /// Nil without a reply.
    let verdict: Verdict?
  }

  /// Sends until the service takes it, or the policy says that it is enough.
  private func attempts(
    at request: HTTPRequest,
    of message: Message,
    to address: Address,
    report: inout Report
  ) -> Attempted {
    let start = system.now()
    var count = 0
    var duration = 0
    var mayHaveArrived = false
    while true {
      let result = exchange.perform(request, for: address)
      count += 1
      duration += result.durationMilliseconds
      mayHaveArrived = mayHaveArrived || result.mayHaveArrived
      let delivery = Delivery(
        request: request,
        reply: result.reply,
        attempts: count,
        durationMilliseconds: duration,
        mayHaveArrived: mayHaveArrived
      )
      let verdict = result.reply.map(message.verdict)
      let attempted = Attempted(result: result, delivery: delivery, verdict: verdict)
      if verdict == .recorded { return attempted }
      let isIdempotent = message.isIdempotent && !takesKeyAway(for: address)
      switch step(after: result, attempts: count, since: start, isIdempotent, message.expiresAt) {
      case .retry(let seconds):
        console.trace("*", TraceWords.setback(result))
        console.warn(
          .retrying(afterSeconds: seconds, attempt: count, retries: settings.retry.retries),
          &report
        )
        if system.sleep(seconds) { return attempted }
      case .stop(let reason):
        if settings.retry.retries > 0 { console.warn(.retriesStopped(reason), &report) }
        return attempted
      }
    }
  }

  private func step(
    after result: HTTPResult,
    attempts: Int,
    since start: Timestamp,
    _ isIdempotent: Bool,
    _ expiresAt: Timestamp?
  ) -> RetryPolicy.Step {
    let now = system.now()
    let situation = RetryPolicy.Situation(
      attempts: attempts,
      elapsed: now.seconds(since: start),
      timeToLive: ignoreExpiry ? nil : expiresAt?.seconds(since: now),
      isIdempotent: isIdempotent
    )
    return settings.retry.step(after: result.setback, in: situation)
  }

  /// Whether the user removed the header by which a service tells a repeat from a second decision.
  private func takesKeyAway(for address: Address) -> Bool {
    settings.identity.shown(to: address, at: address.url).removes("Idempotency-Key")
  }

  private var exchange: Exchange {
    Exchange(settings: settings, system: system, console: console, extraTime: extraTime)
  }

  /// The request with the program's name and, where they may go, the user's headers.
  private func completed(_ request: HTTPRequest, for address: Address) -> HTTPRequest {
    let ours = request.headers + [HTTPHeader("User-Agent", .plain(Version.userAgent))]
    let headers = settings.identity.shown(to: address, at: request.url).applied(to: ours)
    return HTTPRequest(method: request.method, url: request.url, headers: headers, body: request.body)
  }

  private func warnings(before address: Address) -> [Warning] {
    var warnings: [Warning] = []
    if settings.insecure, address.url.description.lowercased().hasPrefix("https:") {
      warnings.append(.certificateNotVerified)
    }
    guard !settings.identity.isEmpty else { return warnings }
    switch address.source {
    case .push: warnings.append(.credentialsWithheldFromCallback)
    case .enrolled: warnings.append(.credentialsWithheldFromEnrolment)
    case .typed, .code, .practice: break
    }
    return warnings
  }

  private static func warnings(about reply: HTTPReply, _ failure: TransferFailure?) -> [Warning] {
    var warnings: [Warning] = []
    if (200...299).contains(reply.status), reply.looksLikeHTML { warnings.append(.htmlReply) }
    switch failure?.cause {
    case nil: break
    case .bodyTooLarge: warnings.append(.replyCut(limit: 1 << 20))
    case .headTooLarge: warnings.append(.replyHeadCut)
    case .unknownCoding: warnings.append(.replyUndecodable(coding: reply.header("Content-Encoding") ?? "?"))
    default: warnings.append(.replyBroken)
    }
    return warnings
  }
}

extension HTTPResult {
  /// What a policy has to know of an attempt that did not get the decision recorded.
  fileprivate var setback: RetryPolicy.Setback {
    if let reply { return .reply(status: reply.status, retryAfter: reply.retryAfterSeconds) }
    switch failure?.cause {
    case .certificate, .libraryMissing, .unusableCAFile, .unusableClientCertificate,
      .clientCertificateRefused, .stopped:
      return .lasting
    default:
      return .notReached(mayHaveArrived: mayHaveArrived)
    }
  }
}
