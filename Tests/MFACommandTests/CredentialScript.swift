import MFACore

@testable import MFACommand

/// Worlds with credentials in them.
enum CredentialScript {
  static let file = Script.stateFolder + "/credentials.json"
  static let environment = ["MFA_STATE_DIR": Script.stateFolder]

  static let secret = "b3uYLkQ7dRPjBaIzV0t/aijoXRgMq+NP5AwVAvRfa/E="
  static let mechanism = "11111111-1111-4111-8111-111111111111"
  static let endpoint = "https://am.example.com/am/json/alpha/push/sns/message?_action=authenticate"
  static let serial = "PIPU0001"
  static let server = "https://mfa.example.com/ttype/push"
  static let keyFile = "privacyidea-key.pem"

  static let pingAM =
    #"{"provider":"pingam","id":"\#(mechanism)","issuer":"ExampleCorp","account":"demo","endpoint":"\#(endpoint)","#
    + #""locked":false,"secret":"\#(secret)","user":null}"#
  static let pushToken =
    #"{"provider":"privacyidea","id":"\#(serial)","issuer":"privacyIDEA","account":"alice","endpoint":"\#(server)","#
    + #""locked":false,"algorithm":"RS256","privateKeyFile":"\#(keyFile)","serverKey":"rsa server","pollOnly":true}"#

  static func list(_ credentials: String...) -> String {
    #"{"version":1,"credentials":[\#(credentials.joined(separator: ","))]}"# + "\n"
  }

  static let both = [
    file: list(pingAM, pushToken), Script.stateFolder + "/" + keyFile: "PEM rsa phone",
  ]

  static func script(
    _ files: [String: String] = both,
    readings: [Script.Reading] = [],
    exchanges: [Script.Exchange] = []
  ) -> Script {
    var script = Script(environment: environment, readings: readings, exchanges: exchanges, files: files)
    script.cryptography = .scripted
    return script
  }

  // MARK: Enrolment URIs

  static func encoded(_ text: String) -> String { Base64URL.encode(Array(text.utf8)) }

  /// The parameters of a URI of PingAM's.
  static let parameters: KeyValuePairs<String, String> = [
    "l": encoded("amlbcookie=01"), "issuer": encoded("ExampleCorp"),
    "m": "REGISTER:44444444-4444-4444-8444-4444444444441767225600000",
    "s": "m9VxUJhjyqOhjVvbP8GyAonDY0PNmZNcpYZHrwDFmko", "c": "9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg",
    "r": encoded("https://am.example.com/am/json/alpha/push/sns/message?_action=register"),
    "a": encoded(endpoint),
  ]

  /// A URI of PingAM's, one parameter changed; nil takes it away.
  static func uri(_ name: String? = nil, _ value: String? = nil, then further: String = "") -> String {
    let kept = parameters.compactMap { key, text -> String? in
      guard key == name else { return "\(key)=\(text)" }
      return value.map { "\(key)=\($0)" }
    }
    return "pushauth://push/ExampleCorp:demo?" + kept.joined(separator: "&") + further
  }

  static let pushTokenParameters: KeyValuePairs<String, String> = [
    "url": "https%3A//mfa.example.com/ttype/push", "ttl": "10", "issuer": "privacyIDEA",
    "enrollment_credential": "4a5ba8ff59bd3c5a8cd7d5d0a6ea5c27a2d8a5b1", "v": "1", "serial": "PIPU0002",
    "sslverify": "1",
  ]

  static func pushTokenURI(_ name: String? = nil, _ value: String? = nil, then further: String = "") -> String
  {
    let kept = pushTokenParameters.compactMap { key, text -> String? in
      guard key == name else { return "\(key)=\(text)" }
      return value.map { "\(key)=\($0)" }
    }
    return "otpauth://pipush/alice?" + kept.joined(separator: "&") + further
  }

  /// What privacyIDEA says of an enrolment that it took.
  static let enrolled =
    #"{"result":{"status":true,"value":true},"detail":{"public_key":"\#(Base64.encode(Array("rsa server".utf8)))"}}"#

  // MARK: Pushes

  /// A push of PingAM's as FCM brings it, signed with the secret of `pingAM` or another.
  static func push(_ kind: String = "default", secret: String = secret, mechanism: String = mechanism)
    throws -> String
  {
    var claims: [(String, JSONValue)] = [
      ("u", .string(mechanism)), ("c", .string("9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg=")),
      ("l", .string(Base64.encode(Array("amlbcookie=01".utf8)))), ("t", .string("120")),
      ("i", .string("\(Script.start.milliseconds)")), ("k", .string(kind)),
      ("m", .string("Login attempt from demo at ExampleCorp")),
    ]
    if kind == "challenge" { claims.append(("n", .string("34,62,91"))) }
    let object = JSONObject(claims.map { JSONObject.Member(key: $0.0, value: $0.1) })
    let key = SecretBytes(Base64.decode(secret) ?? [])
    let jws = try Cryptography.scripted.compactHS256(object, key: key)
    let id = "AUTHENTICATE:22222222-2222-4222-8222-2222222222221893456000000"
    return #"{"message":"\#(jws)","messageId":"\#(id)"}"#
  }

  /// A push of privacyIDEA's as a poll brings it, signed by the server of `pushToken`.
  static func polled(_ nonce: String, further: [(String, String)] = []) throws -> String {
    var fields = [
      ("nonce", nonce), ("question", "Do you want to confirm the login?"), ("serial", serial),
      ("title", "privacyIDEA"), ("url", server), ("sslverify", "1"),
    ]
    let text = ([nonce, server, serial, fields[1].1, "privacyIDEA", "1"] + further.map(\.1)).joined(
      separator: "|"
    )
    let key = try Cryptography.scripted.readPublicKey(Array("rsa server".utf8))
    let signer = PrivateKey(pem: SecretBytes(Array("PEM rsa server".utf8)), publicKey: key)
    fields += further
    fields.append(
      ("signature", Base32.encode(try Cryptography.scripted.sign(signer.signing, Array(text.utf8))))
    )
    return JSONWriter.write(
      .object(JSONObject(fields.map { JSONObject.Member(key: $0.0, value: .string($0.1)) }))
    )
  }

  /// The reply to a poll.
  static func waiting(_ pushes: String...) -> Script.Exchange {
    reply(200, #"{"result":{"status":true,"value":[\#(pushes.joined(separator: ","))]}}"#)
  }
}
