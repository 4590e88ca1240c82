import MFACore

/// The endpoint that PingAM's phones speak to, and what a tester needs around it.
extension Route {
  /// Where phones register and answer: push was set up in the root realm alone.
  static let pingAMMessages = "/am/json/realms/root" + messages
  private static let messages = "/push/sns/message"
  /// The root realm, as older phones write it.
  private static let olderMessages = "/am/json" + messages

  static let pingAM: [Route] = [
    answered("POST", "/pingam/registrations") { (service, _, request, effects) throws(ServiceError) in
      try service.beginEnrolment(request, &effects)
    },
    answered("GET", "/pingam/registrations/{id}") { (service, id, _, effects) throws(ServiceError) in
      try service.showEnrolment(id, effects)
    },
    answered("POST", "/pingam/pushes") { (service, _, request, effects) throws(ServiceError) in
      try service.createPingAMPush(request, &effects)
    },
    Route("GET", "/pingam/pushes/{id}", query: "?wait=") {
      (service, id, request, effects) throws(ServiceError) in
      try service.showPingAMPush(id, request, effects)
    },
    Route("POST", "/am/json{realm}" + messages, query: "?_action=", listed: pingAMMessages) {
      (service, _, request, effects) throws(ServiceError) in
      do throws(CRESTError) {
        guard [pingAMMessages, olderMessages].containsBytes(of: request.path) else { throw .notSetUp }
        return .response(try service.takeMessage(request, &effects))
      } catch {
        throw .crest(error)
      }
    },
  ]
}
