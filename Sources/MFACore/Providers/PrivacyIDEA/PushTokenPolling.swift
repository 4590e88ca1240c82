/// What a push token of privacyIDEA or eduMFA asks of its service beside answers. Both requests are signed with the time,
/// which the service takes within a minute or five.
package enum PushTokenUpkeep {
  /// Asks for the pushes that wait.
  package static func poll(
    _ credential: Credential,
    at endpoint: EndpointURL,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let time = PushTokenUpkeep.time(now)
    let signature = try sign("\(credential.id)|\(time)", credential, cryptography)
    return HTTPRequest(
      method: "GET",
      url: endpoint.appending(query: [
        ("serial", credential.id), ("timestamp", time), ("signature", signature),
      ]),
      headers: [HTTPHeader("Accept", .plain("application/json"))],
      body: []
    )
  }

  /// Tells the push token, after it has changed.
  package static func tokenChange(
    _ credential: Credential,
    at endpoint: EndpointURL,
    token: DeviceToken,
    now: Timestamp,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> HTTPRequest {
    let time = PushTokenUpkeep.time(now)
    let signature = try sign("\(token.hex)|\(credential.id)|\(time)", credential, cryptography)
    return .form(
      [
        ("new_fb_token", token.hex), ("serial", credential.id), ("timestamp", time),
        ("signature", signature),
      ],
      to: endpoint
    )
  }

  /// Without milliseconds, and in UTC.
  private static func time(_ now: Timestamp) -> String {
    RFC3339.format(Timestamp(clamping: now.milliseconds / 1000 * 1000))
  }

  private static func sign(
    _ text: String,
    _ credential: Credential,
    _ cryptography: Cryptography
  ) throws(CryptographyError) -> String {
    guard let keys = credential.keys(as: PushTokenKeys.self) else { throw .unusableKey }
    return Base32.encode(try cryptography.sign(try credential.signingKey(keys.algorithm), Array(text.utf8)))
  }
}

extension PollingScheme {
  package static let pushToken: PollingScheme = PollingScheme(
    request: { (credential, address, now, cryptography) throws(CryptographyError) in
      try PushTokenUpkeep.poll(credential, at: address, now: now, cryptography)
    },
    list: { (reply) throws(PayloadError) in try PushTokenReply.pushes(in: reply) },
    credentialField: "serial",
    mention: { ($0["nonce"]?.string, $0["question"]?.string) },
    providers: { [.eduMFA, .privacyIDEA] }
  )
}

extension TokenUpdate {
  static let pushToken: TokenUpdate = TokenUpdate(
    request: { (credential, token, now, cryptography) throws(CryptographyError) in
      guard let endpoint = credential.endpoint else { return nil }
      return try PushTokenUpkeep.tokenChange(credential, at: endpoint, token: token, now: now, cryptography)
    },
    verdict: { PushTokenReply($0).verdict }
  )
}
