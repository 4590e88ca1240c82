import MFACore

/// What a login shows to the phone: the content of its QR code.
struct LoginInvitation: Sendable, Equatable {
  private static let version = 1

  /// The address of the service, as the request for the login was made to it.
  let service: String
  let login: Login

  /// The login request payload as JSON.
  var text: String {
    let payload = JSONObject([
      "version": .number(JSONNumber(LoginInvitation.version)),
      "service": .string(service),
      "login": .string(login.id),
      "authenticationKey": .string(login.authenticationKey.reveal()),
      "expiresAt": JSONValue(login.keyExpiresAt),
    ])
    return JSONWriter.write(.object(payload))
  }

  /// The same as a link that an app opens.
  var deepLink: String { "mfa-cli://login?request=" + Base64URL.encode(Array(text.utf8)) }
}

extension ServiceRequest {
  private static let hostLimit = 260

  /// The address under which this service was reached. A `Host` is whatever a client writes, and this one goes into
  /// links that others follow, so it has to be a host and perhaps a port.
  func serviceAddress() throws(ServiceError) -> String {
    let marks = "-._:[]".unicodeScalars
    guard let host = authority, (1...ServiceRequest.hostLimit).contains(host.utf8.count),
      host.unicodeScalars.allSatisfy({ $0.isASCIILetter || $0.isASCIIDigit || marks.contains($0) }),
      (try? EndpointURL("http://" + host)) != nil
    else { throw .malformed("the Host header does not say where the service is") }
    return "http://" + host
  }
}
