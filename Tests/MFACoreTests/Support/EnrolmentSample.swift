/// Parameters and URIs that are right.
enum EnrolmentSample {
  /// Of PingAM's kind; the addresses are `https://am.example.com/push?_action=register` and `…=authenticate`.
  static let pingAM: KeyValuePairs<String, String> = [
    "l": "YW1sYmNvb2tpZT0wMQ", "issuer": "RXhhbXBsZUNvcnA", "m": "REGISTER:1",
    "s": "b3uYLkQ7dRPjBaIzV0t_aijoXRgMq-NP5AwVAvRfa_E", "c": "9giiBAdUHjqpo0XE4YdZ7pRlv0hrQYwDz8Z1wwLLbkg",
    "r": "aHR0cHM6Ly9hbS5leGFtcGxlLmNvbS9wdXNoP19hY3Rpb249cmVnaXN0ZXI",
    "a": "aHR0cHM6Ly9hbS5leGFtcGxlLmNvbS9wdXNoP19hY3Rpb249YXV0aGVudGljYXRl", "uid": "ZGVtbw",
    "pid": "NTU1", "b": "032b75",
  ]

  static let pushToken: KeyValuePairs<String, String> = [
    "url": "https%3A//mfa.example.com/ttype/push", "ttl": "10", "issuer": "Example%20MFA",
    "enrollment_credential": "54f1b0cd", "v": "1", "serial": "PIPU0001", "sslverify": "0",
    "poll_only": "True",
  ]

  /// The URI with one parameter changed, or left out for nil, and something behind it.
  static func uri(
    _ head: String,
    _ parameters: KeyValuePairs<String, String>,
    _ changes: [String: String?] = [:],
    _ tail: String = ""
  ) -> String {
    var parts = parameters.compactMap { name, value -> String? in
      guard let change = changes[name] else { return "\(name)=\(value)" }
      return change.map { "\(name)=\($0)" }
    }
    for (name, value) in changes where !parameters.contains(where: { $0.key == name }) {
      parts.append("\(name)=\(value ?? "")")
    }
    return "\(head)?\(parts.joined(separator: "&"))\(tail)"
  }

  static let pushauth = "pushauth://push/ExampleCorp:demo"
  static let pipush = "otpauth://pipush/PIPU0001"
}
