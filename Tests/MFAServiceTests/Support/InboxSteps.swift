import MFACore
import Testing

/// Requests about notifications and logins.
extension Step {
  /// A new notification with those members.
  static func notify(_ members: String = "", at seconds: Double = 0) -> Step {
    Step("POST", "/notifications", "{\(members)}", at: seconds)
  }

  /// A new request, with more members.
  static func ask(_ more: String = "", at seconds: Double = 0) -> Step {
    .notify(#""type":"request"\#(more)"#, at: seconds)
  }

  static let notification = Step("GET", "/notifications/{notification}")

  static func act(_ action: String, _ body: String = "", key: String? = nil, at seconds: Double = 0) -> Step {
    Step("POST", "/notifications/{notification}/\(action)", body, key: key, at: seconds)
  }

  /// An acceptance with the identity card.
  static func accept(_ more: String = "", key: String? = nil, at seconds: Double = 0) -> Step {
    .act("accept", #"{"credential":"identity-card"\#(more)}"#, key: key, at: seconds)
  }

  static func decline(key: String? = nil, at seconds: Double = 0) -> Step {
    .act("decline", "{}", key: key, at: seconds)
  }

  static func delete(at seconds: Double = 0) -> Step {
    Step("DELETE", "/notifications/{notification}", at: seconds)
  }

  static func login(_ members: String = "", at seconds: Double = 0) -> Step {
    Step("POST", "/logins", "{\(members)}", at: seconds)
  }

  static func scan(login: String = "{login}", key: String = "{authenticationKey}", at seconds: Double = 0)
    -> Step
  {
    Step("POST", "/sessions", #"{"login":"\#(login)","authenticationKey":"\#(key)"}"#, at: seconds)
  }

  /// What the session says, which has the notification's id in it once there is one.
  static func session(at seconds: Double = 0) -> Step {
    Step("GET", "/sessions/{session}", at: seconds)
  }

  static func loginStatus(at seconds: Double = 0) -> Step {
    Step("GET", "/logins/{login}", at: seconds)
  }
}

extension JSONObject {
  /// What a reply about notifications and logins names.
  var inboxPlaces: [String: String] {
    var places: [String: String] = [:]
    if self["sequence"] != nil { places["notification"] = self["id"]?.string }
    places["session"] = self["session"]?.string
    if let notification = self["notification"]?.string { places["notification"] = notification }
    if let text = self["qr"]?.string, let payload = (try? JSONReader.read(text))?.value.object {
      places["login"] = payload["login"]?.string
      places["authenticationKey"] = payload["authenticationKey"]?.string
    }
    return places
  }

  /// The notifications of a list.
  var notifications: [JSONObject] { self["notifications"]?.array?.compactMap(\.object) ?? [] }
  var titles: [String] { notifications.compactMap { $0["title"]?.string } }
}

extension String {
  func filled(from places: [String: String]) -> String {
    places.reduce(self) { $0.replacingAll("{\($1.key)}", with: $1.value) }
  }
}
