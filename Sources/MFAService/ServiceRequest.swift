package import MFACore

/// One HTTP request as a service sees it.
package struct ServiceRequest: Sendable, Equatable {
  package let method: String
  /// The path, percent-encoded as it came, without the query.
  package let path: String
  /// What stands behind the `?`, percent-encoded as it came; nil without one.
  package let query: String?
  /// `Content-Type` as it was sent; nil where it was not.
  package let contentType: String?
  /// `Idempotency-Key`, likewise.
  package let idempotencyKey: String?
  /// The host and port that the request was sent to, as `Host` says it.
  package let authority: String?
  /// `Authorization`, likewise.
  package let authorization: Secret?
  /// `Cookie`, likewise.
  package let cookie: String?
  /// `Accept-API-Version`, likewise. No other field of the head means anything to a service.
  package let apiVersion: String?
  package let body: [UInt8]

  package init(
    method: String,
    path: String,
    query: String? = nil,
    contentType: String? = nil,
    idempotencyKey: String? = nil,
    authority: String? = nil,
    authorization: Secret? = nil,
    cookie: String? = nil,
    apiVersion: String? = nil,
    body: [UInt8]
  ) {
    self.method = method
    self.path = path
    self.query = query
    self.contentType = contentType
    self.idempotencyKey = idempotencyKey
    self.authority = authority
    self.authorization = authorization
    self.cookie = cookie
    self.apiVersion = apiVersion
    self.body = body
  }

  /// No body that means something to the service is longer.
  private static let bodyLimit = 64 * 1024

  private var isJSON: Bool {
    guard let contentType else { return false }
    if contentType == "application/json" { return true }
    let type = contentType.lowercased()
    return type == "application/json" || type.hasPrefix("application/json;")
  }

  /// The body as the JSON object that it has to be.
  func members() throws(ServiceError) -> Members {
    guard isJSON else { throw .unsupportedType }
    guard body.count <= ServiceRequest.bodyLimit else {
      throw .tooLarge(bytes: body.count, limit: ServiceRequest.bodyLimit)
    }
    // What a lenient reader would pass over (a key that stands twice) makes it no JSON here.
    guard let text = try? SourceText.utf8(body), let document = try? JSONReader.read(utf8: text),
      document.notices.isEmpty, let object = document.value.object
    else { throw .malformed("the body is not a JSON object") }
    return Members(object)
  }
}
