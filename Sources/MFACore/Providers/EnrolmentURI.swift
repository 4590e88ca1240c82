/// An enrolment URI, the text of the QR code that a service shows, taken apart but not understood yet.
package struct EnrolmentURI: Sendable {
  /// In lower case.
  let scheme: String
  /// In lower case; it says what is enrolled.
  let host: String
  /// Percent-decoded, without the slash before it.
  let label: String
  private let parameters: [(name: String, value: String)]

  /// The largest QR code holds 4,296 letters.
  package static let limit = 16 << 10
  /// Bytes of one value, decoded.
  private static let valueLimit = 2048

  init(_ text: String) throws(EnrolmentError) {
    guard text.utf8.count <= EnrolmentURI.limit else {
      throw .tooLong(bytes: text.utf8.count, limit: EnrolmentURI.limit)
    }
    let text = text.trimmed
    guard let separator = text.range(of: "://") else { throw .notURI }
    guard !text.contains(where: \.isWhitespace) else {
      throw EnrolmentURI.isScheme(text[..<separator.lowerBound]) ? .broken : .notURI
    }
    // Services separate parameters with a bare &. An escape means that the URI was copied out of a page's source.
    let lowered = text.lowercased()
    for escape in ["&amp;", "&#38;", "&#x26;"] where lowered.containsText(escape) {
      throw .htmlEscaped(escape)
    }
    scheme = text[..<separator.lowerBound].lowercased()
    // By bytes: a character can be a delimiter and thousands of marks.
    let rest = text.utf8[separator.upperBound...].prefix { $0 != UInt8(ascii: "#") }
    let host = rest.prefix { !"/?".utf8.contains($0) }
    self.host = String(Substring(host)).lowercased()
    let path = rest[host.endIndex...].prefix { $0 != UInt8(ascii: "?") }
    label = PercentEncoding.decode(Substring(path.drop { $0 == UInt8(ascii: "/") }))
    parameters = try EnrolmentURI.parameters(rest[path.endIndex...].dropFirst())
  }

  private static func isScheme(_ text: Substring) -> Bool {
    !text.isEmpty && text.unicodeScalars.allSatisfy { $0.isASCIILetter || $0 == "-" }
  }

  private static func parameters(_ query: Substring.UTF8View) throws(EnrolmentError)
    -> [(name: String, value: String)]
  {
    var parameters: [(name: String, value: String)] = []
    var names: Set<ByteKey> = []
    for part in query.split(separator: UInt8(ascii: "&")) {
      let spelled = part.prefix { $0 != UInt8(ascii: "=") }
      let name = PercentEncoding.decode(Substring(spelled))
      // Keeping either could enrol with a key or an address that the service did not mean.
      guard names.insert(ByteKey(name)).inserted else { throw .parameter(name, .twice) }
      // One that is repaired, or kept with its escapes, would be another value than the service's.
      guard let value = PercentEncoding.decodeWhole(Substring(part[spelled.endIndex...].dropFirst()))
      else {
        throw .parameter(name, .badPercentEncoding)
      }
      guard value.utf8.count <= valueLimit else {
        throw .parameter(name, .tooLong(bytes: value.utf8.count, limit: valueLimit))
      }
      parameters.append((name, value))
    }
    return parameters
  }

  /// Nil for an empty one too.
  func optional(_ name: String) -> String? {
    parameters.first { $0.name.isSameBytes(as: name) && !$0.value.isEmpty }?.value
  }

  func text(_ name: String) throws(EnrolmentError) -> String {
    guard let text = optional(name) else { throw .parameter(name, .missing) }
    return text
  }

  /// Base 64 of either alphabet, with padding or without: services and their releases differ.
  func base64(_ name: String) throws(EnrolmentError) -> [UInt8] {
    guard let bytes = Base64.decodeEitherAlphabet(try text(name)), !bytes.isEmpty else {
      throw .parameter(name, .notBase64)
    }
    return bytes
  }

  func optionalBase64Text(_ name: String) throws(EnrolmentError) -> String? {
    guard optional(name) != nil else { return nil }
    let bytes = try base64(name)
    guard SourceText.isUTF8(bytes) else { throw .parameter(name, .notBase64) }
    return String(decoding: bytes, as: UTF8.self)
  }

  static func address(_ text: String, of name: String) throws(EnrolmentError) -> EndpointURL {
    do throws(EndpointURL.Problem) { return try EndpointURL(text) } catch {
      throw .parameter(name, .notAnAddress(error))
    }
  }

  /// The label's two halves, `ISSUER:ACCOUNT`.
  var issuerAndAccount: (issuer: String?, account: String?) {
    guard let colon = label.utf8.firstIndex(of: UInt8(ascii: ":")) else {
      return (nil, label.isEmpty ? nil : label)
    }
    let issuer = String(label[..<colon]).trimmed
    let account = String(label[label.utf8.index(after: colon)...]).trimmed
    return (issuer.isEmpty ? nil : issuer, account.isEmpty ? nil : account)
  }
}

