package import MFACore

/// The practice service: a pure state machine. A request and the time go in, a response comes out.
package struct PracticeService: Sendable {
  package init() {}

  /// Answers one request that arrived at `now`.
  package mutating func answer(_ request: ServiceRequest, now: Timestamp) -> ServiceResponse {
    ServiceResponse(status: 404, body: Array(#"{"error":"not found"}"#.utf8))
  }
}

/// One HTTP request as the service sees it.
package struct ServiceRequest: Sendable, Equatable {
  package let method: String
  /// The path, percent-encoded as it came, without the query.
  package let path: String
  /// Names in lower case.
  package let headers: [String: String]
  package let body: [UInt8]

  package init(method: String, path: String, headers: [String: String], body: [UInt8]) {
    self.method = method
    self.path = path
    self.headers = headers
    self.body = body
  }
}

/// What the service answers, always JSON.
package struct ServiceResponse: Sendable, Equatable {
  package let status: Int
  package let body: [UInt8]

  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
