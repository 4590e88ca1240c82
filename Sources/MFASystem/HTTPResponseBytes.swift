import MFACore
import MFAService

/// A response as it goes on the wire.
enum HTTPResponseBytes {
  /// The whole response; `headOnly` leaves out the body but still says how long it would be.
  static func encode(_ response: ServiceResponse, headOnly: Bool) -> [UInt8] {
    // RFC 9110, section 15: these have no body, and no length of one.
    let isBodiless = response.status == 204 || response.status == 304
    var head = "HTTP/1.1 \(response.status) \(reason(response.status))\r\n"
    if !isBodiless {
      head += "Content-Type: application/json\r\nContent-Length: \(response.body.count)\r\n"
    }
    for header in response.headers { head += "\(header.name): \(header.wireValue)\r\n" }
    head += "Cache-Control: no-store\r\nX-Content-Type-Options: nosniff\r\nConnection: close\r\n\r\n"
    return Array(head.utf8) + (isBodiless || headOnly ? [] : response.body)
  }

  /// The answer to a request that the service never sees.
  static func refusal(_ refusal: HTTPRefusal) -> ServiceResponse {
    let text = reason(refusal.status).lowercased()
    return ServiceResponse(status: refusal.status, body: Array(#"{"error":"\#(text)"}"#.utf8))
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
    case 409: "Conflict"
    case 410: "Gone"
    case 413: "Content Too Large"
    case 414: "URI Too Long"
    case 415: "Unsupported Media Type"
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
