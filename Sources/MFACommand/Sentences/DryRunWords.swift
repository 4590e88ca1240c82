import MFACore

/// The request of a dry run, as it would go on the wire with the secrets masked.
enum DryRunWords {
  static func lines(_ request: HTTPRequest) -> [String] {
    ["\(request.method) \(request.url)"]
      + request.headers.map { "\($0.name): \($0.shownValue)" }
      + ["", String(decoding: request.body, as: UTF8.self)]
  }
}
