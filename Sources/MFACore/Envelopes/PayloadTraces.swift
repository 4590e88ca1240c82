/// What tells why there is no push in a document: evidence for a hint, which changes no result.
struct PayloadTraces: Sendable, Equatable {
  private(set) var reason: NotMFAReason?
  private var objectsLeft = 1000
  private var textsLeft = 1000

  /// Keys that no other service has (reference: the services' own documentation and SDKs).
  private static let vendors: [(keys: [String], value: String?, name: String)] = [
    (["type"], "verify_push_challenge", "Twilio Verify"),
    (["payloadVersion"], "IDXv1", "Okta"),
    (["pushId", "challenge", "notificationScenario"], nil, "WSO2 Identity Server"),
    (["type", "targetUrl", "codeChallenge"], "mfa", "Keycloak App Authenticator"),
    (["urgid"], nil, "Duo"),
    (["auth_req_id"], nil, "CIBA"),
    (["binding_message"], nil, "CIBA"),
    (["bindingMessage"], nil, "CIBA"),
  ]

  /// Keys by which providers recognize a push, and which stand beside `aps`.
  private static let keysBesideAPS = ["pushType", "isCancelAuthentication", "PingOne", "txtkn", "nonce"]

  mutating func look(at object: JSONObject) {
    guard reason == nil, objectsLeft > 0 else { return }
    objectsLeft -= 1
    if let aps = object["aps"]?.object, let key = PayloadTraces.keysBesideAPS.first(where: { aps[$0] != nil })
    {
      reason = .keyInsideAPS(key)
    } else if let note = Provider.senderNote(in: object) {
      reason = .senderNote(note)
    } else if object["login"] != nil, object["authenticationKey"] != nil, object["service"] != nil {
      reason = .loginCode
    } else if let vendor = PayloadTraces.vendor(of: object) {
      reason = .otherVendor(vendor.name, key: vendor.key)
    }
  }

  mutating func look(at text: String, under step: PathStep?) {
    guard reason == nil, textsLeft > 0 else { return }
    textsLeft -= 1
    let field = if case .key(let key)? = step { key } else { "a list" }
    if text.isSameBytes(as: Unwrapper.stringifiedObject) {
      reason = .stringifiedObject(field: field)
    } else if let form = PrintedText(text) {
      reason = .printedText(field: field, form)
    } else if text.beginsWith("lseqr://push/") {
      reason = .otherVendor("LinOTP", key: field)
    } else if text.beginsWith("ey"), field.isSameBytes(as: "data"),
      let bytes = Base64.decodeEitherAlphabet(text), bytes.first == UInt8(ascii: "{")
    {
      reason = .base64(field: field)
    }
  }

  private static func vendor(of object: JSONObject) -> (name: String, key: String)? {
    for vendor in vendors where vendor.keys.allSatisfy({ object[$0] != nil }) {
      guard let value = vendor.value else { return (vendor.name, vendor.keys[0]) }
      if object[vendor.keys[0]] == .string(value) { return (vendor.name, vendor.keys[0]) }
    }
    if let token = object["token"]?.string, CompactJWS.isOne(token),
      let jws = try? CompactJWS.read(token, field: "token"), jws.claims["cid"] != nil,
      jws.claims["credId"] != nil
    {
      return ("Keycloak push MFA", "token")
    }
    return nil
  }
}

/// A map or object that another language printed, which has no single reading: its texts have no quotes.
package enum PrintedText: Sendable, Equatable, CaseIterable {
  /// `Bundle[{a=b, c=d}]`.
  case androidBundle
  /// `{a=b, c=d}`, of Java and Kotlin.
  case javaMap
  /// `{"a"=>"b"}`.
  case rubyHash
  /// `map[a:b c:d]`.
  case goMap
  /// `{a: b, c: d}`.
  case dartMap
  /// `{ a: 'b' }`.
  case consoleObject

  /// Nil for a text that does not look like one.
  init?(_ text: String) { self.init(ArraySlice(text.utf8)) }

  /// Looks at the beginning of a map, and at no more of it than names it.
  init?(_ bytes: ArraySlice<UInt8>) {
    let text = bytes.drop { " \n\r\t".utf8.contains($0) }
    if text.starts(with: "Bundle[".utf8) {
      self = .androidBundle
    } else if text.starts(with: "map[".utf8) {
      self = .goMap
    } else if text.first == UInt8(ascii: "{") {
      self.init(inside: text.dropFirst().drop { " \n\r\t".utf8.contains($0) })
    } else {
      return nil
    }
  }

  /// The name and the separator that follow the brace tell the language; a map as the first value is looked into.
  private init?(inside text: ArraySlice<UInt8>) {
    var text = text
    for _ in 0..<8 {
      if text.first == UInt8(ascii: "\"") || text.first == UInt8(ascii: ":") {
        let rest = text.dropFirst().drop { PrintedText.isName($0) || " \"".utf8.contains($0) }
        guard rest.starts(with: "=>".utf8) else { return nil }
        self = .rubyHash
        return
      }
      let rest = text.drop(while: PrintedText.isName)
      guard rest.startIndex > text.startIndex, let separator = rest.first else { return nil }
      let value = rest.dropFirst().drop { $0 == UInt8(ascii: " ") }
      switch (separator, value.first) {
      case (UInt8(ascii: "="), UInt8(ascii: ">")): self = .rubyHash
      case (UInt8(ascii: "="), _) where value.startIndex == rest.startIndex + 1: self = .javaMap
      case (UInt8(ascii: ":"), UInt8(ascii: "'")): self = .consoleObject
      case (UInt8(ascii: ":"), UInt8(ascii: "{")):
        text = value.dropFirst().drop { " \n\r\t".utf8.contains($0) }
        continue
      case (UInt8(ascii: ":"), let first?) where Unicode.Scalar(first).isASCIILetter:
        let word = String(
          decoding: value.prefix(10).prefix { Unicode.Scalar($0).isASCIILetter },
          as: UTF8.self
        )
        guard !["true", "false", "null", "undefined", "NaN"].contains(word) else { return nil }
        self = .dartMap
      default: return nil
      }
      return
    }
    return nil
  }

  private static func isName(_ byte: UInt8) -> Bool {
    let scalar = Unicode.Scalar(byte)
    return scalar.isASCIILetter || scalar.isASCIIDigit || "_-.$".utf8.contains(byte)
  }
}
