/// Why a request is not passed on: the status that it is answered with.
package struct HTTPRefusal: Error, Sendable, Equatable {
  package let status: Int
  /// In words, where the status alone would leave somebody in the dark.
  package let reason: String?

  package init(status: Int, reason: String? = nil) {
    self.status = status
    self.reason = reason
  }

  static var malformed: HTTPRefusal { HTTPRefusal(status: 400) }
}

/// What becomes of a connection after the reply to a request (RFC 9112, section 9.3).
package enum HTTPPersistence: Sendable, Equatable {
  case close
  /// It stays open, as is usual in HTTP/1.1.
  case stay
  /// It stays open because a client of HTTP/1.0 asked for it, which has to be told so.
  case stayIfTold
}

/// How the body of a request is delimited (RFC 9112, section 6.3).
package enum HTTPBodyFraming: Sendable, Equatable {
  case length(Int)
  case chunked
}

/// The head of a request by RFC 9112, taken apart strictly: what is not well-formed is refused, because
/// two readers that repair a head may repair it differently.
struct HTTPRequestHead: Sendable {
  let method: String
  /// As it came, percent-encoded and without the query; `*` for the server as a whole.
  let path: String
  /// What stands behind the `?`; nil without one.
  let query: String?
  /// The host and port that the request is for; nil only before HTTP/1.1.
  let authority: String?
  let contentType: String?
  let idempotencyKey: String?
  let cookie: String?
  let apiVersion: String?
  let authorization: String?
  /// What a browser says of the page that the request comes from.
  let page: HTTPSourcePage
  let body: HTTPBodyFraming
  let persistence: HTTPPersistence
  /// The client sends the body only once it was told to go on.
  let expectsContinue: Bool

  /// Reads the lines of a head, without their line ends and without the empty line that ends it.
  init(_ input: HTTPInput, lines: [Range<Int>], bodyLimit: Int) throws(HTTPRefusal) {
    guard let first = lines.first else { throw .malformed }
    let (method, rest) = try HTTPRequestHead.cut(input[first])
    let (target, version) = try HTTPRequestHead.cut(rest)
    guard HTTPField.isToken(method) else { throw .malformed }
    let minorVersion = try HTTPRequestHead.minorVersion(version)
    let destination = try HTTPRequestTarget(target)
    let fields = try HTTPFields(input, lines: lines.dropFirst())

    // RFC 9112, section 3.2: exactly one Host, in HTTP/1.1 whatever the form of the target.
    guard fields.hosts <= 1, minorVersion == 0 || fields.hosts == 1 else { throw .malformed }
    self.method = String(decoding: method, as: UTF8.self)
    path = destination.path
    query = destination.query
    authority = destination.authority ?? fields.host
    contentType = fields.contentType
    idempotencyKey = fields.idempotencyKey
    cookie = fields.cookie
    apiVersion = fields.apiVersion
    authorization = fields.authorization
    page = HTTPSourcePage(
      origin: fields.origin,
      site: fields.site,
      isNavigation: method.elementsEqual("GET".utf8) && fields.mode == "navigate"
        && fields.destination == "document"
    )
    body = try fields.framing(minorVersion: minorVersion, limit: bodyLimit)
    persistence = fields.persistence(minorVersion: minorVersion)
    expectsContinue = try fields.expectsContinue(minorVersion: minorVersion)
  }

  /// What stands before the first space and what stands behind it.
  private static func cut(_ bytes: ArraySlice<UInt8>)
    throws(HTTPRefusal) -> (ArraySlice<UInt8>, ArraySlice<UInt8>)
  {
    guard let space = bytes.firstIndex(of: UInt8(ascii: " ")) else { throw .malformed }
    return (bytes[..<space], bytes[(space + 1)...])
  }

  private static func minorVersion(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) -> UInt8 {
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    let (major, point, minor) = (bytes.startIndex + 5, bytes.startIndex + 6, bytes.startIndex + 7)
    guard bytes.count == 8, bytes[..<major].elementsEqual("HTTP/".utf8), digits.contains(bytes[major]),
      bytes[point] == UInt8(ascii: "."), digits.contains(bytes[minor])
    else { throw .malformed }
    guard bytes[major] == UInt8(ascii: "1") else { throw HTTPRefusal(status: 505) }
    return bytes[minor] - UInt8(ascii: "0")
  }
}

/// RFC 9112, section 3.2: a path, an absolute address, or `*`. A `host:port` alone asks for a tunnel.
struct HTTPRequestTarget {
  let path: String
  let query: String?
  let authority: String?

