/// What a QR code or a deep link of a sign-on page says: where to start the session, and with which key.
package struct LoginRequest: Sendable, Equatable {
  /// The service's address, without a path of its own.
  package let service: EndpointURL
  package let login: String
  /// Good once, until `expiresAt`.
  package let authenticationKey: Secret
  package let expiresAt: Timestamp?

  /// The scheme of deep links that are ours.
  package static let scheme = "mfa-cli"
  /// The largest QR code holds 4,296 letters; a deep link has the same in base 64.
  package static let limit = 16 << 10

  private static let version = 1

  /// Reads the text of a QR code: a deep link, or the payload itself.
  package init(qr text: String) throws(LoginRequestError) {
    guard text.utf8.count <= LoginRequest.limit else { throw .tooLong(bytes: text.utf8.count) }
    let trimmed = text.trimmed
    if trimmed.beginsWith("{") { try self.init(payload: trimmed) } else { try self.init(deepLink: trimmed) }
  }

  /// Reads `mfa-cli://login?request=PAYLOAD`, the payload in base64url.
  package init(deepLink text: String) throws(LoginRequestError) {
    guard text.utf8.count <= LoginRequest.limit else { throw .tooLong(bytes: text.utf8.count) }
    let link = text.trimmed
    guard let separator = link.range(of: "://") else { throw .noDeepLink }
    let scheme = link[..<separator.lowerBound].lowercased()
    guard LoginRequest.isScheme(scheme) else { throw .noDeepLink }
    guard scheme == LoginRequest.scheme else { throw .unsupportedScheme(scheme) }
    // By bytes: a character can be a delimiter and thousands of marks.
    let rest = link.utf8[separator.upperBound...]
    let action = rest.prefix { !"/?#".utf8.contains($0) }
    guard action.elementsEqual("login".utf8) else { throw .unsupportedAction(String(Substring(action))) }
    let query = rest[action.endIndex...].drop { $0 == UInt8(ascii: "/") }
    guard query.first == UInt8(ascii: "?") else { throw .requestMissing }
    let values = query.dropFirst().split(separator: UInt8(ascii: "&")).filter {
      $0.starts(with: "request=".utf8)
    }
    guard let value = values.first?.dropFirst("request=".utf8.count), !value.isEmpty else {
      throw .requestMissing
    }
    guard values.count == 1 else { throw .requestTwice }
    guard let bytes = Base64URL.decode(PercentEncoding.decode(Substring(value))), SourceText.isUTF8(bytes)
    else {
      throw .notBase64
    }
    try self.init(payload: String(decoding: bytes, as: UTF8.self))
  }

  /// Whether it is one by RFC 3986, section 3.1: an address in the middle of a text makes no link of it.
  private static func isScheme(_ text: String) -> Bool {
    guard let first = text.utf8.first, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(first) else {
      return false
    }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"),
        UInt8(ascii: "-"), UInt8(ascii: "."):
        true
      default: false
      }
    }
  }

  private init(payload text: String) throws(LoginRequestError) {
    guard let document = try? JSONReader.read(text), document.notices.isEmpty,
      let object = document.value.object
    else { throw .notJSON }
    let fields = InboxFields(object)
    do throws(InboxFieldError) {
      let version = try fields.integer("version")
      guard version == LoginRequest.version else {
        throw InboxFieldError("version", "is \(version), and \(LoginRequest.version) is known")
      }
      login = try fields.text("login")
      guard login.utf8.count <= 256 else { throw InboxFieldError("login", "has more than 256 bytes") }
      authenticationKey = Secret(try fields.text("authenticationKey"))
      expiresAt = try fields.optionalTime("expiresAt")
      let address = try fields.text("service")
      do { service = try EndpointURL(address) } catch {
        throw InboxFieldError("service", "is not an http or https address")
      }
    } catch {
      throw .field(error)
    }
  }
}

/// Why a text is no login request.
package enum LoginRequestError: Error, Sendable, Equatable {
  case tooLong(bytes: Int)
  /// It has no scheme.
  case noDeepLink
  /// Somebody else's link.
  case unsupportedScheme(String)
  case unsupportedAction(String)
  case requestMissing
  case requestTwice
  case notBase64
  case notJSON
  case field(InboxFieldError)

  /// Whether it is somebody else's link rather than a broken one of ours.
  package var isUnsupported: Bool {
    switch self {
    case .noDeepLink, .unsupportedScheme, .unsupportedAction: true
    default: false
    }
  }
}
