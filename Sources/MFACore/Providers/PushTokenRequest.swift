/// What a push of privacyIDEA or eduMFA wants to be answered with, read from its map of texts.
///
/// Source: `lib/tokens/pushtoken.py` of privacyIDEA 3.14 and of eduMFA 2.9.
package struct PushTokenRequest: Sendable, Equatable {
  /// The challenge, and the identity of the request.
  package let nonce: String
  /// The token's, by which the enrolment is found.
  package let serial: String
  /// Where the server wants its answer.
  package let url: EndpointURL
  /// The text that the server signed.
  package let signedText: String
  /// Over `signedText`, decoded.
  package let signature: [UInt8]
  /// What the server takes beside the plain answers, which it signs by itself; nil when it says nothing.
  package let capabilities: Capabilities?

  package struct Capabilities: Sendable, Equatable {
    /// Whether a reason may be given with a denial.
    package let hasDeclineReason: Bool
    /// The canonical JSON (RFC 8785) that the server signed; nil for what it can't have signed.
    package let signedText: String?
    package let signature: [UInt8]
  }

  init(_ payload: Payload) throws(PayloadError) {
    let map = PushTokenMap(payload)
    nonce = try map.text("nonce")
    serial = try map.text("serial")
    let address = try map.text("url")
    do throws(EndpointURL.Problem) { url = try EndpointURL(address) } catch {
      throw .field(FieldError("url", .notAnAddress(error)))
    }
    // In the order of the server's source; the last two are there only when the push has them.
    var parts = [nonce, address, serial, try map.text("question"), map.optional("title") ?? ""]
    parts.append(map.optional("sslverify") ?? "")
    parts += ["require_presence", "display_code"].compactMap { map.optional($0) }
    signedText = parts.joined(separator: "|")
    signature = try map.base32("signature")
    capabilities = try Capabilities(map, nonce: nonce)
  }
}

extension PushTokenRequest.Capabilities {
  fileprivate init?(_ map: PushTokenMap, nonce: String) throws(PayloadError) {
    guard let text = map.optional("capabilities") else { return nil }
    guard let object = (try? JSONReader.read(text))?.value.object else {
      throw .field(FieldError("capabilities", .notJSONObject))
    }
    hasDeclineReason = object["decline_reason"] == .bool(true)
    signedText = CanonicalJSON.text(
      .object(JSONObject(["capabilities": .object(object), "nonce": .string(nonce)]))
    )
    signature = try map.base32("capabilities_signature")
  }
}

/// The flat map of texts.
private struct PushTokenMap {
  let payload: Payload

  init(_ payload: Payload) { self.payload = payload }

  func text(_ name: String) throws(PayloadError) -> String {
    try payload.text(name, in: payload.fields)
  }

  /// An empty text is part of what is signed, so it is no missing one.
  func optional(_ name: String) -> String? { payload.fields[name]?.string }

  func base32(_ name: String) throws(PayloadError) -> [UInt8] {
    guard let bytes = Base32.decode(try text(name)) else { throw .field(FieldError(name, .notBase32)) }
    return bytes
  }
}
