import MFACore

@testable import MFACommand

/// Replies about an inbox.
enum InboxScript {
  static let endpoint = "http://127.0.0.1:41234/notifications"

  /// A notification as the practice service describes it, with other members where these are given.
  static func notification(_ id: String = "n1", _ changes: [String: String] = [:]) -> String {
    let members = [
      ("id", "\"\(id)\""), ("sequence", "3"), ("type", #""request""#), ("status", #""read""#),
      ("title", #""Sign-on request""#), ("body", #""Example Bank asks you to confirm a sign-on""#),
      ("customMessage", "null"), ("created", #""2030-01-01T00:00:00Z""#),
      ("updated", #""2030-01-01T00:00:00Z""#), ("expirationDate", #""2030-01-01T00:02:00Z""#),
      ("data", #"{"clientName":"Example Bank","claimNames":["name"],"outOfBand":true}"#),
      (
        "eligibleCredentials",
        #"[{"id":"identity-card","label":"Identity card","documentType":"ID_CARD","type":"identity"},"#
          + #"{"id":"passport","label":"Passport","documentType":"PASSPORT","type":"identity"}]"#
      ),
      ("demands", #""pin""#),
    ]
    return "{" + members.map { "\"\($0)\":\(changes[$0] ?? $1)" }.joined(separator: ",") + "}"
  }

  static func page(_ notifications: String...) -> Script.Exchange {
    reply(
      200,
      #"{"notifications":[\#(notifications.joined(separator: ","))],"total":\#(notifications.count)}"#
    )
  }

  static func refusal(_ status: Int, _ code: String, triesLeft: Int? = nil) -> Script.Exchange {
    let tries = triesLeft.map { ",\"triesLeft\":\($0)" } ?? ""
    return reply(status, #"{"error":"no","code":"\#(code)"\#(tries)}"#)
  }

  /// The text of a QR code.
  static func code(_ changes: [String: String] = [:]) -> String {
    let members = [
      ("version", "1"), ("service", #""http://127.0.0.1:41234""#), ("login", #""l1""#),
      ("authenticationKey", #""00112233445566778899aabbccddeeff""#),
      ("expiresAt", #""2030-01-01T00:02:00Z""#),
    ]
    return "{" + members.map { "\"\($0)\":\(changes[$0] ?? $1)" }.joined(separator: ",") + "}"
  }
}