/// Why a text is no enrolment URI that can be used.
package enum EnrolmentError: Error, Sendable, Equatable {
  case tooLong(bytes: Int, limit: Int)
  case notURI
  /// A line break or a blank is in the middle of it.
  case broken
  /// It came out of HTML, where `&` is written as this.
  case htmlEscaped(String)
  /// It enrols something else, or is no enrolment at all: its scheme and host.
  case unsupported(scheme: String, host: String)
  case parameter(String, Problem)

  package enum Problem: Sendable, Equatable {
    case missing
    case twice
    case tooLong(bytes: Int, limit: Int)
    /// A `%` without two hexadecimal digits behind it, or bytes that are no UTF-8.
    case badPercentEncoding
    case notBase64
    case notAnAddress(EndpointURL.Problem)
    case unknownValue(String, known: [String])
    /// It goes into a header and holds a control character or one beyond ASCII.
    case notAHeaderValue
  }

  /// Whether it is somebody else's rather than a broken one.
  package var isUnsupported: Bool {
    switch self {
    case .notURI, .unsupported: true
    case .tooLong, .broken, .htmlEscaped, .parameter: false
    }
  }
}

/// How a phone enrolls with one provider's service.
package struct EnrollmentScheme: Sendable {
  /// The schemes of its URIs, in lower case.
  let schemes: [String]
  /// Whether a URI of this scheme and host is one of its.
  let takes: @Sendable (_ scheme: String, _ host: String) -> Bool
  let read: @Sendable (EnrolmentURI) throws(EnrolmentError) -> any Enrollment
}

/// What an enrollment URI asks for.
package protocol Enrollment: Sendable {
  var row: Provider { get }
  /// What of the text must not be shown.
  var secretTexts: [Secret] { get }
  /// Every address that something will be sent to.
  var addresses: [EndpointURL] { get }
  /// Whether a private key is made for it; else a secret is shared.
  var takesKey: Bool { get }
  /// Bytes of a shared secret that could be guessed.
  var shortSecretBytes: Int? { get }
  /// Whether the service refuses a key of P-256.
  var refusesP256: Bool { get }
  /// The same at another origin: what was typed says where, and the code which path.
  func replacingOrigin(with other: EndpointURL) -> Self
  /// Whether a credential is of the same enrollment.
  func made(_ credential: Credential, _ cryptography: Cryptography) throws(CryptographyError) -> Bool
  /// What is sent, and what becomes of the reply.
  func attempt(_ materials: EnrollmentMaterials, _ cryptography: Cryptography) throws(CryptographyError)
    -> EnrollmentAttempt
}

/// What is fresh in an enrollment.
package struct EnrollmentMaterials: Sendable {
  /// A UUID.
  let freshID: String
  let token: DeviceToken
  /// Nil where a secret is shared.
  let key: PrivateKey?

  package init(freshID: String, token: DeviceToken, key: PrivateKey?) {
    (self.freshID, self.token, self.key) = (freshID, token, key)
  }
}

package struct EnrollmentAttempt: Sendable {
  package let request: HTTPRequest
  package let skipsVerification: Bool
  package let verdict: @Sendable (HTTPReply) -> Verdict
  /// The credential, once the service has taken the enrollment; nil where the server's key can't be used.
  package let credential: @Sendable (HTTPReply, Cryptography) throws(UnusableServerKey) -> Credential
}

/// That a reply to an enrollment brought a key that can't be used: the field.
package struct UnusableServerKey: Error, Sendable {
  package let field: String
}

extension [Provider] {
  /// Reads the text of a QR code.
  package func enrollment(_ text: String) throws(EnrolmentError) -> any Enrollment {
    let uri = try EnrolmentURI(text)
    for case let scheme? in map(\.enrollment) where scheme.takes(uri.scheme, uri.host) {
      return try scheme.read(uri)
    }
    throw .unsupported(scheme: uri.scheme, host: uri.host)
  }

  /// Whether a text begins like an enrollment URI, of whatever service.
  package func looksLikeEnrollmentURI(_ text: String) -> Bool {
    let beginning = String(decoding: text.utf8.prefix(16), as: UTF8.self).lowercased()
    return compactMap(\.enrollment).flatMap(\.schemes).contains { beginning.beginsWith($0 + ":") }
  }
}
