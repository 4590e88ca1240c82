import MFACore

/// The commentary of `-v`, and the request of a dry run.
enum TraceWords {
  static func setting(_ entry: SendSettings.Provenance) -> String {
    switch entry.origin {
    case .builtIn: "\(entry.setting) is \(entry.shown) (default)"
    case .flag(let name), .environment(let name): "\(entry.setting) is \(entry.shown) (from \(name))"
    }
  }

  static func sending(to url: EndpointURL, by proxy: ProxyRule) -> String {
    switch proxy {
    case .direct: "sending to \(url) (no proxy)"
    case .environment: "sending to \(url)"
    case .through(let proxy): "sending to \(url) through \(proxy)"
    }
  }

  /// Why an attempt is repeated.
  static func setback(_ result: HTTPResult) -> String {
    if let reply = result.reply { return "the service answered \(reply.status)" }
    return result.failure.map { $0.cause.words } ?? "there was no reply"
  }

  static func ended(_ result: HTTPResult) -> String {
    let time = "after \(result.durationMilliseconds) ms"
    guard let failure = result.failure else { return "the exchange was complete \(time)" }
    let arrival = result.mayHaveArrived ? "the request may have arrived" : "nothing was sent"
    let detail = failure.detail.isEmpty ? "" : ": \(Words.shortened(failure.detail, limit: 200))"
    return "the exchange broke off \(time)\(detail); \(arrival)"
  }

  /// The request as it would go on the wire, with the secrets masked.
  static func lines(_ request: HTTPRequest) -> [String] {
    ["\(request.method) \(request.url)"]
      + request.headers.map { "\($0.name): \($0.shownValue)" }
      + ["", String(decoding: request.body, as: UTF8.self)]
  }
}
