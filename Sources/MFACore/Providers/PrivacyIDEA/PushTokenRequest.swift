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
  /// Whether the server asks its phones not to verify its certificate.
  package let skipsVerification: Bool
  /// The text that the server signed.
  package let signedText: String
  /// Whether the text can't have been put together from other fields: bars separate them, and a question may hold bars.
  package let hasOneReading: Bool
  /// Over `signedText`, decoded.
  package let signature: [UInt8]
  /// What the server takes for the right answer is one of these, in its own spelling; none unless it offers a choice.
  private let options: [String]
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
    let address = try payload.address("url", in: payload.fields)
    do throws(EndpointURL.Problem) { url = try EndpointURL(address) } catch {
      throw .field(FieldError("url", .notAnAddress(error)))
    }
    // In the order of the server's source; the last two are there only when the push has them.
    let presence = try map.optional("require_presence")
    let code = try map.optional("display_code")
    let sslVerify = try map.optional("sslverify") ?? ""
    skipsVerification = sslVerify.isSameBytes(as: "0")
    let texts = [
      nonce, address, serial, try map.text("question"), try map.optional("title") ?? "", sslVerify,
    ]
    signedText = (texts + [presence, code].compactMap(\.self)).joined(separator: "|")
    hasOneReading =
      !(texts[..<3] + [presence, code].compactMap(\.self)).contains { $0.utf8.contains(UInt8(ascii: "|")) }
      && SignedReading.all(of: signedText) == [
        SignedReading(hasPresence: presence != nil, hasCode: code != nil)
      ]
    options = presence?.commaParts ?? []
    signature = try map.base32("signature")
    capabilities = try Capabilities(map, nonce: nonce)
  }

  /// The option that a person picked as the server spells it: options of a policy's own may have blanks around them,
  /// which are not shown, and the server compares all of it.
  func option(_ picked: MatchValue) -> String {
    options.first { MatchValue($0.trimmed) == picked } ?? picked.text
  }
}

/// One way to read a signed text: which fields follow `sslverify`. What stands before it is the question and the title,
/// whose bars change nothing but where one ends and the other begins.
///
/// Without this a challenge could be rewritten, its signature kept: its numbers as a part of another field make it a
/// plain push.
private struct SignedReading: Equatable {
  let hasPresence: Bool
  let hasCode: Bool

  /// What `sslverify` can be; where it is missing, an empty text was signed.
  private static let verifications = ["", "0", "1"]

  /// Every one that fits.
  static func all(of text: String) -> [SignedReading] {
    // Behind nonce, address and serial.
    let parts = text.utf8.split(separator: UInt8(ascii: "|"), omittingEmptySubsequences: false).dropFirst(3)
    // A code is of digits alone. Numbers to pick from are a list, since a server offers two at least.
    let isList = parts.suffix(2).map { part in
      part.isEmpty || !part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    }
    let readings = [
      SignedReading(hasPresence: false, hasCode: false),
      SignedReading(hasPresence: isList.last == true, hasCode: isList.last == false),
      SignedReading(hasPresence: isList.first == true, hasCode: isList.last == false),
    ]
    return readings.enumerated().compactMap { further, reading in
      let place = parts.endIndex - 1 - further
      // The question and the title have a part each at least.
      guard place >= parts.startIndex + 2, further < 2 || reading.hasPresence && reading.hasCode else {
        return nil
      }
      return verifications.contains { $0.utf8.elementsEqual(parts[place]) } ? reading : nil
    }
  }
}

extension PushTokenRequest {
  package static func == (left: PushTokenRequest, right: PushTokenRequest) -> Bool {
    left.nonce.isSameBytes(as: right.nonce) && left.serial.isSameBytes(as: right.serial)
      && left.url == right.url && left.signedText.isSameBytes(as: right.signedText)
      && left.signature == right.signature && left.capabilities == right.capabilities
      && left.options.elementsEqual(right.options) { $0.isSameBytes(as: $1) }
  }
}

extension PushTokenRequest.Capabilities {
  package static func == (left: Self, right: Self) -> Bool {
    left.hasDeclineReason == right.hasDeclineReason && left.signature == right.signature
      && left.signedText.isSameBytes(as: right.signedText)
  }

  fileprivate init?(_ map: PushTokenMap, nonce: String) throws(PayloadError) {
    guard let text = try map.optional("capabilities") else { return nil }
    guard let document = try? JSONReader.read(text), let object = document.value.object else {
      throw .field(FieldError("capabilities", .notJSONObject))
    }
    for case .duplicateKey(let key, let position) in document.notices {
      throw .contradiction(.duplicateKey(key, position, within: "capabilities"))
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

  /// An empty text is part of what is signed, so it is no missing one. What is no text can't have been signed: to pass
  /// it over would let somebody add it to a push that the server signed without it.
  func optional(_ name: String) throws(PayloadError) -> String? {
    switch payload.fields[name] {
    case nil, .null: return nil
    case .string(let text): return text
    case .some(let other):
      throw .field(FieldError(name, .wrongType(found: other.typeName, wanted: "text")))
    }
  }

  func base32(_ name: String) throws(PayloadError) -> [UInt8] {
    guard let bytes = Base32.decode(try text(name)) else { throw .field(FieldError(name, .notBase32)) }
    return bytes
  }
}
