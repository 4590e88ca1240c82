import MFACore

/// Why the service does not do what was asked. Every sentence is for the person who wrote the request.
enum ServiceError: Error, Sendable, Equatable {
  case malformed(String)
  case tooLarge(bytes: Int, limit: Int)
  case unsupportedType
  case noRoute
  /// A thing of that name does not exist: `push`, `device`.
  case unknown(String)
  case methodNotAllowed([String])
  case conflict(String)
  case gone(String)
  /// One of the limits that keep the service's memory bounded has been reached.
  case full(String)
  /// One that has a code.
  case refused(ServiceRefusal)
  /// One in the form of PingAM.
  case crest(CRESTError)
  /// What it takes is not on this machine.
  case unavailable(String)

  var response: ServiceResponse {
    switch self {
    case .malformed(let reason): json(400, reason)
    case .tooLarge(let bytes, let limit):
      json(413, "the body has \(bytes) bytes; at most \(limit) are taken")
    case .unsupportedType: json(415, "the body has to be application/json")
    case .noRoute: json(404, "there is no such route; GET / lists them")
    case .unknown(let thing): json(404, "there is no such \(thing), or it has been forgotten")
    case .methodNotAllowed(let allowed):
      json(
        405,
        "only \(allowed.joined(separator: ", ")) is allowed here",
        headers: [HTTPHeader("Allow", .plain(allowed.joined(separator: ", ")))]
      )
    case .conflict(let reason): json(409, reason)
    case .gone(let reason): json(410, reason)
    case .full(let reason), .unavailable(let reason): json(503, reason)
    case .refused(let refusal): refusal.response
    case .crest(let error): error.response
    }
  }

  private func json(_ status: Int, _ message: String, headers: [HTTPHeader] = []) -> ServiceResponse {
    .json(status, JSONObject(["error": .string(message)]), headers: headers)
  }
}
