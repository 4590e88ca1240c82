import MFACore

/// The bodies of the practice service's requests and responses, as its trace may show them.
enum ServiceBodyWords {
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
