import Foundation

/// Payloads of pushes, so small that a test shows all that matters about its own.
enum SamplePush {
  static let id = "test-push-1"
  static let `default` = plain("default")
  /// Offers 12, 34 and 56.
  static let challenge = plain("challenge", #""numbersChallenge":"12,34,56""#)
  static let manual = plain("challenge", #""numbersChallenge":"""#)
  static let dry = plain("dry")
  /// One that takes an enrolment to answer, with the challenge 12, 34, 56; its signature is nobody's.
  static let pingAM = pingAM(times: #""t":"120""#)
  /// The same with other claims about time.
  static func pingAM(times: String) -> String {
    let claims = #"{"c":"AAAA","l":"YT1i","k":"challenge","n":"12,34,56",\#(times),"u":"CCCC"}"#
    let jws = [#"{"alg":"HS256"}"#, claims, "no signature"].map(base64URL).joined(separator: ".")
    return #"{"aps":{"alert":"Sign-in","messageId":"test-am-1","data":"\#(jws)"}}"#
  }
  /// Somebody else's notification.
  static let otherNotification = #"{"aps":{"alert":"Sale: 20 % off"}}"#

  /// A `plain` push of a type with further members, each as JSON text.
  static func plain(_ type: String, id: String = id, title: String = "Sign-in request", _ more: String...)
    -> String
  {
    let members = [
      #""aps":{"alert":{"title":\#(quoted(title)),"body":"Approve?"}}"#, #""messageId":\#(quoted(id))"#,
      #""pushType":"\#(type)""#,
    ]
    return "{" + (members + more).joined(separator: ",") + "}"
  }

  /// The members of a push that expired an hour ago.
  static let expired = #""sentAt":"2020-01-01T00:00:00Z","ttl":60"#

  /// The members of a push that expires so many seconds from now.
  static func expiring(in seconds: Double) -> String {
    let sent = (Date().timeIntervalSince1970 - 60 + seconds) * 1000
    return #""ttl":60,"sentAt":\#(Int(sent))"#
  }

  /// A text as a JSON string.
  static func quoted(_ text: String) -> String {
    let escaped = text.unicodeScalars.map { scalar in
      let isPlain = scalar.isASCII && scalar.value >= 0x20 && scalar != "\"" && scalar != "\\"
      return isPlain
        ? String(scalar) : String(scalar).utf16.map { String(format: "\\u%04x", Int($0)) }.joined()
    }
    return "\"" + escaped.joined() + "\""
  }

  private static func base64URL(_ text: String) -> String {
    Data(text.utf8).base64EncodedString().replacingOccurrences(of: "+", with: "-")
      .replacingOccurrences(of: "/", with: "_").replacingOccurrences(of: "=", with: "")
  }
}
