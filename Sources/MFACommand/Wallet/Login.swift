import MFACore

/// `login`: a sign-on that the phone starts, from a QR code or a deep link.
struct Login: Sendable {
  let settings: LoginSettings
  let system: System
  let console: Console

  func run() -> Report {
    var report = Report(command: .login)
    do throws(Failure) {
      try perform(try request(), &report)
    } catch {
      report.ending = .failed(error)
    }
    return report
  }

  /// Everything behind the code: `demo` joins here with a code of its own.
  ///
  /// - Returns: the request that the sign-on brought, as it is after the answer.
  @discardableResult
  func perform(_ request: LoginRequest, _ report: inout Report) throws(Failure) -> InboxNotification {
    report.secrets += [request.authenticationKey] + request.service.secrets
    let now = system.now()
    if let end = request.expiresAt, now >= end { throw .login(.keyExpired(at: end)) }
    try checkAnswer()
    warnOfPlainText(service(request).url, &report)
    let session = try start(request, &report)
    let notification = try waitForRequest(session, request, &report)
    let inbox = client(request, path: ["notifications"])
    let answered: InboxNotification
    do throws(Failure) { answered = try answer(notification, in: inbox, &report) } catch {
      throw error.whileWaiting(notification, at: inbox.address)
    }
    report.subject = .notification(answered)
    report.ending = .finished(.done)
    return answered
  }

  private func answer(_ id: String, in inbox: InboxClient, _ report: inout Report) throws(Failure)
    -> InboxNotification
  {
    let found = try inbox.notification(id, &report)
    report.subject = .notification(found)
    var accepting = Accepting(client: inbox, settings: settings.accepting, system: system)
    switch try answer(to: found, &accepting) {
    case .handOver: return found
    case .decline: return try inbox.post("decline", to: found.id, key: "\(found.id).decline", &report)
    case .accept: return try accepting.accept(found, &report)
    }
  }

  /// Fails where the request could not be answered, whatever it is: the code is good once.
  private func checkAnswer() throws(Failure) {
    switch settings.answer {
    case nil: try sessionForAsking().close()
    case .accept:
      if let face = settings.accepting.face, face != .match { throw .face(face) }
    case .decline, .handOver: break
    }
  }

  private func sessionForAsking() throws(Failure) -> TerminalSession {
    try system.sessionForAsking(
      mayAsk: settings.accepting.mayAsk,
      flags: ["--accept", "--decline", "--no-answer"]
    )
  }

  // MARK: The code

  private func request() throws(Failure) -> LoginRequest {
    do throws(LoginRequestError) {
      switch settings.source {
      case .deepLink(let text): return try LoginRequest(deepLink: text)
      case .qrText(let text): return try LoginRequest(qr: text)
      case .qr: break
      }
    } catch {
      throw .login(.request(error))
    }
    guard case .qr(let source) = settings.source else { throw .usage(.missingInput) }
    let text = try text(of: source)
    do { return try LoginRequest(qr: text) } catch { throw .login(.request(error)) }
  }

  private func text(of source: InputSource) throws(Failure) -> String {
    let bytes: [UInt8]
    do { bytes = try system.read(source, 1 << 20) } catch { throw .login(.unreadable(source, error)) }
    guard let text = try? SourceText.decode(bytes) else { throw .login(.request(.notJSON)) }
    return text
  }

  private func warnOfPlainText(_ service: EndpointURL, _ report: inout Report) {
    guard !service.isLoopback, service.description.lowercased().hasPrefix("http:") else { return }
    console.warn(.plainTextService(service.description, secret: "the authentication key"))
    report.warnings.append(.plainTextService(service.description, secret: "the authentication key"))
  }

  // MARK: The session

  private func service(_ request: LoginRequest) -> Address {
    Address(code: request.service, at: settings.sending.endpoint)
  }

  private func client(_ request: LoginRequest, path: [String]) -> InboxClient {
    InboxClient(
      address: service(request).appending(path),
      settings: settings.sending,
      system: system,
      console: console
    )
  }

  private func start(_ request: LoginRequest, _ report: inout Report) throws(Failure) -> String {
    let client = client(request, path: ["sessions"])
    let body = JSONObject([
      "login": .string(request.login), "authenticationKey": .string(request.authenticationKey.reveal()),
    ])
    let reply = try client.send("POST", client.endpoint, .loginRequest, body, [], &report)
    guard let session = try InboxClient.object(in: reply)["session"]?.string, !session.isEmpty else {
      throw .unusableReply(.notJSON)
    }
    return session
  }

  /// Looks until the request's notification is there.
  private func waitForRequest(
    _ session: String,
    _ request: LoginRequest,
    _ report: inout Report
  ) throws(Failure) -> String {
    let client = client(request, path: ["sessions"])
    for look in 0...settings.retryLimit {
      let object = try client.get(client.endpoint.appending([session]), &report)
      if let id = object["notification"]?.string, !id.isEmpty { return id }
      if look == 0, !console.settings.quiet, system.isTerminal(.error) {
        console.note(InboxPromptWords.waiting(interval: settings.interval, limit: settings.retryLimit))
      }
      if look < settings.retryLimit { _ = system.sleep(settings.interval) }
    }
    throw .login(.retryLimit(looks: settings.retryLimit + 1))
  }

  private func answer(to request: InboxNotification, _ accepting: inout Accepting) throws(Failure)
    -> LoginAnswer
  {
    try InboxAction.accept.check(request, now: system.now())
    if let answer = settings.answer { return answer }
    let session = try sessionForAsking()
    defer { session.close() }
    accepting.show(request, on: session)
    return try session.ask(InboxPromptWords.acceptOrDecline, within: { timeLeft(request) }) { line in
      switch line.trimmed.lowercased() {
      case "accept", "a", "yes", "y": .accept
      case "decline", "d", "no", "n": .decline
      default: nil
      }
    }
  }

  private func timeLeft(_ request: InboxNotification) -> AskingLimit? {
    request.expirationDate.map {
      AskingLimit(seconds: max(0, $0.seconds(since: system.now())), cause: .expiredWhileAsking)
    }
  }
}
