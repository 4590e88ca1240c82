import Foundation

/// The statuses, one by one.
extension FaultMatrix {
  static let redirects: [Fault] = [301, 302, 303, 307, 308].map { status in
    .refused(
      "\(status)",
      { .status("\(status) Moved", headers: ["Location: /elsewhere"]) },
      status: status,
      says: "moved to"
    )
  }

  static let refusals: [Fault] =
    [
      status(400, "Bad Request", says: "wrong number"), status(401, "Unauthorized", says: "credentials"),
      status(403, "Forbidden", says: "credentials"), status(404, "Not Found", says: "path"),
      status(409, "Conflict", says: "already"), status(410, "Gone", says: "expired"),
      status(422, "Unprocessable Content", says: "wrong number"),
      status(429, "Too Many Requests", headers: ["Retry-After: 17"], says: "retry after 17 s")
        .named("429 with Retry-After in seconds"),
      // The date is made when the request comes, and a second or two of it may pass.
      .refused(
        "429 with Retry-After as a date",
        { .status("429 Too Many Requests", headers: ["Retry-After: \(HTTPDate.text(in: 155))"]) },
        status: 429,
        says: "retry after 15"
      ),
      status(429, "Too Many Requests", headers: ["Retry-After: soon"], says: "HTTP 429")
        .named("429 with Retry-After that is neither"),
      status(500, "Internal Server Error", says: "HTTP 500"),
      status(502, "Bad Gateway", says: "may have arrived"),
      status(503, "Service Unavailable", says: "HTTP 503"),
      status(504, "Gateway Timeout", says: "may have arrived"),
    ]

  private static func status(_ number: Int, _ reason: String, headers: [String] = [], says: String) -> Fault {
    .refused(
      "\(number)",
      { .status("\(number) \(reason)", headers: headers, body: "wrong number") },
      status: number,
      says: says
    )
  }
}

extension Fault {
  fileprivate func named(_ name: String) -> Fault {
    Fault(
      name: name,
      exit: exit,
      code: code,
      status: status,
      mayHaveArrived: mayHaveArrived,
      says: says,
      place: place
    )
  }
}

/// The dates of HTTP headers.
enum HTTPDate {
  static func text(in seconds: Double) -> String {
    let format = DateFormatter()
    format.locale = Locale(identifier: "en_US_POSIX")
    format.timeZone = TimeZone(identifier: "GMT")
    format.dateFormat = "EEE, dd MMM yyyy HH:mm:ss 'GMT'"
    return format.string(from: Date().addingTimeInterval(seconds))
  }
}
