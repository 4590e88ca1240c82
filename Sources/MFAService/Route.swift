import MFACore

/// One route of the practice service: what `GET /` lists, which paths it takes, and what answers it.
struct Route: Sendable {
  /// - Parameters:
  ///   - id: what stands in the path where the pattern has `{id}`, decoded; empty for a pattern without one.
  ///   - request: never a `HEAD`, which is answered as the `GET` without its body.
  typealias Handler =
    @Sendable (inout PracticeService, _ id: String, _ request: ServiceRequest, inout ServiceEffects)
    throws(ServiceError) -> ServiceReply

  /// No id is longer, so that a longer one is unknown.
  static let idLimit = 256

  static let all: [Route] = home + pushes + devices + inbox + pingAM

  let method: String
  /// As `GET /` shows it.
  let listed: String
  let answer: Handler
  private let pattern: Pattern

  /// - Parameters:
  ///   - path: with `{id}` for one part that is an id, or `{realm}` for any number of parts.
  ///   - query: what may follow it.
  init(
    _ method: String,
    _ path: String,
    query: String = "",
    listed: String? = nil,
    _ answer: @escaping Handler
  ) {
    self.method = method
    self.listed = "\(method) \(listed ?? path)\(query)"
    self.answer = answer
    pattern = Pattern(path)
  }

  /// The same for what never has to wait.
  static func answered(
    _ method: String,
    _ path: String,
    query: String = "",
    _ answer:
      @escaping @Sendable (
        inout PracticeService, _ id: String, _ request: ServiceRequest, inout ServiceEffects
      )
      throws(ServiceError) -> ServiceResponse
  ) -> Route {
    Route(method, path, query: query) { (service, id, request, effects) throws(ServiceError) in
      .response(try answer(&service, id, request, &effects))
    }
  }

  /// The route of a request, and the id in its path.
  static func matching(_ request: ServiceRequest) throws(ServiceError) -> (route: Route, id: String) {
    let path = Array(request.path.utf8)
    // By their places: a row that is looked at is not copied.
    for place in all.indices where all[place].method == request.method {
      if let id = all[place].pattern.id(in: path) { return (all[place], id) }
    }
    let others = all.filter { $0.pattern.id(in: path) != nil }.map(\.method)
    guard !others.isEmpty else { throw .noRoute }
    throw .methodNotAllowed(
      ["GET", "HEAD", "POST", "PUT", "DELETE"].filter {
        others.contains($0 == "HEAD" ? "GET" : $0)
      }
    )
  }
}

/// Which paths a route takes. Compared by bytes: a combining mark behind a slash would hide it from a comparison of characters.
private struct Pattern: Sendable {
  private enum Middle: Sendable {
    case none, id, realm
  }

  private let prefix: [UInt8]
  private let middle: Middle
  private let suffix: [UInt8]

  init(_ text: String) {
    let parts = text.utf8.split(whereSeparator: { "{}".utf8.contains($0) }).map { Array($0) }
    prefix = parts[0]
    middle = parts.count == 1 ? .none : parts[1] == Array("id".utf8) ? .id : .realm
    suffix = parts.count > 2 ? parts[2] : []
  }

  /// The id in the path, empty where the pattern has none; nil for another path.
  func id(in path: [UInt8]) -> String? {
    guard path.starts(with: prefix) else { return nil }
    let rest = path.dropFirst(prefix.count)
    guard rest.count >= suffix.count, rest.suffix(suffix.count).elementsEqual(suffix) else { return nil }
    let part = rest.dropLast(suffix.count)
    switch middle {
    case .none: return part.isEmpty ? "" : nil
    case .realm: return ""
    case .id:
      guard !part.isEmpty, !part.contains(UInt8(ascii: "/")) else { return nil }
      let id = PercentEncoding.decode(Substring(String(decoding: part, as: UTF8.self)))
      return id.isEmpty || id.utf8.count > Route.idLimit ? nil : id
    }
  }
}

extension Route {
  fileprivate static let home: [Route] = [
    answered("GET", "/") { _, _, _, _ in
      .json(
        200,
        JSONObject([
          "name": .string("mfa-cli practice service"),
          "routes": .array(Route.all.map { .string($0.listed) }),
        ])
      )
    }
  ]
}
