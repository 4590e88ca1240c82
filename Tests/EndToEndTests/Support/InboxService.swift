import Foundation
import Testing

/// The code that a sign-on page shows.
struct LoginCode: Sendable {
  let id: String
  let qr: String
  let deepLink: String

  /// The deep link with that payload.
  static func link(_ payload: String) -> String {
    let base64 = Data(payload.utf8).base64EncodedString()
    return "mfa-cli://login?request="
      + base64.replacing("+", with: "-").replacing("/", with: "_").replacing("=", with: "")
  }

  /// A payload for a service that is not there.
  static let payload =
    #"{"version":1,"service":"http://127.0.0.1:9","login":"x","authenticationKey":"00","expiresAt":null}"#
}

extension StayingOn {
  /// `POST /notifications` with these members; its id.
  @discardableResult
  func notify(_ members: String) throws -> String {
    let answer = try call("POST", "/notifications", members)
    guard answer.status == 201, let id = try answer.json()["id"] as? String else {
      throw SupportFailure("no notification was made: \(answer.text)")
    }
    return id
  }

  /// A request that the employee badge alone can answer, with its PIN.
  func request(_ members: String = #""credentialTypes":["badge"],"demands":"pin""#) throws -> String {
    try notify(#"{"type":"request","title":"Sign on","clientName":"Bank",\#(members)}"#)
  }

  func notification(_ id: String) throws -> [String: Any] {
    try call("GET", "/notifications/\(id)").json()
  }

  func notificationStatus(_ id: String) throws -> String? {
    try notification(id)["status"] as? String
  }

  /// The tries that a credential has left, nil when it is locked.
  func triesLeft(_ credential: String) throws -> Int? {
    let credentials = try call("GET", "/credentials").json()["credentials"] as? [[String: Any]]
    let found = credentials?.first { $0["id"] as? String == credential }
    return found?["locked"] as? Bool == true ? nil : found?["triesLeft"] as? Int
  }

  /// `POST /logins` with these members.
  func makeLogin(_ members: String = #""clientName":"Bank""#) throws -> LoginCode {
    let answer = try call("POST", "/logins", "{\(members)}")
    let object = try answer.json()
    guard answer.status == 201, let id = object["id"] as? String, let qr = object["qr"] as? String,
      let link = object["deepLink"] as? String
    else { throw SupportFailure("no login was made: \(answer.text)") }
    return LoginCode(id: id, qr: qr, deepLink: link)
  }

  func loginStatus(_ id: String) throws -> String? {
    try call("GET", "/logins/\(id)").json()["status"] as? String
  }

  /// Runs an `inbox` command against it.
  func inbox(_ arguments: [String], stdin: StandardInput = .null) throws -> RunResult {
    try Binary.run(["inbox"] + arguments + ["--endpoint", url + "/notifications"], stdin: stdin)
  }

  /// The same on a terminal.
  func inboxOnTerminal(_ arguments: [String], script: String? = nil) throws -> TerminalRun {
    let all = ["inbox"] + arguments + ["--endpoint", url + "/notifications"]
    return if let script { try TerminalRun(script: script, all) } else { try TerminalRun(all) }
  }
}

extension RunResult {
  /// The objects that `--json` wrote, one a line.
  func objects() throws -> [[String: Any]] {
    try stdout.split(separator: "\n").map { line in
      guard let object = try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any] else {
        throw SupportFailure("no JSON object: \(line)")
      }
      return object
    }
  }

  /// The identifiers of those.
  func ids() throws -> [String] { try objects().compactMap { $0["id"] as? String } }
}
