/// A JSON Web Signature in compact form (RFC 7515, section 7.1), taken apart but not verified.
package struct CompactJWS: Sendable, Equatable {
  package let header: JSONObject
  package let claims: JSONObject
  /// What was signed: the first two parts, as they stand, with the dot between them.
  package let signingInput: String
  package let signature: [UInt8]

  /// Whether a text can only be meant as one: base64url characters and dots that begin like an encoded `{"`.
  static func isOne(_ text: String) -> Bool {
    guard text.beginsWith("eyJ"), text.utf8.contains(UInt8(ascii: ".")) else { return false }
    return text.utf8.allSatisfy { byte in
      let scalar = Unicode.Scalar(byte)
      return scalar.isASCIILetter || scalar.isASCIIDigit || "-_.=+/".utf8.contains(byte)
    }
  }

  /// Takes the text of `field` apart.
  package static func read(_ text: String, field: String) throws(PayloadError) -> CompactJWS {
    let parts = text.split(separator: ".", omittingEmptySubsequences: false)
    if parts.count == 3, parts[2].isEmpty, !parts[0].isEmpty, !parts[1].isEmpty {
      throw .field(FieldError(field, .notSigned))
    }
    guard parts.count == 3, parts.allSatisfy({ !$0.isEmpty }) else {
      throw .field(FieldError(field, .wrongPartCount(parts.filter { !$0.isEmpty }.count)))
    }
    let header = try object(parts[0], part: "header", field: field)
    let claims = try object(parts[1], part: "payload", field: field)
    guard let signature = Base64URL.decode(parts[2]) else {
      throw .field(FieldError(field, .partNotBase64URL(part: "signature")))
    }
    return CompactJWS(
      header: header,
      claims: claims,
      signingInput: "\(parts[0]).\(parts[1])",
      signature: signature
    )
  }

  private static func object(_ text: Substring, part: String, field: String) throws(PayloadError)
    -> JSONObject
  {
    guard let bytes = Base64URL.decode(text) else {
      throw .field(FieldError(field, .partNotBase64URL(part: part)))
    }
    guard let content = try? SourceText.decode(bytes), let document = try? JSONReader.read(content),
      let object = document.value.object
    else { throw .field(FieldError(field, .partNotJSONObject(part: part))) }
    for case .duplicateKey(let key, let position) in document.notices {
      throw .contradiction(.duplicateKey(key, position, within: "\(field) (\(part))"))
    }
    return object
  }
}
