/// The paths of notifications, credentials and sign-on by QR code.
enum InboxRoute: Sendable, Equatable {
  case notifications
  case notification(String)
  case action(InboxAction, String)
  case credentials
  case unlocking(String)
  case logins
  case login(String)
  case sessions
  case session(String)

  /// Nil when there is no such path.
  init?(_ family: Substring, id: String?, action: Substring?) {
    switch (family, id, action) {
    case ("notifications", nil, nil): self = .notifications
    case ("notifications", let id?, nil): self = .notification(id)
    case ("notifications", let id?, let action?):
      guard let action = InboxAction(rawValue: String(action)) else { return nil }
      self = .action(action, id)
    case ("credentials", nil, nil): self = .credentials
    case ("credentials", let id?, "unlock"): self = .unlocking(id)
    case ("logins", nil, nil): self = .logins
    case ("logins", let id?, nil): self = .login(id)
    case ("sessions", nil, nil): self = .sessions
    case ("sessions", let id?, nil): self = .session(id)
    default: return nil
    }
  }

  var methods: [String] {
    switch self {
    case .notifications: ["GET", "HEAD", "POST"]
    case .notification: ["GET", "HEAD", "DELETE"]
    case .action, .unlocking, .logins, .sessions: ["POST"]
    case .credentials, .login, .session: ["GET", "HEAD"]
    }
  }

  static let list = [
    "POST /notifications",
    "GET /notifications?page=&size=&status=&type=&outOfBand= or ?after=&wait=",
    "GET /notifications/{id}",
    "POST /notifications/{id}/read",
    "POST /notifications/{id}/acknowledge",
    "POST /notifications/{id}/accept",
    "POST /notifications/{id}/decline",
    "DELETE /notifications/{id}",
    "GET /credentials",
    "POST /credentials/{id}/unlock",
    "POST /logins",
    "GET /logins/{id}?wait=",
    "POST /sessions",
    "GET /sessions/{id}",
  ]
}

/// What can be done with a notification, as the last part of its path.
enum InboxAction: String, Sendable, Equatable, CaseIterable {
  case read
  case acknowledge
  case accept
  case decline
}

extension PracticeService {
  mutating func reply(
    to request: ServiceRequest,
    at route: InboxRoute,
    _ effects: inout ServiceEffects
  ) throws(ServiceError) -> ServiceReply {
    let response: ServiceResponse
    switch (request.method, route) {
    case ("GET", .notifications): return try listNotifications(request, effects)
    case ("GET", .login(let id)): return try showLogin(id, request, effects)
    case ("POST", .notifications): response = try createNotification(request, &effects)
    case ("GET", .notification(let id)): response = try showNotification(id, effects)
    case ("DELETE", .notification(let id)): response = try deleteNotification(id, &effects)
    case ("POST", .action(.read, let id)): response = try readNotification(id, &effects)
    case ("POST", .action(.acknowledge, let id)): response = try acknowledgeNotification(id, &effects)
    case ("POST", .action(.accept, let id)): response = try acceptNotification(id, request, &effects)
    case ("POST", .action(.decline, let id)): response = try declineNotification(id, request, &effects)
    case ("GET", .credentials): response = listCredentials()
    case ("POST", .unlocking(let id)): response = try unlockCredential(id, &effects)
    case ("POST", .logins): response = try createLogin(request, &effects)
    case ("POST", .sessions): response = try startSession(request, &effects)
    case ("GET", .session(let id)): response = try showSession(id)
    default: throw .methodNotAllowed(route.methods)
    }
    return .response(response)
  }
}
