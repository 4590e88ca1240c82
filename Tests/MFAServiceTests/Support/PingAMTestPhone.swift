import MFACore
import MFASystem
import Testing

/// A phone that has scanned the QR code of an enrolment.
struct PingAMTestPhone: Sendable {
  static let live = Keys.cryptography
  static let endpoint = "/am/json/realms/root/push/sns/message?_action="
  static let version = "resource=1.0, protocol=1.0"
  static let cookie = "amlbcookie=01"

  /// What stands before the parameters.
  let label: String
  let parameters: [String: String]
  let key: SecretBytes

  init(_ uri: String) throws {
    let parts = uri.split(separator: "?")
    label = String(parts[0])
    let pairs = parts[1].split(separator: "&").map { $0.split(separator: "=") }
    parameters = Dictionary(uniqueKeysWithValues: pairs.map { (String($0[0]), String($0[1])) })
    key = SecretBytes(try #require(Base64URL.decode(parameters["s"] ?? "")))
  }

  /// The text of a parameter that is encoded.
  func text(_ name: String) -> String? {
    parameters[name].flatMap { Base64URL.decode($0) }.map { String(decoding: $0, as: UTF8.self) }
  }

  func response(to challenge: [UInt8]) throws -> JSONValue {
    .string(Base64.encode(try PingAMTestPhone.live.hmacSHA256(key, challenge)))
  }

  func signed(_ claims: JSONObject) throws -> JSONValue {
    .string(try PingAMTestPhone.live.compactHS256(claims, key: key))
  }

  static func post(
    _ action: String,
    _ body: KeyValuePairs<String, JSONValue>,
    cookie: String? = cookie,
    at seconds: Double = 0
  ) -> Step {
    Step(
      "POST",
      endpoint + action,
      JSONWriter.write(.object(JSONObject(body))),
      cookie: cookie,
      version: version,
      at: seconds
    )
  }

  /// The claims of a registration, those of `changed` in their place.
  func registration(_ mechanism: String, _ changed: KeyValuePairs<String, JSONValue> = [:]) throws
    -> JSONObject
  {
    let challenge = try #require(Base64URL.decode(parameters["c"] ?? ""))
    return JSONObject(changed).filled(
      from: JSONObject([
        "response": try response(to: challenge), "mechanismUid": .string(mechanism),
        "deviceId": .string("00ff00ff00ff1234"), "deviceName": .string("phone"),
        "deviceType": .string("ios"), "communicationType": .string("apns"),
      ])
    )
  }

  func register(
    _ mechanism: String,
    _ changed: KeyValuePairs<String, JSONValue> = [:],
    at seconds: Double = 0
  ) throws -> Step {
    let claims = try registration(mechanism, changed)
    return PingAMTestPhone.post(
      "register",
      ["messageId": .string(parameters["m"] ?? ""), "jwt": try signed(claims)],
      at: seconds
    )
  }
}

/// A push as a phone has got it.
struct PingAMTestPush: Sendable {
  let id: String
  let aps: JSONObject
  let fcm: JSONObject
  let claims: JSONObject
  let number: String?

  var challenge: [UInt8] { Base64.decode(claims["c"]?.string ?? "") ?? [] }
  /// Offered, and not the right one.
  var wrongNumber: String? {
    claims["n"]?.string?.split(separator: ",").map { String($0) }.first { $0 != number }
  }
}

extension Client {
  /// A client of a service that computes.
  static func withLibrary(seed: UInt64 = 1) -> Client {
    Client(seed: seed, cryptography: PingAMTestPhone.live)
  }

  mutating func invite(_ members: String = "", at seconds: Double = 0) throws -> PingAMTestPhone {
    let reply = send(Step("POST", "/pingam/registrations", "{\(members)}", at: seconds))
    #expect(reply.status == 201)
    return try PingAMTestPhone(try #require(reply.body["uri"]?.string))
  }

  mutating func enrol(_ mechanism: String = "uid-1", _ members: String = "", at seconds: Double = 0) throws
    -> PingAMTestPhone
  {
    let phone = try invite(members, at: seconds)
    let reply = send(try phone.register(mechanism, at: seconds))
    #expect(reply.status == 200 && reply.body == JSONObject())
    return phone
  }

  /// A push, whose signature is that of the phone's secret.
  mutating func pingAMPush(_ members: String = "", to phone: PingAMTestPhone, at seconds: Double = 0) throws
    -> PingAMTestPush
  {
    let reply = send(Step("POST", "/pingam/pushes", "{\(members)}", at: seconds))
    #expect(reply.status == 201)
    let aps = try #require(reply.body["payload"]?.object?["aps"]?.object)
    let fcm = try #require(reply.body["fcm"]?.object)
    let jws = try CompactJWS.read(try #require(aps["data"]?.string), field: "aps.data")
    #expect(try PingAMTestPhone.live.checkHS256(jws, key: phone.key) == .valid)
    let id = try #require(reply.body["messageId"]?.string)
    #expect(aps["messageId"]?.string == id && fcm["messageId"]?.string == id)
    #expect(fcm["message"] == aps["data"] && fcm.members.count == 2)
    return PingAMTestPush(
      id: id,
      aps: aps,
      fcm: fcm,
      claims: jws.claims,
      number: reply.body["number"]?.string
    )
  }

  mutating func pingAMState(_ id: String, at seconds: Double = 0) -> JSONObject {
    send(Step("GET", "/pingam/pushes/\(PercentEncoding.encode(id))", at: seconds)).body
  }
}
