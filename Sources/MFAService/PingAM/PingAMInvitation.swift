import MFACore

/// The text of the QR code of an enrolment.
struct PingAMInvitation: Sendable, Equatable {
  let enrolment: PingAMEnrolment
  /// The address under which the phone reaches the service, without a slash at its end.
  let service: String
  /// The secret for one-time passwords beside the push; nil where there is none. The service takes none of them, so it
  /// forgets it.
  let oneTimePasswordSecret: [UInt8]?
  /// The id of the device's entry in PingAM's own store.
  let resourceID: String

  /// As `PushRegistrationHelper` of PingAM builds it: what isn't an id or a colour is base64url without padding.
  var uri: String {
    let kind = oneTimePasswordSecret == nil ? "pushauth://push/" : "mfauth://totp/"
    let label = [enrolment.issuer, enrolment.account].map { PercentEncoding.encode($0) }.joined(
      separator: ":"
    )
    var parameters = pushParameters
    if let secret = oneTimePasswordSecret {
      parameters += [
        ("secret", Base32.encode(secret, isPadded: false)), ("algorithm", "SHA1"), ("digits", "6"),
        ("period", "30"),
      ]
    }
    return kind + label + "?" + parameters.map { "\($0.0)=\($0.1)" }.joined(separator: "&")
  }

  private var pushParameters: [(String, String)] {
    func text(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }
    func bytes(_ text: String) -> String { Base64URL.encode(Base64.decode(text) ?? []) }
    let endpoint = service + Route.pingAMMessages + "?_action="
    return [
      ("l", text(PingAMCookie.text)),
      ("issuer", text(enrolment.issuer)),
      ("m", enrolment.id),
      ("s", bytes(enrolment.secret.reveal())),
      ("c", bytes(enrolment.challenge)),
      ("r", text(endpoint + PingAMAction.register.rawValue)),
      ("a", text(endpoint + PingAMAction.authenticate.rawValue)),
      ("uid", text(enrolment.account)),
      ("pid", text(resourceID)),
      ("b", "032b75"),
    ]
  }
}

/// What an enrolment is to be, as `POST /pingam/registrations` says it.
struct PingAMEnrolmentOrder: Sendable, Equatable {
  let account: String
  let issuer: String
  /// Whether the QR code is one for one-time passwords too.
  let isCombined: Bool
  /// The address under which the phone reaches the service.
  let service: String

  private static let names = ["account", "issuer", "combined", "url"]
  static let textLimit = 256
  private static let urlLimit = 1024

  init(_ request: ServiceRequest) throws(ServiceError) {
    let members = try request.members()
    try members.checkNames("a registration", PingAMEnrolmentOrder.names)
    account = try PingAMEnrolmentOrder.text("account", in: members) ?? "demo"
    issuer = try PingAMEnrolmentOrder.text("issuer", in: members) ?? "ExampleCorp"
    isCombined = try members.flag("combined") ?? false
    if let text = try members.text("url", limit: PingAMEnrolmentOrder.urlLimit) {
      guard (try? EndpointURL(text)) != nil, !text.utf8.contains(where: { "?{".utf8.contains($0) }) else {
        throw .malformed("url is not an http or https address without a query")
      }
      service = text.hasSuffix("/") ? String(text.dropLast()) : text
    } else {
      service = try request.serviceAddress()
    }
  }

  private static func text(_ name: String, in members: Members) throws(ServiceError) -> String? {
    members.has(name) ? try members.requiredText(name, limit: textLimit) : nil
  }
}
