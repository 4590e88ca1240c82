import Foundation
import Testing

/// The practice service as PingAM, and a phone that keeps its state in a folder of its own.
struct PingAM {
  let service: StayingOn
  let folder: TemporaryFolder

  init(_ service: StayingOn) throws {
    self.service = service
    folder = try TemporaryFolder()
  }

  init() throws { try self.init(StayingOn(["serve"])) }

  /// What the phone's commands find; nothing of another state.
  var environment: [String: String] { ["MFA_STATE_DIR": folder.path] }

  /// Where the credentials are kept, once there are some.
  var credentials: String { folder.path + "/credentials.json" }

  /// A command of the phone's.
  func run(
    _ arguments: [String],
    stdin: StandardInput = .null,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> RunResult {
    try Binary.run(arguments, stdin: stdin, environment: environment, sourceLocation: sourceLocation)
  }

  /// The text of the QR code of a new enrolment.
  func invite(_ members: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let answer = try service.call("POST", "/pingam/registrations", members)
    guard answer.status == 201, let uri = try answer.json()["uri"] as? String else {
      throw SupportFailure("no enrolment was begun: \(answer.text)", at: sourceLocation)
    }
    return uri
  }

  /// Enrols, and returns the credential's id.
  func enroll(_ members: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws -> String {
    let result = try run(["enroll", "--json", "-"], stdin: .text(try invite(members)))
    guard result.status == .exited(0), let id = try result.report().text("credential.id") else {
      throw SupportFailure("not enrolled: \(result)", at: sourceLocation)
    }
    return id
  }

  /// A push for the phone, as `POST /pingam/pushes` makes it.
  func push(_ members: String = "{}", sourceLocation: SourceLocation = #_sourceLocation) throws -> Push {
    let answer = try service.call("POST", "/pingam/pushes", members)
    guard answer.status == 201 else {
      throw SupportFailure("no push was made: \(answer.text)", at: sourceLocation)
    }
    return try Push(answer.json())
  }

  /// What has become of a push.
  func show(_ push: Push) throws -> [String: Any] {
    try service.call("GET", "/pingam/pushes/\(push.id)").json()
  }

  func state(_ push: Push) throws -> String? { try show(push)["state"] as? String }

  struct Push: Sendable {
    let id: String
    /// As APNs brings it.
    let apns: String
    /// As FCM brings it.
    let fcm: String
    /// The signed text alone.
    let jws: String
    /// What the sign-on page shows.
    let number: String?

    fileprivate init(_ object: [String: Any]) throws {
      guard let id = object["messageId"] as? String, let apns = object["payload"] as? [String: Any],
        let fcm = object["fcm"] as? [String: Any], let jws = fcm["message"] as? String
      else { throw SupportFailure("no push in \(object)") }
      self.id = id
      self.jws = jws
      number = object["number"] as? String
      self.apns = String(decoding: try JSONSerialization.data(withJSONObject: apns), as: UTF8.self)
      self.fcm = String(decoding: try JSONSerialization.data(withJSONObject: fcm), as: UTF8.self)
    }

    /// A number that is not the right one.
    var wrongNumber: String { number == "10" ? "11" : "10" }

    /// The same push with another signed text in it.
    func fcm(with jws: String) -> String {
      #"{"message":"\#(jws)","messageId":"\#(id)"}"#
    }
  }
}

/// The three parts of a signed text, to be put together in another way.
struct SignedText {
  var header: String
  var claims: [String: Any]
  let signature: String

  init(_ jws: String) throws {
    let parts = jws.components(separatedBy: ".")
    guard parts.count == 3, let payload = SignedText.decode(parts[1]),
      let claims = try JSONSerialization.jsonObject(with: payload) as? [String: Any],
      let header = SignedText.decode(parts[0])
    else { throw SupportFailure("no JWS: \(jws)") }
    self.header = String(decoding: header, as: UTF8.self)
    self.claims = claims
    signature = parts[2]
  }

  /// With the signature that it had.
  var text: String {
    get throws {
      let payload = try JSONSerialization.data(withJSONObject: claims)
      return [SignedText.encode(Data(header.utf8)), SignedText.encode(payload), signature].joined(
        separator: "."
      )
    }
  }

  static func decode(_ text: String) -> Data? {
    let standard = text.replacing("-", with: "+").replacing("_", with: "/")
    return Data(base64Encoded: standard + String(repeating: "=", count: (4 - standard.count % 4) % 4))
  }

  static func encode(_ data: Data) -> String {
    data.base64EncodedString().replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }
}
