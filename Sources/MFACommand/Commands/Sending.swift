import MFACore

/// Sends a decision and reads what the service says to it.
struct Sending: Sendable {
  let settings: SendSettings
  let system: System
  let console: Console

  /// The report gets the delivery, and the outcome when the service recorded the decision.
  func send(
    _ decision: Decision,
    for push: Push,
    to address: Address,
    by answering: Answering,
    report: inout Report
  ) throws(Failure) {
    let request = completed(answering.request(decision, push, address.url, system.now()), for: address)
    for warning in warnings(before: address) {
      console.warn(warning)
      report.warnings.append(warning)
    }
    guard !settings.dryRun else {
      report.delivery = Delivery(
        request: request,
        reply: nil,
        attempts: 0,
        durationMilliseconds: 0,
        mayHaveArrived: false
      )
      report.ending = .finished(.dryRun)
      return
    }
    let received = exchange(request)
    // Masked before anything cuts a text, since a cut through a secret leaves half of it unrecognised.
    let result = received.mapping(console.redactor.redact)
    report.delivery = Delivery(
      request: request,
      reply: result.reply,
      attempts: 1,
      durationMilliseconds: result.durationMilliseconds,
      mayHaveArrived: result.mayHaveArrived
    )
    guard let reply = result.reply else {
      let failure = result.failure ?? TransferFailure(cause: .connectionLost, detail: "")
      throw .notReached(failure, request.url, mayHaveArrived: result.mayHaveArrived)
    }
    for warning in Sending.warnings(about: reply, result.failure) {
      console.warn(warning)
      report.warnings.append(warning)
    }
    guard answering.verdict(received.reply ?? reply) == .recorded else { throw .refused(reply) }
    report.ending = .finished(decision.action == .deny ? .denied : .approved)
  }

  /// One exchange on the user's terms, traced.
  func exchange(_ request: HTTPRequest) -> HTTPResult {
    trace(request)
    let transfer = HTTPTransfer(
      request: request,
      connectTimeout: settings.connectTimeout,
      maxTime: settings.maxTime,
      caFile: settings.caFile,
      insecure: settings.insecure,
      // Loopback is never proxied by the environment: a proxy's refusal would explain nothing.
      proxy: request.url.isLoopback ? .direct : .environment
    )
    let result = system.send(transfer)
    trace(result)
    return result
  }

  /// The request with the program's name and, for an endpoint of the user's own, the user's headers.
  private func completed(_ request: HTTPRequest, for address: Address) -> HTTPRequest {
    var headers = request.headers + [HTTPHeader("User-Agent", .plain(Version.userAgent))]
    if case .endpoint = address {
      if let token = settings.bearerToken {
        headers.append(HTTPHeader("Authorization", .secret(Secret("Bearer " + token.reveal()))))
      }
      headers = HeaderLine.apply(settings.headers, to: headers)
    }
    return HTTPRequest(method: request.method, url: request.url, headers: headers, body: request.body)
  }

  private func warnings(before address: Address) -> [Warning] {
    var warnings: [Warning] = []
    if settings.insecure, address.url.description.lowercased().hasPrefix("https:") {
      warnings.append(.certificateNotVerified)
    }
    if case .callback = address, !settings.headers.isEmpty || settings.bearerToken != nil {
      warnings.append(.credentialsWithheldFromCallback)
    }
    return warnings
  }

  private static func warnings(about reply: HTTPReply, _ failure: TransferFailure?) -> [Warning] {
    var warnings: [Warning] = []
    if (200...299).contains(reply.status), reply.looksLikeHTML { warnings.append(.htmlReply) }
    switch failure?.cause {
    case nil: break
    case .bodyTooLarge: warnings.append(.replyCut(limit: 1 << 20))
    default: warnings.append(.replyBroken)
    }
    return warnings
  }

  private func trace(_ request: HTTPRequest) {
    console.trace("*", TraceWords.sending(to: request.url))
    console.trace(">", "\(request.method) \(request.url)")
    for header in request.headers { console.trace(">", "\(header.name): \(header.shownValue)") }
    console.trace(">", String(decoding: request.body, as: UTF8.self), level: 2)
  }

  private func trace(_ result: HTTPResult) {
    if let reply = result.reply {
      console.trace("<", "\(reply.status)")
      for header in reply.headers { console.trace("<", "\(header.name): \(header.shownValue)") }
      console.trace("<", String(decoding: reply.body, as: UTF8.self), level: 2)
    }
    console.trace("*", TraceWords.ended(result.mapping(console.redactor.redact)))
  }
}

extension HeaderLine {
  /// Applies edits as curl does: the first line of a name replaces ours, further ones are added.
  static func apply(_ lines: [HeaderLine], to headers: [HTTPHeader]) -> [HTTPHeader] {
    var edited = headers
    for line in lines {
      let name =
        switch line {
        case .set(let name, _), .remove(let name): name.lowercased()
        }
      edited.removeAll { $0.name.lowercased() == name }
    }
    for case .set(let name, let value) in lines {
      let shown = HeaderLine.isHarmless(name)
      edited.append(HTTPHeader(name, shown ? .plain(value) : .secret(Secret(value))))
    }
    return edited
  }
}

extension HTTPReply {
  /// A sign-in page instead of a service's answer.
  fileprivate var looksLikeHTML: Bool {
    if header("Content-Type")?.lowercased().hasPrefix("text/html") ?? false { return true }
    let start = String(decoding: body.prefix(512), as: UTF8.self).trimmed.lowercased()
    return start.hasPrefix("<!doctype html") || start.hasPrefix("<html")
  }
}

extension HTTPResult {
  /// The result with a change made to every text that the other side wrote.
  fileprivate func mapping(_ change: (String) -> String) -> HTTPResult {
    HTTPResult(
      reply: reply.map { reply in
        let body = String(decoding: reply.body, as: UTF8.self)
        let changed = change(body)
        return HTTPReply(
          status: reply.status,
          headers: reply.headers.map { .init(name: $0.name, value: change($0.value)) },
          // A body that is not UTF-8 stays as it is where there is nothing to change.
          body: changed == body ? reply.body : Array(changed.utf8),
          retryAfterSeconds: reply.retryAfterSeconds
        )
      },
      failure: failure.map { TransferFailure(cause: $0.cause, detail: change($0.detail)) },
      mayHaveArrived: mayHaveArrived,
      durationMilliseconds: durationMilliseconds
    )
  }
}

extension HTTPReply.Header {
  /// A cookie is as good as a password.
  fileprivate var shownValue: String {
    ["set-cookie", "set-cookie2", "authorization"].contains(name.lowercased()) ? Secret.mask : value
  }
}