  init(_ bytes: ArraySlice<UInt8>) throws(HTTPRefusal) {
    guard !bytes.isEmpty, bytes.allSatisfy({ $0 > 0x20 && $0 < 0x7F && $0 != UInt8(ascii: "#") })
    else { throw .malformed }
    let mark = bytes.firstIndex(of: UInt8(ascii: "?"))
    let target = String(decoding: bytes[..<(mark ?? bytes.endIndex)], as: UTF8.self)
    query = mark.map { String(decoding: bytes[($0 + 1)...], as: UTF8.self) }
    if bytes.first == UInt8(ascii: "/") || target == "*" {
      path = target
      authority = nil
      return
    }
    let scheme = "http://"
    guard target.lowercased().hasPrefix(scheme) else { throw .malformed }
    let rest = target.dropFirst(scheme.count)
    let host = rest.prefix { $0 != "/" }
    let path = rest.dropFirst(host.count)
    self.path = path.isEmpty ? "/" : String(path)
    authority = String(host)
  }
}

/// The fields of a head that somebody looks at: those about the message itself, and those that a service goes by. Values
/// of a name that was sent more than once are joined, by commas where nothing else is said. The others have to be well-formed, and no more.
struct HTTPFields {
  private(set) var host: String?
  private(set) var contentType: String?
  private(set) var idempotencyKey: String?
  private(set) var cookie: String?
  private(set) var apiVersion: String?
  private(set) var authorization: String?
  private(set) var origin: String?
  /// `Sec-Fetch-Site`, `-Mode` and `-Dest`.
  private(set) var site: String?
  private(set) var mode: String?
  private(set) var destination: String?
  private(set) var hosts = 0
  private var connection: String?
  private var contentLength: String?
  private var lengths = 0
  private var transferEncoding: String?
  private var expectation: String?

  init(_ input: HTTPInput, lines: ArraySlice<Range<Int>>) throws(HTTPRefusal) {
    for line in lines { add(try HTTPField(line: input[line])) }
  }

  private mutating func add(_ field: HTTPField) {
    if field.isNamed("host") {
      hosts += 1
      HTTPFields.join(field, to: &host)
    } else if field.isNamed("content-length") {
      lengths += 1
      HTTPFields.join(field, to: &contentLength)
    } else if field.isNamed("content-type") {
      HTTPFields.join(field, to: &contentType)
    } else if field.isNamed("idempotency-key") {
      HTTPFields.join(field, to: &idempotencyKey)
    } else if field.isNamed("cookie") {
      // Not a list by commas, unlike other fields (RFC 9113, section 8.2.3).
      HTTPFields.join(field, to: &cookie, by: "; ")
    } else if field.isNamed("accept-api-version") {
      HTTPFields.join(field, to: &apiVersion)
    } else if field.isNamed("authorization") {
      HTTPFields.join(field, to: &authorization)
    } else if field.isNamed("origin") {
      HTTPFields.join(field, to: &origin)
    } else if field.isNamed("sec-fetch-site") {
      HTTPFields.join(field, to: &site)
    } else if field.isNamed("sec-fetch-mode") {
      HTTPFields.join(field, to: &mode)
    } else if field.isNamed("sec-fetch-dest") {
      HTTPFields.join(field, to: &destination)
    } else if field.isNamed("connection") {
      HTTPFields.join(field, to: &connection)
    } else if field.isNamed("transfer-encoding") {
      HTTPFields.join(field, to: &transferEncoding)
    } else if field.isNamed("expect") {
      HTTPFields.join(field, to: &expectation)
    }
  }

  private static func join(_ field: HTTPField, to values: inout String?, by separator: String = ", ") {
    if values == nil { values = field.value } else { values?.append(separator + field.value) }
  }

  /// RFC 9112, section 6.3. Two statements about the length are how requests are smuggled.
  func framing(minorVersion: UInt8, limit: Int) throws(HTTPRefusal) -> HTTPBodyFraming {
    if let coding = transferEncoding {
      guard lengths == 0, minorVersion > 0 else { throw .malformed }
      guard coding.lowercased() == "chunked" else { throw HTTPRefusal(status: 501) }
      return .chunked
    }
    guard let length = contentLength else { return .length(0) }
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard lengths == 1, !length.isEmpty, length.utf8.allSatisfy({ digits.contains($0) }) else {
      throw .malformed
    }
    // A number that does not fit is a length all the same, and a large one.
    guard let number = Int(length), number <= limit else { throw HTTPRefusal(status: 413) }
    return .length(number)
  }

  /// RFC 9112, section 9.3: `close` wins, whatever else is said.
  func persistence(minorVersion: UInt8) -> HTTPPersistence {
    guard let value = connection else { return minorVersion > 0 ? .stay : .close }
    let options = value.lowercased().split(separator: ",").map { option in
      option.drop { $0 == " " || $0 == "\t" }.prefix { $0 != " " && $0 != "\t" }
    }
    if options.contains("close") { return .close }
    if minorVersion > 0 { return .stay }
    return options.contains("keep-alive") ? .stayIfTold : .close
  }

  /// RFC 9110, section 10.1.1: there is one expectation, and before HTTP/1.1 there was none.
  func expectsContinue(minorVersion: UInt8) throws(HTTPRefusal) -> Bool {
    guard minorVersion > 0, let expectation else { return false }
    guard expectation.lowercased() == "100-continue" else { throw HTTPRefusal(status: 417) }
    return true
  }
}
