import MFACore

/// The credentials with which requests are accepted.
extension PracticeService {
  /// `GET /credentials`: all of them, with whether each is locked and how many wrong PINs it still takes.
  func listCredentials() -> ServiceResponse {
    let found = Credential.all.map { JSONValue.object(credentials.description(of: $0)) }
    return .json(200, JSONObject(["credentials": .array(found)]))
  }

  /// `POST /credentials/{id}/unlock`: a route for tests, as nobody else could undo it. 200 with the credential, also
  /// when it wasn't locked.
  func unlockCredential(_ id: String, _ effects: inout ServiceEffects) throws(ServiceError) -> ServiceResponse
  {
    guard let credential = credentials.credential(id) else { throw .unknown("credential") }
    var after = credentials
    if credentials.failures(of: credential) > 0 {
      effects.changes.append(.inbox(.pinTried(credential: id, failures: 0)))
      _ = after.setFailures(0, of: id)
    }
    return .json(200, after.description(of: credential))
  }
}

extension CredentialStore {
  fileprivate func description(of credential: Credential) -> JSONObject {
    JSONObject(
      credential.members + [
        .init(key: "locked", value: .bool(isLocked(credential))),
        .init(key: "triesLeft", value: .number(JSONNumber(triesLeft(credential)))),
      ]
    )
  }
}
