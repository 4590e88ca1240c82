/// Notifications, credentials and sign-on by QR code.
extension Route {
  static let inbox: [Route] = [
    answered("POST", "/notifications") { (service, _, request, effects) throws(ServiceError) in
      try service.createNotification(request, &effects)
    },
    Route(
      "GET",
      "/notifications",
      query: "?page=&size=&status=&type=&outOfBand= or ?after=&wait="
    ) { (service, _, request, effects) throws(ServiceError) in
      try service.listNotifications(request, effects)
    },
    answered("GET", "/notifications/{id}") { (service, id, _, effects) throws(ServiceError) in
      try service.showNotification(id, effects)
    },
    answered("POST", "/notifications/{id}/read") { (service, id, _, effects) throws(ServiceError) in
      try service.readNotification(id, &effects)
    },
    answered("POST", "/notifications/{id}/acknowledge") { (service, id, _, effects) throws(ServiceError) in
      try service.acknowledgeNotification(id, &effects)
    },
    answered("POST", "/notifications/{id}/accept") { (service, id, request, effects) throws(ServiceError) in
      try service.acceptNotification(id, request, &effects)
    },
    answered("POST", "/notifications/{id}/decline") { (service, id, request, effects) throws(ServiceError) in
      try service.declineNotification(id, request, &effects)
    },
    answered("DELETE", "/notifications/{id}") { (service, id, _, effects) throws(ServiceError) in
      try service.deleteNotification(id, &effects)
    },
    answered("GET", "/credentials") { service, _, _, _ in service.listCredentials() },
    answered("POST", "/credentials/{id}/unlock") { (service, id, _, effects) throws(ServiceError) in
      try service.unlockCredential(id, &effects)
    },
    answered("POST", "/logins") { (service, _, request, effects) throws(ServiceError) in
      try service.createLogin(request, &effects)
    },
    Route("GET", "/logins/{id}", query: "?wait=") { (service, id, request, effects) throws(ServiceError) in
      try service.showLogin(id, request, effects)
    },
    answered("POST", "/sessions") { (service, _, request, effects) throws(ServiceError) in
      try service.startSession(request, &effects)
    },
    answered("GET", "/sessions/{id}") { (service, id, _, _) throws(ServiceError) in
      try service.showSession(id)
    },
  ]
}
