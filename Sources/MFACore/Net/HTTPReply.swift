/// A reply as it came off the wire. Everything in it is the service's text, and untrusted.
package struct HTTPReply: Sendable, Equatable {
  /// A final status, 200 or above.
  package let status: Int
  /// In the order received, interim replies left out.
  package let headers: [Header]
  /// At most 1 MiB.
  package let body: [UInt8]
  /// Seconds that `Retry-After` asks for, in whichever of its two forms it came; nil when there is none.
  package let retryAfterSeconds: Int?

  package struct Header: Sendable, Equatable {
    package let name: String
    package let value: String

    package init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  package init(status: Int, headers: [Header], body: [UInt8], retryAfterSeconds: Int?) {
    self.status = status
    self.headers = headers
    self.body = body
    self.retryAfterSeconds = retryAfterSeconds
  }

  /// The first value of a header, by name without regard to case.
  package func header(_ name: String) -> String? {
    headers.first { $0.name.isSameName(as: name) }?.value
  }
}
