import MFACore
import MFAService

/// What `serve` says of its requests and of its deliveries.
enum ServiceWords {
  /// Why a push did not reach its device, and how many others did not.
  static func reason(of undelivered: UndeliveredPushes) -> String {
    let pushes = Words.count(undelivered.count, "push", "pushes")
    switch undelivered.reason {
    case .failed(let reason, total: 1): return reason
    case .failed(let reason, let total):
      return "\(reason); \(pushes) since this was last said, \(total) in all"
    case .stopped(let mayHaveArrived):
      let first = mayHaveArrived ? ", and this one was on its way" : ""
      return "the service was stopped; \(pushes) waited\(first)"
    }
  }

  /// What is said at a start, since the journal does not tell which pushes have reached their devices.
  static func notDeliveredAgain(_ count: Int) -> String {
    let pushes = count == 1 ? "1 push for a device waits" : "\(count) pushes for devices wait"
    return "\(Version.name): \(pushes) from before this start; what was not delivered then is not sent again"
  }

  private static let limit = 4096

  /// The beginning of a body, without push tokens, pairing keys, PINs, what enrols a phone or signs on with it, and
  /// what is secret in an address. A phone's signed claims have its push token in them.
  static func shown(_ body: [UInt8]) -> String {
    guard !body.isEmpty else { return "" }
    guard let text = try? SourceText.decode(body), let document = try? JSONReader.read(text) else {
      // Nobody can tell what is in it.
      return "no JSON (\(Words.count(body.count, "byte")))"
    }
    return String(JSONWriter.write(masked(document.value)).unicodeScalars.prefix(limit))
  }

  private static func masked(_ value: JSONValue) -> JSONValue {
    switch value {
    case .null, .bool, .number, .string: value
    case .array(let elements): .array(elements.map(masked))
    case .object(let object):
      .object(JSONObject(object.members.map { .init(key: $0.key, value: masked($0.value, of: $0.key)) }))
    }
  }

  private static func masked(_ value: JSONValue, of key: String) -> JSONValue {
    switch key {
    case "token", "pairingKey", "uri", "jwt", "pin", "password", "authenticationKey", "qr", "deepLink":
      value == .null ? .null : .string(Secret.mask)
    case "callbackUrl":
      // What is no address may be one with a password that is not encoded.
      value.string.map { .string((try? EndpointURL($0))?.description ?? Secret.mask) } ?? masked(value)
    default: masked(value)
    }
  }
}
