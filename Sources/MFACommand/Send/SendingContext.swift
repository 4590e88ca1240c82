import MFACore

/// What was known where something was sent, as far as it tells what a failure means and what can be done about it.
struct SendingContext: Sendable, Equatable {
  /// Where to; nil where the failure is about no single exchange.
  var url: EndpointURL?
  /// Who named it.
  var source = Address.Source.typed
  /// Authorities of the user's own (`--cacert`) had to vouch for the certificate.
  var hasCAFile = false
  /// A client certificate was there to be shown.
  var hasClientCertificate = false
  /// A password for the client's key was given.
  var hasKeyPassword = false
  /// The user's headers or token went with it.
  var hasCredentials = false
  /// It was to be sent again (`--retry`).
  var hasRetries = false
  /// Who asks the phone not to verify the service's certificate (`sslverify=0`).
  var waiver: VerificationWaiver?

  init() {}

  init(_ settings: SendSettings, to address: Address, waiver: VerificationWaiver?) {
    url = address.url
    source = address.source
    hasCAFile = settings.caFile != nil
    let shown = settings.identity.shown(to: address, at: address.url)
    hasClientCertificate = shown.clientCertificate != nil
    hasKeyPassword = shown.clientCertificate?.keyPassword != nil
    hasCredentials = shown.bearerToken != nil || !shown.headers.isEmpty
    hasRetries = settings.retry.retries > 0
    self.waiver = waiver
  }

  /// Flags whose values go to a typed address alone, as a hint names them.
  func naming(_ flags: String) -> String {
    switch source {
    case .typed, .practice: flags
    case .code: "--endpoint ORIGIN with \(flags)"
    case .enrolled, .push: "--endpoint URL with \(flags)"
    }
  }
}

/// Who asks a phone not to verify a service's certificate. It is told, and never done: an address from outside must not
/// weaken a check.
enum VerificationWaiver: String, Sendable {
  case push
  case enrolment = "enrollment"
}
