import MFACore

/// One exchange with a service on the user's terms, traced for `-v`.
struct Exchange: Sendable {
  let settings: SendSettings
  let system: System
  let console: Console
  /// Seconds beyond the time limit of the settings.
  var extraTime = 0.0

  /// Sends the request once and waits for what comes of it.
  func perform(_ request: HTTPRequest, for address: Address) -> HTTPResult {
    let transfer = HTTPTransfer(
      request: request,
      connectTimeout: settings.connectTimeout,
      maxTime: settings.maxTime + extraTime,
      caFile: settings.caFile,
      insecure: settings.insecure,
      proxy: proxyRule(for: request.url),
      clientCertificate: settings.identity.shown(to: address, at: request.url).clientCertificate,
      hostOverrides: settings.hostOverrides
    )
    trace(request, by: transfer.proxy)
    let result = system.send(transfer).readingProxyRefusal(under: transfer.proxy)
    trace(result)
    return result
  }

  /// Loopback is never proxied by the environment: a proxy's refusal would explain nothing.
  private func proxyRule(for url: EndpointURL) -> ProxyRule {
    if let proxy = settings.proxy { return proxy }
    return url.isLoopback ? .direct : .environment
  }

  private func trace(_ request: HTTPRequest, by proxy: ProxyRule) {
    guard console.settings.verbosity > 0 else { return }
    let request = request.masked(by: console.redactor)
    console.trace("*", TraceWords.sending(to: request.url, by: proxy))
    console.trace(">", "\(request.method) \(request.url)")
    for header in request.headers { console.trace(">", "\(header.name): \(header.shownValue)") }
    console.trace(">", String(decoding: request.body, as: UTF8.self), level: 2)
  }

  private func trace(_ result: HTTPResult) {
    guard console.settings.verbosity > 0 else { return }
    // Masked before anything cuts a text, since a cut through a secret leaves half of it unrecognized.
    let tokens = result.reply?.issuedTokens ?? []
    let result = result.masked(by: console.hiding(tokens).redactor)
    if let reply = result.reply {
      console.trace("<", "\(reply.status)")
      for header in reply.headers { console.trace("<", "\(header.name): \(header.shownValue)") }
      console.trace("<", String(decoding: reply.body, as: UTF8.self), level: 2)
    }
    console.trace("*", TraceWords.ended(result))
  }
}

extension HTTPResult {
  /// 407 is a proxy's status: the service behind it has seen nothing.
  fileprivate func readingProxyRefusal(under rule: ProxyRule) -> HTTPResult {
    guard reply?.status == 407, rule != .direct else { return self }
    return HTTPResult(
      reply: nil,
      failure: TransferFailure(cause: .proxyRefused(status: 407), detail: ""),
      mayHaveArrived: false,
      durationMilliseconds: durationMilliseconds
    )
  }
}

extension HTTPReply {
  /// What an OAuth server gives out (RFC 6749, section 5.1; OpenID Connect Core 1.0, section 3.1.3.3). Nobody knew it
  /// before.
  fileprivate var issuedTokens: [Secret] {
    guard let text = try? SourceText.utf8(body),
      let object = (try? JSONReader.read(utf8: text))?.value.object
    else { return [] }
    return ["access_token", "refresh_token", "id_token"].compactMap { object[$0]?.string.map { Secret($0) } }
  }
}

extension HTTPReply.Header {
  /// A cookie is as good as a password.
  fileprivate var shownValue: String {
    ["set-cookie", "set-cookie2", "authorization"].contains { name.isSameName(as: $0) } ? Secret.mask : value
  }
}
