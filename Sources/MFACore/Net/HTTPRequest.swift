/// One HTTP request as it goes on the wire: nothing in it is decided later.
package struct HTTPRequest: Sendable, Equatable {
  /// `POST` or `GET`.
  package let method: String
  /// Where to, complete and percent-encoded; its user-info is a secret.
  package let url: EndpointURL
  /// In the order in which they are sent; names are unique without regard to case.
  package let headers: [HTTPHeader]
  /// The bytes of the body, empty for none.
  package let body: [UInt8]
  /// What in the body is not to be shown, such as a signature: who has that can send the request.
  package let secrets: [Secret]

  package init(
    method: String,
    url: EndpointURL,
    headers: [HTTPHeader],
    body: [UInt8],
    secrets: [Secret] = []
  ) {
    self.method = method
    self.url = url
    self.headers = headers
    self.body = body
    self.secrets = secrets
  }

  /// Whether both are the same bytes on the wire.
  package static func == (left: HTTPRequest, right: HTTPRequest) -> Bool {
    left.method == right.method && left.url == right.url && left.headers == right.headers
      && left.body == right.body
  }
}

/// One header of a request. A value that the user gave is a secret unless its name is known to be harmless.
package struct HTTPHeader: Sendable, Equatable {
  package enum Value: Sendable, Equatable {
    case plain(String)
    case secret(Secret)
  }

  package let name: String
  package let value: Value

  package init(_ name: String, _ value: Value) {
    self.name = name
    self.value = value
  }

  /// The value as it may be shown: a secret one is masked.
  package var shownValue: String {
    switch value {
    case .plain(let text): text
    case .secret(let secret): secret.description
    }
  }

  /// The value as it goes on the wire.
  package var wireValue: String {
    switch value {
    case .plain(let text): text
    case .secret(let secret): secret.reveal()
    }
  }
}
