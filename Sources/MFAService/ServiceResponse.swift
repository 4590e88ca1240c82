package import MFACore

/// What a service answers, always JSON.
package struct ServiceResponse: Sendable, Equatable {
  package let status: Int
  /// Further header fields, such as `Allow`; type, length and those of the connection are the listener's.
  package let headers: [HTTPHeader]
  package let body: [UInt8]

  package init(status: Int, headers: [HTTPHeader] = [], body: [UInt8]) {
    self.status = status
    self.headers = headers
    self.body = body
  }

  static func json(_ status: Int, _ object: JSONObject) -> ServiceResponse {
    ServiceResponse(status: status, body: JSONWriter.bytes(.object(object)) + [UInt8(ascii: "\n")])
  }
}

/// What is to be done with a request.
package enum ServiceReply: Sendable, Equatable {
  case response(ServiceResponse)
  /// Nothing to say yet (a long poll): the same request is asked about again when another one has changed something,
  /// and at this time at the latest.
  case wait(until: Timestamp)
}
