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
  case pingAM(PingAMRoute)

  /// No id is longer, so that a longer one is unknown.
  static let idLimit = 256

  init(path: String) throws(ServiceError) {
    switch path {
    case "/": self = .home
    case "/pushes": self = .pushes
    case "/decisions": self = .decisions
    case "/events": self = .events
    case "/devices": self = .devices
    case "/pairings": self = .pairings
    default:
      if let route = PingAMRoute(endpoint: path) {
        self = .pingAM(route)
      } else {
        self = try Route.withID(path)
      }
    }
  }

  private static func withID(_ path: String) throws(ServiceError) -> Route {
    // By bytes: a combining mark behind a slash would hide it from a comparison of characters.
    let parts = path.utf8.split(
      separator: UInt8(ascii: "/"),
      maxSplits: 4,
      omittingEmptySubsequences: false
    ).map { Substring($0) }
    guard parts.first?.isEmpty == true, (2...4).contains(parts.count) else { throw .noRoute }
    if parts[1] == "pingam" { return try pingAM(parts.dropFirst(2)) }
    let id = try parts.count > 2 ? id(parts[2]) : nil
    let action = parts.count > 3 ? parts[3] : nil
    guard let id else { return try inbox(parts[1], nil, action) }
    return switch (parts[1], action) {
    case ("pushes", nil): .push(id)
    case ("pushes", "cancel"): .cancellation(id)
    case ("devices", nil): .device(id)
    case ("devices", "token"): .token(id)
    case ("devices", "registration"): .registration(id)
    case ("devices", "pairing"): .pairing(id)
    default: try inbox(parts[1], id, action)
    }
  }

  private static func inbox(_ family: Substring, _ id: String?, _ action: Substring?)
    throws(ServiceError) -> Route
  {
    guard let route = InboxRoute(family, id: id, action: action) else { throw .noRoute }
    return .inbox(route)
  }

  private static func pingAM(_ parts: ArraySlice<Substring>) throws(ServiceError) -> Route {
    let id = try parts.count > 1 ? id(parts[parts.startIndex + 1]) : nil
    guard parts.count <= 2, let family = parts.first, let route = PingAMRoute(family, id: id) else {
      throw .noRoute
    }
    return .pingAM(route)
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
    case .pingAM(let route): route.methods
    }
  }

  /// The list for people who look around.
  static let list = ownList + InboxRoute.list + PingAMRoute.list

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
