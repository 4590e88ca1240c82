import MFACore

/// What a path stands for. A new family of routes is a few cases here and a file of its own.
enum Route: Sendable, Equatable {
  case home
  case pushes
  case push(String)
  case cancellation(String)
  case decisions
  case events
  case devices
  case device(String)
  case token(String)
  case registration(String)
  case pairing(String)
  case pairings
  case inbox(InboxRoute)

  /// No id is longer, so that a longer one is unknown.
  static let idLimit = 256

  init(path: String) throws(ServiceError) {
    // By bytes: a combining mark behind a slash would hide it from a comparison of characters.
    let parts = path.utf8.split(
      separator: UInt8(ascii: "/"),
      maxSplits: 4,
      omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard parts.first?.isEmpty == true, (2...4).contains(parts.count) else { throw .noRoute }
    let id = try parts.count > 2 ? Route.id(parts[2]) : ""
    switch (parts[1], parts.count, parts.count == 4 ? parts[3] : "") {
    case ("", 2, _): self = .home
    case ("pushes", 2, _): self = .pushes
    case ("pushes", 3, _): self = .push(id)
    case ("pushes", 4, "cancel"): self = .cancellation(id)
    case ("decisions", 2, _): self = .decisions
    case ("events", 2, _): self = .events
    case ("devices", 2, _): self = .devices
    case ("devices", 3, _): self = .device(id)
    case ("devices", 4, "token"): self = .token(id)
    case ("devices", 4, "registration"): self = .registration(id)
    case ("devices", 4, "pairing"): self = .pairing(id)
    case ("pairings", 2, _): self = .pairings
    case (let family, let count, let action):
      let inbox = InboxRoute(family, id: count > 2 ? id : nil, action: count > 3 ? action : nil)
      guard let inbox else { throw .noRoute }
      self = .inbox(inbox)
    }
  }

  private static func id(_ part: Substring) throws(ServiceError) -> String {
    let id = PercentEncoding.decode(part)
    guard !id.isEmpty, id.utf8.count <= Route.idLimit else { throw .noRoute }
    return id
  }

  /// The methods of the path. `HEAD` comes here as `GET`.
  var methods: [String] {
    switch self {
    case .home, .push, .device: ["GET", "HEAD"]
    case .pushes: ["GET", "HEAD", "POST"]
    case .cancellation, .decisions, .events, .devices, .registration, .pairings: ["POST"]
    case .token: ["PUT", "DELETE"]
    case .pairing: ["POST", "DELETE"]
    case .inbox(let route): route.methods
    }
  }

  /// The list for people who look around.
  static let list = ownList + InboxRoute.list

  private static let ownList = [
    "GET /",
    "POST /pushes",
    "GET /pushes?page=&size=",
    "GET /pushes/{id}?wait=",
    "POST /pushes/{id}/cancel",
    "POST /decisions",
    "POST /events",
    "POST /devices",
    "GET /devices/{id}",
    "POST /devices/{id}/registration",
    "PUT /devices/{id}/token",
    "DELETE /devices/{id}/token",
    "POST /devices/{id}/pairing",
    "DELETE /devices/{id}/pairing",
    "POST /pairings",
  ]
}
