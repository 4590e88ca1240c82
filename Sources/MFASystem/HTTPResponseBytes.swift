import MFACore
import MFAService

/// A response as it goes on the wire.
enum HTTPResponseBytes {
  /// What tells a client that it may send the body it holds back (RFC 9110, section 15.2.1).
  static let goOn = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)

  /// Adds the whole response to `bytes`; `headOnly` leaves out the body but still says how long it would be.
  static func encode(
    _ response: ServiceResponse,
    headOnly: Bool,
    persistence: HTTPPersistence,
    date: [UInt8],
    into bytes: inout [UInt8]
  ) {
    // RFC 9110, section 15: these have no body, and no length of one.
    let isBodiless = response.status == 204 || response.status == 304
    bytes.reserveCapacity(bytes.count + 256 + response.body.count)
    bytes.append("HTTP/1.1 ")
    bytes.append(String(response.status))
    bytes.append(" ")
    bytes.append(reason(response.status))
    bytes.append("\r\nDate: ")
    bytes += date
    if !isBodiless {
      bytes.append("\r\nContent-Type: application/json\r\nContent-Length: ")
      bytes.append(String(response.body.count))
    }
    for header in response.headers { bytes.append("\r\n\(header.name): \(header.wireValue)") }
    bytes.append("\r\nCache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\n")
    switch persistence {
    case .close: bytes.append("Connection: close\r\n\r\n")
    case .stay: bytes.append("\r\n")
    case .stayIfTold: bytes.append("Connection: keep-alive\r\n\r\n")
    }
    if !isBodiless, !headOnly { bytes += response.body }
  }

  /// The answer to a request that the service never sees.
  static func refusal(_ refusal: HTTPRefusal) -> ServiceResponse {
    let text = refusal.reason ?? reason(refusal.status).lowercased()
    return ServiceResponse(
      status: refusal.status,
      body: JSONWriter.bytes(.object(JSONObject(["error": .string(text)])))
    )
  }

  /// The phrases of RFC 9110, section 15, and of RFC 6585; a client must not depend on them.
  private static func reason(_ status: Int) -> String {
    switch status {
    case 200: "OK"
    case 201: "Created"
    case 202: "Accepted"
    case 204: "No Content"
    case 302: "Found"
    case 304: "Not Modified"
    case 400: "Bad Request"
    case 401: "Unauthorized"
    case 403: "Forbidden"
    case 404: "Not Found"
    case 405: "Method Not Allowed"
    case 408: "Request Timeout"
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
    case 417: "Expectation Failed"
    case 421: "Misdirected Request"
    case 422: "Unprocessable Content"
    case 429: "Too Many Requests"
    case 431: "Request Header Fields Too Large"
    case 500: "Internal Server Error"
    case 501: "Not Implemented"
    case 502: "Bad Gateway"
    case 503: "Service Unavailable"
    case 504: "Gateway Timeout"
    case 505: "HTTP Version Not Supported"
    default: "Unknown"
    }
  }
}

extension [UInt8] {
  /// In one piece: the view of a string hands out its bytes one call at a time.
  fileprivate mutating func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: $0) }
  }
}
