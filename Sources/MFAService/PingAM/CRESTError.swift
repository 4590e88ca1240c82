import MFACore

/// An error as ForgeRock's Common REST framework words it: a code, its reason, a message, and nothing about which of a
/// phone's proofs was wrong.
struct CRESTError: Error, Sendable, Equatable {
  let code: Int
  let reason: String
  let message: String

  private init(_ code: Int, _ reason: String, _ message: String) {
    (self.code, self.reason, self.message) = (code, reason, message)
  }

  /// What PingAM says of everything that it looks for and does not find.
  static let badRequest = CRESTError(400, "Bad Request", "Bad request.")
  /// What becomes of an exception that PingAM's source does not catch. Inferred from that source, not seen.
  static let uncaught = CRESTError(500, "Internal Server Error", "Internal Server Error")
  /// The answer of a realm without the service.
  static let notSetUp = CRESTError(404, "Not Found", "Cannot find Push Notification Service.")
  static let notJSON = CRESTError(400, "Bad Request", "The content is not a JSON object.")
  static let unsupportedType = CRESTError(
    415,
    "Unsupported Media Type",
    "The content has to be application/json."
  )
  static let tooLarge = CRESTError(413, "Request Entity Too Large", "The content is too large.")
  static let noAction = CRESTError(400, "Bad Request", "The query has one _action and nothing else.")
  static let malformedVersion = CRESTError(400, "Bad Request", "Accept-API-Version is not well-formed.")
  static let unsupportedProtocol = CRESTError(
    400,
    "Bad Request",
    "Accept-API-Version asks for a protocol version that is not supported."
  )
  static let unsupportedResource = CRESTError(
    404,
    "Not Found",
    "Accept-API-Version asks for a resource version that does not exist."
  )

  static func unsupportedAction(_ name: String) -> CRESTError {
    CRESTError(501, "Not Implemented", "\(name) not supported")
  }

  /// Not PingAM's: what is missing is on the practice service's own machine.
  static func unavailable(_ message: String) -> CRESTError { CRESTError(503, "Service Unavailable", message) }

  var response: ServiceResponse {
    .json(
      code,
      JSONObject([
        "code": .number(JSONNumber(code)), "reason": .string(reason), "message": .string(message),
      ])
    )
  }
}

/// What a phone asks of the endpoint.
enum PingAMAction: String, Sendable, Equatable {
  case register
  case authenticate
  case refresh

  init(_ query: String?) throws(CRESTError) {
    guard let query = try? ServiceQuery(query, allowed: ["_action"]), let name = query.text("_action"),
      !name.isEmpty
    else { throw .noAction }
    guard let action = PingAMAction(named: name) else {
      throw .unsupportedAction(String(name.unicodeScalars.prefix(64)))
    }
    self = action
  }
}

/// `Accept-API-Version: resource=1.0, protocol=1.0`.
enum CRESTVersion {
  /// The endpoint has one version, and the framework knows two protocols; without a header they are the newest.
  static func check(_ header: String?) throws(CRESTError) {
    guard let header else { return }
    var names: Set<ByteKey> = []
    for part in header.split(separator: ",", omittingEmptySubsequences: false) {
      let sides = part.split(separator: "=", omittingEmptySubsequences: false).map { String($0).trimmed }
      guard sides.count == 2, names.insert(ByteKey(sides[0])).inserted, let major = major(sides[1]) else {
        throw .malformedVersion
      }
      switch sides[0] {
      case "resource": guard major == 1 else { throw .unsupportedResource }
      case "protocol": guard (1...2).contains(major) else { throw .unsupportedProtocol }
      default: throw .malformedVersion
      }
    }
  }

  private static func major(_ version: String) -> Int? {
    let parts = version.split(separator: ".", omittingEmptySubsequences: false)
    guard (1...2).contains(parts.count),
      parts.allSatisfy({ (1...4).contains($0.utf8.count) && $0.unicodeScalars.allSatisfy(\.isASCIIDigit) })
    else { return nil }
    return Int(parts[0])
  }
}
