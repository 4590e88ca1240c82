import MFACore

/// The paths of PingAM: the endpoint that phones speak to, and what a tester needs around it.
enum PingAMRoute: Sendable, Equatable {
  case registrations
  case registration(String)
  case pushes
  case push(String)
  /// Where phones register and answer. Push was set up in the root realm alone.
  case messages(inRootRealm: Bool)

  static let messagePath = "/am/json/realms/root" + endpoint
  private static let endpoint = "/push/sns/message"

  /// The push endpoint of a realm, if it is one; without a realm it is that of the root, as older phones write it.
  init?(endpoint path: String) {
    guard path.utf8.starts(with: "/am/json/".utf8),
      path.utf8.reversed().starts(with: PingAMRoute.endpoint.utf8.reversed())
    else { return nil }
    self = .messages(
      inRootRealm: [PingAMRoute.messagePath, "/am/json" + PingAMRoute.endpoint].contains(path)
    )
  }

  /// A path of testers; nil when there is none such.
  init?(_ family: Substring, id: String?) {
    switch (family, id) {
    case ("registrations", nil): self = .registrations
    case ("registrations", let id?): self = .registration(id)
    case ("pushes", nil): self = .pushes
    case ("pushes", let id?): self = .push(id)
    default: return nil
    }
  }

  var methods: [String] {
    switch self {
    case .registrations, .pushes, .messages: ["POST"]
    case .registration, .push: ["GET", "HEAD"]
    }
  }

  static let list = [
    "POST /pingam/registrations",
    "GET /pingam/registrations/{id}",
    "POST /pingam/pushes",
    "GET /pingam/pushes/{id}?wait=",
    "POST \(messagePath)?_action=",
  ]
}

extension PracticeService {
  mutating func reply(
    to request: ServiceRequest,
    at route: PingAMRoute,
    _ effects: inout ServiceEffects
  ) throws(ServiceError) -> ServiceReply {
    switch (request.method, route) {
    case ("GET", .push(let id)): return try showPingAMPush(id, request, effects)
    case ("GET", .registration(let id)): return .response(try showEnrolment(id, effects))
    case ("POST", .registrations): return .response(try beginEnrolment(request, &effects))
    case ("POST", .pushes): return .response(try createPingAMPush(request, &effects))
    case ("POST", .messages(let isInRootRealm)):
      do throws(CRESTError) {
        guard isInRootRealm else { throw .notSetUp }
        return .response(try takeMessage(request, &effects))
      } catch {
        throw .crest(error)
      }
    default: throw .methodNotAllowed(route.methods)
    }
  }
}
